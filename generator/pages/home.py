"""The first page of a language: what the site holds, and how a ruling is linked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import paths, sets
from .edition import Edition, Page
from .sets import SetLine


@dataclass(frozen=True)
class View:
    """The page."""

    counts: tuple[str, ...]
    sets: tuple[SetLine, ...]


def pages(edition: Edition) -> Iterator[Page]:
    """The one page."""
    words, library = edition.words, edition.library
    sections = {note.id for document in library.documents() for section in document.sections for note in section.notes}
    rulings = {note.id for document in library.documents() for card in document.cards for note in card.notes}
    counts = (
        words.count("rulings", len(sections | rulings)),
        words.count("cards", len(library.cards)),
        words.count("mechanics", len(library.mechanics)),
        words.count("sets", len(library.sets)),
    )
    yield Page(paths.HOME, "home", words["site_title"], words["site_description"], View(counts, sets.lines(edition, paths.HOME)))
