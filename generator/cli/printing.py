"""Print problems, summaries and progress. Only this stage prints and exits."""

from __future__ import annotations

import contextlib
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from pathlib import Path
from typing import NoReturn

import click

from ..notes import ReleaseNotes, Ruling, Unread
from ..problems import Problem, Severity, grouped

_KINDS_SHOWN = 20
"""The most kinds of warnings that the site's build prints."""


class Detail(Enum):
    """How much is printed."""

    ERRORS = "errors"
    """Only errors."""
    KINDS = "kinds"
    """Also summaries, progress, and one line for each kind of warning."""
    ALL = "all"
    """All of that, and a line for each warning and doubtful decision."""


def detail() -> Detail:
    """Return how much the command that runs prints."""
    context = click.get_current_context(silent=True)
    chosen = context.find_root().obj if context else None
    return chosen if isinstance(chosen, Detail) else Detail.KINDS


def say(text: str) -> None:
    """Print a line for people, unless only errors are wanted."""
    if detail() is not Detail.ERRORS:
        click.echo(text)


def show(problems: Iterable[Problem]) -> None:
    """Print each problem on a line of standard error."""
    for problem in problems:
        if problem.is_error or detail() is not Detail.ERRORS:
            click.echo(str(problem), err=True)


def fail(problem: Problem) -> NoReturn:
    """Print the error ``problem``, and exit."""
    show([problem])
    finish([problem])


def finish(problems: Iterable[Problem]) -> NoReturn:
    """Exit with 1 if there is an error among the problems, else with 0."""
    sys.exit(int(any(problem.is_error for problem in problems)))


def fold(problems: Iterable[Problem], rest: str = "") -> None:
    """Print each error on a line, and one line for each other kind of problem; ``rest`` says where all of them are."""
    if detail() is not Detail.KINDS:
        show(problems)
        return
    for group in grouped(problems):
        click.echo(group.line(rest), err=True)


def some(problems: Sequence[Problem], command: str) -> None:
    """Print every error, and the first kinds of warnings. ``command`` is the one that prints all problems."""
    if detail() is Detail.ALL:
        show(problem for problem in problems if problem.severity is not Severity.REPAIR)
        return
    show(problem for problem in problems if problem.is_error)
    if detail() is Detail.ERRORS:
        return
    groups = grouped(problem for problem in problems if problem.severity is Severity.WARNING)
    for group in groups[:_KINDS_SHOWN]:
        click.echo(group.line(), err=True)
    warnings = sum(len(group.problems) for group in groups)
    doubts = sum(problem.severity is Severity.REVIEW for problem in problems)
    rest = [counted(number, noun) for number, noun in ((warnings, "warning"), (doubts, "doubtful decision")) if number > 0]
    if warnings > len(groups[:_KINDS_SHOWN]) or doubts:
        click.echo(f"{' and '.join(rest)} in all: `{command}` lists them", err=True)


def summary(notes: ReleaseNotes, found: Sequence[Problem]) -> str:
    """Summarize a document in one line: ``12 cards, 40 rulings, 5 sections, 0 unread paragraphs, …``."""
    blocks = [
        *(block for section in notes.sections for block in section.body),
        *(block for entry in notes.cards for block in entry.body),
    ]
    severities = Counter(problem.severity for problem in found)
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
    return ", ".join(counted(number, noun) for noun, number in counts.items())


def told(path: Path, notes: ReleaseNotes | None, found: Sequence[Problem]) -> None:
    """Print a summary of a document that was read."""
    if notes is not None:
        say(f"{path}: {summary(notes, found)}")


def counted(number: int, noun: str) -> str:
    """Return the number and the noun, in the plural if the number is not 1."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


class Bars:
    """A bar for each stage of some work, or a plain line if the output is not a terminal."""

    def __init__(self, bars: contextlib.ExitStack, work: str = "Building") -> None:
        self._bars = bars
        self._work = work
        self._stage = ""
        self._done = 0

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` steps of ``stage`` are done."""
        if detail() is Detail.ERRORS:
            return
        if stage != self._stage or done < self._done:
            self._bars.close()
            self._bar = self._bars.enter_context(click.progressbar(length=total, label=f"{self._work} {stage}"))
            self._stage = stage
        self._done = done
        self._bar.length = total  # which may be an estimate at first
        self._bar.update(done - self._bar.pos)
