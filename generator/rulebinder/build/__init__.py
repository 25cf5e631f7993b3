"""The making of a site."""
