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
"""What two changes on one day are together: the empty one if a ruling came and went, which is not
told. Of two others the second counts.
"""


def add_days(before: Ledger | None, after: Ledger, day: str) -> Ledger:
    """Return the ledger ``after`` with ``day`` for all that the ledger ``before`` of the last build
    does not have.

    ``before`` is None for a new set, all of which is first published on ``day``. The same call
    again adds nothing. Paragraphs are not news.
    """
    if before is None:
        return replace(after, published=dict.fromkeys(after.langs, day), news=())
    #  A language whose words are all retired has only a day.
    old_langs = {*before.langs, *before.published}
    new_langs = {lang: day for lang in after.langs if lang not in old_langs}
    news = {(item.day, item.lang): dict(item.changes) for item in before.news}
    for ruling, lang, record, old in _find_changes(before, after):
        if lang in old_langs and not record.paragraph:
            kind = ADDED if old is None else EDITED if lang in record.wordings else REMOVED
            changes = news.setdefault((day, lang), {})
            changes[ruling] = _COMBINED.get((changes.get(ruling), kind), kind)
    published = dict(sorted({**before.published, **new_langs}.items()))
    return replace(after, published=published, news=_make_news(news))


def remove_days(ledger: Ledger) -> Ledger:
    """Return a ledger without the days on which this site published something, and without its
    news. Only feeds show them, so the slice of any other page need not change with them.
    """
    return replace(ledger, published={}, news=())


def _join_news(
    base: Sequence[LedgerNews], ours: Sequence[LedgerNews], theirs: Sequence[LedgerNews]
) -> tuple[LedgerNews, ...]:
    """Return the news of two branches. A change that both tell since ``base`` keeps the earlier of
    its days.
    """
    old, *sides = (
        {
            (item.day, (item.lang, ruling, kind))
            for item in news
            for ruling, kind in item.changes.items()
        }
        for news in (base, ours, theirs)
    )
    #  The first day of each change since then: of several days, the last in the dict counts.
    our_days, their_days = (
        {change: day for day, change in sorted(side - old, reverse=True)} for side in sides
    )
    repeated = {
        (max(day, their_days[change]), change)
        for change, day in our_days.items()
        if their_days.get(change, day) != day
    }
    by_day: dict[tuple[str, str], dict[str, str]] = {}
    for day, (lang, ruling, kind) in sorted(old.union(*sides) - repeated):
        by_day.setdefault((day, lang), {}).setdefault(ruling, kind)
    return _make_news(by_day)


