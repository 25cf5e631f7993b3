"""The interface of every dialect."""

from __future__ import annotations

import bisect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from .lines import Line
from .patterns import Patterns

_GLUED = re.compile(r"-{3,5}(?=[^\W\d_])(?!.*-{3})")
"""A divider whose line break was lost, right before words."""


@dataclass(frozen=True)
class DocumentText:
    """A document's characters, still undivided."""

    text: str
    path: str
    starts: tuple[int, ...] = ()
    """The places in ``text`` at which the lines of the file begin, if lines were joined."""

    @cached_property
    def numbered(self) -> Sequence[tuple[int, str]]:
        """Each line with its number in the file; a joined line has that of its first one. A
        divider that is glued to a line is one of its own.
        """
        at = 0
        numbered: list[tuple[int, str]] = []
        for number, line in enumerate(self.text.split("\n"), start=1):
            place = self.line_at(at) if self.starts else number
            at += len(line) + 1
            glued = _GLUED.match(line) if line.startswith("---") else None
            if glued:
                numbered.append((place, glued.group()))
            numbered.append((place, line[glued.end() :] if glued else line))
        return numbered

    @cached_property
    def printed(self) -> tuple[str, ...]:
        """The lines that are not blank, without the spaces around them."""
        return tuple(line for raw in self.text.splitlines() if (line := raw.strip()))

    def line_at(self, place: int) -> int:
        """Return the number of the line in the file that has the character at ``place``."""
        return bisect.bisect_right(self._starts, place)

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return self.starts or (0, *(found.end() for found in re.finditer("\n", self.text)))


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The properties of a dialect's layout."""

    divided: bool = False
    """Dividers enclose every entry, so that the line after one heads a section."""
    broken_lines: bool = False
    """A page may break an ability or a ruling over several lines."""
    scored: bool = False
    """No bullets: the boundary between rules text and rulings must be weighed.

    The page shows this and what follows; no dialect says so.
    """
    unruled: bool = False
    """A card may have no ruling, though it has no bullets, as others on the page have some."""
    settled: Mapping[str, int] = field(default_factory=dict)
    """How many rules paragraphs a card's last face has, by the name of its first face, if a
    correction says so.
    """


@dataclass(frozen=True)
class Likeness:
    """How much a page looks like a dialect: 0 (not at all) to 1 (beyond doubt), and what
    counted.
    """

    score: float
    reason: str
    is_possible: bool = True
    """False if no page of this dialect is like it, so that its reading cannot be right."""


class Dialect(Protocol):
    """How one family of documents is laid out. It knows no word of any language itself."""

    name: str
    """The word in the published data's ``source.dialect``."""
    layout: Layout

    def likeness(self, page: DocumentText) -> Likeness:
        """Return how much the page looks like this dialect, by its layout alone."""

    def lines(self, page: DocumentText, words: Patterns, /) -> Sequence[Line]:
        """The page as lines, each with its kind and its text in the stored form."""
