"""``rulebinder assemble``: make a website of parts."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import click

from ..problems import InputError
from ..publishing import building, parts, releasing
from . import printing
from . import site as sites
from .options import CONTENT, FORCE, LOCKED, NOTES, OUT, PUBLISHED, SITE_URL


@click.command()
@click.argument("paths", metavar="PARTS...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@NOTES
@OUT
@SITE_URL
@PUBLISHED
@LOCKED
@FORCE
@CONTENT
def assemble(paths: tuple[Path, ...], **asked: Any) -> None:
    """Make the website of parts that `rulebinder site --part` built, as in the jobs of a CI.

    PARTS are files of parts, or folders with them. All parts are needed, each once, and all must be made by this version from
    the same release notes, facts and settings. The website then has the same files as if it was built at once, and the same
    checks are done.
    """
    order = sites.order_of(**asked)
    try:
        crew = parts.crew(paths, functools.partial(releasing.input_of, order))
    except InputError as failure:
        printing.fail(*failure.problems)
    with building.by(crew):
        found = sites.build(order)
    printing.finish(found)
