"""The library becomes a website."""
