"""``rulebinder clean``: remove the website."""

from __future__ import annotations

from pathlib import Path

import click

from ....site import place
from ... import output
from ...options import BUILT

_SHOWN = 3
"""The most files and folders that are named."""


@click.command()
@BUILT
def clean(out: Path) -> None:
    """Remove a website: the files that the build wrote, and no others."""
    with output.written(out, fault="cannot be removed"):
        left = place.clean(out)
    tops = list(dict.fromkeys(path.partition("/")[0] for path in left))
    named = ", ".join(tops[:_SHOWN]) + (" …" if len(tops) > _SHOWN else "")
    kept = f"; {output.counted(len(left), 'other file')} left: {named}" if left else ""
    output.say(f"The website in {out} is removed{kept}.")
