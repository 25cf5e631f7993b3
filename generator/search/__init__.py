"""The search: its records, and the files that the search in the browser reads.

``records.py`` lists the records, ``facets.py`` the filters, ``lexicon.py`` the names and words that
forgive typing errors, ``synonyms.py`` the words with the same meaning. ``index.py`` makes the files,
``postings.py`` indexes their words, ``packing.py`` divides them into files, ``assembling.py`` puts both together, ``indexing.py`` writes the files.
"""
