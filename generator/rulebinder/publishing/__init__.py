"""The making of a site, and its publication."""
