"""The search: its records, and the files that the search in the browser reads.

``records.py`` lists the records, ``facets.py`` the filters. ``postings.py`` indexes the words of the records. ``lexicon.py``
has the names and words that forgive typing errors, filed by ``filing.py``, ``synonyms.py`` the words with the same meaning, and
``usual.py`` usual questions with their answers. ``packing.py`` divides all that into files, and ``assembling.py``
puts it together. ``index.py`` makes the other files, ``indexing.py`` lists all. ``remembering.py`` has what earlier builds made.
"""
