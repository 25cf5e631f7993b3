"""Give every ruling its permanent number once, and find it again when its text changes. Reads no
file.

There is one file for each set, ``content/ledger/<set>.yml``. It has numbers, days, hashes and
similarity signatures, but never text, so it can be committed. No number is given twice: an edited
ruling keeps its number, a new one gets the next free number, and a removed one is retired, with the
rulings that replaced it. The paragraphs that introduce a section are numbered with its notes. Days
of rulings are those of the documents, never today. :mod:`.news` keeps the days on which the site
published them.
"""

from __future__ import annotations

import functools
import itertools
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..notes import is_day
from ..system import group_pairs
from .matching import (
    Weights,
    Wording,
    assign,
    candidates,
    containment,
    likeness,
    match_texts,
    wording,
)
from .news import LedgerNews

NO_DAY = "1970-01-01"
"""The day of all changes by a document without any date."""

_PART = 0.6
"""A text is a part of another one if that has at least this share of its words, by weight."""
_MOVED = 0.5
"""The least likeness of a removed ruling and a new one of another entry, if it has moved there.

It is greater than within one card, because all cards of a set are compared. It means about half of
the words in order, or two thirds in other places.
"""


@dataclass(frozen=True, kw_only=True)
class LedgerRecord:
    """One permanent number of an entry."""

    number: int
    wordings: Mapping[str, Wording] = field(default_factory=dict)
    """By language. Empty if the ruling is retired."""
    paragraph: bool = False
    """Whether it is an introducing paragraph of a section instead of a ruling."""
    seen: str | None = None
    """The day of the oldest document known to have it."""
    edited: str | None = None
    """The day of the last document that changed its words in any language."""
    retired: str | None = None
    """The day (``YYYY-MM-DD``) of the first document without it."""
    became: tuple[int, ...] = ()
    """The numbers that replaced it: those of its parts, or of the ruling it was merged into."""
    parts_of: tuple[int, ...] = ()
    """The numbers that it was split or merged from."""
    moved_to: str | None = None
    """The key and number (``bell-of-fern/3``) of its new place, if it moved to another entry of the
    set.

    A published ruling that moved to another day has the whole id of its new place
    (``2019-01-25/bell-of-fern/3``).
    """

    def new_id(self, set_code: str) -> str | None:
        """Return the id of its new place. ``set_code`` is the set of the record."""
        if self.moved_to is None:
            return None
        first, _, rest = self.moved_to.partition("/")
        return self.moved_to if is_day(first) and "/" in rest else f"{set_code}/{self.moved_to}"


@dataclass(frozen=True, kw_only=True)
class LedgerEntry:
    """A card or section of a set: its permanent key, its current slug, and its numbers in order."""

    key: str
    slug: str
    formerly: tuple[str, ...] = ()
    """The slugs that it had between the key and the current slug, oldest first.

    Pages had their addresses by them.
    """
    records: tuple[LedgerRecord, ...] = ()
    following: int = 1
    """The next number to give. It is above every number ever given."""

    def record(self, number: int) -> LedgerRecord | None:
        """Return the record of a number, or None if it was never given."""
        at = bisect_left(self.records, number, key=lambda record: record.number)
        return (
            self.records[at]
            if at < len(self.records) and self.records[at].number == number
            else None
        )

    def rename(self, slug: str) -> LedgerEntry:
        """Return the entry with another slug. It remembers the one that it had."""
        if slug == self.slug:
            return self
        names = dict.fromkeys((*self.formerly, self.slug))
        return replace(
            self, slug=slug, formerly=tuple(each for each in names if each not in (self.key, slug))
        )


