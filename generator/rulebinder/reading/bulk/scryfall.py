"""Scryfall's bulk files: a list of cards, and a list of rulings that name their cards by an id."""

from __future__ import annotations

from collections.abc import Iterator

from .cards import REVERSIBLE, Data, DatedRuling, FoundCard, by_id, dated, in_line
from .stream import Stream, as_oracle_id, objects, text

_ENGLISH = ("", "en")
_OFFICIAL = ("", "wotc")
"""The source of the publisher's own rulings."""
_KEYS = ("type_line", "oracle_text", "mana_cost")
NO_CARDS = {"token", "double_faced_token", "emblem", "art_series", REVERSIBLE}
"""The layouts of objects that are not cards of their own, or that have their card's name twice."""


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


def read_cards(stream: Stream, rulings: dict[str, list[DatedRuling]]) -> Iterator[FoundCard]:
    """Yield each card once: of several printings, the first English one.

    The rulings of the card are taken out of ``rulings``, which has them by id. The stream warns of
    what is left out. Raises InputError if the file is broken.
    """
    seen: set[str] = set()
    for data in stream.items("item"):
        for oracle_id, faces in _cards(stream, data).items():
            layout = text(data, "layout")
            named = {in_line(text(face, "name")): face for face in faces}
            key = oracle_id or " // ".join(named)
            if key in seen or text(data, "lang") not in _ENGLISH:
                continue
            if oracle_id not in rulings and layout in NO_CARDS:
                continue
            seen.add(key)
            layout = text(faces[0], "layout") or layout
            yield FoundCard(named, _KEYS, layout, oracle_id, rulings.pop(oracle_id, ()))


def _cards(stream: Stream, data: Data) -> dict[str, list[Data]]:
    """Return the faces of the cards in an object by their ids.

    A reversible card has its id only on its faces. An object that is none has no card.
    """
    name = text(data, "name")
    if text(data, "object") != "card" or not in_line(name):
        stream.leave_out("not a card of Scryfall's: not called one, or without a name")
        return {}
    stream.keep(name)
    faces: list[Data] = [*objects(data, "card_faces")] or [data]
    named = all(in_line(text(face, "name")) for face in faces)
    if not named or data.get("card_faces") not in (None, [], faces):
        stream.leave_out(f"the card {name[:80]!r} has a face without a name")
        return {}
    whole = as_oracle_id(text(data, "oracle_id"))
    return by_id(faces, [whole or as_oracle_id(text(face, "oracle_id")) for face in faces])
