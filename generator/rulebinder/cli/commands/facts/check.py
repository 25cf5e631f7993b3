"""``rulebinder check``: list the problems of documents and facts."""

from __future__ import annotations

from pathlib import Path

import click

from ....build import loading
from ....facts import language_drafts
from ....joining import old_rulings
from ....plugin import mkdocs
from ....problems import InputError, Severity
from ....settings import files
from ... import output, summaries
from ...options import CONTENT, NOTES, PUBLISHED


@click.command()
@NOTES
@click.option("--repairs", is_flag=True, help="Also list the faults that were fixed automatically.")
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="List each warning and doubtful decision, not one line a kind.",
)
@click.option(
    "--undecided",
    is_flag=True,
    help="List only the rulings that may be wrong today, and have no verdict yet.",
)
@PUBLISHED
@CONTENT
def check(
    notes: Path, repairs: bool, every: bool, undecided: bool, published: Path | None, content: Path
) -> None:
    """List the problems of the facts, the languages and the documents, alone and together.

    Each error is on a line of its own. Warnings and doubtful decisions of one kind are one line
    with their count.
    """
    facts, library, problems = loading.load(content, notes, listen=summaries.told)
    if undecided:
        output.show(old_rulings.undecided(library))
        output.finish(problems)
    try:
        mkdocs.load(files.read())
    except InputError as failure:
        problems += [problem for problem in failure.problems if problem not in problems]
    problems += language_drafts.unfinished(content)
    if published is not None and library.sets:
        #  All that builds a site is imported only if it is needed.
        from ....build import publish  # noqa: PLC0415

        problems += publish.compared(library, facts.languages, [published], content)[0]
    told = [problem for problem in problems if repairs or problem.severity is not Severity.REPAIR]
    if every:
        output.show(told)
    else:
        output.fold(told, output.LISTED)
    output.finish(problems)
