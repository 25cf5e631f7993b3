"""Read what the layout of a page shows before any dialect reads its lines."""
