"""What happened to the rulings of a set: the days on which this site first published something,
which are in the ledger, and the words that rulings had before, which it cannot have.

The ledger keeps the first day of a set, of each of its languages, and of each later change of its
rulings. What it had before it kept days has none, so that it is never dated as new. A day is never
changed or taken back.

Earlier words are in the folder ``history`` beside the notes: ``<set>.yml`` has those of each
permanent number, and ``<set>.json`` the words of the last build: when a newer edition replaces a
document, its old words are found there. Both have sentences of the documents, so they belong to the
owner of the notes.

The ledgers of two branches that both gave numbers are joined here, too.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..facts import yaml_files
from ..notes import Introduction, ReleaseNotes, Ruling
from ..problems import Problem, WithProblems
from ..rulebook.book import rule_order
from ..system import group_pairs
from ..system.files import DISK
from . import files
from .matching import Wording, wording
from .numbers import (
    ADDED,
    EDITED,
    KINDS,
    NO_DAY,
    REMOVED,
    Ledger,
    LedgerEntry,
    LedgerNews,
    LedgerRecord,
)

_COMBINED: dict[tuple[str | None, str], str] = {
    (ADDED, EDITED): ADDED,
    (ADDED, REMOVED): "",
    (REMOVED, ADDED): EDITED,
}
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
    news = {(item.day, item.lang): dict(item.changes) for item in before.news}
    for ruling, lang, record, old in _find_changes(before, after):
        if lang in langs and not record.paragraph:
            kind = ADDED if old is None else EDITED if lang in record.wordings else REMOVED
            changes = news.setdefault((day, lang), {})
            changes[ruling] = _COMBINED.get((changes.get(ruling), kind), kind)
    published = dict(sorted({**before.published, **new_langs}.items()))
    return replace(after, published=published, news=_make_news(news))


def remove_days(ledger: Ledger) -> Ledger:
    """Return a ledger without the days on which this site published something: only feeds show
    them.
    """
    return replace(ledger, published={}, news=())


def _join_news(
    base: Sequence[LedgerNews], ours: Sequence[LedgerNews], theirs: Sequence[LedgerNews]
) -> tuple[LedgerNews, ...]:
    """Return the news of two branches. Of what both tell since ``base``, the earlier day stays."""
    old, *sides = (
        {
            (item.day, (item.lang, ruling, kind))
            for item in news
            for ruling, kind in item.changes.items()
        }
        for news in (base, ours, theirs)
    )
    ours_first, theirs_first = (
        {change: day for day, change in sorted(side - old, reverse=True)} for side in sides
    )
    repeated = {
        (max(day, theirs_first[change]), change)
        for change, day in ours_first.items()
        if theirs_first.get(change, day) != day
    }
    by_day: dict[tuple[str, str], dict[str, str]] = {}
    for day, (lang, ruling, kind) in sorted(old.union(*sides) - repeated):
        by_day.setdefault((day, lang), {}).setdefault(ruling, kind)
    return _make_news(by_day)


def _find_changes(
    before: Ledger, after: Ledger
) -> Iterator[tuple[str, str, LedgerRecord, Wording | None]]:
    """Yield what has other words in a language than in the ledger before, or words in only one of
    the two: the id, the language, the new record, and the old words.
    """
    for key, entry in after.entries.items():
        old_entry = before.entries.get(key)
        for record in () if entry is old_entry else entry.records:
            old_record = old_entry.record(record.number) if old_entry else None
            olds = old_record.wordings if old_record else {}
            for lang in sorted({*olds, *record.wordings}):
                old, new = olds.get(lang), record.wordings.get(lang)
                if old is None or new is None or old.hash != new.hash:
                    yield f"{key}/{record.number}", lang, record, old


def _make_news(changes: Mapping[tuple[str, str], Mapping[str, str]]) -> tuple[LedgerNews, ...]:
    """Return the news that tell ``changes``, which are by day and language: oldest first, without
    those that tell nothing.
    """
    news: list[LedgerNews] = []
    for (day, lang), kinds in sorted(changes.items()):
        by_kind = group_pairs((kinds[ruling], ruling) for ruling in sorted(kinds, key=sort_key))
        in_order = {ruling: kind for kind in KINDS for ruling in by_kind.get(kind, ())}
        if in_order:
            news.append(LedgerNews(day=day, lang=lang, changes=in_order))
    return tuple(news)


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
    last: Mapping[str, tuple[Words, ...]] = field(default_factory=dict)
    """By language, in the order of the document."""


def words_of(notes: ReleaseNotes) -> tuple[Words, ...]:
    """Return the words of everything in a document that has a permanent number."""
    blocks = (block for block in notes.blocks() if isinstance(block, Ruling | Introduction))
    return tuple(dict.fromkeys(tuple(text.source() for text in block.texts) for block in blocks))


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
    changes = [
        (f"{after.set_code}/{ruling}", lang, old)
        for ruling, lang, _, old in _find_changes(before, after)
        if old and lang in days
    ]
    if not changes:
        return history.earlier
    texts = [(lang, words) for lang, last in history.last.items() for words in last]
    texts += [(notes.lang, words) for notes in replaced for words in words_of(notes)]
    by_hash = {(lang, wording("\n".join(words)).hash): words for lang, words in texts}
    earlier = {note_id: dict.fromkeys(words) for note_id, words in history.earlier.items()}
    for note_id, lang, old in changes:
        if words := by_hash.get((lang, old.hash)):
            version = EarlierWords(lang=lang, words=words, since=old.day, until=days[lang])
            earlier.setdefault(note_id, {})[version] = None
    return {
        note_id: tuple(sorted(versions, key=lambda version: version.lang))
        for note_id, versions in earlier.items()
    }


def load_all(folder: Path) -> WithProblems[dict[str, History]]:
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
        faults = [*earlier_problems, *last_problems]
        problems += faults
        if not faults:
            histories[code] = History(earlier=earlier, last=last)
    return histories, problems


def _load_earlier(path: Path) -> WithProblems[Earlier]:
    if not DISK.has(path):
        return {}, []
    document, problems = yaml_files.load(path, "history")
    rows = document.data["wordings"] if document else ()
    versions = group_pairs(
        (
            f"{path.stem}/{row['id']}",
            EarlierWords(
                lang=row["language"],
                words=(row["text"], *row.get("items", ())),
                since=row.get("from"),
                until=row["until"],
            ),
        )
        for row in sorted(rows, key=lambda row: sort_key(row["id"]))
    )
    earlier = {note_id: tuple(words) for note_id, words in versions.items()}
    return earlier, [replace(problem, hint=HINT) for problem in problems]


def _load_last(path: Path) -> WithProblems[dict[str, tuple[Words, ...]]]:
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
    for note_id in sorted(history.earlier, key=sort_key):
        for version in history.earlier[note_id]:
            text, *items = version.words
            row = {
                "id": note_id.partition("/")[2],
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


NewNumbers = Mapping[int, int]
"""The new numbers of records, by the old ones."""
IsPublished = Callable[[str, LedgerRecord], bool]
"""Whether a site has published a record of the entry with this key, under its number."""


@dataclass(frozen=True, kw_only=True)
class JoinedLedger:
    """The ledger of both branches."""

    ledger: Ledger
    renumbered: tuple[str, ...]
    """What happened to numbers that both branches gave: ``bell-of-fern/3 is now bell-of-fern/4``.
    """
    clashes: tuple[str, ...]
    """The numbers (``bell-of-fern/3``) that both branches published for different rulings."""


def join(base: Ledger, ours: Ledger, theirs: Ledger, is_published: IsPublished) -> JoinedLedger:
    """Return the ledger of two branches that began with ``base``.

    Numbers that only one branch gave stay. Of two rulings with the same new number, that of
    ``theirs`` gets the next free one, or that of ``ours`` if only the other one is published. The
    same ruling in both branches is one.
    """
    new_ids: tuple[dict[str, str], dict[str, str]] = ({}, {})
    clashes: list[str] = []
    for key in sorted(ours.entries.keys() & theirs.entries.keys()):
        begun = base.entries[key].following if key in base.entries else 1
        new_numbers, published = _renumber(
            ours.entries[key], theirs.entries[key], begun, is_published
        )
        clashes += [f"{key}/{number}" for number in published]
        for ids, numbers in zip(new_ids, new_numbers, strict=True):
            ids |= {f"{key}/{old}": f"{key}/{new}" for old, new in numbers.items()}
    ours, theirs = map(_renumber_ledger, (ours, theirs), new_ids)
    entries = {**theirs.entries, **ours.entries}
    for key in ours.entries.keys() & theirs.entries.keys():
        entries[key] = _join_entries(base.entries.get(key), ours.entries[key], theirs.entries[key])
    ledger = Ledger(
        ours.set_code,
        dict(sorted(entries.items())),
        tuple(sorted({*ours.rules, *theirs.rules}, key=rule_order)),
        {**theirs.cards, **ours.cards},
        _join_days(ours, theirs),
        _join_news(base.news, ours.news, theirs.news),
    )
    renumbered = (f"{old} is now {new}" for ids in new_ids for old, new in sorted(ids.items()))
    return JoinedLedger(ledger=ledger, renumbered=tuple(renumbered), clashes=tuple(clashes))


def _renumber(
    ours: LedgerEntry, theirs: LedgerEntry, begun: int, is_published: IsPublished
) -> tuple[tuple[NewNumbers, NewNumbers], list[int]]:
    """Return the new numbers of both branches' records, and the numbers that both published.

    ``begun`` is the first number that the branches may have given differently.
    """
    twins = {
        words: record.number
        for record in ours.records[begun - 1 :]
        for words in _comparable_words(record)
    }
    same: dict[int, int] = {}
    our_unplaced: list[int] = []
    their_unplaced: list[int] = []
    clashes: list[int] = []
    for record in theirs.records[begun - 1 :]:
        number = record.number
        our_record = ours.record(number)
        numbers = (twins[words] for words in _comparable_words(record) if words in twins)
        twin = next((other for other in numbers if other not in same.values()), None)
        if is_published(theirs.key, record):
            if our_record is not None and twin != number:
                our_unplaced.append(number)
                clashes += [number] if is_published(ours.key, our_record) else []
        elif twin is not None:
            same[number] = twin
        elif our_record is not None:
            their_unplaced.append(number)
    free = (
        number
        for number in itertools.count(len(ours.records) + 1)
        if number > len(theirs.records) or number in same
    )
    our_new = dict(zip(our_unplaced, free, strict=False))
    their_new = {old: our_new.get(new, new) for old, new in same.items()}
    their_new |= zip(their_unplaced, free, strict=False)
    return (our_new, their_new), clashes


def _renumber_ledger(ledger: Ledger, new_ids: Mapping[str, str]) -> Ledger:
    """Return the ledger of a branch with the new ids of rulings, which ``new_ids`` has by the old
    ones.
    """

    def new_id(ruling: str) -> str:
        return new_ids.get(ruling, ruling)

    def renumber(entry: LedgerEntry) -> LedgerEntry:
        def new_number(number: int) -> int:
            return sort_key(new_id(f"{entry.key}/{number}"))[1]

        records = (
            replace(
                record,
                number=new_number(record.number),
                became=tuple(map(new_number, record.became)),
                moved_to=record.moved_to and new_id(record.moved_to),
            )
            for record in entry.records
        )
        return replace(entry, records=tuple(sorted(records, key=lambda record: record.number)))

    entries = {key: renumber(entry) for key, entry in ledger.entries.items()}
    news = {
        (item.day, item.lang): {new_id(ruling): kind for ruling, kind in item.changes.items()}
        for item in ledger.news
    }
    return replace(ledger, entries=entries, news=_make_news(news))


def _comparable_words(record: LedgerRecord) -> Iterator[tuple[bool, str, str]]:
    """Yield what tells one ruling: its words in each language.

    Records that share one are of the same ruling.
    """
    return ((record.paragraph, lang, words.hash) for lang, words in record.wordings.items())


def _join_entries(base: LedgerEntry | None, ours: LedgerEntry, theirs: LedgerEntry) -> LedgerEntry:
    records = {record.number: record for record in ours.records}
    for record in theirs.records:
        number = record.number
        if number in records:
            before = base.record(number) if base else None
            records[number] = _join_records(before, records[number], record)
        else:
            records[number] = record
    slug = theirs.slug if base and ours.slug == base.slug else ours.slug
    names = dict.fromkeys((*ours.formerly, *theirs.formerly, ours.slug, theirs.slug))
    return LedgerEntry(
        key=ours.key,
        slug=slug,
        formerly=tuple(name for name in names if name not in (ours.key, slug)),
        records=tuple(records[number] for number in sorted(records)),
        following=max(ours.following, theirs.following, *(number + 1 for number in records)),
    )


def _join_records(
    base: LedgerRecord | None, ours: LedgerRecord, theirs: LedgerRecord
) -> LedgerRecord:
    """Return one record of two.

    What only one branch changed is as there; what both changed is as in ``ours``. Words stay that
    one branch edited and the other removed: the next build retires them if no document has them.
    """
    if ours == base:
        return theirs
    if theirs == base:
        return ours
    old = base.wordings if base else {}
    wordings: dict[str, Wording] = {}
    for lang in sorted(ours.wordings.keys() | theirs.wordings.keys()):
        before, one, other = (side.get(lang) for side in (old, ours.wordings, theirs.wordings))
        words = (other if one == before else one) if before in (one, other) else one or other
        if words:
            wordings[lang] = words
    changed = ours if ours.retired or not theirs.retired else theirs
    #  Records that lost their last words in different branches have the newest day of these.
    days = [words.day for record in (ours, theirs) for words in record.wordings.values()]
    last = max(filter(None, [*days, ours.seen, theirs.seen]), default=NO_DAY)
    return replace(
        changed,
        wordings=wordings,
        seen=min(filter(None, (ours.seen, theirs.seen)), default=None),
        edited=max(filter(None, (ours.edited, theirs.edited)), default=None),
        retired=None if wordings else changed.retired or last,
        became=tuple(sorted({*ours.became, *theirs.became})),
        moved_to=None if wordings else changed.moved_to,
    )


def _join_days(ours: Ledger, theirs: Ledger) -> Mapping[str, str]:
    """Return the earlier day of each language.

    One that a branch has without a day was published before days were kept.
    """
    days = dict(sorted([*ours.published.items(), *theirs.published.items()], reverse=True))
    undated = {lang for side in (ours, theirs) for lang in side.langs if lang not in side.published}
    return {lang: day for lang, day in sorted(days.items()) if lang not in undated}
