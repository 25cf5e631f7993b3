"""The home page of a language: the contents of the site, and how to link to a ruling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ..library import DocumentNotes, Library
from . import paths, sets
from .edition import Edition, Page, Reference
from .sets import SetLine

NEWEST, MECHANICS = 6, 24
"""The numbers of documents and of mechanics that the page shows."""


@dataclass(frozen=True)
class Newest:
    """One of the newest documents."""

    set_page: Reference
    language: str
    day: str


@dataclass(frozen=True, kw_only=True)
class View:
    """The home page."""

    counts: tuple[str, ...]
    sets: tuple[SetLine, ...]
    newest: tuple[Newest, ...]
    mechanics: tuple[Reference, ...]
    """The mechanics that the newest sets explain."""
    every_mechanic: str
    """The number of all mechanics."""
    example: str | None
    """The link to the short address of a ruling; None if the site has no rulings."""


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the home page."""
    words, library = edition.words, edition.library
    sections = {note.id for document in library.documents() for section in document.sections for note in section.notes}
    rulings = {note.id for document in library.documents() for card in document.cards for note in card.notes}
    every_mechanic = words.count("mechanics", len(library.mechanics))
    counts = (
        words.count("rulings", len(sections | rulings)),
        words.count("cards", len(library.cards)),
        every_mechanic,
        words.count("sets", len(library.sets)),
    )
    view = View(
        counts=counts,
        sets=sets.lines(edition, paths.HOME),
        newest=tuple(islice(_newest(edition), NEWEST)),
        mechanics=tuple(edition.mechanic_reference(paths.HOME, slug) for slug in islice(_explained(library), MECHANICS)),
        every_mechanic=every_mechanic,
        example=_example(edition),
    )
    yield Page(url=paths.HOME, title=words["site_title"], description=words["site_description"], view=view)


def day_of(library: Library, document: DocumentNotes) -> str | None:
    """Return the day of a document (``YYYY-MM-DD``): its last change or the release of its set, if known."""
    return document.notes.last_modified or library.sets[document.notes.set_code].facts.released


def _newest(edition: Edition) -> Iterator[Newest]:
    dated = [(day, document.notes) for document in edition.library.documents() if (day := day_of(edition.library, document))]
    for day, notes in sorted(dated, key=lambda each: each[0], reverse=True):
        reference = edition.set_reference(paths.HOME, notes.set_code)
        yield Newest(reference, edition.words.language(notes.lang), edition.words.date(day))


def _explained(library: Library) -> Iterator[str]:
    """Yield the slugs of the mechanics that sections explain, newest set first."""
    codes = list(library.sets)
    explained = [mechanic for mechanic in library.mechanics.values() if mechanic.sections]
    yield from (each.slug for each in sorted(explained, key=lambda each: codes.index(each.sections[0].set_code)))


def _example(edition: Edition) -> str | None:
    """Return the link to the newest set's first ruling on a card."""
    cards = (card for code in edition.library.sets for card in edition.document(code).cards if card.notes)
    first = next(cards, None)
    return paths.above_languages(paths.HOME, paths.short_page(first.notes[0].id)) if first else None
