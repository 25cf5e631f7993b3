"""The page kinds that have one page a language."""
