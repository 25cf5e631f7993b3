"""Published rulings: bulk files become one document for each day of publication.

The files are recognized by their names as downloaded.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from ...notes import RULINGS, Card, CardEntry, ReleaseNotes, Ruling, Source
from ...problems import InputError, Place, Problem, error, warning
from ...system.caches import NO_CACHE, Cache
from ...system.digests import digest
from ...system.files import DISK, Disk
from ...text import Text
from .cards import DatedRuling, FoundCard, as_text, read_mtgjson, read_rulings, read_scryfall
from .stream import Stream, opened

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
        return cache.value(digest(key, day), lambda: read_now()[0].documents[at])

    days, unruled, problems = cache.value(key, outline)
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
