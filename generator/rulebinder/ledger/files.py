"""Read and write ledgers as YAML, one file for each set. Refuse a file that contradicts itself.

The beginning of the ids of feeds' entries is kept in the same folder.
"""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Container, Iterator, Mapping, Set
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from ..facts import yaml_files
from ..facts.yaml_files import KeyPath
from ..notes import is_day
from ..problems import Problem, WithProblems, cannot_read, error
from ..reading.inputs import UnreadFile, read_ahead
from ..system import group_pairs, processes, shipped
from ..system.caches import NO_CACHE, Cache
from ..system.files import DISK, digest
from .matching import Wording
from .numbers import KINDS, Ledger, LedgerEntry, LedgerNews, LedgerRecord, is_section

_PARAGRAPH = "paragraph"
"""The ``kind`` of a record that is not a ruling."""
_Parsed = tuple[Ledger | None, tuple[Problem, ...]]
"""A ledger and no problems, or None and its problems."""
_Fault = tuple[KeyPath, str]
"""The path of a value in a ledger, and what is wrong with it."""
_PARSED: dict[Path, tuple[bytes, _Parsed]] = {}
"""The bytes of each file that this process has parsed, and the result: a build loads each ledger
four times.
"""
_CHANGE_FIELDS = ("edited", "retired", "became", "moved_to")
"""The fields of a record that follow its wordings in the file, under the same names."""
_HINT = "take the file back from the history; a number that was given must stay"


def ledger_folder(content: Path) -> Path:
    """Return the folder of the ledgers in the folder ``content``."""
    return content / "ledger"


def lock(content: Path) -> contextlib.AbstractContextManager[None]:
    """Lock the ledgers in the folder ``content``. Other processes wait for the lock."""
    return processes.lock(ledger_folder(content))


def find_unlisted(folder: Path) -> list[Problem]:
    """Return the problem, in a list, if ``folder`` is there but cannot be listed: a folder of
    ledgers or of their history, which would seem to be empty.
    """
    try:
        DISK.list_entries(folder)
    except (FileNotFoundError, NotADirectoryError):  # then nothing can be written there either
        return []
    except OSError as failure:
        hint = "let it be read: a number that was given must stay"
        return [cannot_read(folder, failure, hint)]
    return []


def load_all(
    folder: Path,
    cache: Cache = NO_CACHE,
    sets: Container[str] | None = None,
) -> WithProblems[dict[str, Ledger]]:
    """Return the ledgers of ``sets`` in ``folder`` (all if it is None) by set, and their problems.

    A ledger that contradicts itself is left out. Ledgers that this process or the ``cache`` has
    parsed are not parsed again.
    """
    ledgers: dict[str, Ledger] = {}
    problems = find_unlisted(folder)
    files: list[UnreadFile] = []
    for path in shipped.facts_files(folder):
        if sets is not None and path.stem not in sets:
            continue
        data = yaml_files.read_whole(path)
        if isinstance(data, Problem):
            problems.append(replace(data, hint=_HINT))
        else:
            reader = functools.partial(parse, path, data)
            files.append(UnreadFile(path, data, reader, digest("ledger", str(path), data)))
    never_parsed = None, None
    changed = [file for file in files if _PARSED.get(file.path, never_parsed)[0] != file.data]
    with read_ahead(changed, cache) as read_one:
        for file in changed:
            _PARSED[file.path] = file.data, read_one(file)
    for file in files:
        _, (ledger, ledger_problems) = _PARSED[file.path]
        problems += [replace(problem, hint=_HINT) for problem in ledger_problems]
        if ledger is not None:
            ledgers[file.path.stem] = ledger
    return ledgers, problems


def parse(path: Path, data: bytes) -> _Parsed:
    """Return the ledger at ``path``, whose bytes are ``data``; or None and its problems."""
    document, problems = yaml_files.loads(data, "ledger", str(path))
    if document is not None:
        faults = _find_contradictions(document.data)
        problems = [error(document.place(*path), message) for path, message in faults]
    if document is None or problems:
        return None, tuple(problems)
    values = document.data
    entries = {}
    for key, entry in values["entries"].items():
        records = sorted(
            map(_parse_record, entry.get("rulings", ())), key=lambda record: record.number
        )
        entries[key] = LedgerEntry(
            key=key,
            slug=entry.get("slug", key),
            formerly=tuple(entry.get("formerly", ())),
            records=tuple(records),
            following=entry["next"],
        )
    ledger = Ledger(
        path.stem,
        entries,
        tuple(values.get("rules", ())),
        values.get("cards", {}),
        values.get("published", {}),
        tuple(map(_parse_news, values.get("news", ()))),
    )
    return ledger, ()


