"""Random edits of an invented document, to compare builds after them."""

from __future__ import annotations

import random

from rulebinder.library import Library
from site_tests.builders import entry, example_documents, library_of, notes

WORDS = [
    "lantern",
    "mire",
    "fen",
    "spirit",
    "glimmer",
    "reed",
    "boat",
    "oil",
    "wick",
    "tide",
    "mud",
    "frog",
    "moth",
    "heron",
    "bell",
    "rope",
]


class Editor:
    """A document that is edited: cards and rulings are added, changed, moved and removed."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._cards = {self._name(): [self._sentence() for _ in range(2)] for _ in range(6)}
        self.last = ""
        """What the last edit did, for a message."""

    def library(self) -> Library:
        """Return the library of the document and of the example documents."""
        entries = (entry(name, *rulings) for name, rulings in self._cards.items())
        edited = notes(*entries, set_code="fen", title="Fen Release Notes")
        return library_of(*example_documents(), edited)

    def edit(self) -> None:
        """Change the document in one place."""
        name = self._chance.choice(list(self._cards))
        act = self._chance.choice(
            [self._reword, self._add, self._remove, self._rename, self._move, self._new]
        )
        act(name)
        self.last = f"{act.__name__} {name}"

    def _reword(self, name: str) -> None:
        self._cards[name][-1:] = [self._sentence()]

    def _add(self, name: str) -> None:
        self._cards[name].insert(0, self._sentence())

    def _remove(self, name: str) -> None:
        del self._cards[name][1:]

    def _rename(self, name: str) -> None:
        self._cards[self._name()] = self._cards.pop(name)

    def _move(self, name: str) -> None:
        self._cards = {name: self._cards[name], **self._cards}

    def _new(self, _name: str) -> None:
        self._cards[self._name()] = [self._sentence()]

    def _name(self) -> str:
        return " ".join(self._chance.sample(WORDS, 3)).title()

    def _sentence(self) -> str:
        names = ["Mire Lantern", "Wisp of the Fen", *self._chance.sample(WORDS, 2)]
        self._chance.shuffle(names)
        return (
            f"While {names[0]} is tapped, {names[1]} and {names[2]} don't untap"
            f" {self._chance.randrange(2, 9)} times."
        )
