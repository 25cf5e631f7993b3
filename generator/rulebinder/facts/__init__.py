"""Facts that people write: YAML files with the line of every value, languages, the catalogue,
corrections.
"""
