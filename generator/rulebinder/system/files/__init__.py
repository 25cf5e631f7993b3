"""Write, lock, walk and watch files."""