def _find_changes(
    before: Ledger, after: Ledger
) -> Iterator[tuple[str, str, LedgerRecord, Wording | None]]:
    """Yield each ruling and language whose words are not the same in both ledgers: the ruling
    (``apple-warden/2``), the language, the record in ``after``, and the words in ``before``.

    The words are None if the ruling is new in the language.
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
    """Return the news of ``changes``, oldest first. They have, by day and language, the kind of
    change of each ruling. Days and languages without any kind of :data:`KINDS` are left out.
    """
    news: list[LedgerNews] = []
    for (day, lang), kinds in sorted(changes.items()):
        by_kind = group_pairs((kinds[ruling], ruling) for ruling in sorted(kinds, key=split_ruling))
        in_order = {ruling: kind for kind in KINDS for ruling in by_kind.get(kind, ())}
        if in_order:
            news.append(LedgerNews(day=day, lang=lang, changes=in_order))
    return tuple(news)


def split_ruling(ruling: str) -> tuple[str, int]:
    """Return the key and the number of a ruling (``apple-warden/2``), by which rulings are sorted:
    2 comes before 10.
    """
    key, _, number = ruling.rpartition("/")
    return key, int(number)


_HINT = (
    "take the file back from the history of your notes; if you delete it, only earlier words of"
    " rulings are lost"
)
_COMMENT = (
    "# The earlier words of this set's rulings. Written by rulebinder; keep this folder with the"
    " release notes.\n"
)
_EARLIER_SUFFIX, _LAST_SUFFIX = ".yml", ".json"
"""How the names of the two files of a set end."""

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
    """Return the words of the rulings and introducing paragraphs of a document, which have
    permanent numbers, in its order. Equal ones are there once.
    """
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
    #  The versions of a ruling are keys, so that the same one is not added again.
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
        if path.suffix in (_EARLIER_SUFFIX, _LAST_SUFFIX) and not path.name.startswith(".")
    }
    histories: dict[str, History] = {}
    problems = files.find_unlisted(folder)
    for code in sorted(codes):
        earlier, earlier_problems = _load_earlier(folder / f"{code}{_EARLIER_SUFFIX}")
        last, last_problems = _load_last(folder / f"{code}{_LAST_SUFFIX}")
        faults = [*earlier_problems, *last_problems]
        problems += faults
        if not faults:
            histories[code] = History(earlier=earlier, last=last)
    return histories, problems


def _load_earlier(path: Path) -> WithProblems[Earlier]:
    """Return the earlier words in ``<set>.yml``, and its problems. A missing file has none."""
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
        for row in sorted(rows, key=lambda row: split_ruling(row["id"]))
    )
    earlier = {note_id: tuple(words) for note_id, words in versions.items()}
    return earlier, [replace(problem, hint=_HINT) for problem in problems]


def _load_last(path: Path) -> WithProblems[dict[str, tuple[Words, ...]]]:
    """Return the words of the last build in ``<set>.json``, by language, and its problems. A
    missing file has none.
    """
    if not DISK.has(path):
        return {}, []
    data = yaml_files.load_json(path, "words", _HINT)
    if isinstance(data, Problem):
        return {}, [data]
    return {lang: tuple(map(tuple, texts)) for lang, texts in data.items()}, []


def exists(folder: Path, code: str) -> bool:
    """Return whether there is a file of the history of a set in ``folder``."""
    return any((folder / f"{code}{suffix}").exists() for suffix in (_EARLIER_SUFFIX, _LAST_SUFFIX))


def save(history: History, folder: Path, code: str) -> None:
    """Write both files of a set, each whole or not at all; no ``<set>.yml`` without earlier words.
    Raises OSError.

    Call it before the ledger is saved: a number with new words in the ledger needs its old words
    here.
    """
    rows: list[dict[str, Any]] = []
    for note_id in sorted(history.earlier, key=split_ruling):
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
        DISK.write(
            folder / f"{code}{_EARLIER_SUFFIX}", _COMMENT + yaml_files.dump({"wordings": rows})
        )
    last = {lang: [list(words) for words in history.last[lang]] for lang in sorted(history.last)}
    DISK.write(folder / f"{code}{_LAST_SUFFIX}", yaml_files.dump_json(last))


NewNumbers = Mapping[int, int]
"""The new numbers of an entry's records, by the old ones, without those that keep theirs."""
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


def join_branches(
    base: Ledger, ours: Ledger, theirs: Ledger, is_published: IsPublished
) -> JoinedLedger:
    """Return the ledger of two branches that began with ``base``.

    Numbers that only one branch gave stay. Of two rulings with the same new number, that of
    ``theirs`` gets the next free one, or that of ``ours`` if only the other one is published. The
    same ruling in both branches is one.
    """
    new_ids: tuple[dict[str, str], dict[str, str]] = ({}, {})
    """The new ids of rulings by the old ones, in our branch and in theirs."""
    clashes: list[str] = []
    for key in sorted(ours.entries.keys() & theirs.entries.keys()):
        first_new = base.entries[key].following if key in base.entries else 1
        new_numbers, clashing = _renumber(
            ours.entries[key], theirs.entries[key], first_new, is_published
        )
        clashes += [f"{key}/{number}" for number in clashing]
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
    ours: LedgerEntry, theirs: LedgerEntry, first_new: int, is_published: IsPublished
) -> tuple[tuple[NewNumbers, NewNumbers], list[int]]:
    """Return the new numbers of our records and of theirs, and the numbers that both branches
    published for different rulings.

    ``first_new`` is the first number that the branches may have given differently.
    """
    our_numbers = {
        words: record.number
        for record in ours.records[first_new - 1 :]
        for words in _list_words(record)
    }
    our_twins: dict[int, int] = {}
    """Our number of a ruling that both branches have, by their number."""
    our_unplaced: list[int] = []
    their_unplaced: list[int] = []
    clashes: list[int] = []
    for record in theirs.records[first_new - 1 :]:
        number = record.number
        our_record = ours.record(number)
        alike = (our_numbers[words] for words in _list_words(record) if words in our_numbers)
        twin = next((other for other in alike if other not in our_twins.values()), None)
        if is_published(theirs.key, record):
            #  It keeps its number, so that another ruling of ours must leave it.
            if our_record is not None and twin != number:
                our_unplaced.append(number)
                if is_published(ours.key, our_record):
                    clashes.append(number)
        elif twin is not None:
            our_twins[number] = twin
        elif our_record is not None:
            their_unplaced.append(number)
    #  Numbers above all of ours that theirs do not have, or leave for the number of a twin.
    free_numbers = (
        number
        for number in itertools.count(len(ours.records) + 1)
        if number > len(theirs.records) or number in our_twins
    )
    our_new = dict(zip(our_unplaced, free_numbers, strict=False))
    their_new = {number: our_new.get(twin, twin) for number, twin in our_twins.items()}
    their_new |= zip(their_unplaced, free_numbers, strict=False)
    return (our_new, their_new), clashes


