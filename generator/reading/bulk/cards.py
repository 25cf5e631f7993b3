"""Objects of bulk files become cards: their faces, and texts as release notes have them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from ...notes import Card, Face
from ...problems import Place
from ...text import Text, parse
from ..notation.spellings import normalise
from .stream import text

Data = Mapping[str, Any]

NO_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series", "reversible_card"})
"""Scryfall's layouts of objects that are no cards of their own, or that have their card's name twice."""
_BLANKS = re.compile("[ \\t\\r\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
"""Blanks, and characters that no page can show."""
_LAYOUT = re.compile("[a-z_]{1,40}")
_SCRYFALL = ("name", "type_line", "oracle_text", "mana_cost")
_MTGJSON = ("faceName", "type", "text", "manaCost")
_NUMBERS = ("power", "toughness", "loyalty", "defense")


def scryfall_card(data: Data, faces: Sequence[Data], oracle_id: str, place: Place) -> Card:
    """Return a card of Scryfall's with its ``faces``; ``data`` is the only one of most cards."""
    return _card(data, tuple(_face(face, _SCRYFALL) for face in faces or (data,)), oracle_id, place)


def mtgjson_card(faces: Sequence[Data], oracle_id: str, place: Place) -> Card:
    """Return a card of MTGJSON's, which has only its faces."""
    keys = _MTGJSON if len(faces) > 1 else ("name", *_MTGJSON[1:])
    return _card(faces[0], tuple(_face(face, keys) for face in faces), oracle_id, place)


def _card(data: Data, faces: tuple[Face, ...], oracle_id: str, place: Place) -> Card:
    layout = text(data, "layout")
    return Card(faces, layout if _LAYOUT.fullmatch(layout) else "normal", oracle_id=oracle_id, place=place)


def _face(data: Data, keys: tuple[str, str, str, str]) -> Face:
    name, type_line, rules_text, mana_cost = (text(data, key) for key in keys)
    numbers = {key: in_line(text(data, key)) or None for key in _NUMBERS}
    return Face(
        name=in_line(name),
        type_line=in_line(type_line),
        mana_cost=in_line(mana_cost) or None,
        rules_text=tuple(filter(None, map(as_text, rules_text.split("\n")))),
        **numbers,
    )


def in_line(said: str) -> str:
    """Return a name or a number in one line, without what no page can show."""
    return " ".join(_shown(said).split())


def as_text(said: str) -> Text:
    """Return a text with its symbols, one paragraph for each of its lines; an empty one if it says nothing."""
    return parse(normalise("\n\n".join(filter(None, _shown(said).split("\n"))), markdown=False))


def _shown(said: str) -> str:
    if said.isprintable() and "  " not in said and unicodedata.is_normalized("NFC", said):
        return said.strip()  # as most
    lines = (_BLANKS.sub(" ", line).strip() for line in said.split("\n"))
    return unicodedata.normalize("NFC", "\n".join(lines))
