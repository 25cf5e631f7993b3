"""Answers out of the data of a built site."""
