"""Published rulings: bulk files become one document for each day of publication.

The files are recognized by their names as downloaded.
"""

from __future__ import annotations

import functools
import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from ..facts.yaml_files import is_calendar_day
from ..notes import RULINGS, Card, CardEntry, Face, ReleaseNotes, Ruling, Source
from ..problems import InputError, Place, Problem, error, warning
from ..system import group_pairs
from ..system.caches import NO_CACHE, Cache
from ..system.files import DISK, Disk, digest
from ..text import Text, parse
from .bulk import Stream, as_oracle_id, objects, opened, text
from .spellings import normalise, without_unseen

Data = Mapping[str, Any]
REVERSIBLE = "reversible_card"
"""The layout of a printing that has a whole card on each side."""

_BLANKS = re.compile("[ \x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
"""Blanks, and characters that no page can show."""
_LAYOUT = re.compile("[a-z_]{1,40}")
_NUMBERS = ("power", "toughness", "loyalty", "defense")
_MTGJSON_KEYS = ("type", "text", "manaCost")
_ENGLISH = ("", "en")
_OFFICIAL = ("", "wotc")
"""The source of the publisher's own rulings."""
_SCRYFALL_KEYS = ("type_line", "oracle_text", "mana_cost")
READ = {
    "object", "oracle_id", "name", "lang", "layout", "card_faces", *_SCRYFALL_KEYS, *_NUMBERS,
    "source", "published_at", "comment",
}  # fmt: skip
"""The keys of Scryfall's objects that are read here."""
NO_CARDS = {"token", "double_faced_token", "emblem", "art_series", "front_card", REVERSIBLE}
"""The layouts of objects that are not cards of their own, or that have their card's name twice."""


class DatedRuling(NamedTuple):
    """A ruling, with the day of its publication."""

    day: str
    comment: str
    source: str | None = None
    """Who says so, if it is not the publisher."""


class FoundCard(NamedTuple):
    """A card and its rulings as a bulk file has them."""

    faces: Mapping[str, Data]
    """Its faces by their names."""
    keys: tuple[str, str, str]
    """The keys of type line, rules text and mana cost, which differ between the files."""
    layout: str
    oracle_id: str
    """Empty if it has none."""
    rulings: Sequence[DatedRuling]

    @property
    def name(self) -> str:
        """The names of its faces, joined."""
        return " // ".join(self.faces)

    def card(self, place: Place) -> Card:
        """Return the card of release notes."""
        is_layout = self.layout != REVERSIBLE and _LAYOUT.fullmatch(self.layout)
        return Card(
            tuple(self._face(name, data) for name, data in self.faces.items()),
            self.layout if is_layout else "normal",
            oracle_id=self.oracle_id or None,
            place=place,
        )

    def _face(self, name: str, data: Data) -> Face:
        type_line, rules_text, mana_cost = (text(data, key) for key in self.keys)
        numbers = {key: in_line(text(data, key)) or None for key in _NUMBERS}
        return Face(
            name=name,
            type_line=in_line(type_line),
            mana_cost=in_line(mana_cost) or None,
            rules_text=tuple(filter(None, map(as_text, rules_text.split("\n")))),
            **numbers,
        )


def by_id(faces: Sequence[Data], ids: Sequence[str | None]) -> dict[str, list[Data]]:
    """Return the faces of each card by its id, empty if it has none.

    A face without an id belongs to the card of the others, if they are of one card.
    """
    unlike = set(filter(None, ids))
    only = unlike.pop() if len(unlike) == 1 else ""
    return group_pairs(
        (oracle_id or only, face) for face, oracle_id in zip(faces, ids, strict=True)
    )


def dated(
    stream: Stream, data: object, day_key: str, text_key: str, card: str
) -> DatedRuling | None:
    """Return the ruling of a ``card`` in an object that has day and text at these keys.

    Returns None if one is missing, and reports that. Raises InputError if all rulings take too
    much memory.
    """
    day, comment = text(data, day_key), text(data, text_key)
    if not comment.strip():
        stream.leave_out(f"a ruling without a text (`{text_key}`) of {card[:80]!r}")
    elif not day or not is_calendar_day(day):
        fault = f"a ruling whose day (`{day_key}`) is {day[:40]!r}, not one such as 2017-04-18"
        stream.leave_out(f"{fault}, of {card[:80]!r}")
    else:
        stream.keep(comment)
        return DatedRuling(day, comment)
    return None


def in_line(said: str) -> str:
    """Return a name or a number in one line, without what no page can show."""
    return " ".join(_shown(said).split())


def as_text(said: str) -> Text:
    """Return a text with its symbols: a paragraph for each line, none if it says nothing."""
    return parse(normalise("\n\n".join(filter(None, _shown(said).split("\n")))))


def _shown(said: str) -> str:
    if said.isprintable() and "  " not in said and unicodedata.is_normalized("NFC", said):
        return said.strip()  # as most
    lines = (_BLANKS.sub(" ", line).strip() for line in without_unseen(said).split("\n"))
    return unicodedata.normalize("NFC", "\n".join(lines))


def read_mtgjson(stream: Stream) -> Iterator[FoundCard]:
    """Yield each card with its rulings; a name has several cards if their ids differ.

    The stream warns of what is left out. Raises InputError if the file is broken.
    """
    for name, values in stream.pairs("data"):
        stream.keep(name)
        faces = objects({name: values}, name)
        label = in_line(name)
        if not faces or faces != values or not label:
            fault = f"{name[:80]!r} is not a list of faces, as MTGJSON's AtomicCards has them"
            stream.leave_out(fault)
            continue
        ids = [as_oracle_id(text(face.get("identifiers"), "scryfallOracleId")) for face in faces]
        for oracle_id, members in by_id(faces, ids).items():
            layout = text(members[0], "layout")
            named = {label: members[0]}
            if len(members) > 1 or layout == REVERSIBLE:
                named = {in_line(text(face, "faceName")): face for face in members}
            if not all(named):
                fault = f"the card {name[:80]!r} has a face without a name (`faceName`)"
                stream.leave_out(fault)
                continue
            rulings = []
            for face in members:
                listed = face.get("rulings")
                for data in listed if isinstance(listed, list) else [listed] * (listed is not None):
                    rulings.append(dated(stream, data, "date", "text", name))
            yield FoundCard(named, _MTGJSON_KEYS, layout, oracle_id, tuple(filter(None, rulings)))


def read_rulings(stream: Stream) -> dict[str, list[DatedRuling]]:
    """Return the rulings by the id of their card, in the order of the file.

    The stream warns of what is left out. Raises InputError if nothing can be read.
    """
    rulings: dict[str, list[DatedRuling]] = {}
    for data in stream.items("item"):
        oracle_id = as_oracle_id(text(data, "oracle_id"))
        if text(data, "object") != "ruling" or not oracle_id:
            stream.leave_out("not a ruling of Scryfall's: not called one, or without an oracle_id")
            continue
        ruling = dated(stream, data, "published_at", "comment", oracle_id)
        if ruling:
            source = in_line(text(data, "source"))
            ruling = ruling._replace(source=None if source in _OFFICIAL else source)
            rulings.setdefault(oracle_id, []).append(ruling)
    if not rulings:
        raise stream.nothing_read("ruling")
    return rulings


def read_scryfall(stream: Stream, rulings: dict[str, list[DatedRuling]]) -> Iterator[FoundCard]:
    """Yield each card once: of several printings, the first English one.

    The rulings of the card are taken out of ``rulings``, which has them by id. The stream warns of
    what is left out. Raises InputError if the file is broken.
    """
    seen: set[str] = set()
    for data in stream.items("item"):
        name = text(data, "name")
        if text(data, "object") != "card" or not in_line(name):
            stream.leave_out("not a card of Scryfall's: not called one, or without a name")
            continue
        stream.keep(name)
        sides: list[Data] = [*objects(data, "card_faces")] or [data]
        is_named = all(in_line(text(side, "name")) for side in sides)
        if not is_named or data.get("card_faces") not in (None, [], sides):
            stream.leave_out(f"the card {name[:80]!r} has a face without a name")
            continue
        #  A reversible card has its id only on its faces.
        whole = as_oracle_id(text(data, "oracle_id"))
        ids = [whole or as_oracle_id(text(side, "oracle_id")) for side in sides]
        for oracle_id, faces in by_id(sides, ids).items():
            layout = text(data, "layout")
            named = {in_line(text(face, "name")): face for face in faces}
            key = oracle_id or " // ".join(named)
            if key in seen or text(data, "lang") not in _ENGLISH:
                continue
            if oracle_id not in rulings and layout in NO_CARDS:
                continue
            seen.add(key)
            layout = text(faces[0], "layout") or layout
            yield FoundCard(named, _SCRYFALL_KEYS, layout, oracle_id, rulings.pop(oracle_id, ()))


_Outline = tuple[tuple[str, ...], tuple[str, ...], list[Problem]]
"""What was read, with the days of the documents instead of them."""


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


class FolderNotes(NamedTuple):
    """What a folder of release notes says, or its bulk files."""

    documents: tuple[ReleaseNotes, ...] = ()
    """Imported ones first, then raw ones, then days of published rulings, the oldest first."""
    unruled: tuple[str, ...] = ()
    """The names of the cards that the bulk files have without any ruling, sorted."""


_Read = tuple[FolderNotes, list[Problem]]


def _read_files(files: Mapping[BulkKind, Path]) -> _Read:
    """Return what the bulk ``files`` say, and their problems.

    They are read as streams. Raises InputError, with the line, if one cannot be read.
    """
    problems: list[Problem] = []
    if BulkKind.ATOMIC in files:
        with opened(files[BulkKind.ATOMIC], WANTED, problems) as stream:
            cards = read_mtgjson(stream)
            return _published(stream, cards, BulkKind.ATOMIC, BulkKind.ATOMIC), problems
    with opened(files[BulkKind.RULINGS], WANTED, problems) as stream:
        rulings = read_rulings(stream)
    with opened(files[BulkKind.CARDS], WANTED, problems) as stream:
        cards = read_scryfall(stream, rulings)
        published = _published(stream, cards, BulkKind.CARDS, BulkKind.RULINGS)
    if rulings:  # those that belong to no card
        lacking = f"{files[BulkKind.CARDS].name} lacks cards with rulings, which are left out"
        counts = f"cards: {len(rulings)}, rulings: {sum(map(len, rulings.values()))}"
        message = f"{lacking} ({counts}, the first card: {next(iter(rulings))})"
        place = Place(str(files[BulkKind.RULINGS]))
        problems.append(warning(place, message, "download both files on the same day"))
    return published, problems


def _published(
    stream: Stream, cards: Iterable[FoundCard], kind: BulkKind, source: BulkKind
) -> FolderNotes:
    """Return the documents of all days, of the cards in a file of this ``kind``. The rulings are in
    that of the kind ``source``. Raises InputError if there is no card.
    """
    path, name = Path(stream.path), f"{kind}.json"
    #  Documents stay the same if the name of a newer file has another day.
    place = Place(str(path if path.name in (name, f"{name}.gz") else path.with_name(name)))
    unruled: set[str] = set()
    ruled: list[tuple[Card, Sequence[DatedRuling]]] = []
    for each in cards:
        if each.rulings:
            ruled.append((each.card(place), each.rulings))
        else:
            unruled.add(each.name)
    if not ruled and not unruled:
        raise stream.nothing_read("card")
    cards_of: dict[str, Card] = {}
    days: dict[str, dict[Card, dict[Text, Ruling]]] = {}
    for printed, rulings in sorted(ruled, key=lambda each: each[0].oracle_id is None):
        #  A card without an id is the one with its name.
        card = cards_of.setdefault(printed.oracle_id or printed.name, printed)
        cards_of.setdefault(card.name, card)
        for day, comment, speaker in rulings:
            ruling = Ruling(as_text(comment), place=card.place, source=speaker)
            bodies = days.setdefault(day, {}).setdefault(card, {})
            if ruling.text not in bodies or not speaker:
                bodies[ruling.text] = ruling
    documents = tuple(_document(day, days[day], source) for day in sorted(days))
    return FolderNotes(documents, tuple(sorted(unruled - cards_of.keys())))


def _document(
    day: str, rulings: Mapping[Card, Mapping[Text, Ruling]], source: BulkKind
) -> ReleaseNotes:
    """Return the document of a day.

    It stays the same while its rulings do: it does not depend on other days, nor on the day of
    the download.
    """
    entries = (CardEntry(card=card, body=tuple(body.values())) for card, body in rulings.items())
    ordered = tuple(
        sorted(
            entries,
            key=lambda entry: (
                entry.card.name.casefold(),
                entry.card.name,
                entry.card.oracle_id or "",
            ),
        )
    )
    #  A hash of names and rulings: the bytes of the file would change each day.
    hashed = hashlib.sha256()
    for entry in ordered:
        texts = (ruling.text.source() for ruling in entry.rulings)
        hashed.update("\0".join((entry.card.name, *texts, "")).encode())
    return ReleaseNotes(
        set_code=day,
        lang="en",
        title="",
        kind=RULINGS,
        source=Source(name=f"{source}.json", sha256=hashed.hexdigest(), dialect="bulk"),
        last_modified=day,
        cards=ordered,
        place=ordered[0].place,
    )


_NAME = re.compile(rf"({'|'.join(BulkKind)})(?:[-_ .(].*)?\.jsonl?(?:\.gz)?", re.IGNORECASE)
_KINDS = {kind.casefold(): kind for kind in BulkKind}


def kind_of(path: Path) -> BulkKind | None:
    """Return the kind of a bulk file by its name, such as ``rulings-20261124100209.json.gz``."""
    match = _NAME.fullmatch(path.name)
    return _KINDS[match[1].casefold()] if match else None


def read(paths: Iterable[Path], cache: Cache = NO_CACHE) -> _Read:
    """Return what the bulk files in ``paths`` say, and their problems.

    The ``cache`` has it by their digests, each day by itself: all at once need much memory.
    """
    files, problems = _chosen(list(paths))
    if not files:
        return FolderNotes(), problems
    first, *_ = files.values()
    digests = [DISK.digest(path) for path in files.values()]
    key = digest(str(first), *digests)

    @functools.cache
    def read_now() -> _Read:
        try:
            published = _read_files(files)
        except InputError as failure:
            return FolderNotes(), list(failure.problems)
        if [Disk().digest(path) for path in files.values()] != digests:
            message = "the bulk files changed while they were read"
            return FolderNotes(), [error(Place(str(first)), message, "try again")]
        return published

    def outline() -> _Outline:
        published, found = read_now()
        return tuple(notes.set_code for notes in published.documents), published.unruled, found

    def document(day: str) -> ReleaseNotes:
        at = days.index(day)
        return cache.get_or_make(digest(key, day), lambda: read_now()[0].documents[at])

    days, unruled, problems = cache.get_or_make(key, outline)
    return FolderNotes(tuple(map(document, days)), unruled), problems


def _chosen(paths: Sequence[Path]) -> tuple[Mapping[BulkKind, Path], list[Problem]]:
    """Return the files to read: AtomicCards, or both of Scryfall's; or the problem with them."""
    paths_of = {kind: [path for path in paths if kind_of(path) is kind] for kind in BulkKind}
    files = {kind: of_kind[-1] for kind, of_kind in paths_of.items() if of_kind}
    several = next((of_kind for of_kind in paths_of.values() if len(of_kind) > 1), None)
    if several:
        at, message = several[-1], f"bulk files of the same kind: {_joined(several)}"
        hint = "keep the newest one"
    elif BulkKind.ATOMIC in files and len(files) > 1:
        atomic = files.pop(BulkKind.ATOMIC)
        at, *others = files.values()
        message = f"rulings both of MTGJSON and of Scryfall: {_joined([atomic, at, *others])}"
        hint = "keep those of one: they are the same rulings"
    elif len(files) == 1 and BulkKind.ATOMIC not in files:
        (at,) = files.values()
        (other,) = {BulkKind.CARDS, BulkKind.RULINGS}.difference(files)
        message, hint = f"there is no {other}.json beside it: rulings need both files", WANTED
    else:
        return files, []
    return {}, [error(Place(str(at)), message, hint)]


def _joined(paths: Sequence[Path]) -> str:
    return " and ".join(map(str, paths))
