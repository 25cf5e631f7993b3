"""Bulk files of card names that people already have: Scryfall's and MTGJSON's, read as a stream.

Recognized by content, plain or gzipped. Scryfall's is an array of printings ("All Cards"); MTGJSON's
are an object whose ``data`` has sets (AllPrintings) or lists of faces by card (AtomicCards).
"""

from __future__ import annotations

import contextlib
import gzip
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import ijson

from ..problems import InputError, Place, error

LANGUAGES: Mapping[str, str | None] = {
    "en": "en", "es": "es", "fr": "fr", "de": "de", "it": "it", "pt": "pt-BR", "ja": "ja", "ko": "ko", "ru": "ru",
    "zhs": "zh-Hans", "zht": "zh-Hant",
    "English": "en", "Spanish": "es", "French": "fr", "German": "de", "Italian": "it", "Portuguese (Brazil)": "pt-BR",
    "Japanese": "ja", "Korean": "ko", "Russian": "ru", "Chinese Simplified": "zh-Hans", "Chinese Traditional": "zh-Hant",
    **dict.fromkeys(("he", "la", "grc", "ar", "sa", "ph", "qya")),
    **dict.fromkeys(("Hebrew", "Latin", "Ancient Greek", "Arabic", "Sanskrit", "Phyrexian", "Quenya")),
}  # fmt: skip
"""The languages as the files call them, in BCP 47; None for those that only single promotional cards have."""

EXPECTED = "give Scryfall's All Cards, or MTGJSON's AllPrintings or AtomicCards, as .json or .json.gz"

Bytes = Callable[[int, int], None]
"""Called with how many bytes are read, and how many there are."""

_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_STEP = 1 << 20
"""How many bytes lie between two calls of a Bytes."""
_CHUNK = 1 << 12
_DEEPEST = 1_000
"""How many brackets may be open at once: the parser's memory grows with their square."""
_LONGEST = 1 << 20
"""How many bytes may lie between two quotation marks: the parser keeps a text whole."""
_ID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NO_CARDS = {"token", "double_faced_token", "emblem", "art_series", "reversible_card"}
"""Scryfall's layouts of objects that are no cards of their own, or that have their card's name twice."""
_JOIN = " // "


@dataclass(frozen=True, kw_only=True)
class Printing:
    """The names of a card in one object of a bulk file."""

    english: str
    names: Mapping[str, str]
    """By language as the file calls it, English among them; faces are joined with `` // ``."""
    oracle_id: str | None = None
    released: str = ""
    """``YYYY-MM-DD``; empty if the file does not say."""


def printings(path: Path, progress: Bytes = lambda *_: None) -> Iterator[Printing]:
    """Yield every printing in the file ``path``, in order. Only one object of the file is in memory at a time.

    Raises InputError, with the line of the fault, if the file cannot be read, is broken or cut
    off, or is of another kind.
    """
    with _opened(path, lambda *_: None) as stream:
        read = _form(stream)
    found = False
    with _opened(path, progress) as stream:
        for printing in read(stream):
            found = True
            yield printing
        if not found:
            raise _wrong(stream, "no card in this file")


class _Stream:
    """A file as ijson reads it: a line at a time at most, so that a problem has its line."""

    def __init__(self, path: Path, progress: Bytes) -> None:
        self.path = str(path)
        self.line = 1
        self._next_line = 1
        self._open = 0
        self._unquoted = 0
        self._progress = progress
        self._total = path.stat().st_size
        self._reported = 0
        self._file = path.open("rb")
        zipped = self._file.peek(2)[:2] == _GZIP
        self._lines = gzip.open(self._file) if zipped else self._file  # noqa: SIM115 -- closed with the stream

    def read(self, size: int = -1) -> bytes:
        """Return at most ``size`` bytes of at most one line, or nothing at the end."""
        data = self._lines.readline(size)
        if data and self._next_line == 1:
            data = data.removeprefix(_BOM) or self._lines.readline(size)
        if data:
            self.line = self._next_line
            self._next_line += data.endswith(b"\n")
            # Brackets in texts count too, but those come in pairs.
            self._open += data.count(b"[") + data.count(b"{") - data.count(b"]") - data.count(b"}")
            if self._open > _DEEPEST:
                raise _wrong(self, "values are nested too deeply")
            self._unquoted = len(data) - data.rindex(b'"') if b'"' in data else self._unquoted + len(data)
            if self._unquoted > _LONGEST:
                raise _wrong(self, "a text or a number without end")
        self._tell(finished=not data and size != 0)
        return data

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _tell(self, *, finished: bool) -> None:
        done = self._total if finished else self._file.tell()
        if finished or done - self._reported >= _STEP:
            self._reported = done
            self._progress(done, self._total)


PrintingsReader = Callable[[_Stream], Iterator[Printing]]


@contextlib.contextmanager
def _opened(path: Path, progress: Bytes) -> Iterator[_Stream]:
    """Open the file as a stream. A fault found during reading raises InputError with its line."""
    if path.exists() and not path.is_file():
        raise InputError(error(Place(str(path)), "cannot be read (not a file)", EXPECTED))
    try:
        stream = _Stream(path, progress)
    except OSError as failure:
        raise InputError(error(Place(str(path)), f"cannot be read ({failure.strerror})")) from failure
    with contextlib.closing(stream):
        try:
            yield stream
        except ijson.JSONError as failure:
            raise _broken(stream, str(failure)) from failure
        except EOFError as failure:
            raise InputError(error(Place(stream.path, stream.line), "the file is cut off", "download it again")) from failure
        except (zlib.error, OSError) as failure:
            raise InputError(
                error(Place(stream.path, stream.line), f"cannot be unpacked ({failure})", "download it again")
            ) from failure


