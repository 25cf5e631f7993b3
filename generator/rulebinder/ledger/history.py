"""What happened to the rulings of a set: the days on which this site first published something,
which are in the ledger, and the words that rulings had before, which it cannot have.

The ledger keeps the first day of a set, of each of its languages, and of each later change of its
rulings. What it had before it kept days has none, so that it is never dated as new. A day is never
changed or taken back.

Earlier words are in the folder ``history`` beside the notes: ``<set>.yml`` has those of each
permanent number, and ``<set>.json`` the words of the last build: when a newer edition replaces a
document, its old words are found there. Both have sentences of the documents, so they belong to the
owner of the notes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..facts import yaml_files
from ..notes import Introduction, ReleaseNotes, Ruling
from ..problems import Problem
from ..system import group_pairs
from ..system.files import DISK
from . import files
from .matching import wording
from .numbers import ADDED, EDITED, KINDS, REMOVED, Ledger, LedgerNews

_COMBINED = {(ADDED, EDITED): ADDED, (ADDED, REMOVED): "", (REMOVED, ADDED): EDITED}
"""What two changes on one day are together. A ruling that came and went is left out."""


def add_days(before: Ledger | None, after: Ledger, day: str) -> Ledger:
    """Return the ledger ``after`` with ``day`` for all that the ledger ``before`` of the last build
    does not have.

    The same call again adds nothing. Paragraphs are not news.
    """
    if before is None:
        return replace(after, published=dict.fromkeys(after.langs, day), news=())
    langs = {*before.langs, *before.published}
    new_langs = {lang: day for lang in after.langs if lang not in langs}
    by_lang: dict[str, dict[str, str]] = {}
    for lang, ruling, kind in _find_changes(before, after):
        if lang in langs:
            by_lang.setdefault(lang, {})[ruling] = kind
    news = list(before.news)
    for lang, changes in by_lang.items():
        earlier = next((item for item in news if (item.day, item.lang) == (day, lang)), None)
        combined = dict(changes)
        if earlier:
            news.remove(earlier)
            for ruling, first in earlier.changes():
                last = changes.get(ruling, first)
                combined[ruling] = _COMBINED.get((first, last), last)
        news.append(_make_news(day, lang, combined))
    published = dict(sorted({**before.published, **new_langs}.items()))
    return replace(after, published=published, news=_sort_news(news))


def remove_days(ledger: Ledger) -> Ledger:
    """Return a ledger without the days on which this site published something: only feeds show
    them.
    """
    return replace(ledger, published={}, news=())


def join_news(
    base: Sequence[LedgerNews], ours: Sequence[LedgerNews], theirs: Sequence[LedgerNews]
) -> tuple[LedgerNews, ...]:
    """Return the news of two branches. Of what both tell since ``base``, the earlier day stays."""
    old = set(_list_changes(base))
    sides = [
        [change for change in _list_changes(side) if change not in old] for side in (ours, theirs)
    ]
    firsts = [
        {(lang, ruling, kind): day for day, lang, ruling, kind in reversed(side)} for side in sides
    ]
    by_day: dict[tuple[str, str], dict[str, str]] = {}
    for day, lang, ruling, kind in sorted({*old, *sides[0], *sides[1]}):
        change = lang, ruling, kind
        is_repeated = any(
            one.get(change) == day and other.get(change, day) < day
            for one, other in (firsts, firsts[::-1])
        )
        if (day, *change) in old or not is_repeated:
            by_day.setdefault((day, lang), {}).setdefault(ruling, kind)
    return _sort_news([_make_news(day, lang, changes) for (day, lang), changes in by_day.items()])


def renumber_news(news: Sequence[LedgerNews], new_ids: Mapping[str, str]) -> tuple[LedgerNews, ...]:
    """Return ``news`` with the new ids of rulings, which ``new_ids`` has by the old ones."""
    return tuple(
        _make_news(
            item.day,
            item.lang,
            {new_ids.get(ruling, ruling): kind for ruling, kind in item.changes()},
        )
        for item in news
    )


def _list_changes(news: Sequence[LedgerNews]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the day, the language, the ruling and the kind of each change, oldest first."""
    for item in _sort_news(news):
        yield from ((item.day, item.lang, ruling, kind) for ruling, kind in item.changes())


