"""The hosts that may take a site."""