def _broken(stream: _Stream, said: str) -> InputError:
    """Return the reason of an ijson error. ijson shows the place on further lines, and sometimes gives bytes."""
    what = said.removeprefix("b'").split("\\n", 1)[0].splitlines()[0].strip()
    place = Place(stream.path, stream.line)
    if "EOF" in what:
        return InputError(error(place, "the JSON is cut off", "download the file again"))
    return InputError(error(place, f"not valid JSON ({what})", EXPECTED))


def _wrong(stream: _Stream, message: str) -> InputError:
    return InputError(error(Place(stream.path, stream.line), message, EXPECTED))


def _form(stream: _Stream) -> PrintingsReader:
    """Return how to read the file, by its first brackets."""
    events = ijson.parse(stream, buf_size=_CHUNK)
    _, first, _ = next(events)
    if first == "start_array":
        return _scryfall
    for prefix, event, _ in events:
        if (prefix, event) == ("data", "map_key"):
            _, opened, _ = next(events)
            if opened in _MTGJSON:
                return _MTGJSON[opened]
            break
    raise _wrong(stream, "neither Scryfall's nor MTGJSON's cards")


def _scryfall(stream: _Stream) -> Iterator[Printing]:
    for card in ijson.items(stream, "item", use_float=True, buf_size=_CHUNK):
        english, lang = _text(card, "name"), _text(card, "lang")
        if not english or not lang:
            raise _wrong(stream, "an object that is no card of Scryfall's: it has no name or no lang")
        if _text(card, "layout") in _NO_CARDS:
            continue
        printed = "" if _text(card, "flavor_name") else _printed(card)
        names = {"en": english, lang: printed} if printed and lang != "en" else {"en": english}
        yield Printing(english=english, names=names, oracle_id=_id(_text(card, "oracle_id")), released=_text(card, "released_at"))


def _printed(card: Mapping[str, Any]) -> str:
    """Return the printed name of all faces, or an empty text if that of one face is unknown."""
    faces = _objects(card, "card_faces")
    if not faces:
        return _text(card, "printed_name")
    printed = [_text(face, "printed_name") for face in faces]
    return _JOIN.join(printed) if all(printed) else ""


def _atomic(stream: _Stream) -> Iterator[Printing]:
    for name, faces in ijson.kvitems(stream, "data", use_float=True, buf_size=_CHUNK):
        for face in faces if isinstance(faces, list) else ():
            foreign = ((_text(each, "language"), _text(each, "name")) for each in _objects(face, "foreignData"))
            identifiers = face.get("identifiers") if isinstance(face, dict) else None
            yield _mtgjson(name, foreign, _text(identifiers, "scryfallOracleId"))


def _all_printings(stream: _Stream) -> Iterator[Printing]:
    """Read event by event, because a whole set would need much memory. A set's day comes after its cards."""
    waiting: list[Printing] = []
    said: dict[str, str] = {}
    foreign: list[tuple[str, str]] = []
    for prefix, event, value in ijson.parse(stream, use_float=True, buf_size=_CHUNK):
        _, in_card, key = prefix.partition(".cards.item")
        if in_card and event == "string" and key in _WANTED:
            said[key] = value
        elif in_card and event == "end_map" and key == ".foreignData.item":
            foreign.append((said.pop(_LANGUAGE, ""), said.pop(_FOREIGN, "")))
        elif in_card and event == "end_map" and not key:
            if said.get(_NAME):
                waiting.append(_mtgjson(said[_NAME], foreign, said.get(_ORACLE, "")))
            said, foreign = {}, []
        elif event == "string" and prefix.endswith(".releaseDate") and prefix.count(".") == 2:
            said[_RELEASED] = value
        elif event == "end_map" and prefix.startswith("data.") and prefix.count(".") == 1:
            yield from (replace(printing, released=said.get(_RELEASED, "")) for printing in waiting)
            waiting, said = [], {}


_NAME, _ORACLE = ".name", ".identifiers.scryfallOracleId"
_LANGUAGE, _FOREIGN = ".foreignData.item.language", ".foreignData.item.name"
_RELEASED = "releaseDate"
_WANTED = {_NAME, _ORACLE, _LANGUAGE, _FOREIGN}

_MTGJSON: Mapping[str, PrintingsReader] = {"start_map": _all_printings, "start_array": _atomic}


def _mtgjson(english: str, foreign: Iterable[tuple[str, str]], oracle_id: str) -> Printing:
    """Return a card of MTGJSON's. A face without a translation is there in English; then the card has no name in that
    language."""
    halves = english.split(_JOIN)
    names = {"en": english}
    for language, name in foreign:
        translated = name.split(_JOIN)
        untranslated = len(halves) > 1 and any(half in translated for half in halves)
        if language and name and len(translated) == len(halves) and not untranslated:
            names[language] = name
    return Printing(english=english, names=names, oracle_id=_id(oracle_id))


def _id(said: str) -> str | None:
    return said if _ID.fullmatch(said) else None


def _text(data: object, key: str) -> str:
    """Return the text at ``key``, or an empty one if ``data`` is no object or has no text there."""
    value = data.get(key) if isinstance(data, dict) else None
    return value if isinstance(value, str) else ""


def _objects(data: object, key: str) -> list[dict[str, Any]]:
    """Return the objects of the list at ``key``, or none if there is no such list."""
    value = data.get(key) if isinstance(data, dict) else None
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
