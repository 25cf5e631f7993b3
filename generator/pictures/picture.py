"""Describe the preview picture of each card: name, type line, set and mana cost.

A chat shows it for the card's page and for each of its rulings, so it quotes none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..facts.catalogue import in_language
from ..facts.languages import first
from ..library import CardNotes, Library, LibraryCard
from ..notes import Card
from ..pages import paths
from ..pages.blocks import examples
from ..pages.markup import cut, dashed

WIDTH, HEIGHT = 1200, 630
ALT = 200
"""The most characters of the alternative text."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A card's picture. It is the same in every language of the site, so that a card has only one."""

    path: str
    """The file, from the site's root."""
    name: str
    type_line: str
    set_name: str
    cost: str
    """The mana costs of the faces, as symbols in braces; empty for a land."""
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def alt(self) -> str:
        """The alternative text."""
        return cut(" · ".join(filter(None, (self.name, self.type_line, self.set_name))), ALT)


Pictures = Mapping[str, Picture]
"""Pictures by the URL of the card's page in the folder of a language."""
NONE: Pictures = {}


def pictures(library: Library) -> dict[str, Picture]:
    """Return the picture of every card that a document has an entry for or shows as an example."""
    cards = (card for card in library.cards.values() if card.notes or card.examples)
    return {paths.card_page(card.slug): _picture(library, card) for card in cards}


def _picture(library: Library, card: LibraryCard) -> Picture:
    """Return the picture of a card in its first language, as the newest set prints it."""
    lang = first(each.lang for each in card.notes or card.examples)
    entries = [entry for entry in card.notes if entry.lang == lang]
    shown, set_code = _shown(card, entries, lang)
    return Picture(
        path=paths.preview_picture(card.slug),
        name=in_language(card.names, lang),
        type_line=" // ".join(dict.fromkeys(dashed(face.type_line) for face in shown.faces if face.type_line)),
        set_name=in_language(library.sets[set_code].facts.names, lang),
        cost=" // ".join(face.mana_cost for face in shown.faces if face.mana_cost),
    )


def _shown(card: LibraryCard, entries: list[CardNotes], lang: str) -> tuple[Card, str]:
    """Return the card as the newest set prints it, and the set. If no entry prints it, use a section."""
    if entries:
        return entries[0].entry.card, entries[0].set_code
    section = next(section for section in card.examples if section.lang == lang)
    return examples(section, card.slug)[0], section.set_code
