"""The search: its records, and the files that the search in the browser reads.

``listing.py`` lists the records with the values of the filters, ``normal_form.py`` compares words,
and ``bundle.py`` makes all files, with the joined scripts.
"""
