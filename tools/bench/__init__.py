"""Measurements of speed, memory and accuracy. They print tables.

Those that look for faults exit with an error if there are any.

``python -m tools.bench`` runs all of them, or the named ones: ``boundaries``, ``commands`` and
others in ``__main__.py``. Each writes its section of docs/measurements.md.
"""
