"""``rulebinder pages``: write all pages as Markdown files."""

from __future__ import annotations

import contextlib
from pathlib import Path

import click

from ....build import export, loading
from ....build import make as website
from ....facts.content import Content
from ....library import Library
from ....problems import InputError, Place, Problem, error
from ....settings import options
from ... import notices, output, summaries
from ...options import CONTENT, NOTES, apart


@click.command()
@NOTES
@click.option(
    "--out",
    "folder",
    required=True,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the pages. Earlier pages there are replaced. Other files are kept.",
)
@CONTENT
def pages(notes: Path, folder: Path, content: Path) -> None:
    """Write all pages of the website as Markdown files, which link to each other.

    They can be read as they are, on GitHub, in an editor or with pandoc. No ledger is written: new
    rulings get their permanent numbers when the website is built.
    """
    apart(folder, notes, content)
    known, library, problems = loading.load(content, notes, told=summaries.told)
    notices.about_input(problems)
    if not library.sets:
        output.finish(problems)
    found = _write(library, known, folder)
    output.show(found)
    output.finish([*problems, *found])


def _write(library: Library, known: Content, folder: Path) -> list[Problem]:
    """Write the pages, and say where they are. Return the problems."""
    with contextlib.ExitStack() as bars:
        try:
            site = website.described(library, known.languages, options.load())
            found, weight = export.write(site, folder, output.Bars(bars, "Writing"))
        except InputError as failure:
            return list(failure.problems)
        except OSError as failure:
            message = f"cannot be written ({failure.strerror})"
            return [error(Place(str(failure.filename or folder)), message, "choose another --out")]
    output.say(f"The pages are in {folder}: {weight}.")
    return found
