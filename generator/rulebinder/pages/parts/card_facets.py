"""The newest block of a card, its color, and the values by which cards are filtered: colors and
amounts of mana costs, types, layouts.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import NamedTuple

from ...library import LibraryCard, SectionNotes
from ...notes import Card, Face
from ...text import SYMBOL
from ..edition import Edition
from ..indexes import collation

COLORS = "WUBRG"
_AMOUNT = re.compile(r"\d+")
_DOUBLE_FACED = ("transform", "modal_dfc", "meld")
_SYMBOL = re.compile(SYMBOL)
TYPES = (
    "artifact",
    "battle",
    "creature",
    "enchantment",
    "instant",
    "kindred",
    "land",
    "planeswalker",
    "sorcery",
)
"""The card types; the interface word of each is ``type_<name>``: the word of type lines, then older
words after commas.
"""


def colors(card: Card) -> str:
    """Return the colors of its mana costs, in the game's order; an empty string if there is
    none.
    """
    return colors_of(card.faces)


def colors_of(faces: Iterable[Face]) -> str:
    """Return the colors of the mana costs of ``faces``, in the game's order."""
    cost = "".join(
        symbol for face in faces for symbol in _SYMBOL.findall(face.mana_cost or "")
    ).upper()
    return "".join(color for color in COLORS if color in cost)


def card_types(edition: Edition, card: Card, lang: str) -> tuple[str, ...]:
    """Return the types in its type lines; none if the site has no words for them in ``lang``, the
    card's language.
    """
    if lang not in edition.languages:
        return ()
    words = edition.words_of(lang)
    spoken = tuple(words[f"type_{name}"] for name in TYPES)
    found = {name for face in card.faces for name in _types(face.type_line, spoken)}
    return tuple(name for name in TYPES if name in found)


@functools.lru_cache(maxsize=1 << 14)
def _types(type_line: str, spoken: tuple[str, ...]) -> frozenset[str]:
    """Return the types in a type line. ``spoken`` are the interface words of TYPES."""
    printed = set(collation(type_line)[0].split())
    names = zip(TYPES, spoken, strict=True)
    return frozenset(
        name
        for name, forms in names
        if any(collation(each)[0] in printed for each in forms.split(", "))
    )


def mana_value(card: Card) -> int:
    """Return the mana value: that of both halves of a split card, otherwise that of the first
    face.
    """
    faces = card.faces if card.layout == "split" else card.faces[:1]
    return sum(
        _amount(symbol) for face in faces for symbol in _SYMBOL.findall(face.mana_cost or "")
    )


def _amount(symbol: str) -> int:
    """Return the mana value of a symbol: that of its greatest half, and nothing for an X."""
    number = _AMOUNT.search(symbol)
    return int(number[0]) if number else int(symbol.strip("{}").upper() not in {"X", "Y", "Z"})


def traits(card: Card) -> tuple[str, ...]:
    """Return the words of Scryfall for its layout: ``split``, ``adventure``, ``mdfc`` and ``dfc``;
    none for a normal one.
    """
    if card.layout == "normal":
        return ()
    double = ("dfc",) if card.layout in _DOUBLE_FACED else ()
    return (*double, "mdfc" if card.layout == "modal_dfc" else card.layout)


class Shown(NamedTuple):
    """A block of a card, and the language and the set of its document."""

    card: Card
    lang: str
    set_code: str


def newest(edition: Edition, card: LibraryCard) -> Shown | None:
    """Return the newest block of a card in the best language; None if no document prints the card.

    Blocks of entries come before blocks that sections show as examples.
    """
    found = [
        Shown(entry.entry.card, entry.lang, entry.set_code)
        for entry, _ in edition.choose(card.notes)
    ]
    found += [
        Shown(shown, section.lang, section.set_code)
        for section in card.examples
        for shown in examples(section, card.slug)
    ]
    best = edition.prefer(each.lang for each in found)[:1]
    return next((each for each in found if each.lang in best), None)


def examples(section: SectionNotes, slug: str) -> list[Card]:
    """Return the blocks in which ``section`` shows the card ``slug``."""
    return [
        card
        for card, shown in zip(section.section.examples, section.cards, strict=True)
        if shown == slug
    ]


GOLD, GREY = "gold", "grey"
_DEVOID = "devoid"
"""The mechanic that makes a card colorless."""
_ALL_FACES = "split"
"""The layout of cards that have the colors of all their faces.

Other cards have those of their first face.
"""


def band(edition: Edition, card: Card, lang: str, slug: str | None) -> str | None:
    """Return the band of a card in ``lang``: a color in lower case, :data:`GOLD` for several,
    :data:`GREY` for none.

    Return None if the card has neither a mana cost nor a color indicator and is no land, because
    its color is then unknown. ``slug`` is the card of the library, if there is one.
    """
    faces = card.faces if card.layout == _ALL_FACES else card.faces[:1]
    known = edition.library.cards.get(slug or "")
    if known and _DEVOID in known.mechanics:
        return GREY
    found = colors_of(faces) or _indicated(edition, card.remark or "", lang)
    if found:
        return found.lower() if len(found) == 1 else GOLD
    return GREY if any(face.mana_cost or _is_land(edition, face, lang) for face in faces) else None


def _indicated(edition: Edition, remark: str, lang: str) -> str:
    """Return the colors that a remark such as ``Color indicator: Red`` names."""
    printed = collation(remark)[0].split()
    words = edition.words_of(lang)
    return "".join(
        each for each in COLORS if collation(words[f"colour_{each.lower()}"])[0] in printed
    )


def _is_land(edition: Edition, face: Face, lang: str) -> bool:
    printed = collation(face.type_line)[0].split()
    return any(
        collation(word)[0] in printed for word in edition.words_of(lang)["type_land"].split(", ")
    )
