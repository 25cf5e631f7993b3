"""Read and write ledgers as YAML, one file for each set.

Refuse a file that contradicts itself. Gives no numbers.
"""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from ..facts import yaml_files
from ..facts.yaml_files import Document
from ..notes import is_day
from ..problems import Problem, error, unread
from ..reading.inputs import UnreadFile, read_ahead
from ..system import processes, shipped
from ..system.caches import NO_CACHE, Cache
from ..system.files import DISK, digest
from .matching import Wording
from .news import KINDS, News
from .numbers import Ledger, LedgerEntry, LedgerRecord, is_section

_PARAGRAPH = "paragraph"
"""The ``kind`` of a record that is not a ruling."""
_Found = tuple[Ledger | None, tuple[Problem, ...]]
"""A ledger, and its problems."""
_RECENT: dict[Path, tuple[bytes, _Found]] = {}
"""What this process has read of each file: a build reads each ledger four times."""
_LATER = ("edited", "retired", "became", "parts_of", "moved_to")
"""What a record tells after its wordings, under the same names as in the file."""
_HINT = "take the file back from the history; a number that was given must stay"


def of(content: Path) -> Path:
    """Return the folder of the ledgers in the folder ``content``."""
    return content / "ledger"


def held(content: Path) -> contextlib.AbstractContextManager[None]:
    """Lock the ledgers in the folder ``content``. Other processes wait for the lock."""
    return processes.held(of(content))


def unlisted(folder: Path) -> list[Problem]:
    """Return the problem of a folder of ledgers or of their history that is there but cannot be
    listed: it would seem to be empty.
    """
    try:
        DISK.entries(folder)
    except (FileNotFoundError, NotADirectoryError):  # then nothing can be written there either
        return []
    except OSError as failure:
        hint = "let it be read: a number that was given must stay"
        return [unread(folder, failure, hint)]
    return []


def load_all(
    folder: Path,
    cache: Cache = NO_CACHE,
    sets: Container[str] | None = None,
) -> tuple[dict[str, Ledger], list[Problem]]:
    """Return the ledgers of ``sets`` in ``folder`` (all if it is None) by set, and their problems.

    A ledger that contradicts itself is left out. Ledgers that the ``cache`` has are not
    read again.
    """
    ledgers: dict[str, Ledger] = {}
    problems = unlisted(folder)
    files: list[UnreadFile] = []
    for path in shipped.facts(folder):
        if sets is not None and path.stem not in sets:
            continue
        data = yaml_files.read_whole(path)
        if isinstance(data, Problem):
            problems.append(replace(data, hint=_HINT))
        else:
            reader = functools.partial(read, path, data)
            files.append(UnreadFile(path, data, reader, digest("ledger", str(path), data)))
    with read_ahead([file for file in files if not _is_recent(file)], cache) as read_one:
        for file in files:
            if not _is_recent(file):
                _RECENT[file.path] = file.data, read_one(file)
            ledger, found = _RECENT[file.path][1]
            problems += [replace(problem, hint=_HINT) for problem in found]
            if ledger is not None:
                ledgers[file.path.stem] = ledger
    return ledgers, problems


def _is_recent(file: UnreadFile) -> bool:
    """Return whether this process has read the file."""
    return file.path in _RECENT and _RECENT[file.path][0] == file.data


def read(path: Path, data: bytes) -> tuple[Ledger | None, tuple[Problem, ...]]:
    """Return the ledger at ``path``, whose bytes are ``data``, unless it has problems."""
    document, found = yaml_files.loads(data, "ledger", str(path))
    if document is not None:
        found = list(_contradictions(document))
    if document is None or found:
        return None, tuple(found)
    entries = {key: _entry(key, data) for key, data in document.data["entries"].items()}
    rules, cards, published = (document.data.get(name) for name in ("rules", "cards", "published"))
    news = tuple(map(_news, document.data.get("news", ())))
    return Ledger(path.stem, entries, tuple(rules or ()), cards or {}, published or {}, news), ()


def save(ledger: Ledger, folder: Path) -> bool:
    """Write a set's ledger, whole or not at all, and return whether it changed. Raises OSError."""
    return DISK.write(folder / f"{ledger.set_code}.yml", text(ledger))


