"""Published rulings: bulk files become one document for each day on which rulings were published."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import ijson

from ...facts.files.yaml_files import is_day
from ...notes import RULINGS, Card, CardEntry, ReleaseNotes, Ruling, Source
from ...problems import Place, Problem, warning
from . import cards
from .kinds import WANTED, BulkKind
from .stream import CHUNK, Stream, as_oracle_id, objects, opened, text

LANG = "en"
_DIALECT = "bulk"
_OFFICIAL = "wotc"
"""The source of the publisher's own rulings. Others have their source with them."""


@dataclass(frozen=True)
class Published:
    """The documents of all days, oldest first, and the names of the cards that have no rulings."""

    documents: tuple[ReleaseNotes, ...] = ()
    unruled: tuple[str, ...] = ()
    """Sorted."""


class _Dated(NamedTuple):
    """A ruling in a bulk file."""

    day: str
    comment: str
    source: str | None


class _Found(NamedTuple):
    """A card in a bulk file, made only if it has rulings."""

    oracle_id: str
    name: str
    rulings: Sequence[_Dated]
    make: Callable[[], Card]


def read(files: Mapping[BulkKind, Path]) -> tuple[Published, list[Problem]]:
    """Return what the bulk ``files`` say, and their problems.

    The files are read as streams. Raises InputError, with the line of the fault, if one cannot be read.
    """
    atomic = files.get(BulkKind.ATOMIC)
    if atomic:
        return _published(_atomic(atomic), BulkKind.ATOMIC), []
    rulings = _scryfall_rulings(files[BulkKind.RULINGS])
    known = _scryfall_cards(files[BulkKind.CARDS], rulings)
    published = _published(known, BulkKind.RULINGS)
    return published, _strays(rulings, files)


def _strays(rulings: Mapping[str, Sequence[_Dated]], files: Mapping[BulkKind, Path]) -> list[Problem]:
    """Return the problem of the ``rulings`` that belong to no card."""
    if not rulings:
        return []
    lacking = f"{files[BulkKind.CARDS].name} lacks cards with rulings, which are left out"
    message = (
        f"{lacking} (cards: {len(rulings)}, rulings: {sum(map(len, rulings.values()))}, the first card: {next(iter(rulings))})"
    )
    return [warning(Place(str(files[BulkKind.RULINGS])), message, "download both files on the same day")]


def _scryfall_rulings(path: Path) -> dict[str, list[_Dated]]:
    """Return the rulings by the id of their card, in the order of the file."""
    found: dict[str, list[_Dated]] = {}
    with opened(path, WANTED) as stream:
        for data in ijson.items(stream, "item", use_float=True, buf_size=CHUNK):
            oracle_id = as_oracle_id(text(data, "oracle_id"))
            if text(data, "object") != "ruling" or not oracle_id:
                raise stream.wrong("an object that is no ruling of Scryfall's: it is not called one, or has no oracle_id")
            source = cards.in_line(text(data, "source"))
            ruling = _dated(stream, data, "published_at", "comment", None if source == _OFFICIAL else source or None)
            found.setdefault(oracle_id, []).append(ruling)
        if not found:
            raise stream.wrong("no ruling in this file")
    return found


def _dated(stream: Stream, data: object, day_key: str, text_key: str, source: str | None = None) -> _Dated:
    day, comment = text(data, day_key), text(data, text_key)
    if not comment.strip():
        raise stream.wrong(f"a ruling without a text (`{text_key}`)")
    if not day or not is_day(day):
        raise stream.wrong(f"a ruling whose day (`{day_key}`) is {day[:40]!r}, not one such as 2017-04-18")
    return _Dated(day, comment, source)


