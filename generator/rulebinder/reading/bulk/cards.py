"""What a bulk file says of a card: its faces, its rulings, and texts as release notes have them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...facts.files.yaml_files import is_day
from ...notes import Card, Face
from ...problems import Place
from ...text import Text, parse
from ..notation.spellings import normalise, without_unseen
from .stream import Stream, text

Data = Mapping[str, Any]
REVERSIBLE = "reversible_card"
"""The layout of a printing that has a whole card on each side."""

_BLANKS = re.compile("[ \x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
"""Blanks, and characters that no page can show."""
_LAYOUT = re.compile("[a-z_]{1,40}")
_NUMBERS = ("power", "toughness", "loyalty", "defense")


class DatedRuling(NamedTuple):
    """A ruling, with the day of its publication."""

    day: str
    comment: str
    source: str | None = None
    """Who says so, if it is not the publisher."""


class FoundCard(NamedTuple):
    """A card and its rulings as a bulk file has them."""

    faces: Mapping[str, Data]
    """Its faces by their names."""
    keys: tuple[str, str, str]
    """The keys of type line, rules text and mana cost, which differ between the files."""
    layout: str
    oracle_id: str
    """Empty if it has none."""
    rulings: Sequence[DatedRuling]

    @property
    def name(self) -> str:
        """The names of its faces, joined."""
        return " // ".join(self.faces)

    def card(self, place: Place) -> Card:
        """Return the card of release notes."""
        is_layout = self.layout != REVERSIBLE and _LAYOUT.fullmatch(self.layout)
        return Card(
            tuple(self._face(name, data) for name, data in self.faces.items()),
            self.layout if is_layout else "normal",
            oracle_id=self.oracle_id or None,
            place=place,
        )

    def _face(self, name: str, data: Data) -> Face:
        type_line, rules_text, mana_cost = (text(data, key) for key in self.keys)
        numbers = {key: in_line(text(data, key)) or None for key in _NUMBERS}
        return Face(
            name=name,
            type_line=in_line(type_line),
            mana_cost=in_line(mana_cost) or None,
            rules_text=tuple(filter(None, map(as_text, rules_text.split("\n")))),
            **numbers,
        )


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


def dated(
    stream: Stream, data: object, day_key: str, text_key: str, card: str
) -> DatedRuling | None:
    """Return the ruling of a ``card`` in an object that has day and text at these keys.

    Returns None if one is missing, and reports that. Raises InputError if all rulings take too
    much memory.
    """
    day, comment = text(data, day_key), text(data, text_key)
    if not comment.strip():
        stream.leave_out(f"a ruling without a text (`{text_key}`) of {card[:80]!r}")
    elif not day or not is_day(day):
        fault = f"a ruling whose day (`{day_key}`) is {day[:40]!r}, not one such as 2017-04-18"
        stream.leave_out(f"{fault}, of {card[:80]!r}")
    else:
        stream.keep(comment)
        return DatedRuling(day, comment)
    return None


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