def _parse_record(data: Mapping[str, Any]) -> LedgerRecord:
    """Return a record, which ``data`` has as in the file: _dump_record, the other way round."""
    seen = data.get("seen")
    return LedgerRecord(
        number=data["n"],
        wordings={
            #  Words without a day are as old as the number.
            lang: Wording(**{"day": seen, **wording})
            for lang, wording in data.get("wordings", {}).items()
        },
        paragraph=data.get("kind") == _PARAGRAPH,
        seen=seen,
        **{name: yaml_files.freeze(data[name]) for name in _CHANGE_FIELDS if name in data},
    )


def _parse_news(data: Mapping[str, Any]) -> LedgerNews:
    """Return the news of a day and language. In the file, each kind of change has its rulings."""
    changes = {ruling: kind for kind in KINDS for ruling in data.get(kind, ())}
    return LedgerNews(day=data["day"], lang=data["language"], changes=changes)


def save(ledger: Ledger, folder: Path) -> bool:
    """Write a set's ledger, whole or not at all, and return whether it changed. Raises OSError."""
    return DISK.write(folder / f"{ledger.set_code}.yml", dump(ledger))


def dump(ledger: Ledger) -> str:
    """Return the content of the file of a set's ledger."""
    entries = {
        key: {
            **_drop_empty(
                slug="" if entry.slug == entry.key else entry.slug, formerly=entry.formerly
            ),
            "next": entry.following,
            "rulings": [_dump_record(record) for record in entry.records],
        }
        for key, entry in sorted(ledger.entries.items())
    }
    further = _drop_empty(
        rules=ledger.rules,
        cards=dict(sorted(ledger.cards.items())),
        published=dict(sorted(ledger.published.items())),
        news=[
            {
                "day": news.day,
                "language": news.lang,
                **group_pairs((kind, ruling) for ruling, kind in news.changes.items()),
            }
            for news in ledger.news
        ],
    )
    comment = (
        "# The permanent numbers of this set's rulings: hashes, never text. Written by rulebinder;"
        " do not edit.\n"
    )
    return comment + yaml_files.dump({"entries": entries, **further})


def _dump_record(record: LedgerRecord) -> dict[str, Any]:
    """Return what the file has of a record, without all that is empty or can be derived."""
    wordings = {
        lang: {
            "hash": wording.hash,
            "like": wording.like,
            **_drop_empty(
                revision=wording.revision if wording.revision > 1 else None,
                #  Other words are as old as the number.
                day=wording.day if wording.day != record.seen else None,
            ),
        }
        for lang, wording in sorted(record.wordings.items())
    }
    return _drop_empty(
        n=record.number,
        kind=_PARAGRAPH if record.paragraph else None,
        seen=record.seen,
        wordings=wordings,
        **{name: getattr(record, name) for name in _CHANGE_FIELDS},
    )


def _drop_empty(**values: Any) -> dict[str, Any]:
    """Return the values that are not empty."""
    return {name: value for name, value in values.items() if value}


def _find_contradictions(data: Mapping[str, Any]) -> Iterator[_Fault]:
    """Yield the faults of a ledger as it is in the file: those of its numbers and records, slugs
    that two entries have or that do not fit the key, earlier names of cards that lead in a circle,
    and news about a ruling that the ledger does not have.
    """
    entries = data["entries"]
    keys: dict[str, str] = {}
    """The key of the entry with each slug."""
    ids = {
        f"{key}/{record['n']}"
        for key, entry in entries.items()
        for record in entry.get("rulings", ())
    }
    for key, entry in entries.items():
        key_path = "entries", key
        yield from _check_numbers(key, entry, ids)
        slug = entry.get("slug", key)
        for name in (slug, *entry.get("formerly", ())):
            if is_section(name) != is_section(key):
                reason = "only sections have names that begin with notes/"
                yield key_path, f"{key} cannot be {name!r}: {reason}"
        if slug in keys:
            yield key_path, f"{key} and {keys[slug]} are both {slug!r}"
        keys[slug] = key
    yield from _find_circles(data.get("cards", {}))
    for index, news in enumerate(data.get("news", ())):
        changes = _parse_news(news).changes
        if unknown := next((ruling for ruling in changes if ruling not in ids), None):
            yield ("news", index), f"tells of {unknown}, which was never given"


