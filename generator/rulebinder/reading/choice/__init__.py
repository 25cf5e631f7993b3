"""Choose the language, the dialect and the set of a document, with the evidence; judge what
came out.
"""
