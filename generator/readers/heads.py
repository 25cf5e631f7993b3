"""Card heads: a name, a cost, a type line and stats, on lines of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .lines import Kind, Line
from .spans import without_emphasis
from .words import Words, is_cost, is_number, stats

_NAME_AND_COST = re.compile(r"^(?P<name>\S.*?)\s+(?P<cost>(?:\{[^{}\s]+\})+)$")


@dataclass(frozen=True)
class Head:
    """A face's head, and how many lines it takes."""

    name: str
    mana_cost: str | None
    type_line: str
    power: str | None
    toughness: str | None
    loyalty: str | None
    defense: str | None
    length: int


def read_head(lines: Sequence[Line], start: int, words: Words) -> Head | None:
    """The head of a face that starts at ``lines[start]``, or None where none does.

    A head is a name, a mana cost (lands, back faces and some suspended cards have none), a type
    line, and stats if any. Nothing but a type line makes a head: names look like anything.
    """
    if start + 1 >= len(lines) or lines[start].kind is not Kind.TEXT:
        return None
    name, cost, at = lines[start].text, None, start + 1
    split = _NAME_AND_COST.match(name)
    if is_cost(name) or words.is_type_line(name):
        return None
    if is_cost(_text(lines, at)):
        cost, at = lines[at].text.replace(" ", ""), at + 1
    elif split:
        name, cost = split["name"], split["cost"]
    if not words.is_type_line(_text(lines, at)) or lines[at].kind is not Kind.TEXT:
        return None
    type_line, at = without_emphasis(lines[at].text), at + 1
    numbers = _numbers(_text(lines, at), words.card_types(type_line))
    return Head(without_emphasis(name), cost, type_line, *numbers, at + any(numbers) - start)


def _numbers(text: str, card_types: frozenset[str]) -> tuple[str | None, str | None, str | None, str | None]:
    """Power, toughness, loyalty and defense that the line after a type line gives."""
    pair = stats(text)
    if pair:
        return (*pair, None, None)
    if not is_number(text):
        return None, None, None, None
    return (None, None, text, None) if "planeswalker" in card_types else (None, None, None, text)


def _text(lines: Sequence[Line], at: int) -> str:
    return lines[at].text if at < len(lines) else ""
