"""Read the files that people write, with the line of every value."""