def _scryfall_cards(path: Path, rulings: dict[str, list[_Dated]]) -> Iterator[_Found]:
    """Yield each card once. Its rulings are taken out of ``rulings``."""
    place = Place(str(path.with_name(f"{BulkKind.CARDS}.json")))
    seen: set[str] = set()
    with opened(path, WANTED) as stream:
        for data in ijson.items(stream, "item", use_float=True, buf_size=CHUNK):
            name, oracle_id = cards.in_line(text(data, "name")), as_oracle_id(text(data, "oracle_id"))
            if text(data, "object") != "card" or not name:
                raise stream.wrong("an object that is no card of Scryfall's: it is not called one, or has no name")
            is_printed_elsewhere = text(data, "lang") not in ("", LANG) or oracle_id in seen
            own = rulings.get(oracle_id or "", ())
            if not oracle_id or is_printed_elsewhere or (text(data, "layout") in cards.NO_CARDS and not own):
                continue
            seen.add(oracle_id)
            faces = objects(data, "card_faces")
            if not all(cards.in_line(text(face, key)) for face in faces or (data,) for key in ("name", "type_line")):
                raise stream.wrong(f"the card {name[:80]!r} has a face without a name or a type_line")
            rulings.pop(oracle_id, None)
            yield _Found(oracle_id, name, own, functools.partial(cards.scryfall_card, data, faces, oracle_id, place))
        if not seen:
            raise stream.wrong("no card in this file")


def _atomic(path: Path) -> Iterator[_Found]:
    """Yield each card of MTGJSON's with its rulings. Several cards may have one name, and each face has all rulings."""
    place = Place(str(path.with_name(f"{BulkKind.ATOMIC}.json")))
    empty = True
    with opened(path, WANTED) as stream:
        for key, values in ijson.kvitems(stream, "data", use_float=True, buf_size=CHUNK):
            faces_of: dict[str, list[cards.Data]] = {}
            for face in objects({key: values}, key):
                oracle_id = as_oracle_id(text(face.get("identifiers"), "scryfallOracleId"))
                if not cards.in_line(text(face, "name")) or not oracle_id:
                    raise stream.wrong(f"{key[:80]!r} is no card of MTGJSON's: it has no name or no scryfallOracleId")
                faces_of.setdefault(oracle_id, []).append(face)
            if not faces_of:
                raise stream.wrong(f"{key[:80]!r} is no list of cards, as MTGJSON's AtomicCards has them")
            for oracle_id, faces in faces_of.items():
                every = (_dated(stream, each, "date", "text") for face in faces for each in objects(face, "rulings"))
                make = functools.partial(cards.mtgjson_card, faces, oracle_id, place)
                yield _Found(oracle_id, cards.in_line(text(faces[0], "name")), tuple(dict.fromkeys(every)), make)
            empty = False
        if empty:
            raise stream.wrong("no card in this file")


def _published(found: Iterable[_Found], kind: BulkKind) -> Published:
    """Return the documents of the cards ``found`` in files of which the one with the rulings has this ``kind``."""
    unruled: list[str] = []
    days: dict[str, list[CardEntry]] = {}
    for each in found:
        if not each.rulings:
            unruled.append(each.name)
            continue
        card = each.make()
        by_day: dict[str, list[_Dated]] = {}
        for dated in each.rulings:
            by_day.setdefault(dated.day, []).append(dated)
        for day, rulings in by_day.items():
            body = tuple(Ruling(cards.as_text(dated.comment), place=card.place, source=dated.source) for dated in rulings)
            days.setdefault(day, []).append(CardEntry(card=card, part="", body=body))
    documents = tuple(_document(day, days[day], kind) for day in sorted(days))
    return Published(documents, tuple(sorted(unruled)))


def _document(day: str, entries: Sequence[CardEntry], kind: BulkKind) -> ReleaseNotes:
    """Return the document of a day. It is the same as long as the rulings of the day are: it depends on nothing else in the file."""
    ordered = tuple(sorted(entries, key=lambda entry: (entry.card.name.casefold(), entry.card.name, entry.card.oracle_id or "")))
    said = hashlib.sha256()
    for entry in ordered:
        said.update("\0".join((entry.card.name, *(each.text.source() for each in entry.rulings), "")).encode())
    return ReleaseNotes(
        set_code=day,
        lang=LANG,
        title="",
        kind=RULINGS,
        source=Source(name=f"{kind}.json", sha256=said.hexdigest(), dialect=_DIALECT),
        last_modified=day,
        cards=ordered,
        place=ordered[0].place,
    )
