"""Print problems, summaries and progress. Only this stage prints and exits."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..problems import InputError, Place, Problem, Severity, pluralize, refusal, summarize
from ..system import shipped
from .options import OWNED

if TYPE_CHECKING:
    from ..notes import ReleaseNotes

COMMANDS_WITH = {
    "notes": ("check", "import", "pages", "serve", "site"),
    "content": ("check", "import", "language", "pages", "serve", "site"),
}
"""The commands that have the options ``--notes`` and ``--content``."""
_COMMAND = re.compile(r"`(?P<command>rulebinder (?:-v )?(?P<name>\w+)[^`]*)`")
LISTED = "`rulebinder check --all` lists them"
"""Where all warnings and doubtful decisions are."""
SEVERE = (Severity.ERROR, Severity.WARNING)
"""The severities of what somebody should correct."""
_GUESSABLE = 0.1
"""The share of a bar from which on the remaining time is more than a guess."""


@dataclass
class OutputForm:
    """What the command that runs prints, and how."""

    quiet: bool = False
    """Whether only errors are printed."""
    whole: bool = False
    """Whether each warning and doubtful decision has a line; else each kind has one."""
    json: bool = False
    """Whether each problem is a line of JSON on standard output, where nothing else is then."""
    has_errors: bool = False
    """Whether an error was printed."""


def form() -> OutputForm:
    """Return what the command that runs prints, and how."""
    context = click.get_current_context(silent=True)
    chosen = context.find_root().obj if context else None
    return chosen if isinstance(chosen, OutputForm) else OutputForm()


def say(text: str) -> None:
    """Print a line for people, unless only errors are wanted."""
    if not form().quiet:
        print_result(text)


def print_result(text: str) -> None:
    """Print a line for which the command was called."""
    click.echo(text, err=form().json)


def note(text: str) -> None:
    """Print a line for people to standard error, beside the problems."""
    click.echo(text, err=True)


def show(problems: Iterable[Problem]) -> None:
    """Print each problem on a line of standard error, or as JSON."""
    quiet, as_json = form().quiet, form().json
    for problem in _for_owner(problems):
        if problem.is_error or not quiet:
            fields = {
                "path": problem.place.path,
                "line": problem.place.line or 1,
                "severity": problem.severity,
                "message": problem.message,
                "hint": problem.hint,
            }
            click.echo(json.dumps(fields) if as_json else str(problem), err=not as_json)


def show_folded(problems: Iterable[Problem], where: str = "") -> None:
    """Print each error on a line, and one line for each other kind of problem. ``where`` says
    where all of them are, such as LISTED.
    """
    if form().quiet or form().whole:
        show(problems)
        return
    for line in summarize(_for_owner(problems), _with_folders(where)):
        note(line)


def show_input(problems: Sequence[Problem]) -> None:
    """Print the errors and the kinds of warnings of what a website is built from, and how many
    doubtful decisions it has.
    """
    if form().quiet or form().whole:
        show(problem for problem in problems if problem.severity is not Severity.REPAIR)
        return
    show_folded((problem for problem in problems if problem.severity in SEVERE), LISTED)
    if doubts := sum(problem.severity is Severity.REVIEW for problem in problems):
        note(f"{pluralize(doubts, 'doubtful decision')}: {_with_folders(LISTED)}")


def _for_owner(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems that are printed now, with hints that an owner can follow, and remember
    whether one is an error. An owner cannot change a file of facts that came with the program: an
    entry in the owner's file, which is laid over it, does that.
    """
    overlay = shipped.overlay_finder()
    solvable = []
    for problem in problems:
        hint = problem.hint
        form().has_errors |= problem.is_error
        if file := overlay(problem.place.path):
            from ..facts import content  # noqa: PLC0415 -- no command needs it to print its help

            entry = content.format_exclusion(problem.place.path, problem.place.line)
            advice = (
                f"to leave it out, add this line to {file}: - {entry}"
                if entry
                else f"an entry of yours in {file} hides it"
            )
            hint = f"this came with the program: {advice}"
        solvable.append(replace(problem, hint=_with_folders(hint)))
    return solvable


def _with_folders(hint: str) -> str:
    """Return a hint whose commands have the folders of the command that runs: `` `rulebinder check`
    `` -> `` `rulebinder check --notes mine` ``. Those that commands take by default are left out.
    """
    context = click.get_current_context(silent=True)
    values = context.params if context else {}
    usual = {"notes": OWNED["notes"] if shipped.owner() else "", "content": "content"}
    folders = {
        name: str(values[name])
        for name in usual
        if values.get(name) and str(values[name]) != usual[name]
    }

    def add_folders(match: re.Match[str]) -> str:
        """Return a command with the folders that its name takes."""
        options = (
            f" --{name} {shlex.quote(path)}"
            for name, path in folders.items()
            if match["name"] in COMMANDS_WITH[name]
        )
        return f"`{match['command']}{''.join(options)}`"

    return _COMMAND.sub(add_folders, hint)


@contextlib.contextmanager
def reporting() -> Iterator[None]:
    """Print the problems of an InputError. Exit with 1 if there was an error."""
    try:
        yield
    except InputError as failure:
        show(failure.problems)
    if form().has_errors:
        sys.exit(1)


@contextlib.contextmanager
def writing(path: Path, hint: str = "", fault: str = "cannot be written") -> Iterator[None]:
    """Raise an InputError with the ``fault`` of a file instead of an OSError, which may not name
    one: then it is ``path``.
    """
    try:
        yield
    except OSError as failure:
        place = Place(str(failure.filename or path))
        raise refusal(place, f"{fault} ({failure.strerror})", hint) from failure


def summarize_document(notes: ReleaseNotes, problems: Sequence[Problem]) -> str:
    """Summarize a document in one line: ``12 cards, 40 rulings, 1 doubtful decision``."""
    from ..notes import Ruling, Unread  # noqa: PLC0415 -- as above

    blocks = list(notes.blocks())
    severities = Counter(problem.severity for problem in problems)
    unread = sum(isinstance(block, Unread) for block in blocks)
    counts = {
        "card": len(notes.cards),
        "ruling": sum(isinstance(block, Ruling) for block in blocks),
        "section": len(notes.sections),
        "unread paragraph": unread,
        "doubtful decision": max(severities[Severity.REVIEW] - unread, 0),
        "repair": severities[Severity.REPAIR],
        "warning": severities[Severity.WARNING],
    }
    return ", ".join(pluralize(number, noun) for noun, number in counts.items() if number)


def say_document(path: Path, notes: ReleaseNotes | None, problems: Sequence[Problem]) -> None:
    """Print a summary of a document that was read."""
    if notes is not None:
        say(f"{path}: {summarize_document(notes, problems)}")


class Bars(contextlib.ExitStack):
    """A bar for each stage of some work, or a plain line if the output is not a terminal."""

    def __init__(self, work: str = "Building") -> None:
        super().__init__()
        self._work = work
        self._stage = ""
        self._done = 0

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` steps of ``stage`` are done."""
        if form().quiet or form().json:
            return
        if stage != self._stage or done < self._done:
            self.close()
            self._bar = self.enter_context(
                click.progressbar(length=total, label=f"{self._work} {stage}", show_eta=False)
            )
            self._stage = stage
        self._done = done
        self._bar.length = total  # which may be an estimate at first
        self._bar.show_eta = done >= _GUESSABLE * total
        self._bar.update(done - self._bar.pos)
