"""Decide what is the same in several documents: cards and sections."""
