"""Web pages as Markdown."""
