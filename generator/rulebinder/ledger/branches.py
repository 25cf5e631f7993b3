"""Join the ledgers of two branches that both gave numbers.

No number that a site has published comes to mean another ruling.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ..rulebook.book import order
from . import news
from .matching import Wording
from .numbers import NO_DAY, Ledger, LedgerEntry, LedgerRecord

IsPublished = Callable[[str, LedgerRecord], bool]
"""Whether a site has published a record of the entry with this key, under its number."""


@dataclass(frozen=True, kw_only=True)
class Joined:
    """The ledger of both branches."""

    ledger: Ledger
    renumbered: tuple[str, ...]
    """What happened to numbers that both branches gave: ``bell-of-fern/3 is now bell-of-fern/4``.
    """
    clashes: tuple[str, ...]
    """The numbers (``bell-of-fern/3``) that both branches published for different rulings."""


@dataclass(frozen=True, kw_only=True)
class _Side:
    """A branch's entry, and the new numbers of its records."""

    entry: LedgerEntry
    moved: Mapping[int, int]

    def records(self, places: Mapping[str, str]) -> Iterator[LedgerRecord]:
        """Yield its records under their new numbers.

        ``places`` has the new ids of moved rulings.
        """
        for record in self.entry.records:
            yield replace(
                record,
                number=self.number(record.number),
                became=tuple(map(self.number, record.became)),
                parts_of=tuple(map(self.number, record.parts_of)),
                moved_to=places.get(record.moved_to, record.moved_to) if record.moved_to else None,
            )

    def number(self, number: int) -> int:
        return self.moved.get(number, number)


def joined(base: Ledger, ours: Ledger, theirs: Ledger, is_published: IsPublished) -> Joined:
    """Return the ledger of two branches that began with ``base``.

    Numbers that only one branch gave stay. Of two rulings with the same new number, that of
    ``theirs`` gets the next free one, or that of ``ours`` if only the other one is published. The
    same ruling in both branches is one.
    """
    sides: dict[str, tuple[_Side, _Side]] = {}
    clashes: list[str] = []
    for key in sorted(ours.entries.keys() | theirs.entries.keys()):
        empty = LedgerEntry(key=key, slug=key)
        one, other = ours.entries.get(key, empty), theirs.entries.get(key, empty)
        begun = base.entries.get(key, empty).following
        sides[key], both = _sides(one, other, begun, is_published)
        clashes += [f"{key}/{number}" for number in both]
    moves = [
        {
            f"{key}/{old}": f"{key}/{new}"
            for key, pair in sides.items()
            for old, new in pair[at].moved.items()
        }
        for at in (0, 1)
    ]
    entries = {key: _entry(base.entries.get(key), *pair, moves) for key, pair in sides.items()}
    ledger = Ledger(
        ours.set_code,
        entries,
        tuple(sorted({*ours.rules, *theirs.rules}, key=order)),
        {**theirs.cards, **ours.cards},
        _published(ours, theirs),
        news.joined(
            base.news,
            *(
                tuple(news.renumbered(each.news, at))
                for each, at in zip((ours, theirs), moves, strict=True)
            ),
        ),
    )
    told = (f"{old} is now {new}" for places in moves for old, new in sorted(places.items()))
    return Joined(ledger=ledger, renumbered=tuple(told), clashes=tuple(clashes))


def _published(ours: Ledger, theirs: Ledger) -> Mapping[str, str]:
    """Return the earlier day of each language.

    One that a branch has without a day was published before days were kept.
    """
    days = sorted([*ours.published.items(), *theirs.published.items()], reverse=True)
    undated = {lang for each in (ours, theirs) for lang in each.langs if lang not in each.published}
    return {lang: day for lang, day in sorted(dict(days).items()) if lang not in undated}


def _sides(
    ours: LedgerEntry, theirs: LedgerEntry, begun: int, is_published: IsPublished
) -> tuple[tuple[_Side, _Side], list[int]]:
    """Return both branches' entries with the new numbers of their records, and the numbers that
    both published.

    ``begun`` is the first number that the branches may have given differently.
    """
    twins = {
        words: record.number for record in ours.records[begun - 1 :] for words in _words(record)
    }
    taken = {record.number for record in (*ours.records, *theirs.records)}
    same: dict[int, int] = {}
    unplaced: tuple[list[int], list[int]] = ([], [])
    clashes: list[int] = []
    for record in theirs.records[begun - 1 :]:
        own = ours.record(record.number)
        found = (twins[words] for words in _words(record) if words in twins)
        twin = next((number for number in found if number not in same.values()), None)
        if is_published(theirs.key, record):
            if own is not None and twin != own.number:
                unplaced[0].append(own.number)
                clashes += [own.number] if is_published(ours.key, own) else []
        elif twin is not None:
            same[record.number] = twin
        elif own is not None:
            unplaced[1].append(record.number)
    kept = {record.number for record in ours.records}
    free = (
        number
        for number in itertools.count(begun)
        if number not in kept and (number not in taken or number in same)
    )
    moved = [dict(zip(numbers, free, strict=False)) for numbers in unplaced]
    joined_to = {old: moved[0].get(new, new) for old, new in same.items()}
    return (
        _Side(entry=ours, moved=moved[0]),
        _Side(entry=theirs, moved={**joined_to, **moved[1]}),
    ), clashes


def _words(record: LedgerRecord) -> Iterator[tuple[bool, str, str]]:
    """Yield what tells one ruling: its words in each language.

    Records that share one are of the same ruling.
    """
    return ((record.paragraph, lang, words.hash) for lang, words in record.wordings.items())


def _entry(
    base: LedgerEntry | None, ours: _Side, theirs: _Side, moves: list[dict[str, str]]
) -> LedgerEntry:
    records = {record.number: record for record in ours.records(moves[0])}
    for record in theirs.records(moves[1]):
        own = records.get(record.number)
        records[record.number] = (
            record
            if own is None
            else _record(base.record(record.number) if base else None, own, record)
        )
    named = theirs.entry if base and ours.entry.slug == base.slug else ours.entry
    names = (*ours.entry.formerly, *theirs.entry.formerly, ours.entry.slug, theirs.entry.slug)
    return LedgerEntry(
        key=ours.entry.key,
        slug=named.slug,
        formerly=tuple(
            name for name in dict.fromkeys(names) if name not in (ours.entry.key, named.slug)
        ),
        records=tuple(records[number] for number in sorted(records)),
        following=max(
            ours.entry.following, theirs.entry.following, *(number + 1 for number in records)
        ),
    )


def _record(base: LedgerRecord | None, ours: LedgerRecord, theirs: LedgerRecord) -> LedgerRecord:
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
    seen, edited = (
        sorted(filter(None, (getattr(ours, day), getattr(theirs, day))))
        for day in ("seen", "edited")
    )
    changed = ours if ours.retired or not theirs.retired else theirs
    #  Records that lost their last words in different branches have the newest day of these.
    days = [words.day for each in (ours, theirs) for words in each.wordings.values()]
    last = max(filter(None, [*days, ours.seen, theirs.seen]), default=NO_DAY)
    return replace(
        changed,
        wordings=wordings,
        seen=seen[0] if seen else None,
        edited=edited[-1] if edited else None,
        retired=None if wordings else changed.retired or last,
        became=tuple(sorted({*ours.became, *theirs.became})),
        parts_of=tuple(sorted({*ours.parts_of, *theirs.parts_of})),
        moved_to=None if wordings else changed.moved_to,
    )
