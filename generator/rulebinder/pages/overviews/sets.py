"""The list of all sets by year, newest first."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .. import addresses
from ..edition import Edition, Page, Reference
from ..parts.entry_blocks import count_notes

ADDRESS = addresses.SETS


@dataclass(frozen=True, kw_only=True)
class SetLine:
    """A set in a list of sets."""

    set_page: Reference
    code: str
    """As printed on cards."""
    year: str | None
    released: str | None
    languages: tuple[str, ...]
    """The languages of its documents, named in the page's language; empty if that is the only
    one.
    """
    cards: str
    rulings: str


@dataclass(frozen=True)
class Year:
    """The sets of one year, newest first; ``year`` is None for those whose release is unknown."""

    year: str | None
    sets: tuple[SetLine, ...]


@dataclass(frozen=True)
class View:
    """The list of sets."""

    years: tuple[Year, ...]
    published: str
    """The number of published rulings, in words."""
    days: tuple[Reference, ...]
    """Their days, newest first; empty if there are none."""


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the list of sets."""
    words = edition.words
    yield Page(
        url=ADDRESS,
        title=words["sets"],
        listed=words["listed_sets"],
        description=words["sets_description"],
        view=View(
            years(lines(edition, addresses.SETS, edition.library.released_sets)),
            published(edition),
            tuple(edition.set_reference(addresses.SETS, code) for code in edition.library.days),
        ),
    )


def lines(edition: Edition, here: str, codes: Iterable[str]) -> tuple[SetLine, ...]:
    """Return the sets with these ``codes``, with links from the page ``here``."""
    return tuple(_line(edition, here, code) for code in codes)


def published(edition: Edition) -> str:
    """Return the number of published rulings, in words."""
    cards = (card for code in edition.library.days for card in edition.document(code).cards)
    return edition.words.count("published", sum(len(card.notes) for card in cards))


def years(found: Iterable[SetLine]) -> tuple[Year, ...]:
    """Return sets by year. They must be in order."""
    return tuple(
        Year(year, tuple(group)) for year, group in itertools.groupby(found, lambda line: line.year)
    )


def _line(edition: Edition, here: str, code: str) -> SetLine:
    words, each = edition.words, edition.library.sets[code]
    langs = sorted(each.documents)
    cards = list(
        edition.choose(notes for document in each.documents.values() for notes in document.cards)
    )
    sections = edition.choose(
        notes for document in each.documents.values() for notes in document.sections
    )
    return SetLine(
        set_page=edition.set_reference(here, code),
        code=addresses.plate(code),
        year=each.facts.released[:4] if each.facts.released else None,
        released=words.date(each.facts.released) if each.facts.released else None,
        languages=tuple(words.language(lang) for lang in langs) if langs != [edition.lang] else (),
        cards=words.count("cards", len(cards)),
        rulings=words.count("rulings", count_notes([*cards, *sections])),
    )
