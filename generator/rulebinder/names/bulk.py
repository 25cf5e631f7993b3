"""The printed names of cards in bulk files: Scryfall's and MTGJSON's, read as a stream.

Recognized by content, plain or gzipped. Scryfall's is an array of printings ("All Cards");
MTGJSON's are an object whose ``data`` has sets (AllPrintings) or lists of faces by card
(AtomicCards).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..problems import Problem, refusal
from ..reading.bulk.cards import NO_CARDS
from ..reading.bulk.stream import Bytes, Stream, as_oracle_id, objects, opened, text

LANGUAGES: Mapping[str, str | None] = {
    "en": "en", "es": "es", "fr": "fr", "de": "de", "it": "it", "pt": "pt-BR", "ja": "ja",
    "ko": "ko", "ru": "ru",
    "zhs": "zh-Hans", "zht": "zh-Hant",
    "English": "en", "Spanish": "es", "French": "fr", "German": "de", "Italian": "it",
    "Portuguese (Brazil)": "pt-BR",
    "Japanese": "ja", "Korean": "ko", "Russian": "ru", "Chinese Simplified": "zh-Hans",
    "Chinese Traditional": "zh-Hant",
    **dict.fromkeys(("he", "la", "grc", "ar", "sa", "ph", "qya")),
    **dict.fromkeys(
        ("Hebrew", "Latin", "Ancient Greek", "Arabic", "Sanskrit", "Phyrexian", "Quenya")
    ),
}  # fmt: skip
"""The languages as the files call them, in BCP 47; None for those that only single promotional
cards have.
"""

EXPECTED = (
    "give Scryfall's All Cards, or MTGJSON's AllPrintings or AtomicCards, as .json or .json.gz"
)
_ELSEWHERE = (
    "put it into the folder of release notes, or let `rulebinder import scryfall` fetch both files;"
    " printed names are in Scryfall's All Cards"
)
"""What to do with Scryfall's cards in English, and with its rulings."""

_BEGINNING = re.compile(rb"\x1f\x8b|(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*\"")
_LOOKED_AT = 100
"""How many objects of Scryfall's tell whether the file has printed names."""
_TRANSLATED = 0.1
"""The least share of cards in other languages: All Cards has far more, Oracle Cards next to none.
"""
_JOIN = " // "


@dataclass(frozen=True, kw_only=True)
class Printing:
    """The names of a card, or of one of its faces, in one object of a bulk file."""

    english: str
    names: Mapping[str, str]
    """By language as the file calls it, English among them; faces are joined with `` // ``."""
    oracle_id: str | None
    released: str = ""
    """``YYYY-MM-DD``; empty if the file does not say."""


def is_bulk(beginning: bytes) -> bool:
    """Return whether a file that begins so is a bulk file: JSON, or a packed file."""
    return bool(_BEGINNING.match(beginning))


def printings(
    path: Path, problems: list[Problem], progress: Bytes = lambda *_: None
) -> Iterator[Printing]:
    """Yield every printing in the file ``path``, in order. Only one object of the file is in memory
    at a time.

    ``problems`` get a warning for what is left out. Raises InputError, with the line of the fault,
    if the file cannot be read, is broken or cut off, or is of another kind.
    """
    with opened(path, EXPECTED, problems) as stream:
        read = _form(stream)
    if read == _scryfall:
        _refuse_english(path)
    printing = None
    with opened(path, EXPECTED, problems, progress) as stream:
        for printing in read(stream):
            yield printing
        if not printing:
            raise stream.nothing_read("card")


PrintingsReader = Callable[[Stream], Iterator[Printing]]


def _form(stream: Stream) -> PrintingsReader:
    """Return how to read the file, by its first brackets."""
    if stream.has_lines():
        return _scryfall
    events = stream.events()
    _, first, _ = next(events)
    if first == "start_array":
        return _scryfall
    for prefix, event, _ in events:
        if (prefix, event) == ("data", "map_key"):
            _, opened, _ = next(events)
            if opened in _MTGJSON:
                return _MTGJSON[opened]
            break
    raise stream.wrong("neither Scryfall's nor MTGJSON's cards")


