"""The list of all cards, from A to Z."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from . import paths
from .edition import Edition, Page, Reference, collation, initial


@dataclass(frozen=True)
class Letter:
    """The cards under one letter."""

    letter: str
    anchor: str
    cards: tuple[Reference, ...]


@dataclass(frozen=True)
class View:
    """The list of cards."""

    count: str
    letters: tuple[Letter, ...]


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the list of cards."""
    references = sorted(
        (edition.card_reference(paths.CARDS, slug) for slug in edition.library.cards),
        key=lambda reference: (initial(reference.phrase.text), collation(reference.phrase.text)),
    )
    grouped = itertools.groupby(references, lambda reference: initial(reference.phrase.text))
    letters = tuple(Letter(letter, paths.letter_anchor(letter), tuple(cards)) for letter, cards in grouped)
    words = edition.words
    yield Page(
        url=paths.CARDS,
        title=words["cards"],
        description=words["cards_description"],
        view=View(words.count("cards", len(references)), letters),
    )
