"""Trains Équerre's document finder from seeds alone; see README.md."""
