"""Pictures of cards, told from pictures that may be symbols by their place on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...problems import Place, Problem, error, review
from ..lines import BEFORE_CARDS, Kind, Line
from ..parts.heads import unfolded
from ..patterns import Patterns


def problems_of(lines: Sequence[Line], path: str, words: Patterns) -> Iterator[Problem]:
    """Yield a problem for each unknown picture: an error if it may be a symbol, none if it
    announces a card.
    """
    announced = set(map(id, _announced(lines, words)))
    for line in unfolded(lines):
        for name in line.pictures:
            place = Place(path, line.number)
            if f"[picture: {name}]" in line.text:
                message = f"the picture {name!r} is no known symbol, kept as [picture: {name}]"
                yield error(place, message, "write the symbol there instead, such as {U}")
            elif id(line) not in announced:
                yield review(
                    place,
                    f"the picture {name!r} has no words and is left out",
                    "check whether it is a symbol",
                )


def _announced(lines: Sequence[Line], words: Patterns) -> list[Line]:
    """Return the pictures above a card, or above all sections and cards."""
    announced: list[Line] = []
    waiting: list[Line] = []
    opened = False
    for line in lines:
        if line.kind is Kind.PICTURE:
            waiting.append(line)
        elif line.kind not in BEFORE_CARDS:
            is_head = line.kind is Kind.HEAD
            if is_head or not opened:
                announced += waiting
            opened = opened or is_head or _opens_region(line, words)
            waiting = []
    return announced


def _opens_region(line: Line, words: Patterns) -> bool:
    return line.kind in (Kind.TEXT, Kind.TITLE) and (
        words.is_heading(line.text) or words.is_general_heading(line.text)
    )
