"""Choices that reading makes about a document, each with the evidence for it."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import Generic, TypeVar

from ...notes import SET_OR_DAY
from ...problems import Problem

T = TypeVar("T")

DOCUMENT = "the document"
FILE_NAME = "the file's name"
"""Who made a choice, if no option did."""
_SPECIAL = frozenset('"$`\\!%')
"""What shells read within double quotes."""
_HINT = re.compile(
    rf"^(?P<set>{SET_OR_DAY})\.(?P<lang>[a-z]{{2,3}}(?:-[A-Za-z]{{2,4}})?)(?:\.[^.]+)?\.\w+$"
)


@dataclass(frozen=True)
class Evidence:
    """How much speaks for one of the choices, and what counted."""

    name: str
    score: float
    reason: str


@dataclass(frozen=True, kw_only=True)
class Choice(Generic[T]):
    """The value that was chosen, None if none could be, and who chose it: the document, its name or
    an option.
    """

    value: T | None
    by: str = DOCUMENT
    evidence: tuple[Evidence, ...] = ()
    """The best one first."""
    problems: tuple[Problem, ...] = ()


def again(path: str, option: str) -> str:
    """Return the command that reads the document at ``path`` with an option, such as ``--set
    lam``.
    """
    return f"`rulebinder import {quoted(path)} {option}`"


def quoted(text: str) -> str:
    """Return ``text`` as a word of a command, whatever is in it."""
    return f'"{text}"' if " " in text and not _SPECIAL & set(text) else shlex.quote(text)


def ranked(evidence: list[Evidence]) -> tuple[Evidence, ...]:
    """Return the evidence, the best first; equal ones by name."""
    return tuple(sorted(evidence, key=lambda each: (-each.score, each.name)))


def hints(path: str) -> tuple[str | None, str | None]:
    """Return the set and the language that the file's name gives; None for what it does not give.

    ``mh3.en.txt`` gives both, and so does ``mh3.en.decks.txt``, a further document of the set.
    """
    match = _HINT.match(path.replace("\\", "/").rsplit("/", maxsplit=1)[-1])
    return (match["set"], match["lang"]) if match else (None, None)
