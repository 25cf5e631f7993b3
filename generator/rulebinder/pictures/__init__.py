"""Describe, typeset and draw preview pictures."""
