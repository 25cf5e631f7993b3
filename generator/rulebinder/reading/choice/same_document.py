"""Find out whether two documents of a set and language are one document, in two editions or in two
forms.
"""

from __future__ import annotations

import re

from ...notes import ReleaseNotes, Ruling

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
    rulings = [
        *((section.title, section.rulings) for section in notes.sections),
        *((entry.card.name, entry.rulings) for entry in notes.cards),
    ]
    for name, own in rulings:
        if own:
            found.setdefault(name.casefold(), set()).update(map(_words, own))
    return found


def _words(ruling: Ruling) -> str:
    """Return the words of a ruling, without the signs that two forms of a document write in
    different ways.
    """
    return " ".join(
        word for text in ruling.texts for word in _WORD.findall(text.plain().casefold())
    )
