"""The commands that make, show, compare and remove a site."""
