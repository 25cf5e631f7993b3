"""The commands: each folder has those of one kind, one module each."""
