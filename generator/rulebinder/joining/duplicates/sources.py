"""Leave out published rulings that release notes have too: the ruling of the document says
which.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ...facts.catalogue import EraTerm, SetFacts
from ...library import CardNotes, DocumentNotes, Note
from ...notes import is_day
from ...system.grouping import grouped
from .kept_words import Terms, current_names
from .same_rulings import same_rulings

LANG = "en"
"""The language of published rulings."""
_Entries = Mapping[str, Sequence[CardNotes]]
"""Entries by the slug of their card, oldest set first."""


def without_repeats(
    documents: Sequence[DocumentNotes], facts: Mapping[str, SetFacts], eras: Mapping[str, EraTerm]
) -> list[DocumentNotes]:
    """Return the documents without the published rulings that others have. ``facts`` are those of
    their sets, newest first.

    The oldest document with a ruling keeps it. Entries without any rulings left are left out, too.
    """
    order = {code: -at for at, code in enumerate(facts)}
    english = sorted(
        (each for each in documents if each.notes.lang == LANG),
        key=lambda each: order[each.notes.set_code],
    )
    published = _by_card(each for each in english if is_day(each.notes.set_code))
    documented = _by_card(each for each in english if not is_day(each.notes.set_code))
    terms = current_names(eras)
    same: dict[str, tuple[str, ...]] = {}
    for slug in published.keys() & documented.keys():
        same |= _same(published[slug], documented[slug], terms)
    if not same:
        return list(documents)
    left_out = {each for ids in same.values() for each in ids}
    return [replace(each, cards=tuple(_cards(each.cards, same, left_out))) for each in documents]


def _by_card(documents: Iterable[DocumentNotes]) -> _Entries:
    return grouped((entry.card, entry) for document in documents for entry in document.cards)


def _same(
    published: Sequence[CardNotes], documented: Sequence[CardNotes], terms: Terms
) -> dict[str, tuple[str, ...]]:
    """Return the ids of the published rulings of one card that documents have too, by the id of the
    document's ruling.
    """
    found: dict[str, tuple[str, ...]] = {}
    left = [note for entry in published for note in entry.notes if not note.items]
    for entry in documented:
        notes = entry.notes
        same = same_rulings([note.text.plain() for note in left], notes, entry.entry.card, terms)
        for at, places in same.items():
            first = notes[places[0]].id
            found[first] = (*found.get(first, ()), left[at].id)
        left = [note for at, note in enumerate(left) if at not in same]
    return found


def _cards(
    entries: Iterable[CardNotes], same: Mapping[str, tuple[str, ...]], left_out: set[str]
) -> Iterator[CardNotes]:
    for entry in entries:
        body = tuple(
            replace(block, published=same.get(block.id, ()))
            if isinstance(block, Note) and block.id in same
            else block
            for block in entry.body
            if not (isinstance(block, Note) and block.id in left_out)
        )
        if body or not entry.body:
            yield entry if body == entry.body else replace(entry, body=body)
