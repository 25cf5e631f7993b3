"""What is said of other cards too: the family of a ruling."""

from __future__ import annotations

from dataclasses import dataclass

from ..library import Note
from . import paths
from .edition import Edition
from .references import References, references

_LISTED = 48
"""A page lists so many others; where there are more, only the family's first ruling lists them all."""


@dataclass(frozen=True)
class FamilyView:
    """The other rulings that say the same: one line that counts the cards, and the list behind it."""

    label: str
    others: References
    first: str | None
    """The link to the ruling whose page lists them all, where this one's does not."""


def family(edition: Edition, here: str, note: Note) -> FamilyView | None:
    """The family of ``note``, a ruling on the card page ``here``; None where nobody else says so."""
    if note.family is None:
        return None
    members = edition.library.families[note.lang, note.family]
    entry = note.id.rsplit("/", 1)[0]
    own = next(each for each in members if (each.entry, each.part) == (entry, str(note.number)))
    others = [each for each in reversed(members) if each is not own]
    cards = {each.card for each in others} - {own.card}
    label = edition.words.count("family", len(cards)) if cards else edition.words["family_same_card"]
    whole = len(others) <= _LISTED or note.id == note.family
    first = None if whole else paths.relative(here, edition.passage(members[0]))
    return FamilyView(label, references(edition, here, others if whole else others[:_LISTED], None), first)
