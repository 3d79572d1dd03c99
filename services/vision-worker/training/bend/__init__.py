"""How a sheet of paper bends: a network that sees a straightened page, trained on generated sheets."""
