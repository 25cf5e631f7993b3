"""PDFs as Markdown."""
