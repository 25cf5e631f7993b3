"""Objects of bulk files become cards: their faces, and texts as release notes have them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from ...notes import Card, Face
from ...problems import Place
from ...text import Text, parse
from ..notation.spellings import normalise, without_unseen
from .stream import text

Data = Mapping[str, Any]
Keys = tuple[str, str, str]
"""The keys of type line, rules text and mana cost of a face."""
REVERSIBLE = "reversible_card"
"""The layout of a printing that has a whole card on each side."""

_BLANKS = re.compile("[ \x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
"""Blanks, and characters that no page can show."""
_LAYOUT = re.compile("[a-z_]{1,40}")
_NUMBERS = ("power", "toughness", "loyalty", "defense")


def by_id(faces: Sequence[Data], ids: Sequence[str | None]) -> dict[str, list[Data]]:
    """Return the faces of each card by its id, empty if it has none.

    A face without an id belongs to the card of the others, if they are of one card.
    """
    unlike = set(filter(None, ids))
    only = unlike.pop() if len(unlike) == 1 else ""
    faces_of: dict[str, list[Data]] = {}
    for face, oracle_id in zip(faces, ids, strict=True):
        faces_of.setdefault(oracle_id or only, []).append(face)
    return faces_of


def card(layout: str, faces: Mapping[str, Data], keys: Keys, oracle_id: str, place: Place) -> Card:
    """Return the card with these ``faces`` by name, whose ``keys`` differ between the files."""
    if layout == REVERSIBLE or not _LAYOUT.fullmatch(layout):
        layout = "normal"
    printed = tuple(_face(name, data, keys) for name, data in faces.items())
    return Card(printed, layout, oracle_id=oracle_id or None, place=place)


def _face(name: str, data: Data, keys: Keys) -> Face:
    type_line, rules_text, mana_cost = (text(data, key) for key in keys)
    numbers = {key: in_line(text(data, key)) or None for key in _NUMBERS}
    return Face(
        name=name,
        type_line=in_line(type_line),
        mana_cost=in_line(mana_cost) or None,
        rules_text=tuple(filter(None, map(as_text, rules_text.split("\n")))),
        **numbers,
    )


def in_line(said: str) -> str:
    """Return a name or a number in one line, without what no page can show."""
    return " ".join(_shown(said).split())


def as_text(said: str) -> Text:
    """Return a text with its symbols: a paragraph for each line, none if it says nothing."""
    return parse(normalise("\n\n".join(filter(None, _shown(said).split("\n"))), markdown=False))


def _shown(said: str) -> str:
    if said.isprintable() and "  " not in said and unicodedata.is_normalized("NFC", said):
        return said.strip()  # as most
    lines = (_BLANKS.sub(" ", line).strip() for line in without_unseen(said).split("\n"))
    return unicodedata.normalize("NFC", "\n".join(lines))
