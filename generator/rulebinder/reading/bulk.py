"""Bulk files of Scryfall and MTGJSON: published rulings become one document for each day of
publication.

The files are recognized by their names as downloaded. They are read as streams: one object at a
time, with the line of each fault, plain or gzipped, an array or JSON Lines.
"""

from __future__ import annotations

import contextlib
import functools
import gzip
import hashlib
import re
import sys
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import ijson

from ..facts.yaml_files import is_calendar_day
from ..notes import RULINGS, Card, CardEntry, Face, ReleaseNotes, Ruling, Source
from ..problems import (
    InputError,
    Place,
    Problem,
    WithProblems,
    cannot_read,
    error,
    refusal,
    warning,
)
from ..system import group_pairs
from ..system.caches import NO_CACHE, Cache
from ..system.files import DISK, Disk, digest
from ..text import Text, parse
from .symbols import normalise, without_invisible

_Value = TypeVar("_Value")
Data = Mapping[str, Any]
"""An object of a bulk file: a card, a face or a ruling."""
Progress = Callable[[int, int], None]
"""Called with how many bytes are read, and how many there are."""
Event = tuple[str, str, Any]
"""The keys that lead to a value, joined; what begins, ends or is there; and its text or number."""

_BUFFER_LENGTH = 1 << 11
"""How many bytes the parser takes at once: it makes all their events before the first is seen."""
_GZIP = b"\x1f\x8b"
"""How a packed file begins."""
_BOM = b"\xef\xbb\xbf"
_JSON_LINES = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"object"\s*:\s*"(?:card|ruling)"')
"""How a file of Scryfall's begins that is JSON Lines."""
_PROGRESS_STEP = 1 << 20
"""How many bytes lie between two calls of a Progress."""
_LONGEST_KEYS = 1 << 9
"""How many characters the joined keys may have that lead to a value: each event has a copy."""
_LONGEST_TEXT, _LARGEST_VALUE = 1 << 16, 1 << 20
"""How many bytes a text may have, and a card or a ruling: the parser keeps them whole."""
_LEAST_UNPACKED, _MOST_TIMES_UNPACKED = 2 << 20, 32
"""How many bytes a packed file may have when it is unpacked: the first number, and its own size so
many times.
"""
_MOST_KEPT = 200 << 20
"""How many bytes of memory the names and rulings of a file may take. Those of Scryfall's take about
50 MB.
"""
_MOST_WARNINGS = 20
"""How many objects that are left out have a warning of their own."""
_BYTES_BESIDE_TEXT = 300
"""How many bytes a card or a ruling takes besides its text."""
_ID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

REVERSIBLE = "reversible_card"
"""The layout of a printing that has a whole card on each side."""

