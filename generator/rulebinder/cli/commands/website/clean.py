"""``rulebinder clean``: remove the website."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ....problems import InputError, Place, error
from ....site import place as site_place
from ... import output
from ...options import BUILT

_SHOWN = 3
"""The most files and folders that are named."""


@click.command()
@BUILT
def clean(out: Path) -> None:
    """Remove a website: the files that the build wrote, and no others."""
    try:
        left = site_place.clean(out)
    except InputError as failure:
        output.fail(*failure.problems)
    except OSError as failure:
        place = Place(str(failure.filename or out))
        output.fail(error(place, f"cannot be removed ({failure.strerror})"))
    kept = f"; {output.counted(len(left), 'other file')} left: {_described(left)}" if left else ""
    output.say(f"The website in {out} is removed{kept}.")


def _described(paths: Sequence[str]) -> str:
    """Return the first folders and files of ``paths``."""
    tops = list(dict.fromkeys(path.partition("/")[0] for path in paths))
    return ", ".join(tops[:_SHOWN]) + (" …" if len(tops) > _SHOWN else "")
