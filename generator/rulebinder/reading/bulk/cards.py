"""What a bulk file says of a card: its faces, its rulings, and texts as release notes have them.

MTGJSON's AtomicCards has lists of faces by the name of their card, with its rulings on each face.
Scryfall has a list of cards, and a list of rulings that name their cards by an id.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...facts.files.yaml_files import is_day
from ...notes import Card, Face
from ...problems import Place
from ...system.grouping import grouped
from ...text import Text, parse
from ..notation.spellings import normalise, without_unseen
from .stream import Stream, as_oracle_id, objects, text

Data = Mapping[str, Any]
REVERSIBLE = "reversible_card"
"""The layout of a printing that has a whole card on each side."""

_BLANKS = re.compile("[ \x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
"""Blanks, and characters that no page can show."""
_LAYOUT = re.compile("[a-z_]{1,40}")
_NUMBERS = ("power", "toughness", "loyalty", "defense")
_MTGJSON_KEYS = ("type", "text", "manaCost")
_ENGLISH = ("", "en")
_OFFICIAL = ("", "wotc")
"""The source of the publisher's own rulings."""
_SCRYFALL_KEYS = ("type_line", "oracle_text", "mana_cost")
READ = {
    "object", "oracle_id", "name", "lang", "layout", "card_faces", *_SCRYFALL_KEYS, *_NUMBERS,
    "source", "published_at", "comment",
}  # fmt: skip
"""The keys of Scryfall's objects that are read here."""
NO_CARDS = {"token", "double_faced_token", "emblem", "art_series", "front_card", REVERSIBLE}
"""The layouts of objects that are not cards of their own, or that have their card's name twice."""


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
    return grouped((oracle_id or only, face) for face, oracle_id in zip(faces, ids, strict=True))


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
    return parse(normalise("\n\n".join(filter(None, _shown(said).split("\n")))))


def _shown(said: str) -> str:
    if said.isprintable() and "  " not in said and unicodedata.is_normalized("NFC", said):
        return said.strip()  # as most
    lines = (_BLANKS.sub(" ", line).strip() for line in without_unseen(said).split("\n"))
    return unicodedata.normalize("NFC", "\n".join(lines))


def read_mtgjson(stream: Stream) -> Iterator[FoundCard]:
    """Yield each card with its rulings; a name has several cards if their ids differ.

    The stream warns of what is left out. Raises InputError if the file is broken.
    """
    for name, values in stream.pairs("data"):
        stream.keep(name)
        faces = objects({name: values}, name)
        label = in_line(name)
        if not faces or faces != values or not label:
            fault = f"{name[:80]!r} is not a list of faces, as MTGJSON's AtomicCards has them"
            stream.leave_out(fault)
            continue
        ids = [as_oracle_id(text(face.get("identifiers"), "scryfallOracleId")) for face in faces]
        for oracle_id, members in by_id(faces, ids).items():
            layout = text(members[0], "layout")
            named = {label: members[0]}
            if len(members) > 1 or layout == REVERSIBLE:
                named = {in_line(text(face, "faceName")): face for face in members}
            if not all(named):
                fault = f"the card {name[:80]!r} has a face without a name (`faceName`)"
                stream.leave_out(fault)
                continue
            rulings = []
            for face in members:
                listed = face.get("rulings")
                for data in listed if isinstance(listed, list) else [listed] * (listed is not None):
                    rulings.append(dated(stream, data, "date", "text", name))
            yield FoundCard(named, _MTGJSON_KEYS, layout, oracle_id, tuple(filter(None, rulings)))


def read_rulings(stream: Stream) -> dict[str, list[DatedRuling]]:
    """Return the rulings by the id of their card, in the order of the file.

    The stream warns of what is left out. Raises InputError if nothing can be read.
    """
    rulings: dict[str, list[DatedRuling]] = {}
    for data in stream.items("item"):
        oracle_id = as_oracle_id(text(data, "oracle_id"))
        if text(data, "object") != "ruling" or not oracle_id:
            stream.leave_out("not a ruling of Scryfall's: not called one, or without an oracle_id")
            continue
        ruling = dated(stream, data, "published_at", "comment", oracle_id)
        if ruling:
            source = in_line(text(data, "source"))
            ruling = ruling._replace(source=None if source in _OFFICIAL else source)
            rulings.setdefault(oracle_id, []).append(ruling)
    if not rulings:
        raise stream.nothing_read("ruling")
    return rulings


def read_scryfall(stream: Stream, rulings: dict[str, list[DatedRuling]]) -> Iterator[FoundCard]:
    """Yield each card once: of several printings, the first English one.

    The rulings of the card are taken out of ``rulings``, which has them by id. The stream warns of
    what is left out. Raises InputError if the file is broken.
    """
    seen: set[str] = set()
    for data in stream.items("item"):
        name = text(data, "name")
        if text(data, "object") != "card" or not in_line(name):
            stream.leave_out("not a card of Scryfall's: not called one, or without a name")
            continue
        stream.keep(name)
        sides: list[Data] = [*objects(data, "card_faces")] or [data]
        is_named = all(in_line(text(side, "name")) for side in sides)
        if not is_named or data.get("card_faces") not in (None, [], sides):
            stream.leave_out(f"the card {name[:80]!r} has a face without a name")
            continue
        #  A reversible card has its id only on its faces.
        whole = as_oracle_id(text(data, "oracle_id"))
        ids = [whole or as_oracle_id(text(side, "oracle_id")) for side in sides]
        for oracle_id, faces in by_id(sides, ids).items():
            layout = text(data, "layout")
            named = {in_line(text(face, "name")): face for face in faces}
            key = oracle_id or " // ".join(named)
            if key in seen or text(data, "lang") not in _ENGLISH:
                continue
            if oracle_id not in rulings and layout in NO_CARDS:
                continue
            seen.add(key)
            layout = text(faces[0], "layout") or layout
            yield FoundCard(named, _SCRYFALL_KEYS, layout, oracle_id, rulings.pop(oracle_id, ()))
