"""The names by which the rulings of a card call it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...notes import Card
from .card_identity import clean

_LETTER = re.compile(r"\w")


def own_names(card: Card) -> list[str]:
    """Return the card's name, each face's, and the parts before a comma. The longest one is
    first."""
    names = {card.name, clean(card.name), *(face.name for face in card.faces)}
    names |= {short for name in names if (short := name.partition(", ")[0])}
    return sorted(names, key=lambda name: (-len(name), name))


def without(names: Iterable[str], text: str, sign: str) -> str:
    """Return ``text`` with ``sign`` for each of ``names``, in this order, that is a whole word."""
    for name in names:
        text = _without(name, text, sign)
    return text


def _without(name: str, text: str, sign: str) -> str:
    # To compile a pattern for each card would take longer.
    done: list[str] = []
    at = 0
    while (start := text.find(name, at)) >= 0:
        end = start + len(name)
        is_whole = not _LETTER.match(text[max(0, start - 1) : start]) and not _LETTER.match(
            text, end
        )
        done += [text[at:start], sign if is_whole else name]
        at = end
    return "".join([*done, text[at:]])
