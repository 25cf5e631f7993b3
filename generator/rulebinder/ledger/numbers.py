"""The ledger: give every ruling its permanent number once, and find it again when its text changes.
Reads no file.

There is one file for each set, ``content/ledger/<set>.yml``. It has numbers, days, hashes and
similarity signatures, but never text, so it can be committed. No number is given twice: an edited
ruling keeps its number, a new one gets the next free number, and a removed one is retired, with the
rulings that replaced it. The paragraphs that introduce a section are numbered with its notes. Days
of rulings are those of the documents, never today. :mod:`.history` adds the days on which the site
published them.
"""

from __future__ import annotations

import functools
import itertools
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
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
        index = bisect_left(self.records, number, key=lambda record: record.number)
        records = self.records[index : index + 1]
        return next((record for record in records if record.number == number), None)

    def rename(self, slug: str) -> LedgerEntry:
        """Return the entry with another slug. It remembers the one that it had."""
        if slug == self.slug:
            return self
        names = dict.fromkeys((*self.formerly, self.slug))
        formerly = tuple(name for name in names if name not in (self.key, slug))
        return replace(self, slug=slug, formerly=formerly)


KINDS = ADDED, EDITED, REMOVED = "added", "edited", "removed"
"""What can happen to rulings that a site has published."""


