"""Bulk files in a folder of release notes: recognized by their names as downloaded, and read."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ...notes import ReleaseNotes
from ...problems import InputError, Place, Problem, error
from ...system.caches import NO_CACHE, Cache
from ...system.digests import digest
from ...system.files import DISK, Disk
from . import published as reader
from .published import WANTED, BulkKind, Published

_NAME = re.compile(rf"({'|'.join(BulkKind)})(?:[-_ .(].*)?\.json(?:\.gz)?", re.IGNORECASE)
_KINDS = {kind.casefold(): kind for kind in BulkKind}
_SCRYFALL = (BulkKind.CARDS, BulkKind.RULINGS)
_Read = tuple[Published, list[Problem]]
_Outline = tuple[tuple[str, ...], tuple[str, ...], list[Problem]]
"""What was read, with the days of the documents instead of them."""


def kind_of(path: Path) -> BulkKind | None:
    """Return the kind of a bulk file by its name, such as ``rulings-20261124100209.json.gz``."""
    match = _NAME.fullmatch(path.name)
    return _KINDS[match[1].casefold()] if match else None


def read(paths: Iterable[Path], cache: Cache = NO_CACHE) -> _Read:
    """Return what the bulk files in ``paths`` say, and their problems.

    The ``cache`` has it by their digests, each day by itself: all at once need much memory.
    """
    files, problems = _chosen(paths)
    if not files:
        return Published(), problems
    first, *_ = files.values()
    digests = [DISK.digest(path) for path in files.values()]
    read_now = functools.cache(functools.partial(_read, files, digests))
    key = digest(str(first), *digests)

    def outline() -> _Outline:
        published, found = read_now()
        return tuple(notes.set_code for notes in published.documents), published.unruled, found

    def document(day: str) -> ReleaseNotes:
        at = days.index(day)
        return cache.value(digest(key, day), lambda: read_now()[0].documents[at])

    days, unruled, problems = cache.value(key, outline)
    return Published(tuple(map(document, days)), unruled), problems


def _read(files: Mapping[BulkKind, Path], digests: Sequence[str]) -> _Read:
    """Read bulk files that have these digests."""
    try:
        found = reader.read(files)
    except InputError as failure:
        return Published(), list(failure.problems)
    if [Disk().digest(path) for path in files.values()] != digests:
        place = Place(str(next(iter(files.values()))))
        message = "the bulk files changed while they were read"
        return Published(), [error(place, message, "try again")]
    return found


def _chosen(paths: Iterable[Path]) -> tuple[Mapping[BulkKind, Path], list[Problem]]:
    """Return the files to read: AtomicCards, or both of Scryfall's; or the problem with them."""
    found: dict[BulkKind, list[Path]] = {}
    for path in paths:
        kind = kind_of(path)
        if kind:
            found.setdefault(kind, []).append(path)
    scryfall = {kind: found[kind][-1] for kind in _SCRYFALL if kind in found}
    several = next((files for files in found.values() if len(files) > 1), None)
    if several:
        at, message = several[-1], f"bulk files of the same kind: {_joined(several)}"
        hint = "keep the newest one"
    elif BulkKind.ATOMIC in found and scryfall:
        at, *others = scryfall.values()
        both = _joined([*found[BulkKind.ATOMIC], at, *others])
        message = f"rulings both of MTGJSON and of Scryfall: {both}"
        hint = "keep those of one: they are the same rulings"
    elif len(scryfall) == 1:
        (at,) = scryfall.values()
        (other,) = set(_SCRYFALL).difference(scryfall)
        message, hint = f"there is no {other}.json beside it: rulings need both files", WANTED
    else:
        return {kind: files[0] for kind, files in found.items()}, []
    return {}, [error(Place(str(at)), message, hint)]


def _joined(paths: Sequence[Path]) -> str:
    return " and ".join(map(str, paths))
