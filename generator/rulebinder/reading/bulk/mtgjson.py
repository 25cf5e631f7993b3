"""MTGJSON's bulk file AtomicCards: lists of faces by the name of their card, with its rulings on
each face.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

from ...problems import Place, Problem
from . import cards
from .found import FoundCard, dated
from .kinds import WANTED, BulkKind
from .stream import Stream, as_oracle_id, objects, opened, text, values_at

_KEYS = ("type", "text", "manaCost")


def read_cards(path: Path, problems: list[Problem]) -> Iterator[FoundCard]:
    """Yield each card with its rulings.

    ``problems`` get a warning for what is left out. Raises InputError if nothing can be read.
    """
    place = Place(str(path.with_name(f"{BulkKind.ATOMIC}.json")))
    empty = True
    with opened(path, WANTED, problems) as stream:
        for name, values in stream.pairs("data"):
            for card in _cards(stream, name, values, place):
                empty = False
                yield card
        if empty:
            raise stream.nothing_read("card")


def _cards(stream: Stream, name: str, values: object, place: Place) -> Iterator[FoundCard]:
    """Yield the cards of a ``name``. There are several if their ids differ."""
    stream.keep(name)
    faces = objects({name: values}, name)
    label = cards.in_line(name)
    if not faces or faces != values or not label:
        stream.leave_out(f"{name[:80]!r} is no list of faces, as MTGJSON's AtomicCards has them")
        return
    ids = [as_oracle_id(text(face.get("identifiers"), "scryfallOracleId")) for face in faces]
    for oracle_id, members in cards.by_id(faces, ids).items():
        layout = text(members[0], "layout")
        named = {label: members[0]}
        if len(members) > 1 or layout == cards.REVERSIBLE:
            named = {cards.in_line(text(face, "faceName")): face for face in members}
        if not all(named):
            stream.leave_out(f"the card {name[:80]!r} has a face without a name (`faceName`)")
            continue
        rulings = [
            dated(stream, ruling, "date", "text", name)
            for face in members
            for ruling in values_at(face, "rulings")
        ]
        make = functools.partial(cards.card, layout, named, _KEYS, oracle_id, place)
        yield FoundCard(" // ".join(named), tuple(filter(None, rulings)), make)
