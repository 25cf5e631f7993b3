"""The words of the search: how they are compared, indexed and filed."""
