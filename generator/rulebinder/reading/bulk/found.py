"""A card and its rulings as a bulk file has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...facts.files.yaml_files import is_day
from ...notes import Card
from .stream import Stream, text


class DatedRuling(NamedTuple):
    """A ruling, with the day of its publication."""

    day: str
    comment: str
    source: str | None = None
    """Who says so, if it is not the publisher."""


class FoundCard(NamedTuple):
    """A card. It is made only if it has rulings, because most have none."""

    name: str
    rulings: Sequence[DatedRuling]
    make: Callable[[], Card]


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
        return None
    if not day or not is_day(day):
        stream.leave_out(
            f"a ruling whose day (`{day_key}`) is {day[:40]!r}, not one such as 2017-04-18, of"
            f" {card[:80]!r}"
        )
        return None
    stream.keep(comment)
    return DatedRuling(day, comment)