def _find_changes(before: Ledger, after: Ledger) -> Iterator[tuple[str, str, str]]:
    """Yield each change of a ruling between two ledgers: language, ruling, and what happened to
    it.
    """
    for key, entry in after.entries.items():
        old_entry = before.entries.get(key)
        for record in () if entry is old_entry else entry.records:
            old_record = old_entry.record(record.number) if old_entry else None
            olds, news = old_record.wordings if old_record else {}, record.wordings
            for lang in () if record.paragraph else sorted({*olds, *news}):
                ruling = f"{key}/{record.number}"
                if lang not in olds:
                    yield lang, ruling, ADDED
                elif lang not in news:
                    yield lang, ruling, REMOVED
                elif olds[lang].hash != news[lang].hash:
                    yield lang, ruling, EDITED


def _make_news(day: str, lang: str, changes: Mapping[str, str]) -> LedgerNews:
    by_kind = {
        kind: tuple(sorted((ruling for ruling in changes if changes[ruling] == kind), key=sort_key))
        for kind in KINDS
    }
    return LedgerNews(day=day, lang=lang, **by_kind)


def _sort_news(news: Sequence[LedgerNews]) -> tuple[LedgerNews, ...]:
    """Return the news that tell anything, oldest first."""
    telling = [item for item in news if any(item.changes())]
    return tuple(sorted(telling, key=lambda item: (item.day, item.lang)))


def sort_key(ruling: str) -> tuple[str, int]:
    """Return what rulings (``apple-warden/2``) are sorted by: their entry and their number."""
    key, _, number = ruling.rpartition("/")
    return key, int(number)


HINT = (
    "take the file back from the history of your notes; if you delete it, only earlier words of"
    " rulings are lost"
)
_COMMENT = (
    "# The earlier words of this set's rulings. Written by rulebinder; keep this folder with the"
    " release notes.\n"
)
_EARLIER, _LAST = ".yml", ".json"

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
    """By the ruling's id without the set (``apple-warden/2``)."""
    last: Mapping[str, tuple[Words, ...]] = field(default_factory=dict)
    """By language, in the order of the document."""


def words_of(notes: ReleaseNotes) -> tuple[Words, ...]:
    """Return the words of everything in a document that has a permanent number."""
    words: dict[Words, None] = {}
    for part in (*notes.sections, *notes.cards):
        for block in part.body:
            if isinstance(block, Ruling):
                words[tuple(text.source() for text in block.texts)] = None
            elif isinstance(block, Introduction):
                words[(block.text.source(),)] = None
    return tuple(words)


def add_earlier(
    history: History,
    before: Ledger,
    after: Ledger,
    days: Mapping[str, str],
    replaced: Sequence[ReleaseNotes] = (),
) -> Earlier:
    """Return the earlier words after the ledger ``before`` became the ledger ``after``.

    ``days`` are those of the documents, by language. Old words are found in the last build and in
    ``replaced``: documents that were replaced since. Words that are nowhere any more are left out.
    The same call again adds nothing.
    """
    earlier = {key: list(versions) for key, versions in history.earlier.items()}
    by_hash: dict[str, dict[str, Words]] = {}
    for key, lang, old_hash, since in _find_replaced(before, after):
        if lang not in by_hash:
            documents = (words_of(notes) for notes in replaced if notes.lang == lang)
            texts = itertools.chain(history.last.get(lang, ()), *documents)
            by_hash[lang] = {wording("\n".join(words)).hash: words for words in texts}
        words = by_hash[lang].get(old_hash)
        if words and lang in days:
            version = EarlierWords(lang=lang, words=words, since=since, until=days[lang])
            if version not in earlier.setdefault(key, []):
                earlier[key].append(version)
    return {
        key: tuple(sorted(versions, key=lambda version: version.lang))
        for key, versions in earlier.items()
        if versions
    }