def _check_numbers(key: str, entry: Mapping[str, Any], ids: Set[str]) -> Iterator[_Fault]:
    """Yield a fault of an entry for each repeated or too high number, for each fault of a record,
    and for the first number that is missing below the next one, unless another one is wrong.
    ``ids`` are those of all entries (``key/n``).
    """
    records, following = entry.get("rulings", ()), entry["next"]
    numbers = {record["n"] for record in records}
    seen: set[int] = set()
    for index, record in enumerate(records):
        key_path, number = ("entries", key, "rulings", index), record["n"]
        if number in seen:
            yield key_path, f"{key} gives the number {number} twice"
        if number >= following:
            yield key_path, f"{key} has the number {number}, but would give {following} next"
        seen.add(number)
        for message in _check_record(record, numbers, ids):
            yield key_path, f"{key}/{number} {message}"
    is_unrepeated = len(seen) == len(records)
    if is_unrepeated and max(seen, default=0) < following and len(seen) < following - 1:
        lost = next(number for number in range(1, following) if number not in seen)
        message = f"{key} would give {following} next, but its number {lost} is not here"
        yield ("entries", key), message


def _check_record(record: Mapping[str, Any], numbers: Set[int], ids: Set[str]) -> Iterator[str]:
    """Yield the faults of one record. ``numbers`` are those of its entry, ``ids`` those of all
    entries (``key/n``).
    """
    if ("retired" in record) == ("wordings" in record):
        yield "must have either wordings or the day it was retired"
    if missing := set(record.get("became", ())) - numbers:
        yield f"speaks of {min(missing)}, which was never given"
    if moved := record.get("moved_to"):
        #  A published ruling may move to the ledger of another day.
        is_elsewhere = is_day(moved.partition("/")[0]) and moved.count("/") > 1
        if moved not in ids and not is_elsewhere:
            yield f"moved to {moved}, which was never given"


def _find_circles(cards: Mapping[str, str]) -> Iterator[_Fault]:
    """Yield a fault for each circle of earlier names of cards: each leads to the next, and the last
    to the first. A name may lead to itself.
    """
    checked: set[str] = set()
    for name in cards:
        last, chain = name, {name}
        while last not in checked and cards.get(last, last) != last:
            last = cards[last]
            if last in chain:
                yield ("cards", name), f"{name} leads to {last} again and again"
                break
            chain.add(last)
        checked |= chain


_TAG = re.compile(
    #  Who gives the ids, and a day on which the name was theirs: ``example.org,2026``.
    r"tag:(?:[\w.+-]+@)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?,\d{4}(?:-\d\d(?:-\d\d)?)?"
    r":(?:[\w.~!$&'()*+;=@/-]|%[0-9A-F]{2})*",
    re.ASCII,
)
"""A tag: the beginning of a tag URI, with which the ids of feeds' entries begin, such as
``tag:example.org,2026:``.
"""
_TAG_FILE = "feeds.tag"


def tag_path(content: Path) -> Path:
    """Return the path of the file of the tag in the folder ``content``."""
    return ledger_folder(content) / _TAG_FILE


def read_tag(content: Path) -> WithProblems[str]:
    """Return the tag that is kept in the folder ``content``, and the problem if it cannot be read
    or is not a tag. It is empty then, and if there is no file.
    """
    path = tag_path(content)
    try:
        text = DISK.read(path).decode(errors="replace").strip()
    except FileNotFoundError:
        return "", []
    except OSError as failure:
        return "", [cannot_read(path, failure)]
    if _TAG.fullmatch(text):
        return text, []
    message = f"{text[:80]!r} is not the beginning of a tag URI such as 'tag:example.org,2026:'"
    hint = "take the file back from the history: all entries of feeds would become new"
    return "", [error(path, message, hint)]


def make_tag(address: str, day: str) -> str:
    """Return the tag of a site that gets its first feeds at ``address`` on ``day``:
    ``tag:example.org,2026-11-26:rulings/`` for ``https://example.org/rulings/``.
    """
    url = urlsplit(address)
    host = url.hostname or ""
    #  In a name that DNS cannot have, a hyphen replaces what is not ASCII.
    with contextlib.suppress(UnicodeError):
        host = host.encode("idna").decode()
    host = re.sub(r"[^a-z0-9.-]+", "-", host).strip("-.")
    return f"tag:{host or 'localhost'},{day}:{quote(url.path.lstrip('/'), safe='/')}"


def save_tag(content: Path, tag: str) -> None:
    """Write the tag, unless one is kept already. Raises OSError."""
    if not DISK.has(tag_path(content)):
        DISK.write(tag_path(content), f"{tag}\n")
