"""Answers to questions, out of the data of a built site.

Only :mod:`.server` knows how they are asked.
"""
