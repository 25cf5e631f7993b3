"""Find the parts of a document: its sections, its cards, and the faces, rules text and rulings of
each card.
"""
