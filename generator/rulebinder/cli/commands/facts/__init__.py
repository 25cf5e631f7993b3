"""The commands that read what a site is made from: documents, facts, ledgers."""
