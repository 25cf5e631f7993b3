"""Scryfall's bulk files: a list of cards, and a list of rulings that name their cards by an id."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

from ...notes import Card
from ...problems import Place
from . import cards
from .found import DatedRuling, FoundCard, dated
from .kinds import WANTED, BulkKind
from .stream import Stream, as_oracle_id, opened, text

_ENGLISH = ("", "en")
_OFFICIAL = ("", "wotc")
"""The source of the publisher's own rulings."""
_KEYS = ("name", "type_line", "oracle_text", "mana_cost")
_NO_CARDS = {"token", "double_faced_token", "emblem", "art_series", "reversible_card"}
"""The layouts of objects that are no cards of their own, or that have their card's name twice."""


def read_rulings(path: Path) -> dict[str, list[DatedRuling]]:
    """Return the rulings by the id of their card, in the order of the file. Raises InputError."""
    found: dict[str, list[DatedRuling]] = {}
    with opened(path, WANTED) as stream:
        for data in stream.items("item"):
            oracle_id = as_oracle_id(text(data, "oracle_id"))
            if text(data, "object") != "ruling" or not oracle_id:
                raise stream.wrong(
                    "no ruling of Scryfall's: it is not called one, or has no oracle_id"
                )
            ruling = dated(stream, data, "published_at", "comment")
            source = cards.in_line(text(data, "source"))
            if source not in _OFFICIAL:
                ruling = ruling._replace(source=source)
            found.setdefault(oracle_id, []).append(ruling)
        if not found:
            raise stream.wrong("no ruling in this file")
    return found


def read_cards(path: Path, rulings: dict[str, list[DatedRuling]]) -> Iterator[FoundCard]:
    """Yield each card once: of several printings, the first English one. Raises InputError.

    The rulings of the card are taken out of ``rulings``, which has them by id.
    """
    place = Place(str(path.with_name(f"{BulkKind.CARDS}.json")))
    seen: set[str] = set()
    with opened(path, WANTED) as stream:
        for data in stream.items("item"):
            faces = _faces(stream, data)
            stream.keep(data["name"])
            oracle_id = as_oracle_id(text(data, "oracle_id"))
            if not oracle_id or oracle_id in seen or text(data, "lang") not in _ENGLISH:
                continue
            if oracle_id not in rulings and text(data, "layout") in _NO_CARDS:
                continue
            seen.add(oracle_id)
            make = functools.partial(_card, data, faces, oracle_id, place)
            yield FoundCard(cards.in_line(data["name"]), rulings.pop(oracle_id, ()), make)
        if not seen:
            raise stream.wrong("no card in this file")


def _faces(stream: Stream, data: cards.Data) -> list[cards.Data]:
    """Return the faces of a card. Raises InputError if it is none, or if one lacks its name."""
    if text(data, "object") != "card" or not cards.in_line(text(data, "name")):
        raise stream.wrong("no card of Scryfall's: it is not called one, or has no name")
    faces: list[cards.Data] = [*stream.every_object(data, "card_faces")] or [data]
    if not all(cards.in_line(text(face, "name")) for face in faces):
        raise stream.wrong(f"the card {data['name'][:80]!r} has a face without a name")
    return faces


def _card(data: cards.Data, faces: list[cards.Data], oracle_id: str, place: Place) -> Card:
    return cards.card(text(data, "layout"), faces, _KEYS, oracle_id, place)
