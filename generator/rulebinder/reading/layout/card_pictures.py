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
        row = [*beside, line]
        if line.beside:
            beside = row
        elif line.kind is Kind.PICTURE and _is_cost(lines, at, words):
            yield _as_text(line)
        elif not beside or read_head(lines, at, words) is not None:
            yield from row
            beside = []
        else:
            names = tuple(name for part in row for name in part.pictures)
            yield replace(line, text=" ".join(map(_shown, row)), pictures=names)
            beside = []


def _is_cost(lines: Sequence[Line], at: int, words: Patterns) -> bool:
    """Whether a picture is between a name and a type line, and says nothing."""
    if lines[at].text or not at or at + 1 >= len(lines):
        return False
    around = (lines[at - 1], _as_text(lines[at]), lines[at + 1])
    return read_head(around, 0, words) is not None and read_head(lines, at + 1, words) is None


def _as_text(picture: Line) -> Line:
    return replace(picture, kind=Kind.TEXT, text=_shown(picture))


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
    announced: set[int] = set()
    waiting: list[int] = []
    is_open = False
    for at, line in enumerate(lines):
        if line.kind is Kind.PICTURE:
            waiting.append(at)
        elif line.kind not in BEFORE_CARDS:
            is_head = bool(waiting or not is_open) and read_head(lines, at, words) is not None
            if is_head or not is_open:
                announced.update(waiting)
            waiting = []
            is_open |= is_head or (
                line.kind in (Kind.TEXT, Kind.TITLE)
                and (
                    words.is_general_heading(line.text) or words.section_kind(line.text) is not None
                )
            )
    return announced
