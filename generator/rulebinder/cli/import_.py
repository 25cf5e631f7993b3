"""``rulebinder import``: read files of several kinds, and store what they say beside the notes and
among the facts.
"""

from __future__ import annotations

import functools
import io
import shlex
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

import click

from .. import names
from ..facts import content as owners_facts
from ..facts import yaml_files
from ..facts.catalogue import SetFacts
from ..facts.content import Content, Corrections
from ..facts.languages import Language
from ..joining import persistence
from ..notes import ReleaseNotes
from ..problems import InputError, Problem, Severity, cannot_write, pluralize
from ..reading import correction, fetching, inputs, saved_notes
from ..reading.bulk import RECORD
from ..reading.detection import Overrides
from ..reading.dialect import Dialect
from ..reading.saved_notes import Outcome, Wins
from ..rulebook import book as rulebooks
from ..system import group_pairs
from . import output
from .options import CONTENT, FOLDER, NO_NOTES

SCRYFALL = Path("scryfall")
"""What :class:`FileType` makes of that word, and of nothing else: compare it with ``is``."""
_MEGABYTE = 1_000_000
_MOST_WORDS = 12
"""The number of words of a change that an import prints."""
_BYTES_OF_KIND = 1 << 17
"""How many bytes of a file tell its kind."""


