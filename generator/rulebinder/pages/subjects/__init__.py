"""The page kinds that have one page for each subject, such as a card or a set."""
