"""Join the ledgers of two branches that both gave numbers.

No number that a site has published comes to mean another ruling.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ..rulebook.book import order
from .history import join_news, renumber_news
from .matching import Wording
from .numbers import NO_DAY, Ledger, LedgerEntry, LedgerRecord

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
    pairs: dict[str, tuple[LedgerEntry, LedgerEntry]] = {}
    new_numbers: dict[str, tuple[NewNumbers, NewNumbers]] = {}
    clashes: list[str] = []
    for key in sorted(ours.entries.keys() | theirs.entries.keys()):
        empty = LedgerEntry(key=key, slug=key)
        pairs[key] = ours.entries.get(key, empty), theirs.entries.get(key, empty)
        begun = base.entries.get(key, empty).following
        new_numbers[key], numbers = _renumber(*pairs[key], begun, is_published)
        clashes += [f"{key}/{number}" for number in numbers]
    our_ids, their_ids = (
        {
            f"{key}/{old}": f"{key}/{new}"
            for key, sides in new_numbers.items()
            for old, new in sides[branch].items()
        }
        for branch in (0, 1)
    )
    entries: dict[str, LedgerEntry] = {}
    for key, (our_entry, their_entry) in pairs.items():
        base_entry, (our_numbers, their_numbers) = base.entries.get(key), new_numbers[key]
        our_records = _renumber_records(our_entry, our_numbers, our_ids)
        records = {record.number: record for record in our_records}
        for record in _renumber_records(their_entry, their_numbers, their_ids):
            number = record.number
            if number in records:
                base_record = base_entry.record(number) if base_entry else None
                records[number] = _join_records(base_record, records[number], record)
            else:
                records[number] = record
        entries[key] = _join_entries(base_entry, our_entry, their_entry, records)
    ledger = Ledger(
        ours.set_code,
        entries,
        tuple(sorted({*ours.rules, *theirs.rules}, key=order)),
        {**theirs.cards, **ours.cards},
        _join_days(ours, theirs),
        join_news(
            base.news, renumber_news(ours.news, our_ids), renumber_news(theirs.news, their_ids)
        ),
    )
    renumbered = (
        f"{old} is now {new}"
        for new_ids in (our_ids, their_ids)
        for old, new in sorted(new_ids.items())
    )
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
    our_numbers = {record.number for record in ours.records}
    taken = our_numbers | {record.number for record in theirs.records}
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
        for number in itertools.count(begun)
        if number not in our_numbers and (number not in taken or number in same)
    )
    our_new = dict(zip(our_unplaced, free, strict=False))
    their_new = {old: our_new.get(new, new) for old, new in same.items()}
    their_new |= zip(their_unplaced, free, strict=False)
    return (our_new, their_new), clashes


def _renumber_records(
    entry: LedgerEntry, new_numbers: NewNumbers, new_ids: Mapping[str, str]
) -> Iterator[LedgerRecord]:
    """Yield the records of a branch's entry under their new numbers. ``new_ids`` are those of all
    entries.
    """
    for record in entry.records:
        yield replace(
            record,
            number=new_numbers.get(record.number, record.number),
            became=tuple(new_numbers.get(number, number) for number in record.became),
            parts_of=tuple(new_numbers.get(number, number) for number in record.parts_of),
            moved_to=record.moved_to and new_ids.get(record.moved_to, record.moved_to),
        )


def _comparable_words(record: LedgerRecord) -> Iterator[tuple[bool, str, str]]:
    """Yield what tells one ruling: its words in each language.

    Records that share one are of the same ruling.
    """
    return ((record.paragraph, lang, words.hash) for lang, words in record.wordings.items())


def _join_entries(
    base: LedgerEntry | None,
    ours: LedgerEntry,
    theirs: LedgerEntry,
    records: Mapping[int, LedgerRecord],
) -> LedgerEntry:
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
    if base is not None and ours == base:
        return theirs
    if base is not None and theirs == base:
        return ours
    wordings: dict[str, Wording] = {}
    for lang in sorted(ours.wordings.keys() | theirs.wordings.keys()):
        before = base.wordings.get(lang) if base else None
        one, other = ours.wordings.get(lang), theirs.wordings.get(lang)
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
        parts_of=tuple(sorted({*ours.parts_of, *theirs.parts_of})),
        moved_to=None if wordings else changed.moved_to,
    )


def _join_days(ours: Ledger, theirs: Ledger) -> Mapping[str, str]:
    """Return the earlier day of each language.

    One that a branch has without a day was published before days were kept.
    """
    days = dict(sorted([*ours.published.items(), *theirs.published.items()], reverse=True))
    undated = {lang for side in (ours, theirs) for lang in side.langs if lang not in side.published}
    return {lang: day for lang, day in sorted(days.items()) if lang not in undated}
