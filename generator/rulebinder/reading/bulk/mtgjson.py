"""MTGJSON's bulk file AtomicCards: lists of faces by the name of their card, with its rulings on
each face.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from pathlib import Path

from ...notes import Card
from ...problems import Place
from . import cards
from .found import FoundCard, dated
from .kinds import WANTED, BulkKind
from .stream import Stream, as_oracle_id, objects, opened, text

_KEYS = ("name", "type", "text", "manaCost")
_FACE_KEYS = ("faceName", *_KEYS[1:])


def read_cards(path: Path) -> Iterator[FoundCard]:
    """Yield each card with its rulings. Raises InputError."""
    place = Place(str(path.with_name(f"{BulkKind.ATOMIC}.json")))
    name = None
    with opened(path, WANTED) as stream:
        for name, values in stream.pairs("data"):
            yield from _cards(stream, name, values, place)
        if name is None:
            raise stream.wrong("no card in this file")


def _cards(stream: Stream, name: str, values: object, place: Place) -> Iterator[FoundCard]:
    """Yield the cards of a ``name``. There are several if their ids differ."""
    stream.keep(name)
    faces = objects({name: values}, name)
    if not faces or faces != values:
        raise stream.wrong(f"{name[:80]!r} is no list of faces, as MTGJSON's AtomicCards has them")
    faces_of: dict[str, list[cards.Data]] = {}
    for face in faces:
        oracle_id = as_oracle_id(text(face.get("identifiers"), "scryfallOracleId"))
        if not oracle_id or not cards.in_line(name):
            raise stream.wrong(f"the card {name[:80]!r} has no scryfallOracleId, or no name")
        faces_of.setdefault(oracle_id, []).append(face)
    for oracle_id, own in faces_of.items():
        every = [
            dated(stream, each, "date", "text")
            for face in own
            for each in stream.every_object(face, "rulings")
        ]
        make = functools.partial(_card, stream, own, oracle_id, place)
        yield FoundCard(cards.in_line(name), tuple(dict.fromkeys(every)), make)


def _card(stream: Stream, faces: Sequence[cards.Data], oracle_id: str, place: Place) -> Card:
    keys = _FACE_KEYS if len(faces) > 1 else _KEYS
    if not all(cards.in_line(text(face, keys[0])) for face in faces):
        raise stream.wrong(f"a card has a face without a name (`{keys[0]}`)")
    return cards.card(text(faces[0], "layout"), faces, keys, oracle_id, place)