@dataclass(frozen=True)
class Ledger:
    """The entries of one set, by key."""

    set_code: str
    entries: Mapping[str, LedgerEntry] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    """The numbers of all rules that a document of the set has ever quoted or cited, or rests on, in
    numeric order. Each has a page.
    """
    cards: Mapping[str, str] = field(default_factory=dict)
    """The slugs of all names by which a document of the set has ever shown a card, except for those
    of entries, each with the slug of the card at that time. Each has a page or leads to one.
    """

    published: Mapping[str, str] = field(default_factory=dict)
    """The day on which this site first published the set in a language.

    None for those that an older program published.
    """
    news: tuple[LedgerNews, ...] = ()
    """What this site published of the set since, by day and language."""

    @property
    def langs(self) -> tuple[str, ...]:
        """The languages in which it has words."""
        records = (record for entry in self.entries.values() for record in entry.records)
        return tuple(sorted({lang for record in records for lang in record.wordings}))

    def retire_all(self, day: str) -> Ledger:
        """Return the ledger without any words: each number that is not retired yet is retired on
        ``day``.
        """
        entries = {
            key: replace(
                entry,
                records=tuple(
                    replace(each, wordings={}, retired=each.retired or day)
                    for each in entry.records
                ),
            )
            for key, entry in self.entries.items()
        }
        return replace(self, entries=entries)


Ledgers = Mapping[str, Ledger]
"""The ledgers of sets, by their codes."""


@dataclass(frozen=True, kw_only=True)
class LedgerTexts:
    """An entry of one document: its slug, and its rulings' texts in order, then those of its
    paragraphs.

    ``aligned`` has the number of each text in another language's document, or None. It is used only
    for texts that the ledger does not know in this language.
    """

    slug: str
    texts: tuple[str, ...]
    aligned: tuple[int | None, ...] = ()
    paragraphs: int = 0
    """How many of the last texts are paragraphs."""
    former: str | None = None
    """The slug that the entry has while its document is the only one of its set."""
    signed: tuple[Wording, ...] = ()
    """The hash and the signature of each text, if they are known."""
    days: tuple[str, ...] = ()
    """The day of each text, if the texts are of several documents."""

    @functools.cached_property
    def wordings(self) -> tuple[Wording, ...]:
        """The hash and the signature of each text."""
        return self.signed or tuple(map(wording, self.texts))

    def is_paragraph(self, at: int) -> bool:
        """Return whether the text at this position is a paragraph."""
        return at >= len(self.texts) - self.paragraphs


@dataclass(frozen=True)
class EntryNumbers:
    """The numbers of one entry of a document, in its order, and the key of the entry."""

    key: str
    numbers: tuple[int, ...]


def record_of(ledgers: Ledgers, note_id: str) -> LedgerRecord | None:
    """Return the record of an id (``mh3/notes/energy/1``); None if no ledger has it."""
    code, _, rest = note_id.partition("/")
    key, _, number = rest.rpartition("/")
    entry = ledgers[code].entries.get(key) if code in ledgers else None
    return entry.record(int(number)) if entry else None


def is_section(key: str) -> bool:
    """Return whether the key or the slug of an entry is that of a section, such as
    ``notes/energy``, and not of a card.
    """
    return "/" in key


def update(
    ledger: Ledger, lang: str, document: Sequence[LedgerTexts], day: str
) -> tuple[Ledger, tuple[EntryNumbers, ...]]:
    """Return the ledger after a document in ``lang``, and the numbers of each of the document's
    entries.

    ``day`` is the document's day, on which new texts were first seen and missing ones were retired,
    unless they have days of their own. Numbers are never taken back. The same document again
    changes nothing.
    """
    keys, weights = _Keys(ledger, lang, document).find(), _weights(ledger, lang, document)
    entries = dict(ledger.entries)
    given: list[EntryNumbers] = []
    for texts, key in zip(document, keys, strict=True):
        before = entries.get(key, LedgerEntry(key=key, slug=texts.slug))
        entries[key], numbers = _entry(before.rename(texts.slug), lang, texts, day, weights)
        given.append(EntryNumbers(key, numbers))
    for key in entries.keys() - set(keys):
        entries[key], _ = _entry(
            entries[key], lang, LedgerTexts(slug=entries[key].slug, texts=()), day, weights
        )
    _tell_moves(entries, ledger, lang, weights)
    return replace(ledger, entries=dict(sorted(entries.items()))), tuple(given)


