"""Rulings, cards and sections that the release notes no longer have.

Their anchors stay, and lead to pages that say so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from ...ledger.numbers import LedgerEntry, LedgerRecord
from ...library import LibraryCard
from ...notes import is_day
from .. import addresses
from ..edition import Edition, Phrase, Reference, View


def removed(
    edition: Edition, here: str, entry_id: str, anchor: Callable[[str], str]
) -> tuple[View, ...]:
    """Return the removed rulings of the entry ``entry_id``, for the page ``here`` with anchors by
    ``anchor``.
    """
    code, _, key = entry_id.partition("/")
    ledger = edition.library.ledgers.get(code)
    entry = ledger.entries.get(key) if ledger else None
    return tuple(
        {
            "id": (note_id := f"{entry_id}/{record.number}"),
            "anchor": anchor(note_id),
            "reference": Reference(short(edition, here, note_id), Phrase(label(edition, record))),
        }
        for record in (entry.records if entry else ())
        if record.retired
    )


def kind(entry: LedgerEntry, record: LedgerRecord) -> str:
    """Return the kind of something with a permanent number: ``ruling`` on a card, ``note`` or
    ``paragraph`` of a section.
    """
    return "note" if unit(record) == "ruling" and "/" in entry.key else unit(record)


def unit(record: LedgerRecord) -> str:
    """Return what readers call something with a permanent number: ``ruling`` or ``paragraph``.

    The end of the keys of the words that name it.
    """
    return "paragraph" if record.paragraph else "ruling"


def label(edition: Edition, record: LedgerRecord) -> str:
    """Return the words that name a ruling of an entry by its number: ``Ruling 3``."""
    return edition.words.say(
        f"share_one_{unit(record)}", number=edition.words.number(record.number)
    )


def short(edition: Edition, here: str, note_id: str) -> str:
    """Return the link to the short page of a removed ruling, in the page's language if there is
    one.

    A published ruling has none, so that the link leads to its place on its card's page; if it moved
    to another day, to its new place.
    """
    code, key, number = _parts(note_id)
    if is_day(code):
        #  The ledger of another day is not in the slice of the page. A ruling stays with its card
        # when its day changes.
        slug = edition.library.ledgers[code].entries[key].slug
        code, key, number = _parts(edition.library.record(note_id).moved(code) or note_id)
        card = edition.library.cards.get(slug) or LibraryCard(slug=slug, names={})
        return addresses.relative(here, addresses.passage(f"{code}/{key}", number, card))
    page = addresses.short_page(note_id)
    if edition.lang in edition.gone_langs(note_id.partition("/")[0]):
        return addresses.relative(here, page)
    return addresses.above_languages(here, page)


def _parts(note_id: str) -> tuple[str, str, str]:
    """Return the set, the entry and the number in an id."""
    code, _, rest = note_id.partition("/")
    key, _, number = rest.rpartition("/")
    return code, key, number


def departed(
    edition: Edition,
    here: str,
    entry_ids: Collection[str],
    whole: Callable[[str], str],
    anchor: Callable[[str], str],
) -> tuple[View, ...]:
    """Return entries that are gone.

    ``whole`` gives the anchor of an entry, ``anchor`` that of a ruling.
    """
    return tuple(
        {
            "anchor": whole(each),
            #  The name in its address. No document says a better one.
            "name": named(each),
            "removed": removed(edition, here, each, anchor),
        }
        for each in entry_ids
    )


def name(edition: Edition, entry: LedgerEntry) -> Phrase:
    """Return the name of an entry that is gone: that of its card in the library or the catalogue,
    else the name in its address.
    """
    if entry.slug in edition.library.cards:
        return edition.card_name(entry.slug)
    names = edition.catalogued.get(entry.slug)
    return edition.name(names) if names else Phrase(named(entry.slug))


def named(entry_id: str) -> str:
    """Return the name in the address of an entry or a section: ``guide-of-souls``."""
    return entry_id.rpartition("/")[2]
