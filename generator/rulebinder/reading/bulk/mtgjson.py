"""MTGJSON's bulk file AtomicCards: lists of faces by the name of their card, with its rulings on
each face.
"""

from __future__ import annotations

from collections.abc import Iterator

from .cards import REVERSIBLE, FoundCard, by_id, dated, in_line
from .stream import Stream, as_oracle_id, objects, text

_KEYS = ("type", "text", "manaCost")


def read_cards(stream: Stream) -> Iterator[FoundCard]:
    """Yield each card with its rulings.

    The stream warns of what is left out. Raises InputError if the file is broken.
    """
    for name, values in stream.pairs("data"):
        yield from _cards(stream, name, values)


def _cards(stream: Stream, name: str, values: object) -> Iterator[FoundCard]:
    """Yield the cards of a ``name``. There are several if their ids differ."""
    stream.keep(name)
    faces = objects({name: values}, name)
    label = in_line(name)
    if not faces or faces != values or not label:
        stream.leave_out(f"{name[:80]!r} is not a list of faces, as MTGJSON's AtomicCards has them")
        return
    ids = [as_oracle_id(text(face.get("identifiers"), "scryfallOracleId")) for face in faces]
    for oracle_id, members in by_id(faces, ids).items():
        layout = text(members[0], "layout")
        named = {label: members[0]}
        if len(members) > 1 or layout == REVERSIBLE:
            named = {in_line(text(face, "faceName")): face for face in members}
        if not all(named):
            stream.leave_out(f"the card {name[:80]!r} has a face without a name (`faceName`)")
            continue
        rulings = [
            dated(stream, ruling, "date", "text", name)
            for face in members
            for ruling in _listed(face.get("rulings"))
        ]
        yield FoundCard(named, _KEYS, layout, oracle_id, tuple(filter(None, rulings)))


def _listed(values: object) -> list[object]:
    """Return the values of a list; a value that is not a list is the only one."""
    return values if isinstance(values, list) else [] if values is None else [values]
