"""Which way up a page is: a network trained on generated text."""