def recognize(
    ledger: Ledger, lang: str, document: Sequence[LedgerTexts]
) -> Iterator[tuple[int | None, ...]]:
    """Yield, for each entry, the numbers of its texts that the ledger knows in ``lang``; None for
    unknown texts.
    """
    weights = _weights(ledger, lang, document)
    for texts, key in zip(document, _Keys(ledger, lang, document).find(), strict=True):
        entry = ledger.entries.get(key)
        found = _matched(entry, lang, texts, weights) if entry else {}
        yield tuple(found.get(at) for at in range(len(texts.texts)))


def _weights(ledger: Ledger, lang: str, document: Sequence[LedgerTexts]) -> Weights:
    """Return the weights of words in the set, from the texts of the ledger and of the document."""
    known = (each for entry in ledger.entries.values() for each in _known(entry, lang).values())
    new = (each for texts in document for each in texts.wordings)
    return Weights(lang, itertools.chain(known, new))


class _Keys:
    """Finds the permanent keys of the entries of one document."""

    def __init__(self, ledger: Ledger, lang: str, document: Sequence[LedgerTexts]) -> None:
        self._ledger, self._lang, self._document = ledger, lang, document
        current = {texts.slug for texts in document}
        self._by_slug = {entry.slug: key for key, entry in ledger.entries.items()}
        self._lost = {
            key
            for key, entry in ledger.entries.items()
            if entry.slug not in current and _known(entry, lang)
        }

    def find(self) -> list[str]:
        """Return the permanent key of each entry: that of its slug, or of an entry that was renamed
        to it. Cards with one name may exchange their slugs: these are first known by their rulings.

        An entry that now has another document's name is looked up by the name it had.
        """
        exchanged = self._exchanged()
        moved = set(exchanged.values())
        self._lost -= moved
        by_slug = {slug: key for slug, key in self._by_slug.items() if key not in moved}
        keys: dict[str, None] = {}
        for texts in self._document:
            former = by_slug.get(texts.former or "")
            key = (
                exchanged.get(texts.slug)
                or by_slug.get(texts.slug)
                or (former if former in self._lost else None)
                or self._renamed(self._lost, texts)
            )
            if key is None:
                key = texts.slug
                while key in self._ledger.entries or key in keys:
                    key += "-new"
            self._lost.discard(key)
            keys[key] = None
        return list(keys)

    def _exchanged(self) -> dict[str, str]:
        """Return the keys, by slug, of cards that share a name and have the rulings of all entries
        with their slugs, one each.
        """
        keys: dict[str, str] = {}
        cards = ((texts.former, texts) for texts in self._document if not is_section(texts.slug))
        for former, namesakes in group_pairs(cards).items():
            if former and len(namesakes) > 1:
                slugs = (texts.slug for texts in namesakes)
                named = {self._by_slug[slug] for slug in slugs if slug in self._by_slug}
                free = (named | self._lost).difference(keys.values())
                now = {
                    texts.slug: key for texts in namesakes if (key := self._renamed(free, texts))
                }
                if named <= {*now.values()} and len({*now.values()}) == len(now):
                    keys |= now
        return keys

    @functools.cached_property
    def _holders(self) -> Mapping[str, str]:
        """The key of the entry with a text, by the text's hash. A text of several entries is left
        out, because it cannot show which one was renamed.
        """
        keys = [
            (known.hash, key)
            for key, entry in self._ledger.entries.items()
            for known in _known(entry, self._lang).values()
        ]
        often = Counter(each for each, _ in dict.fromkeys(keys))
        return {each: key for each, key in keys if often[each] == 1}

    @functools.cached_property
    def _sizes(self) -> Mapping[str, int]:
        """How many such texts each entry has."""
        return Counter(self._holders.values())

    def _renamed(self, free: Collection[str], texts: LedgerTexts) -> str | None:
        """Return the one of the ``free`` entries that has most of its rulings word for word in
        ``texts``.

        A card never becomes a section, nor a section a card: its rulings have moved then.
        """
        if not free:
            return None
        hashes = dict.fromkeys(each.hash for each in texts.wordings)
        found = Counter(self._holders.get(each, "") for each in hashes)
        alike = (
            key
            for key, count in found.most_common()
            if key in free and 2 * count > self._sizes[key]
        )
        return next((key for key in alike if is_section(key) == is_section(texts.slug)), None)


