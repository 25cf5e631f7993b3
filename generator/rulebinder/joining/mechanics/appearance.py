"""The mechanics that a card's symbols, type lines and layout show."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ...facts.catalogue import MechanicFacts
from ...facts.languages import Reading
from ...notes import Card
from ...system.grouping import grouped
from ..phrases import Phrases

_SYMBOL = re.compile(r"\{([^{}]+)\}")
_SEPARATORS = (" — ", " -- ", " – ", " - ")
"""The separators of types and subtypes, if the language has none."""


class Printed:
    """Finds the mechanics of one language's cards by everything but their words: ``has`` of the
    catalogue.
    """

    def __init__(self, mechanics: Collection[MechanicFacts], reading: Reading | None) -> None:
        self._symbols = grouped(
            (_levelled(symbol[1:-1]), facts.slug)
            for facts in mechanics
            for symbol in facts.has.get("symbols", ())
        )
        self._layouts = grouped(
            (layout, facts.slug) for facts in mechanics for layout in facts.has.get("layouts", ())
        )
        self._separators = reading.subtype_separators if reading else _SEPARATORS
        types: list[tuple[str, tuple[str, str]]] = []
        for facts in mechanics:
            for side in ("types", "subtypes"):
                for english in facts.has.get(side, ()):
                    types += [(word, (side, facts.slug)) for word in type_words(english, reading)]
        self._types = Phrases(types)

    def symbols(self, text: str) -> Iterator[str]:
        """Yield the mechanics whose symbols ``text`` has.

        The order of the halves of a symbol does not matter.
        """
        for match in _SYMBOL.finditer(text):
            yield from self._symbols.get(_levelled(match[1]), ())

    def of_head(self, card: Card) -> Iterator[str]:
        """Yield the mechanics that the layout, the mana costs and the type lines of a card show."""
        yield from self._layouts.get(card.layout, ())
        for face in card.faces:
            yield from self.symbols(face.mana_cost or "")
            yield from self._of_type_line(face.type_line)

    def _of_type_line(self, line: str) -> Iterator[str]:
        """Yield the mechanics of a type line.

        Without a separator, it may have subtypes too: ``Summon Sliver``.
        """
        found = [at for separator in self._separators if (at := line.find(separator)) >= 0]
        split = min(found, default=None)
        for hit in self._types.hits(line):
            side, slug = hit.meaning
            if split is None or (hit.start < split) == (side == "types"):
                yield slug


def type_words(english: str, reading: Reading | None) -> tuple[str, ...]:
    """Return the words for a type, subtype or token in a language.

    If it has none, cards print the English one.
    """
    return reading.type_words.get(english, (english,)) if reading else (english,)


def _levelled(symbol: str) -> str:
    return "/".join(sorted(symbol.upper().split("/")))
