"""Bulk files in a folder of release notes: recognized by the names that they are downloaded with, and read."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ...notes import ReleaseNotes
from ...problems import InputError, Place, Problem, error
from ...system.caches.file_memory import Remembered
from ...system.digests import digest
from ...system.sources import DISK, Sources
from . import published as reader
from .kinds import WANTED, BulkKind
from .published import Published

_NAME = re.compile(rf"(?P<kind>{'|'.join(BulkKind)})(?:[-_ .(].*)?\.json(?:\.gz)?", re.IGNORECASE)
_KINDS = {kind.casefold(): kind for kind in BulkKind}
_SCRYFALL = (BulkKind.CARDS, BulkKind.RULINGS)


def kind_of(path: Path) -> BulkKind | None:
    """Return the kind of a bulk file by its name, such as ``rulings-20261124100209.json.gz``; None if it has another name."""
    match = _NAME.fullmatch(path.name)
    return _KINDS[match["kind"].casefold()] if match else None


def read(paths: Iterable[Path], remembered: Remembered | None = None, sources: Sources = DISK) -> tuple[Published, list[Problem]]:
    """Return what the bulk files in ``paths`` say, and their problems.

    They are ``remembered`` by their digests, because they are too large to be in memory, and each day by itself.
    """
    files, problems = _chosen(paths)
    if not files:
        return Published(), problems
    first, *_ = files.values()
    digests = [sources.digest(path) for path in files.values()]
    read_now = functools.cache(functools.partial(_read, files, digests))
    if remembered is None:
        return read_now()
    memory, key = remembered.of_program(), digest(*digests)
    days, unruled, problems = memory.read(first, key.encode(), lambda: _outline(*read_now()))

    def document(day: str) -> ReleaseNotes:
        return memory.read(first, f"{key} {day}".encode(), lambda: read_now()[0].documents[days.index(day)])

    return Published(tuple(map(document, days)), unruled), problems


def _outline(published: Published, problems: list[Problem]) -> tuple[tuple[str, ...], tuple[str, ...], list[Problem]]:
    """Return what was read, with the days of the documents instead of them."""
    return tuple(notes.set_code for notes in published.documents), published.unruled, problems


def _read(files: Mapping[BulkKind, Path], digests: Sequence[str]) -> tuple[Published, list[Problem]]:
    """Read bulk files that have these digests."""
    try:
        found = reader.read(files)
    except InputError as failure:
        return Published(), list(failure.problems)
    if [DISK.digest(path) for path in files.values()] != digests:
        place = Place(str(next(iter(files.values()))))
        return Published(), [error(place, "the bulk files changed while they were read", "try again")]
    return found


def _chosen(paths: Iterable[Path]) -> tuple[Mapping[BulkKind, Path], list[Problem]]:
    """Return the files to read: AtomicCards, or both of Scryfall's; none of them if a problem says why not."""
    found: dict[BulkKind, list[Path]] = {}
    for path in paths:
        kind = kind_of(path)
        if kind:
            found.setdefault(kind, []).append(path)
    problem = _several(found) or _lacking(found)
    return ({}, [problem]) if problem else ({kind: files[0] for kind, files in found.items()}, [])


def _several(found: Mapping[BulkKind, Sequence[Path]]) -> Problem | None:
    for files in found.values():
        if len(files) > 1:
            both = " and ".join(str(path) for path in files)
            return error(Place(str(files[-1])), f"bulk files of the same kind: {both}", "keep the newest one")
    if BulkKind.ATOMIC in found and len(found) > 1:
        others = [str(found[kind][0]) for kind in _SCRYFALL if kind in found]
        message = f"rulings both of MTGJSON ({found[BulkKind.ATOMIC][0]}) and of Scryfall ({' and '.join(others)})"
        return error(Place(others[0]), message, "keep those of one: they are the same rulings")
    return None


def _lacking(found: Mapping[BulkKind, Sequence[Path]]) -> Problem | None:
    """Return the problem if one of Scryfall's two files is there without the other."""
    there = [kind for kind in _SCRYFALL if kind in found]
    if len(there) != 1:
        return None
    other = next(kind for kind in _SCRYFALL if kind not in found)
    return error(Place(str(found[there[0]][0])), f"there is no {other}.json beside it: rulings need both files", WANTED)