def _known(entry: LedgerEntry, lang: str) -> dict[int, Wording]:
    """Return the texts of the entry in ``lang``, by their numbers: rulings first, as in a
    document's texts.
    """
    ordered = sorted(entry.records, key=lambda record: record.paragraph)
    return {record.number: record.wordings[lang] for record in ordered if lang in record.wordings}


def _entry(
    entry: LedgerEntry, lang: str, texts: LedgerTexts, day: str, weights: Weights
) -> tuple[LedgerEntry, tuple[int, ...]]:
    """Return one entry with its new texts, and their numbers."""
    new = texts.wordings
    known = _known(entry, lang)
    found = _matched(entry, lang, texts, weights)
    _take_aligned(found, entry, lang, texts)
    free = itertools.count(entry.following)
    numbers = tuple(found[at] if at in found else next(free) for at in range(len(new)))
    records = {record.number: record for record in entry.records}
    for at, (number, each) in enumerate(zip(numbers, new, strict=True)):
        record, is_paragraph = records.get(number), texts.is_paragraph(at)
        if record is None or record.paragraph != is_paragraph:
            record = replace(record or LedgerRecord(number=number), paragraph=is_paragraph)
        records[number] = _worded(record, lang, each, texts.days[at] if texts.days else day)
    gone = {number: known[number] for number in known.keys() - set(numbers)}
    for number in gone:
        records[number] = _without(records[number], lang, day)
    if gone and new:
        fresh = {number for number in numbers if number >= entry.following}
        _tell_parts(records, gone, fresh, dict(zip(numbers, new, strict=True)), weights)
    ordered = tuple(records[number] for number in sorted(records))
    if ordered == entry.records:
        return entry, numbers
    return replace(entry, records=ordered, following=next(free)), numbers


def _worded(record: LedgerRecord, lang: str, new: Wording, day: str) -> LedgerRecord:
    """Return the record with the language's newest wording. An edited text is a new revision."""
    old = record.wordings.get(lang)
    if old is not None and _is_known(record, old, new, day):
        return record
    if old is None:
        now = replace(new, day=day)
        record = replace(record, moved_to=None)
    elif old.hash == new.hash:
        now = replace(new, revision=old.revision, day=_first_day(old.day, day))
    else:
        now = replace(new, revision=old.revision + 1, day=day)
        record = replace(record, edited=max(record.edited or day, day))
    wordings = dict(sorted({**record.wordings, lang: now}.items()))
    return replace(record, wordings=wordings, seen=_first_day(record.seen, day), retired=None)


def _is_known(record: LedgerRecord, old: Wording, new: Wording, day: str) -> bool:
    """Return whether the record has all that a document of ``day`` tells of it, as after each build
    but the first.
    """
    same = old.hash == new.hash and old.like == new.like and old.day == _first_day(old.day, day)
    return same and record.retired is None and record.seen == _first_day(record.seen, day)


def _first_day(*days: str | None) -> str:
    """Return the oldest of some days. One of them may have been misprinted too late."""
    return min((day for day in days if day and day != NO_DAY), default=NO_DAY)


def _without(record: LedgerRecord, lang: str, day: str) -> LedgerRecord:
    """Return the record without its wording in ``lang``.

    Without any wording it is retired, but not before it was seen.
    """
    wordings = {each: kept for each, kept in record.wordings.items() if each != lang}
    return replace(
        record, wordings=wordings, retired=None if wordings else max(day, record.seen or day)
    )


def _matched(entry: LedgerEntry, lang: str, texts: LedgerTexts, weights: Weights) -> dict[int, int]:
    """Return which known number each text is.

    A paragraph and a ruling are the same only if the words are equal.
    """
    paragraphs = {record.number for record in entry.records if record.paragraph}

    def may(at: int, number: int) -> bool:
        return texts.is_paragraph(at) == (number in paragraphs)

    return match_texts(_known(entry, lang), texts.wordings, may, weights)


