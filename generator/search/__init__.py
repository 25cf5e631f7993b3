"""What can be found, and what the search in the browser needs beside the library's index.

``records.py`` lists what is found, ``lexicon.py`` the names and words that forgive typing errors,
``synonyms.py`` the words that mean the same, ``index.py`` what is published of it all.
"""
