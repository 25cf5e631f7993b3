"""Rulings that say the same: published ones that release notes have too, and those that differ only
in variables.
"""
