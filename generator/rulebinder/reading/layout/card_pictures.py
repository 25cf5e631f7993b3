"""Pictures of cards, told from pictures that may be symbols by their place on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...problems import Place, Problem, error, review
from ..lines import BEFORE_CARDS, Kind, Line
from ..parts.card_heads import read_head
from ..patterns import Patterns


def with_pictures_settled(lines: Sequence[Line], words: Patterns) -> Iterator[Line]:
    """Yield the lines; a picture that is in no place of a card becomes part of the text.

    These are a picture beside words that are no card's name, and a picture between a name and a
    type line.
    """
    beside: list[Line] = []
    for at, line in enumerate(lines):
        if line.beside:
            beside.append(line)
        elif line.kind is Kind.PICTURE and _is_cost(lines, at, words):
            yield replace(line, kind=Kind.TEXT, text=_shown(line))
        elif beside:
            if read_head(lines, at, words) is None:
                text = " ".join(_shown(each) for each in (*beside, line))
                yield replace(
                    line,
                    text=text,
                    pictures=tuple(name for each in (*beside, line) for name in each.pictures),
                )
            else:
                yield from (*beside, line)
            beside = []
        else:
            yield line


def _is_cost(lines: Sequence[Line], at: int, words: Patterns) -> bool:
    """Whether a picture is between a name and a type line, and says nothing."""
    if lines[at].text or not at or at + 1 >= len(lines):
        return False
    around = (
        lines[at - 1],
        replace(lines[at], kind=Kind.TEXT, text=_shown(lines[at])),
        lines[at + 1],
    )
    return read_head(around, 0, words) is not None and read_head(lines, at + 1, words) is None


def _shown(line: Line) -> str:
    """The words or the symbol of a picture, or its name if it has neither."""
    return line.text or line.symbol or " ".join(f"[picture: {name}]" for name in line.pictures)


def problems_of(lines: Sequence[Line], path: str, words: Patterns) -> Iterator[Problem]:
    """Yield a problem for each unknown picture: an error if it may be a symbol, none if it
    announces a card.
    """
    announced = _announced(lines, words)
    for at, line in enumerate(lines):
        for name in line.pictures:
            place = Place(path, line.number)
            if f"[picture: {name}]" in line.text:
                message = f"the picture {name!r} is no known symbol, kept as [picture: {name}]"
                yield error(place, message, "write the symbol there instead, such as {U}")
            elif at not in announced:
                yield review(
                    place,
                    f"the picture {name!r} has no words and is left out",
                    "check whether it is a symbol",
                )


def _announced(lines: Sequence[Line], words: Patterns) -> set[int]:
    """Return the indexes of the pictures above a card, or above all sections and cards."""
    found: set[int] = set()
    waiting: list[int] = []
    opened = False
    for at, line in enumerate(lines):
        if line.kind is Kind.PICTURE:
            waiting.append(at)
        elif line.kind not in BEFORE_CARDS:
            heads = bool(waiting or not opened) and read_head(lines, at, words) is not None
            if heads or not opened:
                found.update(waiting)
            opened = opened or heads or _opens_region(line, words)
            waiting = []
    return found


def _opens_region(line: Line, words: Patterns) -> bool:
    heading = line.kind in (Kind.TEXT, Kind.TITLE)
    return heading and (
        words.is_general_heading(line.text) or words.section_kind(line.text) is not None
    )
