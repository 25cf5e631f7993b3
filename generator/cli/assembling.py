"""``rulebinder assemble``: make a website of parts."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import click

from ..problems import InputError
from ..publishing import building, parts
from ..publishing import releasing as publishing
from . import printing
from . import site as sites
from .options import CONTENT, FORCE, LOCKED, NOTES, PUBLISHED, SITE_URL


@click.command()
@click.argument("paths", metavar="PARTS...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@NOTES
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the website. An earlier website there is replaced. Other files are kept.",
)
@SITE_URL
@PUBLISHED
@LOCKED
@FORCE
@CONTENT
def assemble(paths: tuple[Path, ...], notes: Path, content: Path, **asked: Any) -> None:
    """Make the website of parts that `rulebinder site --part` built, as in the jobs of a CI.

    PARTS are files of parts, or folders with them. All parts are needed, each once, and all must be made by this version from
    the same release notes, facts and settings. The website then has the same files as if it was built at once, and the same
    checks are done.
    """
    order = publishing.Order(content=content, **asked)
    sites.apart(order, notes)
    try:
        crew = parts.crew(paths, functools.partial(publishing.input_of, order, notes))
    except InputError as failure:
        printing.show(failure.problems)
        printing.finish(failure.problems)
    with building.by(crew):
        found = sites.build(order, notes)
    printing.finish(found)
