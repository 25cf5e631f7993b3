"""``rulebinder verify``: say whether a website is what a build from nothing makes."""

from __future__ import annotations

import contextlib
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import click

from ....build.unchanged import Publication
from ....problems import Place, Problem, error
from ....site import comparison, marks
from ... import output
from ...options import CONTENT, EXISTING, JOBS, NOTES, OUT, SITE_URL
from .site import publication

_HINT = (
    "build the site again with `rulebinder site`; if it still differs, somebody changed the file,"
    " or an input is another"
)


def _check(context: click.Context, _: click.Parameter, folder: Path | None) -> None:
    """Compare a website with its own manifest, and exit."""
    if folder is None or context.resilient_parsing:
        return
    with output.reported():
        files = comparison.listed(folder)
        found = list(comparison.differences(folder, files, comparison.COPY))
    _finish(found, f"{folder} is what its manifest says: {output.counted(len(files), 'file')}.")


def _finish(problems: list[Problem], proven: str) -> NoReturn:
    """Print problems, or what the comparison has ``proven``, and exit."""
    if not any(problem.is_error for problem in problems):
        output.say(proven)
    output.fail(*problems)


@click.command()
@NOTES
@OUT
@SITE_URL
@JOBS
@CONTENT
@click.option(
    "--manifest",
    metavar="FOLDER",
    type=EXISTING,
    callback=_check,
    expose_value=False,
    is_eager=True,
    help=(
        "Build nothing: compare the files of a website, or of a copy of one, with its"
        " data/manifest.json. Needs no other option."
    ),
)
def verify(**asked: Any) -> None:
    """Build the website from nothing, in a folder beside it, and compare all files.

    Each file that differs, is missing or is no longer made is an error; each that others added is a
    warning. Nothing is written but the folder, which is removed again.
    Give the same options as for `rulebinder site`.
    """
    given = publication(**asked, locked=True)
    mark = marks.read(given.out)
    if mark is None:
        hint = "build one with `rulebinder site`"
        output.fail(error(Place(str(given.out)), "no website is in this folder", hint))
    found = _compared(given)
    count = output.counted(len(mark.files), "file")
    _finish(found, f"{given.out} is what a build makes: {count}, byte by byte.")


def _compared(given: Publication) -> list[Problem]:
    """Return what differs from a site that is built anew."""
    from ....build import publish  # noqa: PLC0415 -- as in site.py

    with tempfile.TemporaryDirectory(prefix=f".{given.out.name}-", dir=given.out.parent) as folder:
        fresh = replace(given, out=Path(folder) / given.out.name)
        with output.written(fresh.out, "choose another --out"), contextlib.ExitStack() as bars:
            found = publish.build(fresh, output.Bars(bars))
        if not found.changed:
            return [problem for problem in found.problems if problem.is_error]
        files = comparison.listed(fresh.out, comparison.MANIFEST, marks.MARK)
        return list(comparison.differences(given.out, files, _HINT))
