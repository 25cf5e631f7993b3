"""Problems and their places: errors are values here, and print as ``path:line: error: …``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, order=True)
class Place:
    """A line of a file. ``line`` counts from 1; 0 means the file as a whole."""

    path: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line or 1}"


class Severity(StrEnum):
    """How bad a problem is: an error stops a site from being trusted, a warning does not.

    A review is a doubtful decision that a person should look at; a repair is something that the
    reader fixed on its own; it is reported so that nothing changes in silence.
    """

    ERROR = "error"
    WARNING = "warning"
    REVIEW = "review"
    REPAIR = "repair"


@dataclass(frozen=True)
class Problem:
    """One problem, and how to fix it.

    ``message`` names the problem in one sentence without a full stop. ``hint`` says how the
    reader can fix it, and may be empty.
    """

    place: Place
    severity: Severity
    message: str
    hint: str = ""

    def __str__(self) -> str:
        hint = f"; {self.hint}" if self.hint else ""
        return f"{self.place}: {self.severity}: {self.message}{hint}"

    @property
    def is_error(self) -> bool:
        """Whether the problem is an error, not a warning."""
        return self.severity is Severity.ERROR


def error(place: Place, message: str, hint: str = "") -> Problem:
    """Return an error at ``place``."""
    return Problem(place, Severity.ERROR, message, hint)


def warning(place: Place, message: str, hint: str = "") -> Problem:
    """Return a warning at ``place``."""
    return Problem(place, Severity.WARNING, message, hint)


def review(place: Place, message: str, hint: str = "") -> Problem:
    """Return a doubtful decision at ``place``; ``hint`` says how to settle it."""
    return Problem(place, Severity.REVIEW, message, hint)


def repair(place: Place, message: str) -> Problem:
    """Return a fault at ``place`` that was fixed automatically."""
    return Problem(place, Severity.REPAIR, message)


class InputError(Exception):
    """Raised if nothing useful can be returned; it carries the problems that say why."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
