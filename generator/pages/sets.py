"""All sets, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import paths
from .blocks import count_notes
from .edition import Edition, Page, Reference


@dataclass(frozen=True)
class SetLine:
    """A set in a list of sets."""

    set_page: Reference
    released: str | None
    languages: tuple[str, ...]
    """The names, in the page's language, of the languages it has documents in."""
    cards: str
    rulings: str


@dataclass(frozen=True)
class View:
    """The page."""

    sets: tuple[SetLine, ...]


def pages(edition: Edition) -> Iterator[Page]:
    """The one page."""
    words = edition.words
    yield Page(paths.SETS, "sets", words["sets"], words["sets_description"], View(lines(edition, paths.SETS)))


def lines(edition: Edition, here: str) -> tuple[SetLine, ...]:
    """Every set, newest first, linked from the page ``here``."""
    return tuple(_line(edition, here, code) for code in edition.library.sets)


def _line(edition: Edition, here: str, code: str) -> SetLine:
    words, each = edition.words, edition.library.sets[code]
    cards = list(edition.choose(notes for document in each.documents.values() for notes in document.cards))
    sections = edition.choose(notes for document in each.documents.values() for notes in document.sections)
    return SetLine(
        edition.set_reference(here, code),
        words.date(each.facts.released) if each.facts.released else None,
        tuple(words.language(lang) for lang in sorted(each.documents)),
        words.count("cards", len(cards)),
        words.count("rulings", count_notes([*cards, *sections])),
    )
