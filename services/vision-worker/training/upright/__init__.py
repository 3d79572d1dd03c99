"""Which way up a page reads: a network trained on generated text."""
