"""Find the mechanics of cards and sections."""
