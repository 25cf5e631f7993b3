"""Pair the names of abilities in a card's rules text today with those of a printed text, line by
line.

A line of keywords has as many names in both: ``Flying, ward {2}``. An ability word is before a
dash. Texts that have not the same lines, or lines that have not the same names, say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_REMINDER = re.compile(r"[(（][^()（）]*[)）]")
_DASH = re.compile("[—–―－～]| - ")
_COMMA = re.compile(r"[,;、，]")
_VALUE = re.compile(r"[{\d０-９]")
"""Where the cost or the number of a keyword begins."""
_SENTENCE = re.compile(r"[.:!?。：\"“”«»•]")
_LONGEST = 40
"""No name of an ability has more letters."""


def pairs(today: str, printed: str) -> Iterator[tuple[str, str, bool]]:
    """Yield each name that is alone in a part of a line of ``today``, its counterpart in
    ``printed``, and whether both lines have nothing else but the same cost or number.

    The names are as printed, without costs, numbers and full stops. Takes time linear in both
    texts.
    """
    ours, theirs = _lines(today), _lines(printed)
    if len(ours) != len(theirs):
        return
    for our, their in zip(ours, theirs, strict=True):
        first, *said = _DASH.split(our, maxsplit=1)
        second, *meant = _DASH.split(their, maxsplit=1)
        if len(said) != len(meant):
            continue
        names, others = _COMMA.split(first), _COMMA.split(second)
        if len(names) == len(others):
            for name, other in zip(map(_name, names), map(_name, others), strict=True):
                if name and other:
                    yield name, other, len(names) == 1 and _value(first) == _value(second)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in _REMINDER.sub(" ", text).split("\n") if line.strip(" .")]


def _value(line: str) -> str:
    """Return the cost or the number at the end of a line, without spaces and full stops."""
    found = _VALUE.search(line)
    return re.sub(r"[ .]", "", line[found.start() :]) if found else ""


def _name(part: str) -> str:
    """Return the name of an ability that is all of a part of a line; an empty text if it is a
    sentence.
    """
    name = _VALUE.split(part, maxsplit=1)[0].strip().rstrip(". ")
    return "" if len(name) > _LONGEST or _SENTENCE.search(name) else " ".join(name.split())
