"""Templates, and what a page may load."""
