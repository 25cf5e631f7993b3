"""Use the machine: files, locks, processes, terminals, and reports of progress."""
