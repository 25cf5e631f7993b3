"""Turn the library into a website."""
