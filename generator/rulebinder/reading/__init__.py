"""A document's bytes become release notes."""
