"""Lines, into which every dialect turns a page, and the parts of reading that no dialect owns."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import NamedTuple

from ..problems import Place
from .notation.spellings import normalise, spaced
from .notation.word_boundaries import UNSPACED


class Kind(Enum):
    """The kind of a line, as its layout alone shows it."""

    TEXT = auto()
    HEAD = auto()
    """The head of a card, whose lines became one."""
    TITLE = auto()
    """A heading that the layout marks as one."""
    BULLET = auto()
    ITEM = auto()
    """An entry of a list inside a bullet."""
    RULE = auto()
    """A quoted Comprehensive Rule; the text starts with its number."""
    DIVIDER = auto()
    """Entries end here."""
    TURN = auto()
    """The next face, or half, of a card begins."""
    OVER = auto()
    """Words such as "Turn Over" above the first face of a card, beside the pictures of its faces.
    """
    FRONT = auto()
    """Words such as "(front face)" right above the first face of a card."""
    LABEL = auto()
    """A collector line that announces a card."""
    STRAY = auto()
    """Text at a place that should have none: the words of a collector line beside the name that the
    next line repeats.
    """
    PICTURE = auto()
    """A picture that announces a card; its text is the alternative text of the picture."""
    NAVIGATION = auto()
    """Links that lead elsewhere in the page, which a web page left behind."""
    LEAD = auto()
    """A paragraph that introduces the lines below, and is never rules text."""


BEFORE_CARDS = (Kind.LABEL, Kind.PICTURE, Kind.DIVIDER, Kind.OVER, Kind.FRONT)
"""The kinds of the lines that may announce a card."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line of a document: its text in the stored form, and its number in the file from 1."""

    kind: Kind
    number: int
    text: str = ""
    after_blank: bool = False
    marked: bool = False
    """Marked as a heading by the layout, which may head a section, a part or a card."""
    indented: bool = False
    """Text that the layout puts inside the bullet before it."""
    pictures: tuple[str, ...] = ()
    """The names of its pictures that are no known symbol and have no words; a possible symbol is in
    the text.
    """
    name: str = ""
    """The words of a collector line behind its label."""
    symbol: str = ""
    """The symbol that a picture may be by the name of its file, if its place says that it is one.
    """
    beside: bool = False
    """A picture on the same line as the text below it."""
    tied: bool = False
    """Ends with a line break, so that the next line belongs to the same paragraph."""
    quote: int = 0
    """The number of the block quote that the line is in, from 1; 0 outside of quotes."""

    @property
    def is_text(self) -> bool:
        """Whether it is plain text."""
        return self.kind is Kind.TEXT

    @property
    def is_bullet(self) -> bool:
        """Whether it begins with a bullet."""
        return self.kind is Kind.BULLET


Lines = Sequence[Line]
"""Lines in the order of their page, or those of one of its parts."""


_LABEL = re.compile(r"^(?P<text>(?=[^:]*\d)[A-Za-z\d]+(?:\\?_[A-Za-z\d]+)+): (?P<name>\S.*)$")
"""A collector line: ``0029_MTGMH3_Main: Guide of Souls``."""
DASHES = re.compile(r"^(?:-{3,}|[—–―─]{2,})$")
"""A divider of dashes, whatever dash a word processor made of them."""
STARRED = re.compile(r"^[*＊]{2,3}\s*(?P<title>[^\s*＊](?:[^*＊]*[^\s*＊])?)\s*[*＊]{2,3}$")
"""A heading between stars, with or without the spaces that Markdown forbids there."""
TURN = re.compile(r"/{2,}(?:[A-Z]{1,12}/{2,})?")
"""The line between two faces: ``//``, ``//ADV//``."""
_RULE = re.compile(
    rf"^(?:(?P<number>\d{{3}}(?:\.\d+[a-z]?)?)\.?\s+|(?P<tied>\d{{3}}\.\d+(?:[a-z]|(?=\.)))\.?(?={UNSPACED.pattern}))(?P<text>\S.*)$",
    re.DOTALL,
)
"""A rule; in a script without spaces, its text may follow the number at once: ``702.5.结附``."""
_RULE_NUMBER = re.compile(r"\d{3}\.\d")
_MISPRINTED_RULE = re.compile(
    r"^(?!\d{1,3},\d{3}\b)(?:\d{3}[,;:]\s?\d{1,3}|\d{3}\.\s\d{1,3}|\d{2}\.?\d\.\d{1,3}|\d{3}\s\d{1,3}(?=[a-z]))[a-z]?\.?\s++(?=[A-Z“\"])"
)
"""A number that can only be that of a rule, with a wrong mark, space or digit: ``702,100a``, ``702.
100a``.
"""
_RULE_TITLE = re.compile(r"^\d{3}\.\s[^\W\d_][^.!?:]{2,60}$")
"""The heading of all rules of one kind: ``712. Meld Cards``."""
_NAME_LENGTH = 200
_NEAR = 3
"""How many lines below a collector line may print its name again; a paragraph may lead in to the
card.
"""
_NESTED = 2
"""Spaces before a bullet from which on it is nested: one is a slip of the layout."""


