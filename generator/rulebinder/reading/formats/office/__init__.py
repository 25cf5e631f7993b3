"""Word documents as web pages."""