def text(ledger: Ledger) -> str:
    """Return the content of the file of a set's ledger."""
    entries = {key: _entry_data(entry) for key, entry in sorted(ledger.entries.items())}
    further = {
        "rules": ledger.rules,
        "cards": dict(sorted(ledger.cards.items())),
        "published": dict(sorted(ledger.published.items())),
        "news": [
            {"day": news.day, "language": news.lang, **_filled(news, KINDS)} for news in ledger.news
        ],
    }
    data = {"entries": entries, **{key: value for key, value in further.items() if value}}
    comment = (
        "# The permanent numbers of this set's rulings: hashes, never text. Written by rulebinder;"
        " do not edit.\n"
    )
    return comment + yaml_files.dump(data)


def _contradictions(document: Document) -> Iterator[Problem]:
    """Yield a problem for each number that is given twice, missing, or not below the next one, for
    each faulty record, and for each piece of news about a ruling that the ledger does not have.
    """
    slugs: dict[str, str] = {}
    ids = {
        f"{key}/{record['n']}"
        for key, entry in document.data["entries"].items()
        for record in entry.get("rulings", ())
    }
    for key, entry in document.data["entries"].items():
        place = document.place("entries", key)
        yield from _of_numbers(document, key, entry, ids)
        slug = entry.get("slug", key)
        for other in (slug, *entry.get("formerly", ())):
            if is_section(other) != is_section(key):
                hint = "only sections have names that begin with notes/"
                yield error(place, f"{key} cannot be {other!r}: {hint}")
        if slug in slugs:
            yield error(place, f"{key} and {slugs[slug]} are both {slug!r}")
        slugs[slug] = key
    yield from _circles(document)
    for at, data in enumerate(document.data.get("news", ())):
        unknown = next((ruling for ruling, _ in _news(data).told() if ruling not in ids), None)
        if unknown:
            yield error(document.place("news", at), f"tells of {unknown}, which was never given")


def _of_numbers(
    document: Document, key: str, entry: Mapping[str, Any], ids: Set[str]
) -> Iterator[Problem]:
    """Yield a problem for each repeated or too high number, for each faulty record, and for a
    number below the next one that has none. ``ids`` are those of all entries (``key/n``).
    """
    records, following = entry.get("rulings", ()), entry["next"]
    given = {record["n"] for record in records}
    seen: set[int] = set()
    for at, record in enumerate(records):
        place, number = document.place("entries", key, "rulings", at), record["n"]
        if number in seen:
            yield error(place, f"{key} gives the number {number} twice")
        if number >= following:
            yield error(place, f"{key} has the number {number}, but would give {following} next")
        seen.add(number)
        for message in _faults(record, given, ids):
            yield error(place, f"{key}/{number} {message}")
    if len(seen) == len(records) and max(seen, default=0) < following and len(seen) < following - 1:
        lost = next(number for number in range(1, following) if number not in seen)
        message = f"{key} would give {following} next, but its number {lost} is not here"
        yield error(document.place("entries", key), message)


def _circles(document: Document) -> Iterator[Problem]:
    """Yield a problem for earlier names of cards of which each leads to the next, and the last to
    the first.
    """
    cards = document.data.get("cards", {})
    ending: set[str] = set()
    for name in cards:
        at, way = name, {name: True}
        while at not in ending and cards.get(at, at) != at:
            at = cards[at]
            if at in way:
                yield error(document.place("cards", name), f"{name} leads to {at} again and again")
                break
            way[at] = True
        ending.update(way)


def _faults(record: Mapping[str, Any], given: Set[int], ids: Set[str]) -> Iterator[str]:
    """Yield the faults of one record.

    ``given`` are the numbers of its entry, ``ids`` those of all entries (``key/n``).
    """
    if ("retired" in record) == ("wordings" in record):
        yield "must have either wordings or the day it was retired"
    missing = {*record.get("became", ()), *record.get("parts_of", ())} - given
    if missing:
        yield f"speaks of {min(missing)}, which was never given"
    moved = record.get("moved_to", next(iter(ids), ""))
    is_elsewhere = is_day(moved.partition("/")[0]) and moved.count("/") > 1
    if moved not in ids and not is_elsewhere:
        yield f"moved to {record['moved_to']}, which was never given"


