"""Bulk files of cards that people already have: Scryfall's and MTGJSON's, read as a stream.

Recognized by content, plain or gzipped. Scryfall's is an array of printings ("All Cards");
MTGJSON's are an object whose ``data`` has sets (AllPrintings) or lists of faces by card
(AtomicCards).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..problems import Problem
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

_JOIN = " // "


@dataclass(frozen=True)
class Said:
    """What a face says in a language."""

    text: str = ""
    type_line: str = ""


@dataclass(frozen=True, kw_only=True)
class Printing:
    """The names and texts of a card, or of one of its faces, in one object of a bulk file."""

    english: str
    names: Mapping[str, str]
    """By language as the file calls it, English among them; faces are joined with `` // ``."""
    oracle_id: str | None
    released: str = ""
    """``YYYY-MM-DD``; empty if the file does not say."""
    set_code: str = ""
    """Empty if the file does not say."""
    keywords: tuple[str, ...] = ()
    """Its keywords in English, as the file calls them."""
    said: Mapping[str, tuple[Said, ...]] = field(default_factory=dict)
    """What its faces say: in English today, in other languages as printed."""


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
    found = False
    with opened(path, EXPECTED, problems, progress) as stream:
        for printing in read(stream):
            found = True
            yield printing
        if not found:
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
        keywords = card.get("keywords") if isinstance(card.get("keywords"), list) else ()
        yield Printing(
            english=english,
            names=names,
            oracle_id=as_oracle_id(text(card, "oracle_id")),
            released=text(card, "released_at"),
            set_code=text(card, "set"),
            keywords=tuple(each for each in keywords if isinstance(each, str)),
            said=_said(card, lang),
        )


def _said(card: dict[str, Any], lang: str) -> dict[str, tuple[Said, ...]]:
    """Return what the faces say in English and in ``lang``; nothing in a language that the file has
    no text of.
    """
    faces = objects(card, "card_faces") or [card]
    keys = {lang: ("printed_text", "printed_type_line"), "en": ("oracle_text", "type_line")}
    found = {
        each: tuple(Said(*(text(face, key) for key in keys[each])) for face in faces)
        for each in keys
    }
    return {
        each: said
        for each, said in found.items()
        if any(face.text or face.type_line for face in said)
    }


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
    said: dict[str, str] = {}
    keywords: list[str] = []
    foreign: list[tuple[str, str, Said]] = []
    for prefix, event, value in stream.events():
        _, in_card, key = prefix.partition(".cards.item")
        if in_card and event == "string" and key in _WANTED:
            said[key] = value
        elif in_card and event == "string" and key == ".keywords.item":
            keywords.append(value)
        elif in_card and event == "end_map" and key == ".foreignData.item":
            language, name, *printed = (said.pop(key, "") for key in _OF_FOREIGN)
            foreign.append((language, name, Said(*printed)))
        elif in_card and event == "end_map" and not key:
            if said.get(_NAME):
                waiting.append(_with_texts(said, foreign, tuple(keywords), prefix))
            said, foreign, keywords = {}, [], []
        elif event == "string" and prefix.endswith(".releaseDate") and prefix.count(".") == 2:
            said[_RELEASED] = value
        elif event == "end_map" and prefix.startswith("data.") and prefix.count(".") == 1:
            yield from (replace(printing, released=said.get(_RELEASED, "")) for printing in waiting)
            waiting, said = [], {}


def _with_texts(
    said: Mapping[str, str],
    foreign: Sequence[tuple[str, str, Said]],
    keywords: tuple[str, ...],
    prefix: str,
) -> Printing:
    """Return an object of AllPrintings, which has one face; ``prefix`` is its place,
    ``data.LOM.cards.item``.
    """
    named = ((language, name) for language, name, _ in foreign)
    texts = {language: (face,) for language, _, face in foreign if face.text or face.type_line}
    return replace(
        _mtgjson(said[_NAME], named, said.get(_ORACLE, "")),
        set_code=prefix.split(".")[1].rstrip("_").lower(),
        keywords=keywords,
        said={**texts, "en": (Said(said.get(".text", ""), said.get(".type", "")),)},
    )


_NAME, _ORACLE = ".name", ".identifiers.scryfallOracleId"
_OF_FOREIGN = tuple(f".foreignData.item.{key}" for key in ("language", "name", "text", "type"))
_RELEASED = "releaseDate"
_WANTED = {_NAME, _ORACLE, ".text", ".type", *_OF_FOREIGN}

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
