"""Trains Équerre's document finder from nothing but seeds; README.md says how."""
