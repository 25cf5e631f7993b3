"""Set up templates, and the Content-Security-Policy of pages."""
