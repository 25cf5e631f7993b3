"""The ``rulebinder`` command: it alone prints and chooses exit codes.

0: all is well, warnings allowed. 1: the input has errors, each printed as ``path:line: error: …``;
what could be read is there all the same. 2: wrong usage, nothing was done.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import click

from . import inputs
from .notes import ReleaseNotes, Ruling, Unread
from .problems import Problem

_CONTENT = click.option(
    "--content",
    default="content",
    show_default=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of facts and languages.",
)
_NOTES = click.option(
    "--notes",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of release notes: raw documents (.txt, .md) and imported ones (.yml).",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="rulebinder")
def main() -> None:
    """Turn Magic: The Gathering release notes into a multilingual website of rulings.

    Problems are printed to standard error as PATH:LINE: error: MESSAGE. The exit code is 0 where all
    is well, 1 where the input has errors, 2 where the command was called wrongly.
    """


@main.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--notes",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the structured files; made where missing.",
)
@click.option(
    "--set",
    "set_code",
    metavar="CODE",
    callback=lambda _context, _option, code: code and code.lower(),
    help="The set's code, where the document does not tell it: mh3.",
)
@click.option("--lang", metavar="LANG", help="The language, where the document does not tell it: en, pt-BR.")
@click.option("--force", is_flag=True, help="Replace structured files of other documents, or changed by hand.")
@_CONTENT
def import_documents(files: tuple[Path, ...], notes: Path, force: bool, content: Path, **asked: str | None) -> None:
    """Read raw documents of release notes and write each to NOTES/<set>.<lang>.yml.

    The structured file can be reviewed, mended by hand and kept; `rulebinder site` prefers it to its
    raw document. Each file is written whole or not at all. A file that came from another document, or
    that was changed since its import, is only replaced with --force.
    """
    known, problems = inputs.load_content(content)
    _print(problems)
    first: dict[tuple[str, str], tuple[Path, ReleaseNotes]] = {}
    for path in files:
        read, found = inputs.read_document(path, known, **asked)
        if read is not None:
            claimed = first.setdefault(read.key, (path, read))
            outcome = (
                inputs.save(read, path, notes, force=force) if claimed[1] is read else inputs.second_claim(path, read, *claimed)
            )
            if isinstance(outcome, Problem):
                found.append(outcome)
            else:
                click.echo(f"{inputs.structured_path(read, notes)}: {outcome}: {_summary(read, found)}")
        problems += found
        _print(found)
    _finish(problems)


def _summary(notes: ReleaseNotes, problems: Iterable[Problem]) -> str:
    """What was read, in one line: ``12 cards, 40 rulings, 5 sections, 0 unread, 2 warnings``."""
    blocks = [
        *(block for section in notes.sections for block in section.body),
        *(block for entry in notes.cards for block in entry.body),
    ]
    counts = {
        "card": len(notes.cards),
        "ruling": sum(isinstance(block, Ruling) for block in blocks),
        "section": len(notes.sections),
        "unread paragraph": sum(isinstance(block, Unread) for block in blocks),
        "warning": sum(not problem.is_error for problem in problems),
    }
    return ", ".join(_count(number, noun) for noun, number in counts.items())


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _print(problems: Iterable[Problem]) -> None:
    for problem in problems:
        click.echo(str(problem), err=True)


def _finish(problems: Iterable[Problem]) -> NoReturn:
    """End with the exit code that the problems call for."""
    sys.exit(int(any(problem.is_error for problem in problems)))
