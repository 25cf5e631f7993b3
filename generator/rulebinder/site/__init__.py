"""A site as a value, and as a folder of files that a build makes and puts in place."""
