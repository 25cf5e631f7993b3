"""Card heads: a name, a cost, a type line and stats, on lines of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...text import SYMBOL, UNKNOWN_PICTURE
from ..lines import BEFORE_CARDS, Kind, Line
from ..notation.spellings import spaced, without_emphasis
from ..notation.web_residue import bare_cost
from ..patterns import Patterns, is_cost, is_number, stats

_REMARK = re.compile(
    r"(?<=\S)\s++(?P<remark>\*\([^()]+\)\*|\(\*[^()]+\*\)|\([^\W\dA-ZÀ-Ý][^()]*[^\W\d]\))$"
)
"""Words in brackets behind a name: in emphasis, or in lower case, as no part of a name is:
``(eternal)``.

A letter alone is part of one.
"""
_TYPE_AND_STATS = re.compile(r"^(?P<types>\S.*\S)\s+\(?(?P<stats>[\d*X+\-−]+/[\d*X+\-−]+)\)?$")
_BRACKETS = re.compile(r"^\*?\([^()]{3,40}\)\*?\s|\s\*?\([^()]{3,40}\)\*?$")
"""Words in brackets before or behind a type line."""
_LABELLED_LENGTH = 60
_SENTENCE_ENDS = (".", ":", "。", "：")
"""How a line ends that is no part of a head below the name."""
_LOYALTY = re.compile(
    r"^(?:(?:[^\W\d_]+(?:\s[^\W\d_]+)?)?\s?[:：]\s?)?[\[(]?(?P<number>\d{1,2}|X|\*)[\])]?$"
)
"""``4``, ``[4]``, ``Loyalty: 4``; nothing else under a planeswalker's type line looks like it."""
_BRACKETED = re.compile(r"^《(?P<name>[^《》/／]+)(?:[/／](?P<english>[^《》]+))?》$")
"""A name as Japanese players write it: in its language, then in English."""
_COST_AFTER_NAME = re.compile(
    rf"(?<=\S)\s++\(?(?P<cost>(?:{SYMBOL}|{UNKNOWN_PICTURE})+|(?=\d*[WUBRG])\d{{0,2}}[WUBRGX]+)\)?$"
)
_COST_ENDS = (*"}])WUBRGX",)


@dataclass(frozen=True, kw_only=True)
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
    remark: str | None
    """The English name beside another one, the words beside the name in brackets,
    ``(Planeswalker Deck only)``, and the color indicator.
    """


def read_head(lines: Sequence[Line], start: int, words: Patterns) -> Head | None:
    """The head of a face that starts at ``lines[start]``, or None if none does.

    A head is a name, a mana cost (lands, back faces and some suspended cards have none), a type
    line, and stats if any. Nothing but a type line makes a head: names look like anything,
    but for marks around nothing.
    """
    # Every line is asked whether a head starts there, and what most of them lack comes first.
    if (
        start + 1 >= len(lines)
        or lines[start].kind is not Kind.TEXT
        or lines[start + 1].text.endswith(_SENTENCE_ENDS)
    ):
        return None
    printed, remark = _name(lines[start].text)
    cost, at = _cost(lines, start + 1, words)
    name, cost = (printed, cost) if cost else _own_cost(printed)
    above, at = _indicator(lines, at, words)
    if at >= len(lines) or lines[at].kind is not Kind.TEXT:
        return None
    beside, types, size = _types(lines[at].text)
    if not _is_type_line(types, cost, words):
        return None
    name, english = _unbracketed(spaced(name))
    if not name or _is_other_part(printed, lines[start].text, words):
        return None
    type_line, at = spaced(types), at + 1
    between, at = _indicator(lines, at, words)
    power, toughness, loyalty, defense = numbers = _numbers(
        size or _unannounced(lines, at), words.has_loyalty(type_line)
    )
    below, at = _indicator(lines, at + (any(numbers) and not size), words)
    return Head(
        name=name,
        mana_cost=cost,
        type_line=type_line,
        power=power,
        toughness=toughness,
        loyalty=loyalty,
        defense=defense,
        length=at - start,
        remark=" ".join(each for each in (english, remark, above, beside, between, below) if each)
        or None,
    )


