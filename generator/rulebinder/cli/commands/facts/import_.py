"""``rulebinder import``: read raw documents, and write each in its structured form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from ....facts import new_sets
from ....facts.catalogue import SetFacts
from ....facts.content import Content, load_content
from ....facts.corrections import Corrections
from ....facts.languages import Language
from ....facts.new_sets import NewSet
from ....joining import persistence
from ....notes import ReleaseNotes
from ....problems import InputError, Problem, Severity
from ....reading import correction, inputs
from ....reading.choice.detection import Overrides
from ....reading.dialect import Dialect
from ....reading.document import Reading
from ....reading.structured import saved_notes
from ....reading.structured.saved_notes import Outcome, Wins
from ... import output, summaries
from ...options import CONTENT, FOLDER, NO_NOTES
from .scryfall import SCRYFALL, FileType, fetch

_CHECK = "`rulebinder check --all` lists them"
_WORDS_SHOWN = 12
"""The number of words of a change that an import prints."""


@click.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, type=FileType(path_type=Path))
@click.option(
    "--notes",
    type=FOLDER,
    help=(
        "Folder for the structured files. It is made if it is missing. Only --explain does"
        " without it."
    ),
)
@click.option(
    "--set",
    "set_code",
    metavar="CODE",
    callback=lambda _context, _option, code: code and code.lower(),
    help="The set's code, if the document does not show it: mh3.",
)
@click.option(
    "--name",
    metavar="NAME",
    help=(
        "The English name of a set without facts. CONTENT/sets/CODE.yml is written; no FILE is"
        " needed."
    ),
)
@click.option("--released", metavar="DAY", help="The day on which that set came out: 2014-02-07.")
@click.option(
    "--lang", metavar="LANG", help="The language, if the document does not show it: en, pt-BR."
)
@click.option(
    "--dialect",
    metavar="NAME",
    help="The layout, if the choice is wrong. --explain lists the layouts.",
)
@click.option(
    "--explain",
    is_flag=True,
    help="Only print how language, layout and set are chosen. Nothing is written.",
)
@click.option(
    "--force",
    is_flag=True,
    help="Replace files of other documents, and changes by hand that a newer edition contradicts.",
)
@click.option(
    "--keep", is_flag=True, help="Keep the changes by hand that a newer edition contradicts."
)
@CONTENT
def import_documents(
    files: tuple[Path, ...],
    notes: Path | None,
    content: Path,
    name: str | None,
    released: str | None,
    explain: bool,
    force: bool,
    keep: bool,
    **asked: str | None,
) -> None:
    """Read raw documents of release notes and write each to NOTES/<set>.<lang>.yml.

    A further document of a set, such as an update, is written to NOTES/<set>.<lang>.<its name>.yml.

    Text, Markdown, web pages (also .mhtml), .docx and .pdf files are read.

    The word `scryfall` in place of a file fetches Scryfall's Oracle Cards and Rulings into NOTES,
    once a day at most, for a website of every card. A file of that name is ./scryfall.

    You can review and edit the structured file. `rulebinder site` prefers it to its raw document.
    Each file is written whole or not at all. A newer edition of a document is merged with your
    changes. If both changed the same, nothing is written: each conflict is an error, until --force
    takes the new edition or --keep your changes. A file of another document is replaced only with
    --force. NOTES/<set>.<lang>.review lists the doubtful decisions. Settle them in
    content/corrections.

    The imported sets get the same permanent numbers as in a website of NOTES.
    CONTENT/ledger/<set>.yml keeps them.
    """
    if any(file is SCRYFALL for file in files):
        options = (name, released, explain, force, keep, *asked.values())
        if len(files) > 1 or notes is None or any(options):
            raise click.UsageError("`rulebinder import scryfall` takes --notes, and nothing else.")
        fetch(notes)
        return
    overrides = Overrides(**asked)
    if force and keep:
        raise click.UsageError("--force and --keep exclude each other.")
    if not files and name is None:
        raise click.UsageError("Missing argument 'FILE...'.")
    if notes is None and files and not explain:
        raise click.UsageError(f"Missing option '--notes'. {NO_NOTES}")
    facts, problems = load_content(content, searched=False)
    output.fold(
        (problem for problem in problems if problem.severity is not Severity.NOTICE), _CHECK
    )
    if name is not None or released is not None:
        if overrides.set_code is None or name is None or released is None:
            raise click.UsageError(
                "--set, --name and --released name a set together: give all three."
            )
        new = NewSet(code=overrides.set_code, name=name, released=released)
        facts = _with_set(facts, new, content, write=not explain)
    if explain or notes is None:
        problems += _explain(files, facts, overrides)
    else:
        wins = Wins.EDITION if force else Wins.HAND if keep else Wins.NOBODY
        problems += _import(files, notes, facts, overrides, wins, content)
    output.finish(problems)


def _with_set(facts: Content, new: NewSet, content: Path, *, write: bool) -> Content:
    """Return the facts with a new set, and write its file in the folder ``content``.

    Raises InputError if the set cannot be.
    """
    outcome = new_sets.named(new, facts, content)
    if isinstance(outcome, Problem):
        raise InputError(outcome)
    saved = write and new_sets.save(new, content)
    if isinstance(saved, Problem):
        raise InputError(saved)
    if saved:
        path = new_sets.path_of(new, content)
        output.say(f"{path}: written: {new.name}, released {new.released}")
    return outcome


def _import(
    files: Sequence[Path],
    notes: Path,
    facts: Content,
    overrides: Overrides,
    wins: Wins,
    content: Path,
) -> list[Problem]:
    """Read the documents one by one, save them in the folder ``notes``, and give their rulings
    numbers, which are kept in ``content``; return the problems, which are printed.
    """
    problems: list[Problem] = []
    taken: set[str] = set()
    replaced: list[ReleaseNotes] = []
    for path in files:
        read, found = inputs.read_document(path, facts, overrides)
        rest = ""
        if read is not None:
            corrections = facts.corrections.get(read.key, Corrections())
            target = saved_notes.structured_path(read, notes)
            outcome = saved_notes.save(read, path, target, wins=wins, corrections=corrections)
            if (
                len(saved_notes.of_set(read, notes)) > 1
            ):  # then a correction may be one of another document
                found = [
                    problem
                    for problem in found
                    if problem.place not in correction.places(corrections)
                ]
            found += outcome.problems
            if _told(outcome, found, target):
                taken.add(read.set_code)
                replaced += [outcome.before] if outcome.before else []
                rest = f"all in {saved_notes.review_path(target)}"
        problems += found
        output.fold((problem for problem in found if problem.severity is not Severity.REPAIR), rest)
    if taken:
        given, _ = inputs.read_folder(notes, facts, lambda *_: None)
        _, found = persistence.keep(
            given.documents,
            facts,
            persistence.Folders(content=content, notes=notes, replaced=tuple(replaced)),
            taken,
        )
        output.show(found)
        problems += found
    return problems


def _told(outcome: Outcome, found: Sequence[Problem], target: Path) -> bool:
    """Print a summary of an import, the changes since the last one, and the path of its review
    list; return whether it was saved.
    """
    if outcome.saved is None:
        return False
    notes = outcome.notes
    output.say(f"{target}: {outcome.saved}: {summaries.summary(notes, found)}")
    for change in outcome.changes:
        kind = "edited" if change.hand and change.new else "added" if change.hand else "removed"
        words = (change.hand or change.new).split()[:_WORDS_SHOWN]
        output.say(f"  {kind} {change.name}: {' '.join(words)} …")
    output.say(f"{saved_notes.save_review(notes, found, target)}: what to look at")
    return True


def _explain(files: Iterable[Path], facts: Content, overrides: Overrides) -> list[Problem]:
    """Print the choices for each document with their evidence; return the problems, which are
    printed too.
    """
    problems: list[Problem] = []
    for path in files:
        read, of_one = inputs.explain(path, facts, overrides)
        for line in _choices(path, read) if read else ():
            output.result(line)
        output.show(of_one)
        problems += of_one
    return problems


def _choices(path: Path, read: Sequence[Reading]) -> Iterator[str]:
    """Yield the choices for the best reading, then a table of all."""
    yield f"{path}:"
    for what, choice in read[0].detection.choices():
        chosen = "none" if choice.value is None else _name(choice.value)
        yield f"  {what}: {chosen} (chosen by {choice.by})"
        for each in choice.evidence:
            yield f"    {each.name}: {each.score:.2f}: {each.reason}"
    if read[0].notes is not None:
        yield "  what each layout reads, the best first:"
        for reading in read:
            result = "nothing" if reading.notes is None else reading.quality.reason
            yield f"    {reading.dialect:<16} quality {reading.quality.score:.2f}: {result}"


def _name(value: Language | Dialect | SetFacts) -> str:
    """Return the word that the option for this choice takes."""
    if isinstance(value, Language):
        return value.lang
    return value.code if isinstance(value, SetFacts) else value.name