_BLANKS = re.compile("[ \x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
"""Blanks, and characters that no page can show."""
_LAYOUT_NAME = re.compile("[a-z_]{1,40}")
_NUMBER_KEYS = ("power", "toughness", "loyalty", "defense")
MTGJSON_ID = "scryfallOracleId"
_MTGJSON_KEYS = ("type", "text", "manaCost")
"""The keys of type line, rules text and mana cost, as in ``_SCRYFALL_KEYS``."""
_ENGLISH_CODES = ("", "en")
"""The languages of an English card: a file of Oracle Cards may say none."""
_OFFICIAL_SOURCES = ("", "wotc")
"""The sources of the publisher's own rulings; MTGJSON's files say none."""
_SCRYFALL_KEYS = ("type_line", "oracle_text", "mana_cost")
READ_KEYS = {
    "object", "oracle_id", "name", "lang", "layout", "card_faces", *_SCRYFALL_KEYS, *_NUMBER_KEYS,
    "source", "published_at", "comment",
}  # fmt: skip
"""The keys of Scryfall's objects that are read here."""
NO_CARD_LAYOUTS = {"token", "double_faced_token", "emblem", "art_series", "front_card", REVERSIBLE}
"""The layouts of objects that are not cards of their own, or that have their card's name twice."""


class BulkKind(StrEnum):
    """A kind of bulk file. Its value is how the names of such files begin."""

    CARDS = "oracle-cards"
    """Scryfall's Oracle Cards: each card once."""
    RULINGS = "rulings"
    """Scryfall's Rulings, of cards that they name only by an id."""
    ATOMIC = "AtomicCards"
    """MTGJSON's AtomicCards, which have their rulings in them."""


WANTED = (
    "`rulebinder import scryfall` fetches Scryfall's oracle-cards.json.gz and rulings.json.gz; or"
    " put AtomicCards.json of mtgjson.com into the folder of release notes"
)
"""Which files can be given, where they come from and where they go, for hints."""
RECORD = ".scryfall"
"""The file beside the notes that says when Scryfall's files were fetched. It may be there without
them: it is committed, and they are not.
"""
_FILE_NAME = re.compile(rf"({'|'.join(BulkKind)})(?:[-_ .(].*)?\.jsonl?(?:\.gz)?", re.IGNORECASE)
_KINDS_OF_NAMES = {kind.casefold(): kind for kind in BulkKind}


class FolderNotes(NamedTuple):
    """What a folder of release notes says, or its bulk files."""

    documents: tuple[ReleaseNotes, ...] = ()
    """Imported ones first, then raw ones, then days of published rulings, the oldest first."""
    unruled: tuple[str, ...] = ()
    """The names of the cards that the bulk files have without any ruling, sorted."""


_Read = WithProblems[FolderNotes]
_Outline = tuple[tuple[str, ...], tuple[str, ...], list[Problem]]
"""The days of the documents, the names of unruled cards, and the problems."""


def kind_of(path: Path) -> BulkKind | None:
    """Return the kind of a bulk file by its name, such as ``rulings-20261124100209.json.gz``."""
    match = _FILE_NAME.fullmatch(path.name)
    return _KINDS_OF_NAMES[match[1].casefold()] if match else None


def read_files(paths: Iterable[Path], cache: Cache = NO_CACHE) -> _Read:
    """Return what the bulk files in ``paths`` say, and their problems.

    The ``cache`` has it by the digests of the files: an outline, and each day by itself, because
    all at once need much memory.
    """
    files, problems = _choose_files(list(paths))
    if not files:
        return FolderNotes(), problems
    first, *_ = files.values()
    digests = [DISK.digest(path) for path in files.values()]
    key = digest(str(first), *digests)

    @functools.cache
    def read_now() -> _Read:
        try:
            published = _read_chosen(files)
        except InputError as failure:
            return FolderNotes(), list(failure.problems)
        #  A new Disk reads the files again; the shared one remembers digests.
        if [Disk().digest(path) for path in files.values()] != digests:
            return FolderNotes(), [
                error(first, "the bulk files changed while they were read", "try again")
            ]
        return published

    def make_outline() -> _Outline:
        published, problems = read_now()
        return tuple(notes.set_code for notes in published.documents), published.unruled, problems

    def find_document(day: str) -> ReleaseNotes:
        position = days.index(day)
        return cache.get_or_make(digest(key, day), lambda: read_now()[0].documents[position])

    days, unruled, problems = cache.get_or_make(key, make_outline)
    return FolderNotes(tuple(map(find_document, days)), unruled), problems


def _choose_files(paths: Sequence[Path]) -> WithProblems[Mapping[BulkKind, Path]]:
    """Return the files to read: AtomicCards, or both of Scryfall's; or the problem with them."""
    paths_of = {kind: [path for path in paths if kind_of(path) is kind] for kind in BulkKind}
    files = {kind: of_kind[-1] for kind, of_kind in paths_of.items() if of_kind}
    several = next((of_kind for of_kind in paths_of.values() if len(of_kind) > 1), None)
    if several:
        path = several[-1]
        message = f"bulk files of the same kind: {' and '.join(map(str, several))}"
        hint = "keep the newest one"
    elif BulkKind.ATOMIC in files and len(files) > 1:
        atomic = files.pop(BulkKind.ATOMIC)
        both = " and ".join(map(str, (atomic, *files.values())))
        path, *_ = files.values()
        message = f"rulings both of MTGJSON and of Scryfall: {both}"
        hint = "keep those of one: they are the same rulings"
    elif len(files) == 1 and BulkKind.ATOMIC not in files:
        (path,) = files.values()
        (other,) = {BulkKind.CARDS, BulkKind.RULINGS}.difference(files)
        message, hint = f"there is no {other}.json beside it: rulings need both files", WANTED
    else:
        return files, []
    return {}, [error(path, message, hint)]


def _read_chosen(files: Mapping[BulkKind, Path]) -> _Read:
    """Return what the bulk ``files`` say, and their problems.

    Raises InputError, with the line, if one cannot be read.
    """
    problems: list[Problem] = []
    if BulkKind.ATOMIC in files:
        with open_stream(files[BulkKind.ATOMIC], WANTED, problems) as stream:
            cards = read_mtgjson(stream)
            return _group_by_day(stream, cards, BulkKind.ATOMIC, BulkKind.ATOMIC), problems
    with open_stream(files[BulkKind.RULINGS], WANTED, problems) as stream:
        rulings = read_rulings(stream)
    with open_stream(files[BulkKind.CARDS], WANTED, problems) as stream:
        cards = read_scryfall(stream, rulings)
        published = _group_by_day(stream, cards, BulkKind.CARDS, BulkKind.RULINGS)
    if rulings:  # read_scryfall took out those that belong to a card
        lacking = f"{files[BulkKind.CARDS].name} lacks cards with rulings, which are left out"
        counts = f"cards: {len(rulings)}, rulings: {sum(map(len, rulings.values()))}"
        message = f"{lacking} ({counts}, the first card: {next(iter(rulings))})"
        hint = "download both files on the same day"
        problems.append(warning(files[BulkKind.RULINGS], message, hint))
    return published, problems


class DatedRuling(NamedTuple):
    """A ruling, with the day of its publication."""

    day: str
    """Such as ``2017-04-18``."""
    comment: str
    source: str | None
    """Who says so, if it is not the publisher."""


class BulkCard(NamedTuple):
    """A card and its rulings as a bulk file has them."""

    faces: Mapping[str, Data]
    """Its faces by their names."""
    keys: tuple[str, str, str]
    """The keys of type line, rules text and mana cost, which differ between the files."""
    layout: str
    oracle_id: str
    """Empty if it has none."""
    rulings: Sequence[DatedRuling]

    def to_card(self, place: Place) -> Card:
        """Return the card of release notes."""
        faces = []
        for name, data in self.faces.items():
            type_line, rules_text, mana_cost = (text_at(data, key) for key in self.keys)
            face = Face(
                name=name,
                type_line=to_line(type_line),
                mana_cost=to_line(mana_cost) or None,
                rules_text=tuple(filter(None, map(to_paragraphs, rules_text.split("\n")))),
                **{key: to_line(text_at(data, key)) or None for key in _NUMBER_KEYS},
            )
            faces.append(face)
        is_layout = self.layout != REVERSIBLE and _LAYOUT_NAME.fullmatch(self.layout)
        layout = self.layout if is_layout else "normal"
        return Card(tuple(faces), layout, oracle_id=self.oracle_id or None, place=place)


def read_mtgjson(stream: Stream) -> Iterator[BulkCard]:
    """Yield each card with its rulings; a name has several cards if their ids differ.

    The stream warns of what is left out. Raises InputError if the file is broken.
    """
    for name, values in stream.pairs():
        stream.count_memory(name)
        faces = objects_at({name: values}, name)
        line = to_line(name)
        if not faces or faces != values or not line:
            fault = f"{name[:80]!r} is not a list of faces, as MTGJSON's AtomicCards has them"
            stream.leave_out(fault)
            continue
        ids = [oracle_id_of(face.get("identifiers"), MTGJSON_ID) for face in faces]
        for oracle_id, members in group_faces(faces, ids).items():
            layout = text_at(members[0], "layout")
            named = {line: members[0]}  # the faces by their names
            if len(members) > 1 or layout == REVERSIBLE:
                named = {to_line(text_at(face, "faceName")): face for face in members}
            if not all(named):
                fault = f"the card {name[:80]!r} has a face without a name (`faceName`)"
                stream.leave_out(fault)
                continue
            rulings = []
            for face in members:
                listed = face.get("rulings")  # what is there and not a list counts as one fault
                for data in listed if isinstance(listed, list) else [listed] * (listed is not None):
                    rulings.append(read_ruling(stream, data, "date", "text", name))
            yield BulkCard(named, _MTGJSON_KEYS, layout, oracle_id, tuple(filter(None, rulings)))


def read_rulings(stream: Stream) -> dict[str, list[DatedRuling]]:
    """Return the rulings by the id of their card, in the order of the file.

    The stream warns of what is left out. Raises InputError if nothing can be read.
    """
    rulings: dict[str, list[DatedRuling]] = {}
    for data in stream.items():
        oracle_id = oracle_id_of(data)
        if text_at(data, "object") != "ruling" or not oracle_id:
            stream.leave_out("not a ruling of Scryfall's: not called one, or without an oracle_id")
            continue
        ruling = read_ruling(stream, data, "published_at", "comment", oracle_id)
        if ruling:
            rulings.setdefault(oracle_id, []).append(ruling)
    if not rulings:
        raise stream.nothing_read("ruling")
    return rulings


def read_scryfall(stream: Stream, rulings: dict[str, list[DatedRuling]]) -> Iterator[BulkCard]:
    """Yield each card once: of several printings, the first English one.

    The rulings of the card are taken out of ``rulings``, which has them by id. The stream warns of
    what is left out. Raises InputError if the file is broken.
    """
    seen: set[str] = set()  # the keys of the cards that were yielded
    for data in stream.items():
        name = text_at(data, "name")
        if text_at(data, "object") != "card" or not to_line(name):
            stream.leave_out("not a card of Scryfall's: not called one, or without a name")
            continue
        stream.count_memory(name)
        sides: list[Data] = [*objects_at(data, "card_faces")] or [data]
        are_named = all(to_line(text_at(side, "name")) for side in sides)
        if not are_named or data.get("card_faces") not in (None, [], sides):
            stream.leave_out(f"the card {name[:80]!r} has a face without a name")
            continue
        #  A reversible card has its id only on its faces.
        card_id = oracle_id_of(data)
        ids = [card_id or oracle_id_of(side) for side in sides]
        for oracle_id, faces in group_faces(sides, ids).items():
            layout = text_at(data, "layout")
            named = {to_line(text_at(face, "name")): face for face in faces}
            key = oracle_id or " // ".join(named)  # all printings have the same
            if key in seen or text_at(data, "lang") not in _ENGLISH_CODES:
                continue
            if oracle_id not in rulings and layout in NO_CARD_LAYOUTS:
                continue  # a token with rulings counts as a card
            seen.add(key)
            layout = text_at(faces[0], "layout") or layout
            yield BulkCard(named, _SCRYFALL_KEYS, layout, oracle_id, rulings.pop(oracle_id, ()))


def group_faces(faces: Sequence[Data], ids: Sequence[str | None]) -> dict[str, list[Data]]:
    """Return the faces of each card by its id, which is empty if it has none. ``ids`` are those of
    the faces.

    A face without an id belongs to the card of the others, if they are of one card.
    """
    different = set(filter(None, ids))
    only_id = different.pop() if len(different) == 1 else ""
    return group_pairs(
        (oracle_id or only_id, face) for face, oracle_id in zip(faces, ids, strict=True)
    )


def read_ruling(
    stream: Stream, data: object, day_key: str, text_key: str, card: str
) -> DatedRuling | None:
    """Return the ruling of a ``card`` in an object that has day and text at these keys; None, with
    a warning of the stream, if one of them is missing.

    Raises InputError if all rulings take too much memory.
    """
    day, comment = text_at(data, day_key), text_at(data, text_key)
    if not comment.strip():
        stream.leave_out(f"a ruling without a text (`{text_key}`) of {card[:80]!r}")
    elif not day or not is_calendar_day(day):
        fault = f"a ruling whose day (`{day_key}`) is {day[:40]!r}, not one such as 2017-04-18"
        stream.leave_out(f"{fault}, of {card[:80]!r}")
    else:
        stream.count_memory(comment)
        source = to_line(text_at(data, "source"))
        return DatedRuling(day, comment, None if source in _OFFICIAL_SOURCES else source)
    return None


def to_line(value: str) -> str:
    """Return a name or a number in one line, without what no page can show."""
    return " ".join(_drop_unprintable(value).split())


def to_paragraphs(value: str) -> Text:
    """Return a text with its symbols: a paragraph for each line, none if it says nothing."""
    return parse(normalise("\n\n".join(filter(None, _drop_unprintable(value).split("\n")))))


def _drop_unprintable(value: str) -> str:
    """Return a text without what no page can show; its lines stay."""
    lines = (_BLANKS.sub(" ", line).strip() for line in without_invisible(value).split("\n"))
    return unicodedata.normalize("NFC", "\n".join(lines))


def _group_by_day(
    stream: Stream, cards: Iterable[BulkCard], kind: BulkKind, source: BulkKind
) -> FolderNotes:
    """Return the documents of all days. The ``cards`` come from the ``stream`` of a file of this
    ``kind``, their rulings from one of the kind ``source``. Raises InputError if there is no card.

    The document of a day stays the same while its rulings do: it does not depend on other days, nor
    on the day of the download.
    """
    path, name = Path(stream.path), f"{kind}.json"
    #  Documents stay the same if the name of a newer file has another day.
    place = Place(str(path if path.name in (name, f"{name}.gz") else path.with_name(name)))
    unruled: set[str] = set()
    ruled: list[tuple[Card, Sequence[DatedRuling]]] = []
    for bulk_card in cards:
        if bulk_card.rulings:
            ruled.append((bulk_card.to_card(place), bulk_card.rulings))
        else:
            unruled.add(" // ".join(bulk_card.faces))
    if not ruled and not unruled:
        raise stream.nothing_read("card")
    cards_of: dict[str, Card] = {}
    #  The rulings of each day, by their card and their text.
    days: dict[str, dict[Card, dict[Text, Ruling]]] = {}
    for printed, rulings in sorted(ruled, key=lambda pair: pair[0].oracle_id is None):
        #  A card without an id is the one with its name.
        card = cards_of.setdefault(printed.oracle_id or printed.name, printed)
        cards_of.setdefault(card.name, card)
        for day, comment, speaker in rulings:
            ruling = Ruling(to_paragraphs(comment), place=card.place, source=speaker)
            bodies = days.setdefault(day, {}).setdefault(card, {})
            if ruling.text not in bodies or not speaker:  # of equal ones the publisher's stays
                bodies[ruling.text] = ruling
    documents = []
    for day in sorted(days):
        entries = sorted(
            (CardEntry(card=card, body=tuple(body.values())) for card, body in days[day].items()),
            key=lambda entry: (
                entry.card.name.casefold(),
                entry.card.name,
                entry.card.oracle_id or "",
            ),
        )
        #  A hash of names and rulings: the bytes of the file would change each day.
        hashed = hashlib.sha256()
        for entry in entries:
            texts = (ruling.text.source() for ruling in entry.rulings)
            hashed.update("\0".join((entry.card.name, *texts, "")).encode())
        notes = ReleaseNotes(
            set_code=day,
            lang="en",
            title="",
            kind=RULINGS,
            source=Source(name=f"{source}.json", sha256=hashed.hexdigest(), dialect="bulk"),
            last_modified=day,
            cards=tuple(entries),
            place=place,
        )
        documents.append(notes)
    return FolderNotes(tuple(documents), tuple(sorted(unruled - cards_of.keys())))


class Stream:
    """A file as ijson reads it: a line at a time at most, so that a problem has its line.

    ``expected`` says which files can be given, for a hint. ``problems`` get what is left out.
    """

    def __init__(
        self, path: Path, expected: str, progress: Progress, problems: list[Problem]
    ) -> None:
        self.expected = expected
        self._problems = problems
        self._first_fault: InputError | None = None
        """That of the first object that is left out."""
        self._left_out = 0
        self.path = str(path)
        self.line = 1
        """The number of the line that was read last."""
        self._next_line = 1
        self._kept = 0
        """How many bytes of memory are taken, by estimate."""
        self._progress = progress
        self._total = path.stat().st_size
        self._reported = 0
        """How many bytes of the file the last call of ``progress`` had."""
        self._file = path.open("rb")
        zipped = self._file.peek(2)[:2] == _GZIP
        self._most_unpacked = _LEAST_UNPACKED + _MOST_TIMES_UNPACKED * self._total
        #  Closed with the stream.
        self._unpacked = gzip.open(self._file) if zipped else self._file  # noqa: SIM115
        self._size = 0
        """How many unpacked bytes are read."""
        self._last_event = 0
        """How many were read at the last event of the parser."""
        self._last_value: int | None = None
        """How many were read at the last value, if values are read whole."""

    def read(self, size: int) -> bytes:
        """Return at most ``size`` bytes of at most one line, or nothing at the end. Raises
        InputError if they would take too much memory or time.
        """
        data = self._unpacked.readline(size)
        if not self._size:
            data = data.removeprefix(_BOM)
        if data:
            self.line = self._next_line
            self._next_line += data.endswith(b"\n")
        self._size += len(data)
        if self._size > self._most_unpacked:
            raise self.error_here("it unpacks to far more than its size allows")
        if self._size - self._last_event > _LONGEST_TEXT:
            raise self.error_here(
                f"a text, a number or a gap of more than {_LONGEST_TEXT >> 10} kB"
            )
        if self._last_value is not None and self._size - self._last_value > _LARGEST_VALUE:
            raise self.error_here(f"a value of more than {_LARGEST_VALUE >> 20} MB, as no card has")
        done = self._file.tell()  # of the packed bytes
        if done - self._reported >= _PROGRESS_STEP or done == self._total > self._reported:
            self._reported = done
            self._progress(done, self._total)
        return data

    def is_json_lines(self) -> bool:
        """Return whether the file is JSON Lines, as Scryfall's are since July 2026: it begins with
        an object of Scryfall's, not with an array of them. Nothing of it may be read yet.
        """
        return bool(_JSON_LINES.match(self._unpacked.peek(64)))

    def events(self) -> Iterator[Event]:
        """Yield the parser's events. Raises InputError before depth or keys take the memory."""
        lines = self.is_json_lines()
        for event in ijson.parse(
            self, multiple_values=lines, use_float=True, buf_size=_BUFFER_LENGTH
        ):
            self._last_event = self._size
            if len(event[0]) > _LONGEST_KEYS:
                raise self.error_here("values are nested too deeply, or their keys are too long")
            yield event

    def items(self) -> Iterator[Any]:
        """Yield each value of a list, or of JSON Lines, as Scryfall's files are.

        Raises InputError if one is too large.
        """
        return self._limit_values(
            ijson.items(self.events(), "" if self.is_json_lines() else "item")
        )

    def pairs(self) -> Iterator[tuple[str, Any]]:
        """Yield the key and the value of each member of ``data`` in MTGJSON's files.

        Raises InputError if one is too large.
        """
        return self._limit_values(ijson.kvitems(self.events(), "data"))

    def count_memory(self, text: str) -> None:
        """Count the memory of a text that stays: the name of a card, or a ruling.

        Raises InputError if all together are too much.
        """
        self._kept += sys.getsizeof(text) + _BYTES_BESIDE_TEXT
        if self._kept > _MOST_KEPT:
            raise self.error_here(
                f"more cards and rulings than {_MOST_KEPT >> 20} MB of memory hold"
            )

    def leave_out(self, fault: str) -> None:
        """Warn that an object of the line that was read last has this ``fault``."""
        self._first_fault = self._first_fault or self.error_here(fault)
        self._left_out += 1
        if self._left_out <= _MOST_WARNINGS:
            self._warn(f"{fault}; it is left out")

    def nothing_read(self, what: str) -> InputError:
        """Return the error of a file that has no ``what``: its first fault, if it has one."""
        return self._first_fault or self.error_here(f"no {what} in this file")

    def error_here(self, message: str, hint: str = "") -> InputError:
        """Return the error that says what is wrong in the line that was read last."""
        return refusal(Place(self.path, self.line), message, hint or self.expected)

    def close(self) -> None:
        """Close the file, and say how many objects are left out without a warning."""
        if self._left_out > _MOST_WARNINGS:
            self._warn(f"{self._left_out - _MOST_WARNINGS} further objects are left out")
        self._file.close()

    def _warn(self, message: str) -> None:
        hint = "all others are read; a newer file may be whole"
        self._problems.append(warning(Place(self.path, self.line), message, hint))

    def _limit_values(self, values: Iterator[_Value]) -> Iterator[_Value]:
        """Yield the values; :meth:`read` raises if more bytes come than one value may have."""
        self._last_value = self._size
        for value in values:
            self._last_value = self._size
            yield value


@contextlib.contextmanager
def open_stream(
    path: Path, expected: str, problems: list[Problem], progress: Progress = lambda *_: None
) -> Iterator[Stream]:
    """Open the file as a :class:`Stream`. A fault found during reading raises InputError with its
    line.
    """
    if path.exists() and not path.is_file():
        raise refusal(path, "cannot be read (not a file)", expected)
    try:
        stream = Stream(path, expected, progress, problems)
    except OSError as failure:
        raise InputError(cannot_read(path, failure)) from failure
    with contextlib.closing(stream):
        try:
            yield stream
        except (ijson.JSONError, EOFError, OSError, zlib.error) as failure:
            #  ijson shows the place on further lines, and sometimes gives bytes.
            what = str(failure).removeprefix("b'").split("\\n", 1)[0].splitlines()[0].strip()
            message, hint = f"cannot be unpacked ({what})", "download it again"
            if isinstance(failure, EOFError) or "EOF" in what:
                message = "the file is cut off"
            elif isinstance(failure, ijson.JSONError):
                message, hint = f"not valid JSON ({what})", ""
            raise stream.error_here(message, hint) from failure


def oracle_id_of(data: object, key: str = "oracle_id") -> str | None:
    """Return the id at ``key`` if it has the form of Scryfall's, else None."""
    value = text_at(data, key)
    return value if _ID.fullmatch(value) else None


def text_at(data: object, key: str) -> str:
    """Return the text at ``key``, or an empty one if ``data`` is not an object or lacks it."""
    return value_at(data, key, str)


def objects_at(data: object, key: str) -> list[dict[str, Any]]:
    """Return the objects of the list at ``key``, or none if there is no such list."""
    return [value for value in value_at(data, key, list) if isinstance(value, dict)]


def value_at(data: object, key: str, kind: type[_Value]) -> _Value:
    """Return the value at ``key``, or an empty one if ``data`` is not an object, or has none of
    this ``kind``.
    """
    value = data.get(key) if isinstance(data, dict) else None
    return value if isinstance(value, kind) else kind()