def _name(text: str) -> tuple[str, str | None]:
    match = _REMARK.search(text) if text.endswith((")", ")*")) else None
    return (text[: match.start()], without_emphasis(match["remark"])) if match else (text, None)


def _unbracketed(name: str) -> tuple[str, str | None]:
    """The name without the brackets that are around all of it, and the English name in them."""
    match = _BRACKETED.match(name)
    return (match["name"].strip(), match["english"]) if match else (name, None)


def _own_cost(name: str) -> tuple[str, str | None]:
    """The name without the cost that is printed behind it, and that cost."""
    bare = name.strip("*")
    match = _COST_AFTER_NAME.search(bare) if bare.endswith(_COST_ENDS) else None
    if match is None:
        return name, None
    return bare[: match.start()], bare_cost(match["cost"]) or match["cost"]


def _is_other_part(name: str, line: str, words: Patterns) -> bool:
    """Whether the line of a name is another part of a head: a cost or two, a type line or a color
    indicator.
    """
    costs = is_cost(name) or is_cost(line.replace("//", " "))
    bare = bare_cost(words.with_english_letters(name))
    return bool(bare) or costs or words.is_type_line(name) or words.is_color_indicator(line)


def _cost(lines: Sequence[Line], at: int, words: Patterns) -> tuple[str | None, int]:
    """The cost at ``lines[at]`` and where the head goes on; bare mana counts only above a type
    line.
    """
    text = _text(lines, at)
    if is_cost(text):
        return text.replace("} ", "}").replace("] ", "]").strip(), at + 1
    bare = bare_cost(words.with_english_letters(text))
    if bare and _is_type_line(
        _types(_text(lines, _indicator(lines, at + 1, words)[1]))[1], bare, words
    ):
        return bare, at + 1
    return None, at


def _is_type_line(text: str, cost: str | None, words: Patterns) -> bool:
    """Whether the text is a type line; an old one only below a cost, which all such cards have."""
    return words.is_type_line(text) or (cost is not None and words.is_old_type(text))


def _indicator(lines: Sequence[Line], at: int, words: Patterns) -> tuple[str, int]:
    """The color indicator at ``lines[at]``, such as ``(Red)``, and where the head goes on; empty if
    there is none.
    """
    text = _text(lines, at)
    if text and lines[at].kind is Kind.TEXT and words.is_color_indicator(text):
        return spaced(text), at + 1
    return "", at


def _types(text: str) -> tuple[str, str, str]:
    """A type line without what else is on its line: words in brackets beside it, such as the color
    indicator, and the stats at its end.
    """
    match = _TYPE_AND_STATS.match(text) if "/" in text else None
    types, size = (match["types"], match["stats"]) if match else (text, "")
    beside = _BRACKETS.search(types) if "(" in types else None
    if beside:
        return (
            spaced(beside.group()),
            f"{types[: beside.start()]} {types[beside.end() :]}".strip(),
            size,
        )
    return "", types, size


def _numbers(text: str, loyal: bool) -> tuple[str | None, str | None, str | None, str | None]:
    """Power, toughness, loyalty and defense that the line after a type line gives; a lone number is
    loyalty or defense.
    """
    pair = stats(text)
    if pair:
        return (*pair, None, None)
    text = text.strip("*") or text
    labelled = _LOYALTY.match(text) if loyal and len(text) <= _LABELLED_LENGTH else None
    if labelled:
        return None, None, labelled["number"], None
    return (None, None, None, text) if is_number(text) and not loyal else (None, None, None, None)


def _unannounced(lines: Sequence[Line], at: int) -> str:
    """The text at ``lines[at]``, unless it announces the next card, as a picture called "3" may."""
    return "" if at < len(lines) and lines[at].kind in BEFORE_CARDS else _text(lines, at)


def _text(lines: Sequence[Line], at: int) -> str:
    return lines[at].text if at < len(lines) else ""