class FileType(click.Path):
    """A file, or the word ``scryfall``. A file of that name is ``./scryfall``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """See :meth:`click.ParamType.convert`."""
        return SCRYFALL if value == "scryfall" else super().convert(value, param, ctx)


class FileKind(StrEnum):
    """What a file is."""

    DOCUMENT = "release notes"
    RULES = "an edition of the Comprehensive Rules"
    NAMES = "a bulk file of cards"


_OPTIONS = {
    FileKind.DOCUMENT: ("set_code", "name", "released", "lang", "dialect", "force", "keep"),
    FileKind.RULES: ("effective",),
    FileKind.NAMES: ("list_all",),
}
"""The options that are for one kind of file."""


@click.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, type=FileType(path_type=Path))
@click.option(
    "--notes",
    type=FOLDER,
    help=(
        "Folder of release notes. It is made if it is missing. Only --explain and names of cards do"
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
    help=(
        "Only print what each file is, and how language, layout and set are chosen. Nothing is"
        " written."
    ),
)
@click.option(
    "--force",
    is_flag=True,
    help="Replace files of other documents, and changes by hand that a newer edition contradicts.",
)
@click.option(
    "--keep", is_flag=True, help="Keep the changes by hand that a newer edition contradicts."
)
@click.option(
    "--effective",
    metavar="DAY",
    help="The day from which the rules are in force, if their file does not say: 2007-05-01.",
)
@click.option(
    "--all", "list_all", is_flag=True, help="Take the names of every card in a file of names."
)
@CONTENT
def import_files(
    files: tuple[Path, ...], notes: Path | None, content: Path, **options: Any
) -> None:
    """Read and store release notes, rules, or printed names of cards.

    The content of a file says which of these it is. The word `scryfall` in place of a file fetches
    Scryfall's Oracle Cards and Rulings into NOTES, once a day at most, for a website of every card.
    A file of that name is ./scryfall.

    Release notes are text, Markdown, web pages (also .mhtml), .docx or .pdf. Each document is
    written to NOTES/<set>.<lang>.yml; a further one of a set, such as an update, to
    NOTES/<set>.<lang>.<its name>.yml. You can review and edit this file. `rulebinder site` prefers
    it to its raw document. A newer edition of a document is merged with your changes. If both
    changed the same, nothing is written: each conflict is an error, until --force takes the new
    edition or --keep your changes. A file of another document is replaced only with --force.
    NOTES/<set>.<lang>.review lists the doubtful decisions. Settle them in content/corrections. The
    rulings get the same permanent numbers as in a website of NOTES. CONTENT/ledger/<set>.yml keeps
    them.

    Rules are the publisher's text file of the Comprehensive Rules, of any year. They are written to
    NOTES/rules/<day>.json. A website of NOTES shows the newest edition; if there are several, the
    audit page lists what changed. To remove one, delete its file. The text belongs to its
    publisher: do not commit it.

    Names come from Scryfall's All Cards, or MTGJSON's AllPrintings or AtomicCards (.json or
    .json.gz). Those of the cards in your facts and release notes are written to
    CONTENT/cards/imported.yml. CONTENT/cards/names.yml is yours, and overrides it. If the file
    contradicts a name there, a warning says so.

    Each file is written whole or not at all.
    """
    if any(file is SCRYFALL for file in files):
        if notes is None or len(files) > 1 or any(options.values()):
            raise click.UsageError("`rulebinder import scryfall` takes --notes, and nothing else.")
        _fetch_scryfall(notes)
        return
    kinds = group_pairs((_recognize(path), path) for path in files)
    _check_call(kinds, notes, options)
    documents, rulebooks, bulk_files = (kinds.get(kind, ()) for kind in FileKind)
    explain = options["explain"]
    for path in rulebooks:
        if explain or notes is None:
            output.print_result(f"{path}: {FileKind.RULES}")
        else:
            _store_rules(path, notes, options["effective"])
    if kinds.keys() == {FileKind.RULES}:
        return  # only what follows needs the facts
    facts, faults = owners_facts.load_content(content, for_search=False)
    listed = (fault for fault in faults if fault.severity is not Severity.NOTICE)
    output.show_folded(listed, output.LISTED)
    facts = _name_set(facts, content, options) if options["name"] else facts
    overrides = Overrides(options["set_code"], options["lang"], options["dialect"])
    if explain or notes is None:  # without --notes, a call that stores documents was refused
        for path in documents:
            _explain_choices(path, facts, overrides)
    elif documents:
        wins = Wins.EDITION if options["force"] else Wins.HAND if options["keep"] else Wins.NOBODY
        _store_documents(documents, notes, facts, overrides, wins, content)
    for path in bulk_files:
        if explain:
            output.print_result(f"{path}: {FileKind.NAMES}")
        elif any(fault.is_error for fault in faults):
            output.note(f"{path}: not imported; correct the facts first")
        else:
            _store_names(path, notes, content, facts, list_all=options["list_all"])


def _fetch_scryfall(notes: Path) -> None:
    """Fetch Scryfall's bulk files into the folder ``notes``, unless it has those of today, and say
    what is fetched. Raises InputError.
    """
    if time := fetching.find_recent(notes):
        output.say(
            f"{notes}: Scryfall's files were fetched at {time:%Y-%m-%d %H:%M} UTC, less than a day"
            " ago: nothing is fetched."
        )
        return
    offers = fetching.list_offers(notes)
    size = sum(offer.size for offer in offers) / _MEGABYTE
    output.say(
        f"Fetching Oracle Cards and Rulings of {offers[0].day} from Scryfall ({size:,.1f} MB)."
        " Their texts belong to Wizards of the Coast. Scryfall's terms apply"
        " (scryfall.com/docs/api): never take payment for access to them, and never suggest that"
        " Scryfall endorses your site."
    )
    with output.writing(notes), output.Bars("Fetching") as bar:
        fetching.fetch(offers, notes, bar)
    output.say(f"{notes}: has Scryfall's files now. Commit {notes / RECORD}, not them.")


def _recognize(path: Path) -> FileKind:
    """Return what a file is, by its beginning. One that cannot be read counts as a document: that
    is reported where documents are read.
    """
    try:
        with path.open("rb") if path.is_file() else io.BytesIO() as file:
            beginning = file.read(_BYTES_OF_KIND)
    except (OSError, ValueError):
        beginning = b""
    if names.is_bulk(beginning):
        return FileKind.NAMES
    return FileKind.RULES if rulebooks.is_edition(beginning) else FileKind.DOCUMENT


def _check_call(
    kinds: Collection[FileKind], notes: Path | None, options: Mapping[str, object]
) -> None:
    """End the command if something is missing, or if an option does not fit the ``kinds`` of the
    files.
    """
    if options["force"] and options["keep"]:
        raise click.UsageError("--force and --keep exclude each other.")
    if (options["name"] or options["released"]) and not (
        options["set_code"] and options["name"] and options["released"]
    ):
        raise click.UsageError("--set, --name and --released name a set together: give all three.")
    if not kinds and not options["name"]:
        raise click.UsageError("Missing argument 'FILE...'.")
    for option in click.get_current_context().command.params:
        for kind, options_of in _OPTIONS.items() if kinds else ():
            if option.name in options_of and options[option.name] and kind not in kinds:
                raise click.UsageError(f"{option.opts[0]} is for {kind}; no FILE is that.")
    if notes is None and not options["explain"] and not {*kinds} <= {FileKind.NAMES}:
        raise click.UsageError(f"Missing option '--notes'. {NO_NOTES}")


def _store_rules(path: Path, notes: Path, effective: str | None) -> None:
    """Store an edition of the rules beside the notes, and say so; print the problems."""
    data = yaml_files.read_whole(path)
    book, problems = (
        (None, [data])
        if isinstance(data, Problem)
        else rulebooks.read_edition(data, str(path), effective)
    )
    if book is not None:
        target = rulebooks.path_of(book.effective, notes)
        try:
            verb = "written" if rulebooks.save(book, notes) else "unchanged"
        except OSError as failure:
            problems.append(cannot_write(target, failure, "choose another --notes"))
        else:
            parts = {"section": book.sections, "rule": book.rules, "glossary term": book.glossary}
            counts = ", ".join(pluralize(len(part), noun) for noun, part in parts.items())
            output.say(f"{target}: {verb}: {counts}")
    output.show(problem for problem in problems if problem.severity is not Severity.REPAIR)


def _name_set(facts: Content, folder: Path, options: Mapping[str, Any]) -> Content:
    """Return the facts with the set of the ``options``, and write its file in the ``folder`` of
    facts, unless they only ask for an explanation.

    Raises InputError if the set cannot be.
    """
    new = SetFacts(
        code=options["set_code"], names={"en": options["name"]}, released=options["released"]
    )
    facts = owners_facts.add_set(new, facts, folder)
    if not options["explain"] and owners_facts.save_set(new, folder):
        path = owners_facts.path_of_set(new, folder)
        output.say(f"{path}: written: {options['name']}, released {new.released}")
    return facts


def _store_documents(
    files: Sequence[Path],
    notes: Path,
    facts: Content,
    overrides: Overrides,
    wins: Wins,
    content: Path,
) -> None:
    """Read the documents one by one, save them in the folder ``notes``, and give their rulings
    numbers, which are kept in ``content``; print the problems.
    """
    set_codes: set[str] = set()
    replaced: list[ReleaseNotes] = []
    for path in files:
        document, faults = inputs.read_document(path, facts, overrides)
        where = ""
        if document is not None:
            corrections = facts.corrections.get(document.key, Corrections())
            target = saved_notes.structured_path(document, notes)
            outcome = saved_notes.save(document, path, target, wins=wins, corrections=corrections)
            if len(saved_notes.files_of_set(document, notes)) > 1:
                #  Then a correction that fits nothing here may be for another document of the set.
                places = correction.list_places(corrections)
                faults = [fault for fault in faults if fault.place not in places]
            faults += outcome.problems
            if outcome.saved is not None:
                _say_outcome(outcome, faults, target)
                where = f"all in {saved_notes.review_path(target)}"
                set_codes.add(document.set_code)
                replaced += [outcome.before] if outcome.before else []
        output.show_folded(
            (fault for fault in faults if fault.severity is not Severity.REPAIR), where
        )
    if set_codes:
        folder, _ = inputs.read_folder(notes, facts, lambda *_: None)
        folders = persistence.Folders(content=content, notes=notes, replaced=tuple(replaced))
        _, faults = persistence.join_and_save(folder.documents, facts, folders, set_codes)
        output.show(faults)


def _say_outcome(outcome: Outcome, problems: Sequence[Problem], target: Path) -> None:
    """Print a summary of an import, the changes since the last one, and the path of its review
    list.
    """
    notes = outcome.notes
    output.say(f"{target}: {outcome.saved}: {output.summarize_document(notes, problems)}")
    for change in outcome.changes:
        #  An added text has no counterpart in the document, and a removed one none by hand.
        kind = "edited" if change.hand and change.new else "added" if change.hand else "removed"
        words = (change.hand or change.new).split()[:_MOST_WORDS]
        output.say(f"  {kind} {change.name}: {' '.join(words)} …")
    output.say(f"{saved_notes.save_review(notes, problems, target)}: what to look at")


def _store_names(
    path: Path, notes: Path | None, content: Path, facts: Content, *, list_all: bool
) -> None:
    """Store the names that a bulk file has for the cards of the facts and of the ``notes``, and say
    so; print the problems.
    """
    problems: list[Problem] = []
    documents: Sequence[ReleaseNotes] = ()
    try:
        if notes is not None and notes.is_dir():
            folder, problems = inputs.read_folder(notes, facts, output.say_document)
            documents = folder.documents
        with output.Bars("Reading") as bar:
            progress = functools.partial(bar, path.name)
            added = names.add(path, content, documents, progress, every_card=list_all)
    except InputError as failure:
        problems += failure.problems
    else:
        problems += added.problems
        if not added.names and not added.ids and not list_all:
            more = "" if notes else ", and --notes FOLDER looks up those of your release notes"
            output.say(f"{path}: nothing new for the cards that you have; --all takes all{more}")
        output.say(
            f"{added.path}: {pluralize(added.names, 'name')} and"
            f" {pluralize(added.ids, 'id')} added, {pluralize(added.cards, 'card')} new"
        )
    again = f"rulebinder -v import {shlex.quote(str(path))}{' --all' if list_all else ''}"
    severe = (problem for problem in problems if problem.severity in output.SEVERE)
    output.show_folded(severe, f"`{again}` lists them")


def _explain_choices(path: Path, facts: Content, overrides: Overrides) -> None:
    """Print the choices for the best reading of a document with their evidence, then a table of all
    readings, and the problems.
    """
    readings, problems = inputs.explain(path, facts, overrides)
    if readings:
        best = readings[0]
        output.print_result(f"{path}:")
        for what, choice in best.detection.choices():
            match choice.value:  # the option for it takes this name
                case Language(lang=name) | SetFacts(code=name) | Dialect(name=name):
                    pass
                case _:
                    name = "none"
            output.print_result(f"  {what}: {name} (chosen by {choice.by})")
            for sign in choice.candidates:
                output.print_result(f"    {sign.name}: {sign.score:.2f}: {sign.reason}")
        if best.notes is not None:
            output.print_result("  what each layout reads, the best first:")
            for reading in readings:
                result = "nothing" if reading.notes is None else reading.quality.reason
                layout = f"{reading.dialect:<16} quality {reading.quality.score:.2f}"
                output.print_result(f"    {layout}: {result}")
    output.show(problems)