def _refuse_english(path: Path) -> None:
    """Raise InputError for files of Scryfall's that have rulings, or cards in English only."""
    with opened(path, EXPECTED, []) as stream:
        first = itertools.islice(stream.items("item"), _LOOKED_AT)
        marks = [(text(value, "object"), text(value, "lang")) for value in first]
        if any(kind == "ruling" for kind, _ in marks):
            raise refusal(path, "Scryfall's rulings, which have no names", _ELSEWHERE)
        langs = [lang for _, lang in marks if lang]
        if langs and sum(lang != "en" for lang in langs) < _TRANSLATED * len(langs):
            message = "Scryfall's cards in English, without printed names"
            raise refusal(path, message, _ELSEWHERE)


def _scryfall(stream: Stream) -> Iterator[Printing]:
    for card in stream.items("item"):
        english, lang = text(card, "name"), text(card, "lang")
        if not english or not lang:
            fault = "an object that is not a card of Scryfall's: without a name or a lang"
            stream.leave_out(f"{fault} ({english[:80]!r})")
            continue
        if text(card, "layout") in NO_CARDS:
            continue
        printed = "" if text(card, "flavor_name") else _printed(card)
        names = {"en": english, lang: printed} if printed and lang != "en" else {"en": english}
        yield Printing(
            english=english,
            names=names,
            oracle_id=as_oracle_id(text(card, "oracle_id")),
            released=text(card, "released_at"),
        )


def _printed(card: Mapping[str, Any]) -> str:
    """Return the printed name of all faces, or an empty text if that of one face is unknown."""
    faces = objects(card, "card_faces")
    if not faces:
        return text(card, "printed_name")
    printed = [text(face, "printed_name") for face in faces]
    return _JOIN.join(printed) if all(printed) else ""


def _atomic(stream: Stream) -> Iterator[Printing]:
    for name, faces in stream.pairs("data"):
        for face in faces if isinstance(faces, list) else ():
            foreign = (
                (text(each, "language"), text(each, "name"))
                for each in objects(face, "foreignData")
            )
            identifiers = face.get("identifiers") if isinstance(face, dict) else None
            yield _mtgjson(name, foreign, text(identifiers, "scryfallOracleId"))


def _all_printings(stream: Stream) -> Iterator[Printing]:
    """Read event by event, because a whole set would need much memory.

    A set's day comes after its cards.
    """
    waiting: list[Printing] = []
    values: dict[str, str] = {}
    foreign: list[tuple[str, str]] = []
    for prefix, event, value in stream.events():
        _, in_card, key = prefix.partition(".cards.item")
        if in_card and event == "string" and key in _WANTED:
            values[key] = value
        elif in_card and event == "end_map" and key == ".foreignData.item":
            foreign.append((values.pop(_LANGUAGE, ""), values.pop(_TRANSLATION, "")))
        elif in_card and event == "end_map" and not key:
            if values.get(_NAME):
                waiting.append(_mtgjson(values[_NAME], foreign, values.get(_ORACLE, "")))
            values, foreign = {}, []
        elif event == "string" and prefix.endswith(".releaseDate") and prefix.count(".") == 2:
            values[_RELEASED] = value
        elif event == "end_map" and prefix.startswith("data.") and prefix.count(".") == 1:
            day = values.get(_RELEASED, "")
            yield from (replace(printing, released=day) for printing in waiting)
            waiting, values = [], {}


_NAME, _ORACLE, _RELEASED = ".name", ".identifiers.scryfallOracleId", "releaseDate"
_LANGUAGE, _TRANSLATION = ".foreignData.item.language", ".foreignData.item.name"
_WANTED = {_NAME, _ORACLE, _LANGUAGE, _TRANSLATION}

_MTGJSON: Mapping[str, PrintingsReader] = {"start_map": _all_printings, "start_array": _atomic}


def _mtgjson(english: str, foreign: Iterable[tuple[str, str]], oracle_id: str) -> Printing:
    """Return a card of MTGJSON's. A face without a translation is there in English; then the card
    has no name in that language.
    """
    halves = english.split(_JOIN)
    names = {"en": english}
    for language, name in foreign:
        translated = name.split(_JOIN)
        untranslated = len(halves) > 1 and any(half in translated for half in halves)
        if language and name and len(translated) == len(halves) and not untranslated:
            names[language] = name
    return Printing(english=english, names=names, oracle_id=as_oracle_id(oracle_id))
