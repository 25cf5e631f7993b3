"""Choose the language, the dialect and the set of a document, with the evidence; and judge what came
out.
"""
