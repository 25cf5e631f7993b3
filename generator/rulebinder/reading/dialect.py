"""The interface of every dialect, and the marks of Markdown and HTML on a page: plain text has none
of them.
"""

from __future__ import annotations

import bisect
import functools
import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from .lines import Lines
from .patterns import Patterns

_GLUED = re.compile(r"-{3,5}(?=[^\W\d_])(?!.*-{3})")
"""A divider whose line break was lost, right before words."""
_LINK = re.compile(
    r"\]\([^\s()\[\]]+(?:\([^\s()]*\)[^\s()]*)?(?:\s\"[^\"\n]*\")?\)|\]\[[^\[\]\n]{1,80}\]|<a\s[^<>]*>",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"!\[[^\[\]\n]*\]\(|<img\s", re.IGNORECASE)
_TAG = re.compile(r"</?(?:br|p|i|b|em|strong|span|div|ul|ol|li|h[1-6])\b[^<>\n]*>", re.IGNORECASE)
_EMPHASIS = re.compile(
    r"(?P<stars>\*(?<![\w*\\]\*)\*?)(?=[^\s*/])[^*\n]{1,200}(?<=[^\s*])(?P=stars)(?![\w*])"
)
"""Words between stars, not the power and toughness ``*/*``. FAQs of plain text have words between
underscores, and titles between three stars.
"""
_MARKS: Mapping[str, tuple[re.Pattern[str], tuple[str, ...]]] = {
    "link": (_LINK, ("](", "][", "<a", "<A")),
    "picture": (_PICTURE, ("![", "<i", "<I")),
    "heading": (re.compile(r"^ {0,3}#{1,6}[^\S\n]+\S", re.MULTILINE), ("#",)),
    "emphasized word": (_EMPHASIS, ("*",)),
    "block quote": (re.compile(r"^ {0,3}>(?:\s|$)", re.MULTILINE), (">",)),
    "tag": (_TAG, ("<",)),
}
"""The marks that plain text never has, and what a page with some of them has."""
_RULE = re.compile(r"-{3,}|={3,}")
_LONG_TITLE = 120
_FEW = 1
"""How many emphasized words a plain text may have: a star may be a footnote or a bullet without a
space.
"""


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
        for line in self.text.split("\n"):
            place = self.line_at(at)
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


class Likeness(NamedTuple):
    """How much a page looks like a dialect: 0 (not at all) to 1 (beyond doubt), and what
    counted.
    """

    score: float
    reason: str
    is_possible: bool = True
    """False if no page of this dialect is like it, so that its reading cannot be right."""


class Dialect(NamedTuple):
    """How one family of documents is laid out. It knows no word of any language itself."""

    name: str
    """The word in the published data's ``source.dialect``."""
    layout: Layout
    likeness: Callable[[DocumentText], Likeness]
    """Returns how much the page looks like this dialect, by its layout alone."""
    lines: Callable[[DocumentText, Patterns], Lines]
    """Returns the page as lines, each with its kind and its text in the stored form."""


@functools.lru_cache(maxsize=1)
def marks(text: str) -> Mapping[str, int]:
    """Return how often the page has each mark that plain text never has; marks that it lacks are
    left out. A single emphasized word is not a mark.
    """
    counts = {
        name: sum(1 for _ in pattern.finditer(text))
        for name, (pattern, signs) in _MARKS.items()
        if any(sign in text for sign in signs)
    }
    counts["underlined heading"] = _underlined(text.splitlines())
    few = {"emphasized word": _FEW}
    return {name: count for name, count in counts.items() if count > few.get(name, 0)}


def _underlined(lines: Sequence[str]) -> int:
    """Return how many headings have a line of ``===`` below them, or as many dashes as they have
    letters.

    Dividers have one length on the whole page, so dashes of the length of a divider are none.
    """
    rules = [
        (above.strip(), line.strip())
        for above, line in itertools.pairwise(("", *lines))
        if _RULE.fullmatch(line.strip())
    ]
    dividers = {rule for above, rule in rules if len(above) != len(rule) or _RULE.fullmatch(above)}
    return sum(
        0 < len(above) <= _LONG_TITLE and (rule[0] == "=" or rule not in dividers)
        for above, rule in rules
        if not _RULE.fullmatch(above)
    )


def counted(counts: Mapping[str, int]) -> str:
    """Return the counts as words: ``3 links, 1 picture``."""
    return ", ".join(f"{count} {noun}{'s' * (count != 1)}" for noun, count in counts.items())
