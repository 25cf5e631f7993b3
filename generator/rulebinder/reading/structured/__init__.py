"""The structured form of release notes: written, merged with changes made by hand, and compared."""
