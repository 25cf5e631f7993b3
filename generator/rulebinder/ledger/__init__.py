"""Permanent numbers of rulings, and the files that keep them."""
