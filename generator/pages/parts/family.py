"""The family of a ruling: rulings on other cards that say the same."""

from __future__ import annotations

from dataclasses import dataclass

from ...library import Note
from .. import addresses
from ..edition import Edition
from .references import References, references

_LISTED = 48
"""The most rulings that a page lists. In a larger family only the first ruling lists all, so that pages do not grow with it."""


@dataclass(frozen=True)
class FamilyView:
    """The other rulings of a family: a label with the number of cards, and the list that it opens."""

    label: str
    others: References
    first: str | None
    """The link to the ruling that lists all of them; None if this one does."""


def family(edition: Edition, here: str, note: Note) -> FamilyView | None:
    """Return the family of ``note``, a ruling on the card page ``here``; None if no other ruling says the same."""
    if note.family is None:
        return None
    members = edition.library.families[note.lang, note.family]
    entry = note.id.rsplit("/", 1)[0]
    own = next(each for each in members if (each.entry, each.part) == (entry, str(note.number)))
    others = [each for each in reversed(members) if each is not own]
    cards = {each.card for each in others} - {own.card}
    label = edition.words.count("family", len(cards)) if cards else edition.words["family_same_card"]
    whole = len(others) <= _LISTED or note.id == note.family
    first = None if whole else addresses.relative(here, edition.passage(members[0]))
    return FamilyView(label, references(edition, here, others if whole else others[:_LISTED], None), first)
