"""Keep the words that rulings had before, in the folder ``history`` beside the notes. The ledger
has no text, so it cannot.

``<set>.yml`` has the earlier words of each permanent number. ``<set>.json`` has the words of the
last build: when a newer edition replaces a document, its old words are found there. Both have
sentences of the documents, so they belong to the owner of the notes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..facts import yaml_files
from ..notes import Introduction, ReleaseNotes, Ruling
from ..problems import Problem
from ..system.files import DISK
from . import files
from .matching import wording
from .news import sort_key
from .numbers import Ledger

HINT = (
    "take the file back from the history of your notes; if you delete it, only earlier words of"
    " rulings are lost"
)
_COMMENT = (
    "# The earlier words of this set's rulings. Written by rulebinder; keep this folder with the"
    " release notes.\n"
)
_OLD, _LAST = ".yml", ".json"

Words = tuple[str, ...]
"""The stored form of a ruling's text, then those of the items of its list."""


@dataclass(frozen=True, kw_only=True)
class EarlierWords:
    """The words that a ruling had before, in one language."""

    lang: str
    words: Words
    since: str | None
    """The day of the first document with these words; None if it is not known."""
    until: str
    """The day of the document that has other words, or none."""


Earlier = Mapping[str, tuple[EarlierWords, ...]]
"""The words that rulings had before, by their ids; those of one language are in order of time."""


@dataclass(frozen=True, kw_only=True)
class History:
    """The words of one set: those that its rulings had before, and those of the last build."""

    earlier: Earlier = field(default_factory=dict)
    """By the ruling's id without the set (``apple-warden/2``).

    Those of one language are in order of time.
    """
    last: Mapping[str, tuple[Words, ...]] = field(default_factory=dict)
    """By language, in the order of the document."""


def words_of(notes: ReleaseNotes) -> tuple[Words, ...]:
    """Return the words of everything in a document that has a permanent number."""
    bodies = (*(section.body for section in notes.sections), *(entry.body for entry in notes.cards))
    return tuple(
        dict.fromkeys(
            tuple(
                text.source()
                for text in (block.texts if isinstance(block, Ruling) else (block.text,))
            )
            for body in bodies
            for block in body
            if isinstance(block, Ruling | Introduction)
        )
    )


def digest(words: Words) -> str:
    """Return the hash that a ledger has for a ruling with these words."""
    return wording("\n".join(words)).hash


def add_earlier(
    before: History,
    given: Ledger,
    now: Ledger,
    days: Mapping[str, str],
    others: Iterable[ReleaseNotes] = (),
) -> Earlier:
    """Return the earlier words after the ledger ``given`` became the ledger ``now``.

    ``days`` are those of the documents, by language. Old words are found in the last build and in
    ``others``: documents that were replaced since. Words that are nowhere any more are left out.
    The same call again adds nothing.
    """
    found = {key: list(each) for key, each in before.earlier.items()}
    by_digest: dict[str, dict[str, Words]] = {}
    replaced = list(others)
    for key, lang, old, since in _replaced(given, now):
        if lang not in by_digest:
            texts = (
                *before.last.get(lang, ()),
                *(words for each in replaced if each.lang == lang for words in words_of(each)),
            )
            by_digest[lang] = {digest(words): words for words in texts}
        words = by_digest[lang].get(old)
        each = (
            EarlierWords(lang=lang, words=words, since=since, until=days[lang])
            if words and lang in days
            else None
        )
        if each and each not in found.setdefault(key, []):
            found[key].append(each)
    return {
        key: tuple(sorted(each, key=lambda earlier: earlier.lang))
        for key, each in found.items()
        if each
    }


def load_all(folder: Path) -> tuple[dict[str, History], list[Problem]]:
    """Return the histories in ``folder`` by set, and the problems of their files.

    A set with a faulty file is left out.
    """
    paths = DISK.list_paths(folder)
    codes = sorted(
        {
            path.stem
            for path in paths
            if path.suffix in (_OLD, _LAST) and not path.name.startswith(".")
        }
    )
    histories: dict[str, History] = {}
    problems = files.find_unlisted(folder)
    for code in codes:
        earlier, found = _load_earlier(folder / f"{code}{_OLD}")
        last, wrong = _load_last(folder / f"{code}{_LAST}")
        problems += [*found, *wrong]
        if not found and not wrong:
            histories[code] = History(earlier=earlier, last=last)
    return histories, problems


def exists(folder: Path, code: str) -> bool:
    """Return whether there is a file of a set in ``folder``."""
    return any((folder / f"{code}{suffix}").exists() for suffix in (_OLD, _LAST))


def save(history: History, folder: Path, code: str) -> None:
    """Write the words of a set, each file whole or not at all. Raises OSError.

    Call it before the ledger is saved: a number with new words in the ledger needs its old words
    here.
    """
    earlier = [
        data
        for key in sorted(history.earlier, key=sort_key)
        for data in _data(key, history.earlier[key])
    ]
    if earlier:
        DISK.write(folder / f"{code}{_OLD}", _COMMENT + yaml_files.dump({"wordings": earlier}))
    last = {lang: [list(words) for words in history.last[lang]] for lang in sorted(history.last)}
    DISK.write(folder / f"{code}{_LAST}", yaml_files.dump_json(last))


def _replaced(given: Ledger, now: Ledger) -> Iterator[tuple[str, str, str, str | None]]:
    """Yield what has other words now, or none: the id, the language, the hash of the old words, and
    their day.
    """
    for key, entry in given.entries.items():
        after = now.entries.get(key)
        if after is None or after is entry:
            continue
        for record in entry.records:
            newer = after.record(record.number)
            for lang, old in record.wordings.items():
                there = newer.wordings.get(lang) if newer else None
                if there is None or there.hash != old.hash:
                    yield f"{key}/{record.number}", lang, old.hash, old.day


def _data(key: str, earlier: Sequence[EarlierWords]) -> Iterator[dict[str, Any]]:
    for each in earlier:
        text, *items = each.words
        values = {
            "id": key,
            "language": each.lang,
            "from": each.since,
            "until": each.until,
            "text": text,
            "items": items,
        }
        yield {name: value for name, value in values.items() if value is not None and value != []}


def _load_earlier(path: Path) -> tuple[dict[str, tuple[EarlierWords, ...]], list[Problem]]:
    if not DISK.has(path):
        return {}, []
    document, problems = yaml_files.load(path, "history")
    rows = document.data["wordings"] if document else ()
    by_id = itertools.groupby(
        sorted(rows, key=lambda row: sort_key(row["id"])), key=lambda row: str(row["id"])
    )
    earlier = {
        key: tuple(
            EarlierWords(
                lang=row["language"],
                words=(row["text"], *row.get("items", ())),
                since=row.get("from"),
                until=row["until"],
            )
            for row in found
        )
        for key, found in by_id
    }
    return earlier, [replace(each, hint=HINT) for each in problems]


def _load_last(path: Path) -> tuple[dict[str, tuple[Words, ...]], list[Problem]]:
    if not DISK.has(path):
        return {}, []
    data = yaml_files.load_json(path, "words", HINT)
    if isinstance(data, Problem):
        return {}, [data]
    return {lang: tuple(map(tuple, texts)) for lang, texts in data.items()}, []
