"""What cards print in each language, out of Scryfall's All Cards. A line of keywords today has its
counterpart in a printed text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulebinder.names import LANGUAGES
from rulebinder.problems import Problem
from rulebinder.reading.bulk import NO_CARD_LAYOUTS, objects_at, open_stream, text_at

_EXPECTED = "give Scryfall's All Cards, as .json or .json.gz"
_REMINDER = re.compile(r"[(（][^()（）]*[)）]")
_DASH = re.compile("[—–―－～]| - ")
_COMMA = re.compile(r"[,;、，]")
_VALUE = re.compile(r"[{\d０-９]")
"""Where the cost or the number of a keyword begins."""
_SENTENCE = re.compile(r"[.:!?。：\"“”«»•]")
_LONGEST = 40
"""No name of an ability has more letters."""


@dataclass(frozen=True)
class FaceText:
    """What a face says in a language."""

    text: str = ""
    type_line: str = ""


@dataclass(frozen=True)
class PrintedCard:
    """A card as a set has it."""

    english: str
    set_code: str
    keywords: tuple[str, ...]
    """In English, as the file calls them."""
    texts: Mapping[str, tuple[FaceText, ...]]
    """The texts of its faces: in English those of today, in other languages as printed."""


def read_cards(path: Path, problems: list[Problem]) -> Iterator[PrintedCard]:
    """Yield the cards of the file ``path``, in order. ``problems`` get what is left out.

    Raises InputError, with the line of the fault, if the file cannot be read or has no cards.
    """
    with open_stream(path, _EXPECTED, problems) as stream:
        is_empty = True
        for card in stream.items():
            if text_at(card, "layout") in NO_CARD_LAYOUTS or not text_at(card, "name"):
                continue
            is_empty = False
            faces = objects_at(card, "card_faces") or [card]
            keys = {"en": ("oracle_text", "type_line")}
            if lang := LANGUAGES.get(text_at(card, "lang")):
                keys = {lang: ("printed_text", "printed_type_line"), **keys}
            texts = {
                lang: tuple(FaceText(*(text_at(face, key) for key in pair)) for face in faces)
                for lang, pair in keys.items()
            }
            yield PrintedCard(card["name"], text_at(card, "set"), _read_keywords(card), texts)
        if is_empty:
            raise stream.nothing_read("card")


def _read_keywords(card: Mapping[str, Any]) -> tuple[str, ...]:
    keywords = card.get("keywords")
    return (
        tuple(word for word in keywords if isinstance(word, str))
        if isinstance(keywords, list)
        else ()
    )


def pair_names(today: str, printed: str) -> Iterator[tuple[str, str, bool]]:
    """Yield each name that is alone in a part of a line of ``today``, its counterpart in
    ``printed``, and whether both lines have nothing else but the same cost or number.

    The names are as printed, without costs, numbers and full stops. Takes time linear in both
    texts.
    """
    ours, theirs = _lines(today), _lines(printed)
    if len(ours) != len(theirs):
        return
    for our, their in zip(ours, theirs, strict=True):
        first, *said = _DASH.split(our, maxsplit=1)
        second, *meant = _DASH.split(their, maxsplit=1)
        if len(said) != len(meant):
            continue
        names, others = _COMMA.split(first), _COMMA.split(second)
        if len(names) == len(others):
            for name, other in zip(map(_name, names), map(_name, others), strict=True):
                if name and other:
                    yield name, other, len(names) == 1 and _value(first) == _value(second)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in _REMINDER.sub(" ", text).split("\n") if line.strip(" .")]


def _value(line: str) -> str:
    """Return the cost or the number at the end of a line, without spaces and full stops."""
    found = _VALUE.search(line)
    return re.sub(r"[ .]", "", line[found.start() :]) if found else ""


def _name(part: str) -> str:
    """Return the name of an ability that is all of a part of a line; an empty text if it is a
    sentence.
    """
    name = _VALUE.split(part, maxsplit=1)[0].strip().rstrip(". ")
    return "" if len(name) > _LONGEST or _SENTENCE.search(name) else " ".join(name.split())
