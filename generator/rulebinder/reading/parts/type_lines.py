"""Type lines whose dash was damaged or lost, and those with a type that no language file lists.

Their place tells them: below the cost of a card, or above its size. Once one is known by it, the
same damage is believed elsewhere too.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from ...problems import Place, Problem, repair, warning
from ...system.grouping import grouped
from ..lines import Line, Lines
from ..notation.spellings import without_emphasis
from ..patterns import Patterns, is_number, stats
from .heads import read_cost

_HALVES = " // "
_LOST = "\ufffd"
_SIGN = re.compile(r"[?\ufffd□¿]+|â\W{1,2}|&#?\w{2,8};|\\[ux]\w{2,4}")
"""A sign for a dash that stands alone for nothing else."""
_SHOWN = 60
_LONGEST = 80
"""The length of a type line. Most lines are longer, and are not looked at more closely."""
_FEW = 3
"""The most words of a type line without subtypes."""


class _Damaged(NamedTuple):
    """A type line whose dash was damaged."""

    text: str
    """With a dash."""
    mark: str
    """What is in place of the dash; empty if nothing is."""
    is_closed: bool
    """All its subtypes are of the closed list."""
    is_sized: bool


def with_type_lines(
    lines: Lines, words: Patterns, path: str
) -> tuple[list[Line], Patterns, list[Problem]]:
    """Return the lines with a dash in each type line that lost it, the words with the types that
    they lack, and the problems that say both.
    """
    damages = {
        at: damaged
        for at, line in enumerate(lines)
        if at and line.is_text and lines[at - 1].is_text
        if (damaged := _damaged(line.text, words))
    }
    placed = {at for at in damages if damages[at].is_sized or _has_place(lines, at, words)}
    marks = {_LOST, *(damages[at].mark for at in placed)}
    dashed = (words.is_type_line(line.text) and words.subtypes(line.text) for line in lines)
    if damages and not any(dashed):
        marks.update(damaged.mark for damaged in damages.values())  # none has its dash
    mended = list(lines)
    problems = []
    for at, damaged in damages.items():
        if at in placed or (damaged.mark in marks and (damaged.mark or damaged.is_closed)):
            mended[at] = replace(lines[at], text=damaged.text)
            message = f"the type line '{lines[at].text}' is read as '{damaged.text}'"
            problems.append(repair(Place(path, lines[at].number), message))
    signs = {mark for mark in marks if _SIGN.fullmatch(mark)}
    for at, line in enumerate(mended if damages else ()):
        text = words.with_signs_as_dashes(line.text, signs)
        if text != line.text:
            mended[at] = replace(line, text=text)
            message = f"'{line.text[:_SHOWN]}' has a damaged dash, which is read as one"
            problems.append(repair(Place(path, line.number), message))
    words, unknown = _with_types(mended, words, path)
    return mended, words, [*problems, *unknown]


def _damaged(text: str, words: Patterns) -> _Damaged | None:
    """Return the type line that a text is if its dash was damaged, in both halves of a split card;
    None if it is none.
    """
    halves = without_emphasis(text).split(_HALVES)
    damaged = None
    for at, half in enumerate(halves):
        match = None if words.is_type_line(half) else words.damaged_type_line(half)
        if match is not None:
            damaged = match
            halves[at] = words.with_dash(match["types"], match["subtypes"]) + (match["size"] or "")
    if damaged is None:
        return None
    return _Damaged(
        text=_HALVES.join(halves),
        mark=damaged["mark"].strip(),
        is_closed=all(map(words.is_closed_subtype, damaged["subtypes"].split())),
        is_sized=damaged["size"] is not None,
    )


def _has_place(lines: Lines, at: int, words: Patterns) -> bool:
    """Whether the line is where a type line is: below a name and a cost, or above a size."""
    below, further, *_ = (*(line.text for line in lines[at + 1 : at + 3]), "", "")
    is_size = stats(below) or (is_number(below) and not words.type_prefix(further))
    return bool(is_size) or _is_below_cost(lines, at, words)


def _is_below_cost(lines: Lines, at: int, words: Patterns) -> bool:
    above = lines[max(0, at - 2) : at]
    return (
        len(above) == 2
        and all(line.is_text for line in (*above, lines[at]))
        and not _is_cost(above[0].text, words)
        and _is_cost(above[1].text.replace("//", ""), words)
    )


def _is_cost(text: str, words: Patterns) -> bool:
    return read_cost(text, words) is not None


def _with_types(lines: Lines, words: Patterns, path: str) -> tuple[Patterns, list[Problem]]:
    """Return the words with the types that they lack, and a warning for each such type."""
    lacking = grouped(
        (word, line)
        for at, line in enumerate(lines)
        if at > 1
        for word in _unknown_types(lines, at, words)
    )
    if not lacking:
        return words, []
    language = words.language
    reading = replace(language.reading, card_types=(*language.reading.card_types, *lacking))
    problems = [
        warning(
            Place(path, typed[0].number),
            f"'{typed[0].text}' is read as a type line ({len(typed)} of them), but '{word}' is not"
            " known as a type",
            f"if it is one, add it to card_types in content/languages/{language.lang}.yml",
        )
        for word, typed in lacking.items()
    ]
    return replace(words, language=replace(language, reading=reading)), problems


def _unknown_types(lines: Lines, at: int, words: Patterns) -> tuple[str, ...]:
    """Return the unknown types of a line that is where only a type line is: below a name and a
    cost, or with subtypes above a size.
    """
    text = lines[at].text
    is_short = lines[at].is_text and len(text) <= _LONGEST
    if not is_short or not _has_place(lines, at, words):
        return ()
    below = lines[at + 1].text if at + 1 < len(lines) else ""
    if any(map(words.is_type_line, (text, below))) or _is_cost(below, words):
        return ()  # it is one, or a name
    if words.is_old_type(text) or words.is_color_indicator(text):
        return ()
    if not words.subtypes(text) and not (
        _is_below_cost(lines, at, words)
        and len(text.split()) <= _FEW
        and words.keyword_prefix(text) is None
    ):
        return ()
    return words.without_known_types(text)
