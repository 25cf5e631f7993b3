"""The home page of a language: the contents of the site, and how to link to a ruling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ..library import CardNotes, DocumentNotes, Library
from . import paths, sets
from .citing import short_address
from .edition import Edition, Page, Phrase, Reference
from .sets import SetLine

MECHANICS = 24
"""The number of mechanics that the page shows."""


@dataclass(frozen=True, kw_only=True)
class View:
    """The home page."""

    counts: tuple[str, ...]
    sets: tuple[SetLine, ...]
    mechanics: tuple[Reference, ...]
    """The mechanics that the newest sets explain."""
    every_mechanic: str
    """The number of all mechanics."""
    example: Reference | None
    """The short address of a ruling; None if no card has rulings."""


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
        mechanics=tuple(edition.mechanic_reference(paths.HOME, slug) for slug in islice(_explained(library), MECHANICS)),
        every_mechanic=every_mechanic,
        example=_example(edition),
    )
    yield Page(url=paths.HOME, title=words["site_title"], description=words["site_description"], view=view)


def day_of(library: Library, document: DocumentNotes) -> str | None:
    """Return the day of a document (``YYYY-MM-DD``): its last change or the release of its set, if known."""
    return document.notes.last_modified or library.sets[document.notes.set_code].facts.released


def _explained(library: Library) -> Iterator[str]:
    """Yield the slugs of the mechanics that sections explain, newest set first."""
    codes = list(library.sets)
    explained = [mechanic for mechanic in library.mechanics.values() if mechanic.sections]
    yield from (each.slug for each in sorted(explained, key=lambda each: codes.index(each.sections[0].set_code)))


def _example(edition: Edition) -> Reference | None:
    """Return the link to the newest set's first ruling on a card, as its button copies it."""
    ruling = first_ruling(edition)
    if ruling is None:
        return None
    address = short_address(edition, ruling.notes[0])
    return Reference(paths.above_languages(paths.HOME, address), Phrase(address))


def first_ruling(edition: Edition) -> CardNotes | None:
    """Return the newest set's first card with rulings, as an example of a ruling; None if no card has any."""
    return next((card for code in edition.library.sets for card in edition.document(code).cards if card.notes), None)
