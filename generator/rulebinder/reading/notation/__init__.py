"""Read how documents write symbols, emphasis and words."""
