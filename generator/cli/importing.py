"""``rulebinder import``: read raw documents, and write each in its structured form."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ..facts.content import load_content
from ..joining import keeping
from ..notes import ReleaseNotes
from ..problems import Problem, Severity
from ..reading import inputs, revisions
from ..reading.inputs import Saved
from . import printing
from .options import CONTENT

_WORDS_SHOWN = 12
"""The number of words of a changed ruling that an import prints."""


@click.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--notes",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the structured files. It is made if it is missing.",
)
@click.option(
    "--set",
    "set_code",
    metavar="CODE",
    callback=lambda _context, _option, code: code and code.lower(),
    help="The set's code, if the document does not show it: mh3.",
)
@click.option("--lang", metavar="LANG", help="The language, if the document does not show it: en, pt-BR.")
@click.option("--force", is_flag=True, help="Replace structured files of other documents, and files changed by hand.")
@CONTENT
def import_documents(files: tuple[Path, ...], notes: Path, force: bool, content: Path, **asked: str | None) -> None:
    """Read raw documents of release notes and write each to NOTES/<set>.<lang>.yml.

    Text, Markdown, HTML, .docx and .pdf files are read.

    You can review and edit the structured file. `rulebinder site` prefers it to its raw document. Each file is written
    whole or not at all. A file of another document, or one that was changed since its import, is replaced only with
    --force. NOTES/<set>.<lang>.review lists the doubtful decisions. Settle them in content/corrections.

    The imported sets get the same permanent numbers as in a website of NOTES. CONTENT/ledger/<set>.yml keeps them.
    """
    known, problems = load_content(content)
    printing.show(problems)
    claims = inputs.Claims()
    taken: set[str] = set()
    for path in files:
        read, found = inputs.read_document(path, known, **asked)
        if read is not None:
            before = inputs.imported(read, notes)
            outcome = claims.refused(path, read) or inputs.save(read, path, notes, force=force)
            if isinstance(outcome, Problem):
                found.append(outcome)
            else:
                _tell(read, outcome, before, found, notes)
                taken.add(read.set_code)
        problems += found
        printing.show(problem for problem in found if problem.severity is not Severity.REPAIR)
    if taken:
        documents, _ = inputs.read_folder(notes, known, lambda *_: None)
        _, found = keeping.keep(documents, known, content, taken)
        printing.show(found)
        problems += found
    printing.finish(problems)


def _tell(read: ReleaseNotes, saved: Saved, before: ReleaseNotes | None, found: Sequence[Problem], folder: Path) -> None:
    """Print a summary of an import, the changes since the last one, and the path of its review list."""
    click.echo(f"{inputs.structured_path(read, folder)}: {saved}: {printing.summary(read, found)}")
    for change in revisions.changes(before, read) if before and saved is Saved.REPLACED else ():
        click.echo(f"  {change.kind} {change.entry}: {' '.join(change.text.split()[:_WORDS_SHOWN])} …")
    click.echo(f"{inputs.save_review(read, found, folder)}: what to look at")
