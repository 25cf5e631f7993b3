"""Align translations, and number their rulings."""
