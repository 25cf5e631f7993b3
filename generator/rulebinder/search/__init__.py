"""The search: its records, and the files that the search in the browser reads.

``records.py`` lists the records, ``facets.py`` the filters. ``texts.py``, ``names.py`` and
``phrases.py`` have what the browser searches, ``head.py`` what it reads first, and ``bundle.py``
lists all files. ``normal_form.py`` compares words, and ``script_modules.py`` joins scripts.
"""