def has_bullets(lines: Iterable[Line]) -> bool:
    """Whether some of the lines begin with bullets."""
    return any(line.is_bullet for line in lines)


def rule_parts(text: str) -> tuple[str, str] | None:
    """Number and text of a quoted rule: ``702.100a The …``; None if the text is none."""
    match = _RULE.match(text)
    return (match["number"] or match["tied"], match["text"]) if match else None


def is_label(text: str) -> bool:
    """Whether the line is a collector line; the name in it is printed again below."""
    return "_" in text and bool(_LABEL.match(text))


def normalised(line: Line) -> Line:
    """Return a line as printed with its text in the stored form.

    Most texts have it already, and a copy costs more than to see it.
    """
    text = normalise(line.text, markdown=False)
    return line if text == line.text else replace(line, text=text)


def with_labels_settled(lines: Lines) -> Iterator[Line]:
    """The lines; a collector line whose name is not printed again right below it becomes stray
    text, so that no word is lost.
    """
    for at, line in enumerate(lines):
        if line.kind is Kind.LABEL:
            below = lines[at + 1 : at + 1 + _NEAR]
            near = itertools.takewhile(lambda other: other.kind is not Kind.LABEL, below)
            if not any(_repeats(other, line.name) for other in near):
                text = f"{line.text}: {normalise(line.name, markdown=False)}"
                yield replace(line, kind=Kind.STRAY, text=text, name="")
                continue
        yield line


def _repeats(line: Line, name: str) -> bool:
    """Whether the line is the name, or the first of its halves, with or without a remark in
    brackets.
    """
    if not line.is_text or len(name) > _NAME_LENGTH:
        return False
    printed = spaced(line.text.split(" *(", maxsplit=1)[0]).casefold()
    return printed in (spaced(part).casefold() for part in (name, name.split("//", maxsplit=1)[0]))


def classify(raw: str, number: int, after_blank: bool, bullet: re.Pattern[str]) -> Line | None:
    """A line by its opening: None if it is blank or an empty bullet.

    ``bullet`` matches a bullet's mark; a mark behind two or more spaces is a nested one.
    """
    text, name = raw.strip(), ""
    if not text:
        return None
    label = _LABEL.match(text) if "_" in text else None
    lead = _grouping(text)
    if TURN.fullmatch(text):
        kind = Kind.TURN
    elif label:
        kind, text, name = Kind.LABEL, label["text"], label["name"]
    elif lead:
        kind, text = Kind.LEAD, lead
    elif mark := bullet.match(text):
        text = text[mark.end() :].strip()
        if not text:
            return None
        indented = raw.expandtabs(4)
        nested = len(indented) - len(indented.lstrip(" ")) >= _NESTED
        kind = Kind.ITEM if nested else Kind.BULLET
    else:
        kind = _kind(text)
    return Line(kind=kind, text=text, number=number, after_blank=after_blank, name=name)


def _kind(text: str) -> Kind:
    """Whether a line of text is a quoted rule, one whose number is misprinted, or neither."""
    if not text[:1].isdecimal():
        return Kind.TEXT
    if rule_parts(text) and (_RULE_NUMBER.match(text) or _RULE_TITLE.match(text)):
        return Kind.RULE
    return Kind.STRAY if _MISPRINTED_RULE.match(text) else Kind.TEXT


def _grouping(text: str) -> str:
    """Return the introduction of the rulings on one face, ``---------- … ----------``; empty if the
    line is none.
    """
    if not (text.startswith("---") and text.endswith("---")):
        return ""
    inner = text.lstrip("-").lstrip()
    return "" if inner.startswith("-") else inner.rstrip("-").rstrip()


class Doubt(NamedTuple):
    """A decision that may be wrong: its place, the decision, and its confidence (0 to 1)."""

    place: Place
    decision: str
    confidence: float
    correction: str = ""
    """The line that settles it in the file of corrections, if it is wrong."""
