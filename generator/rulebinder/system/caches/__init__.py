"""Keep results for the next build."""
