"""``rulebinder pages``: write all pages as Markdown files."""

from __future__ import annotations

from pathlib import Path

import click

from ....build import export, loading
from ....build import make as website
from ....settings import options
from ... import output, summaries
from ...options import CONTENT, FOLDER, NOTES, apart


@click.command()
@NOTES
@click.option(
    "--out",
    "folder",
    required=True,
    metavar="DIR",
    type=FOLDER,
    help="Folder for the pages. Earlier pages there are replaced. Other files are kept.",
)
@CONTENT
def pages(notes: Path, folder: Path, content: Path) -> None:
    """Write all pages of the website as Markdown files, which link to each other.

    They can be read as they are, on GitHub, in an editor or with pandoc. No ledger is written: new
    rulings get their permanent numbers when the website is built.
    """
    apart(folder, notes, content)
    known, library, problems = loading.load(content, notes, listen=summaries.told)
    output.of_input(problems)
    if not library.sets:
        output.finish(problems)
    with output.Bars("Writing") as bar, output.written(folder, "choose another --out"):
        site = website.described(library, known.languages, options.load())
        found, weight = export.write(site, folder, bar)
    output.say(f"The pages are in {folder}: {weight}.")
    output.show(found)
    output.finish([*problems, *found])