def _renumber_ledger(ledger: Ledger, new_ids: Mapping[str, str]) -> Ledger:
    """Return the ledger of a branch with new ids of rulings, also where a record or the news refer
    to them. ``new_ids`` has the changed ones (``bell-of-fern/4``) by the old ones.
    """

    def new_id(ruling: str) -> str:
        return new_ids.get(ruling, ruling)

    def renumber(entry: LedgerEntry) -> LedgerEntry:
        def new_number(number: int) -> int:
            return split_ruling(new_id(f"{entry.key}/{number}"))[1]

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


def _list_words(record: LedgerRecord) -> Iterator[tuple[bool, str, str]]:
    """Yield, for each language, whether the record is a paragraph, the language, and the hash of
    its words. Records of two branches that share one of these are the same ruling.
    """
    return ((record.paragraph, lang, words.hash) for lang, words in record.wordings.items())


def _join_entries(base: LedgerEntry | None, ours: LedgerEntry, theirs: LedgerEntry) -> LedgerEntry:
    """Return one entry of two, whose equal numbers are of the same ruling. ``base`` is None if both
    branches added it.

    The slug is that of the branch that changed it: ours, if both did.
    """
    records = {record.number: record for record in ours.records}
    for record in theirs.records:
        number = record.number
        our_record, before = records.get(number), base.record(number) if base else None
        records[number] = _join_records(before, our_record, record) if our_record else record
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
    """Return one record of two. ``base`` is None if both branches added it.

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
        before = old.get(lang)
        our_words, their_words = ours.wordings.get(lang), theirs.wordings.get(lang)
        if our_words == before:
            words = their_words
        else:
            words = our_words if their_words == before else our_words or their_words
        if words:
            wordings[lang] = words
    further = theirs if theirs.retired and not ours.retired else ours
    """The record with all the rest: the retired one, if only one is."""
    #  If each branch removed other words, and now none are left, the newest day known is the day.
    days = [words.day for record in (ours, theirs) for words in record.wordings.values()]
    last_day = max(filter(None, [*days, ours.seen, theirs.seen]), default=NO_DAY)
    return replace(
        further,
        wordings=wordings,
        seen=min(filter(None, (ours.seen, theirs.seen)), default=None),
        edited=max(filter(None, (ours.edited, theirs.edited)), default=None),
        retired=None if wordings else further.retired or last_day,
        became=tuple(sorted({*ours.became, *theirs.became})),
        moved_to=None if wordings else further.moved_to,
    )


def _join_days(ours: Ledger, theirs: Ledger) -> Mapping[str, str]:
    """Return the earlier day of each language, by language.

    One that a branch has without a day was published before days were kept, and gets none.
    """
    #  Later days first, so that earlier ones replace them.
    days = dict(sorted([*ours.published.items(), *theirs.published.items()], reverse=True))
    undated = {lang for side in (ours, theirs) for lang in side.langs if lang not in side.published}
    return {lang: day for lang, day in sorted(days.items()) if lang not in undated}
