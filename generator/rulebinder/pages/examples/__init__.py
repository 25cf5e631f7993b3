"""Examples of what the search can be asked, found in the library."""
