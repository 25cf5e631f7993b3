"""Problems and their places: errors are values here, and print as ``path:line: error: …``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

_PARTICULAR = re.compile(
    r"'[^'\n]*'|\"[^\"\n]*\"|\[picture: [^\]]*\]|\{[^{}]*\}|[a-z0-9-]+(?:/[a-z0-9-]+)+"
    r"|\b\d+(?:[.,]\d+)*\b"
)
"""The parts of a message that differ between problems of one kind: quoted text, symbols, ids and
numbers.
"""


@dataclass(frozen=True, order=True)
class Place:
    """A line of a file. ``line`` counts from 1; 0 means the file as a whole."""

    path: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line or 1}"


class Severity(StrEnum):
    """How bad a problem is."""

    ERROR = "error"
    """The site cannot be trusted."""
    WARNING = "warning"
    """Something may be wrong, but the site can be trusted."""
    REVIEW = "review"
    """A person should look at a doubtful decision."""
    NOTICE = "notice"
    """People chose it so, and may have forgotten it."""
    REPAIR = "repair"
    """The reader corrected a fault, and says so: nothing changes in silence."""


_NOUNS = {Severity.REVIEW: "doubtful decision"}
"""What people call problems of a severity, if not by its name."""


@dataclass(frozen=True)
class Problem:
    """One problem, and how to fix it.

    ``message`` names the problem in one sentence without a full stop. ``hint`` says how a person
    can fix it, and may be empty. ``general`` says in one sentence what many problems of its kind
    have in common; if it is empty, the kind is taken from the message.
    """

    place: Place
    severity: Severity
    message: str
    hint: str = ""
    general: str = ""

    def __str__(self) -> str:
        hint = f"; {self.hint}" if self.hint else ""
        return f"{self.place}: {self.severity}: {self.message}{hint}"

    @property
    def kind(self) -> str:
        """What problems of one kind share: the general sentence, or the message with ``…`` for
        quoted text, symbols, ids and numbers.
        """
        return self.general or _PARTICULAR.sub("…", self.message)

    @property
    def is_error(self) -> bool:
        """Whether the problem is an error, not a warning."""
        return self.severity is Severity.ERROR


WithProblems = tuple[T, list[Problem]]
"""A result, and the problems that were found on the way to it."""


def pluralize(number: int, noun: str) -> str:
    """Return the number and the noun, in the plural if the number is not 1."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def list_some(texts: Sequence[str], most: int, separator: str = ", ") -> str:
    """Return at most so many of the texts in one line, and how many more there are: ``a, b and 3
    more``.
    """
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    return separator.join(texts[:most]) + more


def summarize(problems: Iterable[Problem], rest: str = "") -> list[str]:
    """Return one line for all problems of a severity and kind, in the order of the first ones. Each
    error has a line of its own.

    ``rest`` says where all of them can be read: ``see the page “Audit”``.
    """
    groups: dict[object, list[Problem]] = {}
    for number, problem in enumerate(problems):
        #  No other problem has the number of an error.
        key = number if problem.is_error else (problem.severity, problem.kind)
        groups.setdefault(key, []).append(problem)
    return [_summarize_kind(group, rest) for group in groups.values()]


def _summarize_kind(problems: Sequence[Problem], rest: str) -> str:
    """Return one line for problems of one kind, at the place of the first one: their general
    sentence with their count, or without one the first message and how many are like it.
    """
    first, count = problems[0], len(problems)
    if count == 1:
        return str(first)
    files = len({problem.place.path for problem in problems})
    where = f" in {files} files" if files > 1 else ""
    where += f": {rest}" if rest else ""
    if not first.general:
        message = f"{first.message} (and {count - 1:,} more like this{where})"
        return str(replace(first, message=message))
    number = pluralize(count, _NOUNS.get(first.severity, first.severity))
    hint = first.hint if len({problem.hint for problem in problems}) == 1 else ""
    return str(replace(first, message=f"{first.general} ({number}{where})", hint=hint))


def error(place: Place | Path, message: str, hint: str = "") -> Problem:
    """Return an error at ``place``, or of the file as a whole."""
    return Problem(_to_place(place), Severity.ERROR, message, hint)


def warning(place: Place | Path, message: str, hint: str = "", general: str = "") -> Problem:
    """Return a warning at ``place``, or of the file as a whole."""
    return Problem(_to_place(place), Severity.WARNING, message, hint, general)


def cannot_read(path: Path, failure: OSError, hint: str = "") -> Problem:
    """Return the error that a file or a folder cannot be read."""
    return error(path, f"cannot be read ({failure.strerror or failure})", hint)


def cannot_write(path: Path, failure: OSError, hint: str = "nothing was changed") -> Problem:
    """Return the error that a file cannot be written."""
    return error(path, f"cannot be written ({failure.strerror})", hint)


def _to_place(place: Place | Path) -> Place:
    return place if isinstance(place, Place) else Place(str(place))


def review(place: Place, message: str, hint: str = "", general: str = "") -> Problem:
    """Return a doubtful decision at ``place``; ``hint`` says how to settle it."""
    return Problem(place, Severity.REVIEW, message, hint, general)


def notice(place: Place, message: str) -> Problem:
    """Return something at ``place`` that is as people chose it."""
    return Problem(place, Severity.NOTICE, message)


def repair(place: Place, message: str) -> Problem:
    """Return a fault at ``place`` that was fixed automatically."""
    return Problem(place, Severity.REPAIR, message)


class InputError(Exception):
    """Raised if nothing useful can be returned; it carries the problems that say why."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def refusal(place: Place | Path, message: str, hint: str = "") -> InputError:
    """Return what to raise if an error at ``place`` is all that there is to say."""
    return InputError(error(place, message, hint))
