"""Find what the texts of documents mention, and what refers to what."""
