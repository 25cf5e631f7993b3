"""The search: its records, and the files that the search in the browser reads.

``records.py`` lists the records, ``facets.py`` the filters, ``usual_questions.py`` usual questions
with their answers. ``words`` has the words of the records and of the lexicon, which forgives typing
errors, and what words mean. ``assembly.py`` puts the index of a language together, ``index.py``
makes its other files, and ``bundle.py`` lists all. ``piece_cache.py`` has what earlier builds made.
"""