@dataclass(frozen=True, kw_only=True)
class LedgerNews:
    """What this site first published on a day of a set that it had before, in one language.

    Rulings are ``apple-warden/2``.
    """

    day: str
    lang: str
    added: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def changes(self) -> Iterator[tuple[str, str]]:
        """Yield each ruling with what happened to it."""
        for kind in KINDS:
            yield from ((ruling, kind) for ruling in getattr(self, kind))


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
        return self.map_records(
            lambda record: replace(record, wordings={}, retired=record.retired or day)
        )

    def map_records(self, change: Callable[[LedgerRecord], LedgerRecord]) -> Ledger:
        """Return the ledger with what ``change`` makes of each record."""
        entries = {
            key: replace(entry, records=tuple(map(change, entry.records)))
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
    keys, weights = _KeyFinder(ledger, lang, document).find(), _weigh(ledger, lang, document)
    entries = dict(ledger.entries)
    numbers: list[EntryNumbers] = []
    for texts, key in zip(document, keys, strict=True):
        entry = entries.get(key, LedgerEntry(key=key, slug=texts.slug)).rename(texts.slug)
        entries[key], entry_numbers = _update_entry(entry, lang, texts, day, weights)
        numbers.append(EntryNumbers(key, entry_numbers))
    for key in entries.keys() - set(keys):
        nothing = LedgerTexts(slug=entries[key].slug, texts=())
        entries[key], _ = _update_entry(entries[key], lang, nothing, day, weights)
    _record_moves(entries, ledger, lang, weights)
    return replace(ledger, entries=dict(sorted(entries.items()))), tuple(numbers)


def recognize(
    ledger: Ledger, lang: str, document: Sequence[LedgerTexts]
) -> Iterator[tuple[int | None, ...]]:
    """Yield, for each entry, the numbers of its texts that the ledger knows in ``lang``; None for
    unknown texts.
    """
    weights = _weigh(ledger, lang, document)
    for texts, key in zip(document, _KeyFinder(ledger, lang, document).find(), strict=True):
        entry = ledger.entries.get(key)
        numbers = _match_entry(entry, lang, texts, weights) if entry else {}
        yield tuple(numbers.get(position) for position in range(len(texts.texts)))


def _weigh(ledger: Ledger, lang: str, document: Sequence[LedgerTexts]) -> Weights:
    """Return the weights of words in the set, from the texts of the ledger and of the document."""
    old = (words for entry in ledger.entries.values() for words in _texts_in(entry, lang).values())
    new = (words for texts in document for words in texts.wordings)
    return Weights(lang, itertools.chain(old, new))


def _texts_in(entry: LedgerEntry, lang: str) -> dict[int, Wording]:
    """Return the texts of the entry in ``lang``, by their numbers: rulings first, as in a
    document's texts.
    """
    ordered = sorted(entry.records, key=lambda record: record.paragraph)
    return {record.number: record.wordings[lang] for record in ordered if lang in record.wordings}


class _KeyFinder:
    """Finds the permanent keys of the entries of one document."""

    def __init__(self, ledger: Ledger, lang: str, document: Sequence[LedgerTexts]) -> None:
        self._ledger, self._lang, self._document = ledger, lang, document
        slugs = {texts.slug for texts in document}
        self._by_slug = {entry.slug: key for key, entry in ledger.entries.items()}
        self._lost = {
            key
            for key, entry in ledger.entries.items()
            if entry.slug not in slugs and _texts_in(entry, lang)
        }
        """The entries with texts in the language, of which the document has none by its slug."""

    def find(self) -> list[str]:
        """Return the permanent key of each entry: that of its slug, or of an entry that was renamed
        to it. Cards with one name may exchange their slugs: these are first known by their rulings.

        An entry that now has another document's name is looked up by the name it had.
        """
        exchanged = self._find_exchanged()
        taken = set(exchanged.values())
        self._lost -= taken
        by_slug = {slug: key for slug, key in self._by_slug.items() if key not in taken}
        keys: dict[str, None] = {}
        for texts in self._document:
            former = by_slug.get(texts.former or "")
            key = (
                exchanged.get(texts.slug)
                or by_slug.get(texts.slug)
                or (former if former in self._lost else None)
                or self._find_renamed(self._lost, texts)
            )
            if key is None:
                key = texts.slug
                while key in self._ledger.entries or key in keys:
                    key += "-new"
            self._lost.discard(key)
            keys[key] = None
        return list(keys)

    def _find_exchanged(self) -> dict[str, str]:
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
                new_keys = {
                    texts.slug: key
                    for texts in namesakes
                    if (key := self._find_renamed(free, texts))
                }
                if named <= {*new_keys.values()} and len({*new_keys.values()}) == len(new_keys):
                    keys |= new_keys
        return keys

    def _find_renamed(self, free: Collection[str], texts: LedgerTexts) -> str | None:
        """Return the one of the ``free`` entries that has most of its rulings word for word in
        ``texts``.

        A card never becomes a section, nor a section a card: its rulings have moved then.
        """
        if not free:
            return None
        hashes = dict.fromkeys(words.hash for words in texts.wordings)
        counts = Counter(self._holders.get(text_hash, "") for text_hash in hashes)
        for key, count in counts.most_common():
            is_most = key in free and 2 * count > self._sizes[key]
            if is_most and is_section(key) == is_section(texts.slug):
                return key
        return None

    @functools.cached_property
    def _holders(self) -> Mapping[str, str]:
        """The key of the entry with a text, by the text's hash. A text of several entries is left
        out, because it cannot show which one was renamed.
        """
        pairs = dict.fromkeys(
            (words.hash, key)
            for key, entry in self._ledger.entries.items()
            for words in _texts_in(entry, self._lang).values()
        )
        counts = Counter(text_hash for text_hash, _ in pairs)
        return {text_hash: key for text_hash, key in pairs if counts[text_hash] == 1}

    @functools.cached_property
    def _sizes(self) -> Mapping[str, int]:
        """How many such texts each entry has."""
        return Counter(self._holders.values())


def _update_entry(
    entry: LedgerEntry, lang: str, texts: LedgerTexts, day: str, weights: Weights
) -> tuple[LedgerEntry, tuple[int, ...]]:
    """Return one entry with its new texts, and their numbers."""
    new, old = texts.wordings, _texts_in(entry, lang)
    matches = _match_entry(entry, lang, texts, weights)
    _take_aligned(matches, entry, lang, texts)
    free = itertools.count(entry.following)
    numbers = tuple(
        matches[position] if position in matches else next(free) for position in range(len(new))
    )
    records = {record.number: record for record in entry.records}
    for position, (number, words) in enumerate(zip(numbers, new, strict=True)):
        record, is_paragraph = records.get(number), texts.is_paragraph(position)
        if record is None or record.paragraph != is_paragraph:
            record = replace(record or LedgerRecord(number=number), paragraph=is_paragraph)
        records[number] = _reword(record, lang, words, texts.days[position] if texts.days else day)
    gone = {number: old[number] for number in old.keys() - set(numbers)}
    for number in gone:
        record = records[number]
        wordings = {other: words for other, words in record.wordings.items() if other != lang}
        #  A ruling is not retired before it was seen.
        retired = None if wordings else max(day, record.seen or day)
        records[number] = replace(record, wordings=wordings, retired=retired)
    if gone and new:
        fresh = {number for number in numbers if number >= entry.following}
        _record_parts(records, gone, fresh, dict(zip(numbers, new, strict=True)), weights)
    ordered = tuple(records[number] for number in sorted(records))
    if ordered == entry.records:
        return entry, numbers
    return replace(entry, records=ordered, following=next(free)), numbers


def _match_entry(
    entry: LedgerEntry, lang: str, texts: LedgerTexts, weights: Weights
) -> dict[int, int]:
    """Return the number of each text that the entry has, by its position.

    A paragraph and a ruling are the same only if the words are equal.
    """
    paragraphs = {record.number for record in entry.records if record.paragraph}

    def may(position: int, number: int) -> bool:
        return texts.is_paragraph(position) == (number in paragraphs)

    return match_texts(_texts_in(entry, lang), texts.wordings, may, weights)


def _take_aligned(
    matches: dict[int, int], entry: LedgerEntry, lang: str, texts: LedgerTexts
) -> None:
    """Give texts that are new in this language the numbers from another language's document."""
    taken = set(matches.values())
    for position, number in enumerate(texts.aligned):
        record = entry.record(number) if number is not None else None
        if (
            record is not None
            and position not in matches
            and record.number not in taken
            and lang not in record.wordings
            and not record.retired
        ):
            matches[position] = record.number
            taken.add(record.number)


def _reword(record: LedgerRecord, lang: str, new: Wording, day: str) -> LedgerRecord:
    """Return the record with the language's newest wording. An edited text is a new revision."""
    old, seen = record.wordings.get(lang), _first_day(record.seen, day)
    if old is None:
        words = replace(new, day=day)
        record = replace(record, moved_to=None)
    elif old.hash == new.hash:
        words = replace(new, revision=old.revision, day=_first_day(old.day, day))
        if words == old and record.seen == seen and record.retired is None:
            return record  # as in each build but the first
    else:
        words = replace(new, revision=old.revision + 1, day=day)
        record = replace(record, edited=max(record.edited or day, day))
    wordings = dict(sorted({**record.wordings, lang: words}.items()))
    return replace(record, wordings=wordings, seen=seen, retired=None)


def _first_day(*days: str | None) -> str:
    """Return the oldest of some days. One of them may have been misprinted too late."""
    return min((day for day in days if day and day != NO_DAY), default=NO_DAY)


def _record_parts(
    records: dict[int, LedgerRecord],
    gone: Mapping[int, Wording],
    fresh: Collection[int],
    current: Mapping[int, Wording],
    weights: Weights,
) -> None:
    """Record which rulings a removed one was split into or merged with, and the reverse in
    those.
    """
    old_numbers, olds = list(gone), list(gone.values())
    new_numbers, news = list(current), list(current.values())
    weight = weights.among(olds, news)
    became: dict[int, set[int]] = {}
    for i, j in candidates(olds, news):
        is_part = new_numbers[j] in fresh and containment(news[j], olds[i], weight) >= _PART
        if is_part or containment(olds[i], news[j], weight) >= _PART:
            became.setdefault(old_numbers[i], set()).add(new_numbers[j])
    for number, parts in became.items():
        records[number] = replace(records[number], became=tuple(sorted(parts)))
        for part in parts:
            parts_of = tuple(sorted({*records[part].parts_of, number}))
            records[part] = replace(records[part], parts_of=parts_of)


def _record_moves(
    entries: dict[str, LedgerEntry], before: Ledger, lang: str, weights: Weights
) -> None:
    """Record the new numbers of rulings that moved from their entries to others."""
    gone: dict[tuple[str, int], Wording] = {}
    fresh: dict[tuple[str, int], Wording] = {}
    for key, entry in entries.items():
        before_entry = before.entries.get(key)
        if entry is before_entry:
            continue
        old = _texts_in(before_entry, lang) if before_entry else {}
        new = _texts_in(entry, lang)
        replaced = {record.number for record in entry.records if record.became}
        for number, words in old.items():
            if number not in new and number not in replaced:
                gone[key, number] = words
        fresh |= {(key, number): words for number, words in new.items() if number not in old}
    old_ids, olds = list(gone), list(gone.values())
    new_ids, news = list(fresh), list(fresh.values())
    weight = weights.among(olds, news)
    scores = (
        (likeness(olds[i], news[j], weight), i, j)
        for i, j in candidates(olds, news)
        if old_ids[i][0] != new_ids[j][0]
    )
    for i, j in assign([edge for edge in scores if edge[0] >= _MOVED]):
        (key, number), (other, new_number) = old_ids[i], new_ids[j]
        records = (
            replace(record, moved_to=f"{other}/{new_number}") if record.number == number else record
            for record in entries[key].records
        )
        entries[key] = replace(entries[key], records=tuple(records))


def only_grew(before: Ledger, after: Ledger) -> bool:
    """Return whether ``after`` has the same entries, numbers and wordings as ``before``, so that it
    gives and changes no number.
    """
    return (
        before.map_records(_without_signatures).entries
        == after.map_records(_without_signatures).entries
        and set(before.rules) <= set(after.rules)
        and before.cards.keys() <= after.cards.keys()
    )


def _without_signatures(record: LedgerRecord) -> LedgerRecord:
    """Return a record without what is derived in it: signatures only help to find a ruling again
    when it is edited.
    """
    wordings = {lang: replace(words, like="") for lang, words in record.wordings.items()}
    return replace(record, wordings=wordings)
