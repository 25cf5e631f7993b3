"""Lines: what every dialect turns a page into, and the parts of reading that no dialect owns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto


class Kind(Enum):
    """What a dialect can tell of a line by its layout alone."""

    TEXT = auto()
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
    LABEL = auto()
    """A collector line that announces a card."""
    PICTURE = auto()
    """A picture that announces a card; its text is what the picture says of itself."""
    NAVIGATION = auto()
    """Links that lead elsewhere in the page, which a web page left behind."""
    LEAD = auto()
    """A paragraph that leads in to what follows it, and is never rules text."""


@dataclass(frozen=True)
class Line:
    """A line of a document: its text in the stored form, and its number in the file from 1."""

    kind: Kind
    text: str
    number: int
    after_blank: bool = False
    marked: bool = False
    """Marked as a heading by the layout, which may head a section, a part or a card."""
    indented: bool = False
    """Text that the layout puts inside the bullet before it."""


_LABEL = re.compile(r"^(?P<text>(?=[^:]*\d)[A-Za-z\d]+(?:\\?_[A-Za-z\d]+)+): (?P<name>\S.*)$")
"""A collector line: ``0029_MTGMH3_Main: Guide of Souls``."""
_TURN = re.compile(r"^(?P<text>/{2,})$")
_FORMS = ((Kind.TURN, _TURN), (Kind.LABEL, _LABEL))
_RULE = re.compile(r"^(?P<number>\d{3}(?:\.\d+[a-z]?)?)\.?\s+(?P<text>\S.*)$", re.DOTALL)
_NESTED = 2
"""Spaces before a bullet from which on it is nested: one is a slip of the layout."""


def rule_parts(text: str) -> tuple[str, str] | None:
    """Number and text of a quoted rule: ``702.100a The …``; None where the text is none."""
    match = _RULE.match(text)
    return (match["number"], match["text"]) if match else None


def is_label(text: str) -> bool:
    """Whether the line is a collector line; the name in it is printed again below."""
    return bool(_LABEL.match(text))


def classify(raw: str, number: int, after_blank: bool, bullet: re.Pattern[str]) -> Line | None:
    """A line by its opening: None where it is blank or an empty bullet.

    ``bullet`` matches a bullet's mark; a mark behind two or more spaces is a nested one.
    """
    text = raw.strip()
    if not text:
        return None
    for kind, form in _FORMS:
        match = form.match(text)
        if match:
            return Line(kind, match["text"], number, after_blank)
    lead = _grouping(text)
    if lead:
        return Line(Kind.LEAD, lead, number, after_blank)
    mark = bullet.match(text)
    if mark:
        rest = text[mark.end() :].strip()
        nested = len(raw.expandtabs(4)) - len(raw.expandtabs(4).lstrip(" ")) >= _NESTED
        return Line(Kind.ITEM if nested else Kind.BULLET, rest, number, after_blank) if rest else None
    if rule_parts(text) and re.match(r"\d{3}\.\d", text):
        return Line(Kind.RULE, text, number, after_blank)
    return Line(Kind.TEXT, text, number, after_blank)


def _grouping(text: str) -> str:
    """What leads in to the rulings on one face, ``---------- … ----------``; empty where the line is none such."""
    if not (text.startswith("---") and text.endswith("---")):
        return ""
    inner = text.lstrip("-").lstrip()
    return "" if inner.startswith("-") else inner.rstrip("-").rstrip()