def _take_aligned(found: dict[int, int], entry: LedgerEntry, lang: str, texts: LedgerTexts) -> None:
    """Return numbers from another language's document for the texts that are new in this one."""
    taken = set(found.values())
    for at, number in enumerate(texts.aligned):
        record = entry.record(number) if number is not None else None
        if (
            record is None
            or at in found
            or record.number in taken
            or lang in record.wordings
            or record.retired
        ):
            continue
        found[at] = record.number
        taken.add(record.number)


def _tell_parts(
    records: dict[int, LedgerRecord],
    gone: Mapping[int, Wording],
    fresh: Collection[int],
    now: Mapping[int, Wording],
    weights: Weights,
) -> None:
    """Record which rulings a removed one was split into or merged with, and the reverse in
    those.
    """
    olds, news = list(gone.items()), list(now.items())
    weight = weights.among(list(gone.values()), list(now.values()))
    became: dict[int, set[int]] = {}
    for i, j in candidates([each for _, each in olds], [each for _, each in news]):
        (number, old), (other, new) = olds[i], news[j]
        if (other in fresh and containment(new, old, weight) >= _PART) or containment(
            old, new, weight
        ) >= _PART:
            became.setdefault(number, set()).add(other)
    for number, parts in became.items():
        records[number] = replace(records[number], became=tuple(sorted(parts)))
        for part in parts:
            records[part] = replace(
                records[part], parts_of=tuple(sorted({*records[part].parts_of, number}))
            )


def _tell_moves(
    entries: dict[str, LedgerEntry], before: Ledger, lang: str, weights: Weights
) -> None:
    """Record the new numbers of rulings that moved from their entries to others."""
    gone: list[tuple[str, int, Wording]] = []
    fresh: list[tuple[str, int, Wording]] = []
    for key, entry in entries.items():
        old = before.entries.get(key)
        if entry is old:
            continue
        known, now = _known(old, lang) if old else {}, _known(entry, lang)
        lost = ((number, known[number]) for number in known if number not in now)
        gone += [
            (key, number, each)
            for number, each in lost
            if not ((record := entry.record(number)) and record.became)
        ]
        fresh += [(key, number, each) for number, each in now.items() if number not in known]
    olds, news = [each for _, _, each in gone], [each for _, _, each in fresh]
    weight = weights.among([*olds], [*news])
    scores = (
        (likeness(olds[i], news[j], weight), i, j)
        for i, j in candidates(olds, news)
        if gone[i][0] != fresh[j][0]
    )
    for i, j in assign([edge for edge in scores if edge[0] >= _MOVED]):
        (key, number, _), (other, there, _) = gone[i], fresh[j]
        moved = (replace(record, moved_to=f"{other}/{there}") if record.number == number else record
                 for record in entries[key].records)  # fmt: skip
        entries[key] = replace(entries[key], records=tuple(moved))


def only_grew(given: Ledger, now: Ledger) -> bool:
    """Return whether ``now`` has the same entries, numbers and wordings as ``given``, so that it
    gives and changes no number.
    """
    entries = {
        key: replace(entry, records=tuple(_grown(before, each) for each in entry.records))
        if (before := given.entries.get(key))
        else entry
        for key, entry in now.entries.items()
    }
    rules = given.rules if set(given.rules) <= set(now.rules) else now.rules
    cards = given.cards if given.cards.keys() <= now.cards.keys() else now.cards
    alike = replace(now, entries=entries, rules=rules, cards=cards)
    return replace(alike, published=given.published, news=given.news) == given


def _grown(given: LedgerEntry, now: LedgerRecord) -> LedgerRecord:
    """Return a record without what is new and derived in it, such as the signatures of its
    wordings, which only help to find the ruling again when it is edited.
    """
    before = given.record(now.number)
    if before is None:
        return now
    wordings = dict(now.wordings)
    for lang in now.wordings.keys() & before.wordings.keys():
        wordings[lang] = replace(now.wordings[lang], like=before.wordings[lang].like)
    return replace(now, wordings=wordings)
