"""The family of a ruling: rulings on other cards that say the same."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...library import Note, Passage
from .. import addresses
from ..edition import Edition, View
from .references import references

_LISTED = 48
"""The most rulings that a page lists.

In a larger family only the first ruling lists all, so that pages do not grow with it.
"""


@dataclass(frozen=True)
class _Family:
    """What all members of a family share."""

    first: Passage
    places: Mapping[tuple[str, str | None], Passage]
    """Its passages by their places, each once."""
    cards: frozenset[str | None]
    """The cards that have it."""
    repeated: frozenset[str | None]
    """Those that have it at several places."""
    spoken: frozenset[str | None]
    """Those that have it in the page's language."""
    days: tuple[str, ...]
    """The first and the last day on which it was published; none if no day is known."""


@dataclass(frozen=True)
class _Member:
    """A ruling of an entry, its passage, and its family."""

    note: Note
    own: Passage
    family: _Family

    @property
    def is_listed_whole(self) -> bool:
        """Whether the page lists all of its family."""
        return len(self.family.places) - 1 <= _LISTED or self.note.id == self.note.family

    def others(self) -> Iterator[Passage]:
        """Yield the passages of its family at other places that the page lists."""
        others = (each for each in self.family.places.values() if each is not self.own)
        return others if self.is_listed_whole else itertools.islice(others, _LISTED)


def families(edition: Edition, here: str, entry: str, notes: Sequence[Note]) -> Mapping[str, View]:
    """Return the families of the rulings of an ``entry`` (an id) on the card page ``here``, by the
    id of their first ruling: rulings that the same other cards have are one view.
    """
    groups: dict[object, list[_Member]] = {}
    for note in notes:
        if note.family is not None:
            key = note.lang, note.family
            family = edition.once(("family", *key), functools.partial(_family, edition, *key))
            member = _Member(note, family.places[entry, str(note.number)], family)
            others = note.lang, family.cards, member.own.card in family.repeated
            groups.setdefault(others, []).append(member)
    return {group[0].note.id: _view(edition, here, group) for group in groups.values()}


def _family(edition: Edition, lang: str, key: str) -> _Family:
    passages = edition.library.families[lang, key]
    places = {(each.entry, each.part): each for each in reversed(passages)}
    counts = Counter(each.card for each in places.values())
    released = {edition.library.facts(each.set_code).released for each in passages}
    days, cards = sorted(filter(None, released)), frozenset(counts)
    return _Family(
        first=passages[0],
        places=places,
        cards=edition.once(cards, lambda: cards),  # one set for families of the same cards
        repeated=frozenset(card for card, count in counts.items() if count > 1),
        spoken=frozenset(each.card for each in passages if each.lang == edition.lang),
        days=(*days[:1], *days[-1:]),
    )


def _view(edition: Edition, here: str, group: Sequence[_Member]) -> View:
    part = next((each for each in group if not each.is_listed_whole), None)
    listed = [passage for each in group for passage in each.others()]
    return {
        "label": _label(edition, group),
        #  The first and the last day on which it was published; None if it is one day, or if the
        #  days are not known.
        "days": _days(edition, group),
        "others": references(edition, here, listed, None),
        #  The link to the ruling that lists all of them; None if this one does.
        "first": addresses.relative(here, edition.passage(part.family.first)) if part else None,
    }


def _label(edition: Edition, group: Sequence[_Member]) -> str:
    """Return how many other cards have the rulings, or that one of them has it in the reader's
    language and this one has not.
    """
    words, first = edition.words, group[0]
    cards, own = len(first.family.cards) - 1, {first.own.card}
    if first.note.lang != words.lang and not first.family.spoken <= own:
        label = words.say("family_spoken", language=words.language(words.lang))
    else:
        label = words.count("family", cards) if cards else words["family_same_card"]
    if len(group) == 1:
        return label
    numbers = ", ".join(str(each.note.number) for each in group)
    return words.say("family_numbers", label=label, numbers=numbers)


def _days(edition: Edition, group: Sequence[_Member]) -> str | None:
    days = sorted({day for each in group for day in each.family.days})
    if len(days) < 2:
        return None
    return edition.words.say(
        "family_days", first=edition.words.date(days[0]), last=edition.words.date(days[-1])
    )
