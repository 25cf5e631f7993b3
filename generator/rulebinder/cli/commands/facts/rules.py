"""``rulebinder rules``: store an edition of the Comprehensive Rules beside the notes."""

from __future__ import annotations

from pathlib import Path

import click

from ....facts.files import yaml_files
from ....problems import Problem, Severity, counted
from ....rulebook import reading, storage
from ... import output
from ...options import NotesType, source_file


@click.command()
@source_file("The publisher's text file of the Comprehensive Rules, of any year.")
@click.option(
    "--notes",
    required=True,
    type=NotesType(file_okay=False, path_type=Path),
    help="Folder of release notes. It is made if it is missing.",
)
@click.option(
    "--effective",
    metavar="DAY",
    help="The day from which the rules are in force, if the file does not say: 2007-05-01.",
)
def rules(source: Path, notes: Path, effective: str | None) -> None:
    """Read the Comprehensive Rules and write them to NOTES/rules/<day>.json.

    A website of NOTES then shows the newest edition beside the notes. If there are several
    editions, the audit page lists the changes between the two newest ones. To remove an edition,
    delete its file.

    The text of the rules belongs to its publisher: do not commit it.
    """
    data = yaml_files.read_whole(source)
    if isinstance(data, Problem):
        output.fail(data)
    book, problems = reading.read(data, str(source), effective)
    output.show(problem for problem in problems if problem.severity is not Severity.REPAIR)
    if book is not None:
        path = storage.path_of(book.effective, notes)
        with output.written(path, "choose another --notes"):
            changed = storage.save(book, notes)
        counts = {
            "section": len(book.sections),
            "rule": len(book.rules),
            "glossary term": len(book.glossary),
        }
        told = ", ".join(counted(number, noun) for noun, number in counts.items())
        output.say(f"{path}: {'written' if changed else 'unchanged'}: {told}")
    output.finish(problems)
