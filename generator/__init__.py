"""Rulebinder: Magic: The Gathering release notes as a searchable, citable website."""