def _find_replaced(before: Ledger, after: Ledger) -> Iterator[tuple[str, str, str, str | None]]:
    """Yield what has other words now, or none: the id, the language, the hash of the old words, and
    their day.
    """
    for key, entry in before.entries.items():
        new_entry = after.entries.get(key)
        if new_entry is None or new_entry is entry:
            continue
        for record in entry.records:
            new_record = new_entry.record(record.number)
            for lang, old in record.wordings.items():
                new = new_record.wordings.get(lang) if new_record else None
                if new is None or new.hash != old.hash:
                    yield f"{key}/{record.number}", lang, old.hash, old.day


def load_all(folder: Path) -> tuple[dict[str, History], list[Problem]]:
    """Return the histories in ``folder`` by set, and the problems of their files.

    A set with a faulty file is left out.
    """
    codes = {
        path.stem
        for path in DISK.list_paths(folder)
        if path.suffix in (_EARLIER, _LAST) and not path.name.startswith(".")
    }
    histories: dict[str, History] = {}
    problems = files.find_unlisted(folder)
    for code in sorted(codes):
        earlier, earlier_problems = _load_earlier(folder / f"{code}{_EARLIER}")
        last, last_problems = _load_last(folder / f"{code}{_LAST}")
        problems += [*earlier_problems, *last_problems]
        if not earlier_problems and not last_problems:
            histories[code] = History(earlier=earlier, last=last)
    return histories, problems


def _load_earlier(path: Path) -> tuple[Earlier, list[Problem]]:
    if not DISK.has(path):
        return {}, []
    document, problems = yaml_files.load(path, "history")
    rows = document.data["wordings"] if document else ()
    versions = group_pairs(
        (
            row["id"],
            EarlierWords(
                lang=row["language"],
                words=(row["text"], *row.get("items", ())),
                since=row.get("from"),
                until=row["until"],
            ),
        )
        for row in sorted(rows, key=lambda row: sort_key(row["id"]))
    )
    earlier = {key: tuple(words) for key, words in versions.items()}
    return earlier, [replace(problem, hint=HINT) for problem in problems]


def _load_last(path: Path) -> tuple[dict[str, tuple[Words, ...]], list[Problem]]:
    if not DISK.has(path):
        return {}, []
    data = yaml_files.load_json(path, "words", HINT)
    if isinstance(data, Problem):
        return {}, [data]
    return {lang: tuple(map(tuple, texts)) for lang, texts in data.items()}, []


def exists(folder: Path, code: str) -> bool:
    """Return whether there is a file of a set in ``folder``."""
    return any((folder / f"{code}{suffix}").exists() for suffix in (_EARLIER, _LAST))


def save(history: History, folder: Path, code: str) -> None:
    """Write the words of a set, each file whole or not at all. Raises OSError.

    Call it before the ledger is saved: a number with new words in the ledger needs its old words
    here.
    """
    rows: list[dict[str, Any]] = []
    for key in sorted(history.earlier, key=sort_key):
        for version in history.earlier[key]:
            text, *items = version.words
            row = {
                "id": key,
                "language": version.lang,
                "from": version.since,
                "until": version.until,
                "text": text,
                "items": items,
            }
            rows.append({name: value for name, value in row.items() if value not in (None, [])})
    if rows:
        DISK.write(folder / f"{code}{_EARLIER}", _COMMENT + yaml_files.dump({"wordings": rows}))
    last = {lang: [list(words) for words in history.last[lang]] for lang in sorted(history.last)}
    DISK.write(folder / f"{code}{_LAST}", yaml_files.dump_json(last))
