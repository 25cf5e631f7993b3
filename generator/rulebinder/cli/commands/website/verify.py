"""``rulebinder verify``: say whether a website is what a build from nothing makes."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ....problems import InputError, Place, Problem, error
from ....release.publication import Publication
from ....site import comparison, marks
from ... import output
from ...options import CONTENT, JOBS, NOTES, OUT, SITE_URL
from .site import publication


@click.command()
@NOTES
@OUT
@SITE_URL
@JOBS
@CONTENT
def verify(**asked: Any) -> None:
    """Build the website from nothing, in a folder beside it, and compare all files.

    Each file that differs is an error. Nothing is written but the folder, which is removed again. Give the same options as
    for `rulebinder site`.
    """
    given = publication(**asked, locked=True)
    try:
        mark = marks.read(given.out)
        if mark is None:
            raise InputError(error(Place(str(given.out)), "no website is in this folder", "build one with `rulebinder site`"))
        found = _compared(given)
    except InputError as failure:
        found = list(failure.problems)
    else:
        if not found:
            output.say(f"{given.out} is what a build makes: {output.counted(len(mark.files), 'file')}, byte by byte.")
    output.show(found)
    output.finish(found)


def _compared(given: Publication) -> list[Problem]:
    """Return what differs from a site that is built anew."""
    from ... import build  # noqa: PLC0415 -- as in site.py

    with tempfile.TemporaryDirectory(prefix=f".{given.out.name}-", dir=given.out.parent) as folder:
        fresh = replace(given, out=Path(folder) / given.out.name)
        try:
            problems = build.anew(fresh)
        except OSError as failure:
            return [build.unwritable(fresh, failure)]
        return problems if marks.read(fresh.out) is None else list(comparison.differences(given.out, fresh.out))
