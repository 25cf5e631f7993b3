"""``python -m generator`` is ``rulebinder``."""

from .cli import main

main(prog_name="rulebinder")
