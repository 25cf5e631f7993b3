"""Card names out of bulk files, added to the catalogue."""
