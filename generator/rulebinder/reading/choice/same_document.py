"""Find out whether two documents of a set and language are one document, in two editions or in two
forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...notes import CardEntry, ReleaseNotes, Ruling, Section

_ENTRIES = 0.5
"""The least share of the entries and sections of the larger document that have a ruling in common
with the smaller one.

Editions and forms of one document share nearly all. An update and the notes of Commander decks
repeat a few.
"""
_WORD = re.compile(r"\w+")


def is_same(one: ReleaseNotes, other: ReleaseNotes) -> bool:
    """Return whether both are one document: most entries and sections have a ruling word for word
    in both.
    """
    ones, others = _rulings(one), _rulings(other)
    common = sum(not said.isdisjoint(others.get(name, ())) for name, said in ones.items())
    return common >= _ENTRIES * max(len(ones), len(others))


def _rulings(notes: ReleaseNotes) -> dict[str, set[str]]:
    """Return the words of the rulings of each entry and section that has some, by its name."""
    found: dict[str, set[str]] = {}
    for name, holder in _named(notes):
        if holder.rulings:
            found.setdefault(name.casefold(), set()).update(map(_words, holder.rulings))
    return found


def _named(notes: ReleaseNotes) -> Iterator[tuple[str, Section | CardEntry]]:
    yield from ((section.title, section) for section in notes.sections)
    yield from ((entry.card.name, entry) for entry in notes.cards)


def _words(ruling: Ruling) -> str:
    """Return the words of a ruling, without the signs that two forms of a document write in
    different ways.
    """
    texts: Iterable[str] = (text.plain().casefold() for text in (ruling.text, *ruling.items))
    return " ".join(word for text in texts for word in _WORD.findall(text))
