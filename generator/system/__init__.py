"""What the program asks of the machine: files, locks, processes, terminals, and word of how far work has come."""