def _news(data: Mapping[str, Any]) -> News:
    changes = {kind: tuple(data.get(kind, ())) for kind in KINDS}
    return News(day=data["day"], lang=data["language"], **changes)


def _filled(holder: object, names: Iterable[str]) -> dict[str, Any]:
    """Return the fields of these names that are not empty."""
    return {name: value for name in names if (value := getattr(holder, name))}


def _entry(key: str, data: Mapping[str, Any]) -> LedgerEntry:
    records = sorted(map(_record, data.get("rulings", ())), key=lambda record: record.number)
    slug, formerly = data.get("slug", key), tuple(data.get("formerly", ()))
    return LedgerEntry(
        key=key, slug=slug, formerly=formerly, records=tuple(records), following=data["next"]
    )


def _record(data: Mapping[str, Any]) -> LedgerRecord:
    seen = data.get("seen")
    wordings = {
        lang: Wording(**{"day": seen, **wording})
        for lang, wording in data.get("wordings", {}).items()
    }
    later = {name: yaml_files.freeze(data[name]) for name in _LATER if name in data}
    is_paragraph = data.get("kind") == _PARAGRAPH
    return LedgerRecord(
        number=data["n"], wordings=wordings, paragraph=is_paragraph, seen=seen, **later
    )


def _entry_data(entry: LedgerEntry) -> dict[str, Any]:
    return {
        **({} if entry.slug == entry.key else {"slug": entry.slug}),
        **_filled(entry, ["formerly"]),
        "next": entry.following,
        "rulings": [_record_data(record) for record in entry.records],
    }


def _record_data(record: LedgerRecord) -> dict[str, Any]:
    wordings: dict[str, dict[str, Any]] = {}
    for lang, wording in sorted(record.wordings.items()):
        wordings[lang] = {"hash": wording.hash, "like": wording.like}
        if wording.revision > 1:
            wordings[lang]["revision"] = wording.revision
        if wording.day != record.seen:  # else the words are as old as the number
            wordings[lang]["day"] = wording.day
    return {
        "n": record.number,
        **({"kind": _PARAGRAPH} if record.paragraph else {}),
        **_filled(record, ["seen"]),
        **({"wordings": wordings} if wordings else {}),
        **_filled(record, _LATER),
    }


AUTHORITY = re.compile(
    r"(?:[\w.+-]+@)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?,\d{4}(?:-\d\d(?:-\d\d)?)?", re.ASCII
)
"""Who gives the ids, and a day on which the name was theirs: ``example.org,2026``."""
_TAG = re.compile(rf"tag:{AUTHORITY.pattern}:(?:[\w.~!$&'()*+;=@/-]|%[0-9A-F]{{2}})*", re.ASCII)
_FILE = "feeds.tag"


def path_of(content: Path) -> Path:
    """Return the file of the tag in the folder ``content``."""
    return of(content) / _FILE


def read_tag(content: Path) -> tuple[str, list[Problem]]:
    """Return the tag that is kept in the folder ``content``; an empty one if none is.

    It is a problem if it cannot be read.
    """
    path = path_of(content)
    try:
        text = DISK.read(path).decode(errors="replace").strip()
    except FileNotFoundError:
        return "", []
    except OSError as failure:
        return "", [unread(path, failure)]
    if _TAG.fullmatch(text):
        return text, []
    hint = "take the file back from the history: all entries of feeds would become new"
    return "", [
        error(
            path,
            f"{text[:80]!r} is not the beginning of a tag URI such as 'tag:example.org,2026:'",
            hint,
        )
    ]


def first(address: str, day: str) -> str:
    """Return the tag of a site that gets its first feeds at ``address`` on ``day``."""
    url = urlsplit(address)
    host = re.sub(r"[^a-z0-9.-]+", "-", _ascii(url.hostname or "")).strip("-.")
    return f"tag:{host or 'localhost'},{day}:{quote(url.path.lstrip('/'), safe='/')}"


def _ascii(host: str) -> str:
    """Return a host as DNS has it. A name that DNS cannot have loses what is not ASCII."""
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return host


def keep(content: Path, tag: str) -> None:
    """Write the tag, unless one is kept already. Raises OSError."""
    if not DISK.has(path_of(content)):
        DISK.write(path_of(content), f"{tag}\n")
