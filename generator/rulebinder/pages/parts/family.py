"""The family of a ruling: rulings on other cards that say the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...library import Note, Passage
from .. import addresses
from ..edition import Edition
from .references import References, references

_LISTED = 48
"""The most rulings that a page lists.

In a larger family only the first ruling lists all, so that pages do not grow with it.
"""


@dataclass(frozen=True)
class FamilyView:
    """The other rulings of a family, or of those of several rulings that the same other cards have:
    a label with the number of cards, and the list that it opens.
    """

    label: str
    days: str | None
    """The first and the last day on which it was published; None if it is one day, or if the days
    are not known.
    """
    others: References
    first: str | None
    """The link to the ruling that lists all of them; None if this one does."""


@dataclass(frozen=True)
class _Member:
    """A ruling of an entry, its passage, those of its whole family, and those at other places."""

    note: Note
    own: Passage
    family: Sequence[Passage]
    others: Sequence[Passage]

    @property
    def is_listed_whole(self) -> bool:
        """Whether the page lists all of its family."""
        return len(self.others) <= _LISTED or self.note.id == self.note.family


def families(
    edition: Edition, here: str, entry: str, notes: Sequence[Note]
) -> Mapping[str, FamilyView]:
    """Return the families of the rulings of an ``entry`` (an id) on the card page ``here``, by the
    id of their first ruling: rulings that the same other cards have are one view.
    """
    groups: dict[object, list[_Member]] = {}
    for note in notes:
        if note.family is not None:
            member = _member(edition, entry, note)
            cards = frozenset(each.card for each in member.others)
            groups.setdefault((note.lang, cards), []).append(member)
    return {group[0].note.id: _view(edition, here, group) for group in groups.values()}


def _member(edition: Edition, entry: str, note: Note) -> _Member:
    family = edition.library.families[note.lang, note.family or ""]
    places = {(each.entry, each.part): each for each in reversed(family)}
    own = places.pop((entry, str(note.number)))
    return _Member(note, own, family, list(places.values()))


def _view(edition: Edition, here: str, group: Sequence[_Member]) -> FamilyView:
    part = next((each for each in group if not each.is_listed_whole), None)
    listed = [
        passage
        for each in group
        for passage in (each.others if each.is_listed_whole else each.others[:_LISTED])
    ]
    members = [passage for each in group for passage in each.family]
    return FamilyView(
        _label(edition, group),
        _days(edition, members),
        references(edition, here, listed, None),
        addresses.relative(here, edition.passage(part.family[0])) if part else None,
    )


def _label(edition: Edition, group: Sequence[_Member]) -> str:
    """Return how many other cards have the rulings, or that one of them has it in the reader's
    language and this one has not.
    """
    words, first = edition.words, group[0]
    others = [each for each in first.family if each.card != first.own.card]
    cards = {each.card for each in others}
    if first.note.lang != words.lang and any(each.lang == words.lang for each in others):
        label = words.say("family_spoken", language=words.language(words.lang))
    else:
        label = words.count("family", len(cards)) if cards else words["family_same_card"]
    if len(group) == 1:
        return label
    numbers = ", ".join(str(each.note.number) for each in group)
    return words.say("family_numbers", label=label, numbers=numbers)


def _days(edition: Edition, members: Sequence[Passage]) -> str | None:
    days = sorted(filter(None, {edition.library.facts(each.set_code).released for each in members}))
    if len(days) < 2:
        return None
    return edition.words.say(
        "family_days", first=edition.words.date(days[0]), last=edition.words.date(days[-1])
    )
