"""What a person should look at in a document that was read: lost words, doubts, and what cannot be
as a whole.
"""
