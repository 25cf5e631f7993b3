"""The color of a card, for the band on its frame."""

from __future__ import annotations

from ...notes import Card, Face
from ..edition import Edition
from ..indexes import collation
from .card_facets import COLORS, colors_of

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
