"""The list of all sets by year, newest first."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from .. import addresses
from ..edition import Edition, Page, View, overview
from ..parts.entry_blocks import count_notes


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the list of sets."""
    view = {
        "years": years(lines(edition, addresses.SETS, edition.library.released_sets)),
        #  The number of published rulings, in words.
        "published": published(edition),
        #  Their days, newest first; empty if there are none.
        "days": tuple(edition.set_reference(addresses.SETS, code) for code in edition.library.days),
    }
    yield overview(edition, addresses.SETS, "sets", view)


def lines(edition: Edition, here: str, codes: Iterable[str]) -> tuple[View, ...]:
    """Return the sets with these ``codes``, with links from the page ``here``."""
    return tuple(_line(edition, here, code) for code in codes)


def published(edition: Edition) -> str:
    """Return the number of published rulings, in words."""
    cards = (card for code in edition.library.days for card in edition.document(code).cards)
    return edition.words.count("published", sum(len(card.notes) for card in cards))


def years(found: Iterable[View]) -> tuple[View, ...]:
    """Return sets by year. They must be in order."""
    return tuple(
        {
            "year": year,
            "sets": tuple(group),
        }
        for year, group in itertools.groupby(found, lambda line: line["year"])
    )


def _line(edition: Edition, here: str, code: str) -> View:
    words, each = edition.words, edition.library.sets[code]
    langs = sorted(each.documents)
    cards = list(
        edition.choose(notes for document in each.documents.values() for notes in document.cards)
    )
    sections = edition.choose(
        notes for document in each.documents.values() for notes in document.sections
    )
    return {
        "set_page": edition.set_reference(here, code),
        #  As printed on cards.
        "code": addresses.plate(code),
        "year": each.facts.released[:4] if each.facts.released else None,
        "released": words.date(each.facts.released) if each.facts.released else None,
        #  The languages of its documents, named in the page's language; empty if that is the only
        #  one.
        "languages": tuple(words.language(lang) for lang in langs)
        if langs != [edition.lang]
        else (),
        "cards": words.count("cards", len(cards)),
        "rulings": words.count("rulings", count_notes([*cards, *sections])),
    }
