"""The family of a ruling: rulings on other cards that say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...library import Note, Passage
from .. import addresses
from ..dates import published_at
from ..edition import Edition
from .references import References, references

_LISTED = 48
"""The most rulings that a page lists.

In a larger family only the first ruling lists all, so that pages do not grow with it.
"""


@dataclass(frozen=True)
class FamilyView:
    """The other rulings of a family: a label with the number of cards, and the list that it
    opens.
    """

    label: str
    days: str | None
    """The first and the last day on which it was published; None if it is one day, or if the days
    are not known.
    """
    others: References
    first: str | None
    """The link to the ruling that lists all of them; None if this one does."""


def family(edition: Edition, here: str, note: Note) -> FamilyView | None:
    """Return the family of ``note``, a ruling on the card page ``here``; None if no other ruling
    says the same.
    """
    if note.family is None:
        return None
    members = edition.library.families[note.lang, note.family]
    entry = note.id.rsplit("/", 1)[0]
    own = next(each for each in members if (each.entry, each.part) == (entry, str(note.number)))
    places = {(each.entry, each.part): each for each in reversed(members)}
    others = [each for place, each in places.items() if place != (own.entry, own.part)]
    whole = len(others) <= _LISTED or note.id == note.family
    first = None if whole else addresses.relative(here, edition.passage(members[0]))
    listed = references(edition, here, others if whole else others[:_LISTED], None)
    return FamilyView(_label(edition, note, own, members), _days(edition, members), listed, first)


def _label(edition: Edition, note: Note, own: Passage, members: Sequence[Passage]) -> str:
    """Return how many other cards have the ruling, or that one of them has it in the reader's
    language and this one has not.
    """
    words = edition.words
    others = [each for each in members if each.card != own.card]
    if note.lang != words.lang and any(each.lang == words.lang for each in others):
        return words.say("family_spoken", language=words.language(words.lang))
    cards = {each.card for each in others}
    return words.count("family", len(cards)) if cards else words["family_same_card"]


def _days(edition: Edition, members: Sequence[Passage]) -> str | None:
    days = sorted(filter(None, {published_at(edition.library, each.set_code) for each in members}))
    if len(days) < 2:
        return None
    return edition.words.say(
        "family_days", first=edition.words.date(days[0]), last=edition.words.date(days[-1])
    )
