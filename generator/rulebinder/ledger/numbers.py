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
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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
)

NO_DAY = "1970-01-01"
"""The day of all changes by a document without any date."""

_LEAST_PART = 0.6
"""A text is a part of another one if that has at least this share of its words, by weight."""
_LEAST_MOVED = 0.5
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
    moved_to: str | None = None
    """The key and number (``bell-of-fern/3``) of its new place, if it moved to another entry of the
    set.

    A published ruling that moved to another day has the whole id of its new place
    (``2019-01-25/bell-of-fern/3``).
    """

    def new_id(self, set_code: str) -> str | None:
        """Return the id of its new place; None if it did not move. ``set_code`` is the set of the
        record.
        """
        if self.moved_to is None:
            return None
        first, _, rest = self.moved_to.partition("/")
        #  A whole id begins with a day; another place lacks the set.
        is_whole = is_day(first) and "/" in rest
        return self.moved_to if is_whole else f"{set_code}/{self.moved_to}"


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
    """Those of the numbers from 1 on."""
    following: int = 1
    """The next number to give. It is above every number ever given."""

    def record(self, number: int) -> LedgerRecord | None:
        """Return the record of a number, or None if it was never given."""
        return self.records[number - 1] if 0 < number <= len(self.records) else None

    def rename(self, slug: str) -> LedgerEntry:
        """Return the entry with another slug. Its old slug joins those of :attr:`formerly`, which
        has neither the key nor the new slug.
        """
        if slug == self.slug:
            return self
        names = dict.fromkeys((*self.formerly, self.slug))
        formerly = tuple(name for name in names if name not in (self.key, slug))
        return replace(self, slug=slug, formerly=formerly)

    def move(self, number: int, place: str) -> LedgerEntry:
        """Return the entry whose ruling ``number`` has moved to ``place``, which is written as in
        :attr:`LedgerRecord.moved_to`.
        """
        records = (
            replace(record, moved_to=place) if record.number == number else record
            for record in self.records
        )
        return replace(self, records=tuple(records))


KINDS = ADDED, EDITED, REMOVED = "added", "edited", "removed"
"""What can happen to rulings that a site has published."""


@dataclass(frozen=True, kw_only=True)
class LedgerNews:
    """What this site first published on a day of a set that it had before, in one language."""

    day: str
    lang: str
    changes: Mapping[str, str]
    """What happened to each ruling (``apple-warden/2``), in the order of :data:`KINDS`."""


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
        return tuple(sorted({lang for _, _, record in self.rulings() for lang in record.wordings}))

    def rulings(self) -> Iterator[tuple[str, LedgerEntry, LedgerRecord]]:
        """Yield the id of each number that was given, its entry and its record."""
        for key, entry in self.entries.items():
            for record in entry.records:
                yield f"{self.set_code}/{key}/{record.number}", entry, record

    def retire_all(self, day: str) -> Ledger:
        """Return the ledger without any words: each number that is not retired yet is retired on
        ``day``.
        """
        return self.map_records(
            lambda record: replace(record, wordings={}, retired=record.retired or day)
        )

    def map_records(self, change: Callable[[LedgerRecord], LedgerRecord]) -> Ledger:
        """Return the ledger whose records are the results of ``change`` for each of its records."""
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
    texts: tuple[Wording, ...]
    aligned: tuple[int | None, ...] = ()
    paragraphs: int = 0
    """How many of the last texts are paragraphs."""
    former: str | None = None
    """The slug that the entry has while its document is the only one of its set."""
    days: tuple[str, ...] = ()
    """The day of each text, if the texts are of several documents."""

    @property
    def rulings(self) -> int:
        """How many of the first texts are rulings."""
        return len(self.texts) - self.paragraphs


@dataclass(frozen=True)
class EntryNumbers:
    """The numbers of one entry of a document, in its order."""

    id: str
    """The beginning of the ids of its rulings, by the key of the entry: ``mh3/notes/energy``."""
    numbers: tuple[int, ...]


def split_id(note_id: str) -> tuple[str, str, str]:
    """Return the set, the entry's key and the number of an id: ``mh3``, ``notes/energy`` and ``1``
    for ``mh3/notes/energy/1``.
    """
    code, _, rest = note_id.partition("/")
    key, _, number = rest.rpartition("/")
    return code, key, number


def record_of(ledgers: Ledgers, note_id: str) -> LedgerRecord | None:
    """Return the record of an id; None if no ledger has it."""
    code, key, number = split_id(note_id)
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

    ``day`` is the document's day. New texts were first seen on it, unless they have days of their
    own, and missing ones were retired on it. Numbers are never taken back. The same document again
    changes nothing.
    """
    matcher = _Matcher(ledger, lang, document)
    entries, gone_keys = dict(ledger.entries), set(ledger.entries)
    numbers: list[EntryNumbers] = []
    for texts, entry in zip(document, matcher.find_entries(), strict=True):
        key = entry.key
        entries[key], entry_numbers = matcher.update(entry.rename(texts.slug), texts, day)
        numbers.append(EntryNumbers(f"{ledger.set_code}/{key}", entry_numbers))
        gone_keys.discard(key)
    #  The document has no text of these entries, so they lose all that they have in its language.
    for key in gone_keys:
        no_texts = LedgerTexts(slug=entries[key].slug, texts=())
        entries[key], _ = matcher.update(entries[key], no_texts, day)
    matcher.record_moves(entries)
    return replace(ledger, entries=dict(sorted(entries.items()))), tuple(numbers)


def recognize(
    ledger: Ledger, lang: str, document: Sequence[LedgerTexts]
) -> Iterator[tuple[int | None, ...]]:
    """Yield, for each entry, the numbers of its texts that the ledger knows in ``lang``; None for
    unknown texts.
    """
    matcher = _Matcher(ledger, lang, document)
    for texts, entry in zip(document, matcher.find_entries(), strict=True):
        numbers = matcher.match(entry, texts)
        yield tuple(numbers.get(position) for position in range(len(texts.texts)))


class _Matcher:
    """Finds the entries and the texts of one document in the ledger of its set."""

    def __init__(self, ledger: Ledger, lang: str, document: Sequence[LedgerTexts]) -> None:
        self._ledger, self._lang, self._document = ledger, lang, document
        self._old_texts = {key: self._texts_in(entry) for key, entry in ledger.entries.items()}
        """The texts of each entry in the language."""
        groups = (
            *(old.values() for old in self._old_texts.values()),
            *(new.texts for new in document),
        )
        self._weights = Weights(lang, itertools.chain.from_iterable(groups))
        self._by_slug = {entry.slug: key for key, entry in ledger.entries.items()}
        slugs = {texts.slug for texts in document}
        self._lost_keys = {
            key
            for key, entry in ledger.entries.items()
            if entry.slug not in slugs and self._old_texts[key]
        }
        """The keys of entries with texts in the language whose slug no entry of the document has:
        each was renamed or removed.
        """

    def _texts_in(self, entry: LedgerEntry) -> dict[int, Wording]:
        """Return the texts of an entry in the language, by their numbers: rulings first, as in a
        document's texts.
        """
        ordered = sorted(entry.records, key=lambda record: record.paragraph)
        return {
            record.number: record.wordings[self._lang]
            for record in ordered
            if self._lang in record.wordings
        }

    def find_entries(self) -> Iterator[LedgerEntry]:
        """Yield, for each entry of the document, the ledger's entry for it, or a new one. Call this
        once.

        It is looked for in four ways: by the rulings of cards that exchanged their slugs, by its
        slug, by the slug that it has while its document is the only one of the set, and by the
        rulings of entries that were renamed.
        """
        exchanged = self._find_exchanged()
        exchanged_keys = set(exchanged.values())
        self._lost_keys -= exchanged_keys
        by_slug = {slug: key for slug, key in self._by_slug.items() if key not in exchanged_keys}
        new_keys: set[str] = set()
        for texts in self._document:
            former_key = by_slug.get(texts.former or "")
            key = (
                exchanged.get(texts.slug)
                or by_slug.get(texts.slug)
                or (former_key if former_key in self._lost_keys else None)
                or self._find_renamed(self._lost_keys, texts)
            )
            if key is None:
                #  An entry of the past may have this key, which stays its own.
                key = texts.slug
                while key in self._ledger.entries or key in new_keys:
                    key += "-new"
                new_keys.add(key)
            self._lost_keys.discard(key)
            yield self._ledger.entries.get(key, LedgerEntry(key=key, slug=texts.slug))

    def _find_exchanged(self) -> dict[str, str]:
        """Return the keys of cards that share a name and may have exchanged their slugs, by slug.

        They are known by their rulings. Cards of one name are left out if an entry with one of
        their slugs fits none of them, or if one entry fits two.
        """
        exchanged: dict[str, str] = {}
        cards = ((texts.former, texts) for texts in self._document if not is_section(texts.slug))
        for name, namesakes in group_pairs(cards).items():
            if name and len(namesakes) > 1:
                slugs = (texts.slug for texts in namesakes)
                keys_by_slug = {self._by_slug[slug] for slug in slugs if slug in self._by_slug}
                free_keys = (keys_by_slug | self._lost_keys).difference(exchanged.values())
                matches = {
                    texts.slug: key
                    for texts in namesakes
                    if (key := self._find_renamed(free_keys, texts))
                }
                matched_keys = {*matches.values()}
                if keys_by_slug <= matched_keys and len(matched_keys) == len(matches):
                    exchanged |= matches
        return exchanged

    def _find_renamed(self, free_keys: Collection[str], texts: LedgerTexts) -> str | None:
        """Return the one of ``free_keys`` whose entry has more than half of its texts word for word
        in ``texts``; None if there is none.

        A card never becomes a section, nor a section a card: its rulings have moved then.
        """
        if not free_keys:
            return None
        hashes = dict.fromkeys(words.hash for words in texts.texts)
        #  Texts that no entry has count for the key "", which is not free.
        counts = Counter(self._holders.get(text_hash, "") for text_hash in hashes)
        likely = (key for key, count in counts.most_common() if 2 * count > self._sizes[key])
        return next(
            (
                key
                for key in likely
                if key in free_keys and is_section(key) == is_section(texts.slug)
            ),
            None,
        )

    @functools.cached_property
    def _holders(self) -> Mapping[str, str]:
        """The key of the entry with a text, by the text's hash. A text of several entries is left
        out, because it cannot show which one was renamed.
        """
        keys = group_pairs(
            (words.hash, key) for key, old in self._old_texts.items() for words in old.values()
        )
        return {text_hash: group[0] for text_hash, group in keys.items() if len({*group}) == 1}

    @functools.cached_property
    def _sizes(self) -> Mapping[str, int]:
        """How many texts each entry has that no other entry has, by key."""
        return Counter(self._holders.values())

    def match(self, entry: LedgerEntry, texts: LedgerTexts) -> dict[int, int]:
        """Return the numbers of those of ``texts`` that the entry has in the language, the same or
        reworded, by their positions.

        A paragraph and a ruling are the same only if the words are equal.
        """
        paragraphs = {record.number for record in entry.records if record.paragraph}

        def are_one_kind(position: int, number: int) -> bool:
            return (position >= texts.rulings) == (number in paragraphs)

        return match_texts(
            self._old_texts.get(entry.key, {}), texts.texts, are_one_kind, self._weights
        )

    def update(
        self, entry: LedgerEntry, texts: LedgerTexts, day: str
    ) -> tuple[LedgerEntry, tuple[int, ...]]:
        """Return an entry of the ledger with its texts of the document, and their numbers.

        Texts that it does not have get the next numbers. Records that the document does not have
        lose their words in the language, and are retired if these were their last.
        """
        lang, new, old = self._lang, texts.texts, self._old_texts.get(entry.key, {})
        matches = self.match(entry, texts)
        self._add_aligned(matches, entry, texts)
        next_numbers = itertools.count(entry.following)
        numbers = tuple(
            matches[position] if position in matches else next(next_numbers)
            for position in range(len(new))
        )
        records = {record.number: record for record in entry.records}
        for position, (number, words) in enumerate(zip(numbers, new, strict=True)):
            record, is_paragraph = records.get(number), position >= texts.rulings
            if record is None or record.paragraph != is_paragraph:
                record = replace(record or LedgerRecord(number=number), paragraph=is_paragraph)
            text_day = texts.days[position] if texts.days else day
            records[number] = _set_words(record, lang, words, text_day)
        gone = {number: old[number] for number in old.keys() - set(numbers)}
        for number in gone:
            record = records[number]
            wordings = {other: words for other, words in record.wordings.items() if other != lang}
            #  A ruling is not retired before it was seen.
            retired = None if wordings else max(day, record.seen or day)
            records[number] = replace(record, wordings=wordings, retired=retired)
        if gone and new:
            fresh = {number for number in numbers if number >= entry.following}
            current = dict(zip(numbers, new, strict=True))
            _record_successors(records, gone, fresh, current, self._weights)
        ordered = tuple(records[number] for number in sorted(records))
        if ordered == entry.records:
            return entry, numbers
        return replace(entry, records=ordered, following=next(next_numbers)), numbers

    def _add_aligned(self, matches: dict[int, int], entry: LedgerEntry, texts: LedgerTexts) -> None:
        """Add to ``matches`` the numbers, by position, that texts new in this language have in
        another language's document.
        """
        taken_numbers = set(matches.values())
        for position, number in enumerate(texts.aligned):
            record = entry.record(number or 0)  # None for the number 0
            if (
                record
                and position not in matches
                and record.number not in taken_numbers
                and self._lang not in record.wordings
                and not record.retired
            ):
                matches[position] = record.number
                taken_numbers.add(record.number)

    def record_moves(self, entries: dict[str, LedgerEntry]) -> None:
        """Record in ``entries`` where rulings are now that moved to another entry of the set.

        ``entries`` are those of the ledger after the document. Only texts that an entry lost are
        compared with those that another one got.
        """
        gone: dict[tuple[str, int], Wording] = {}
        fresh: dict[tuple[str, int], Wording] = {}
        for key, entry in entries.items():
            if entry is self._ledger.entries.get(key):
                continue  # because the document changed nothing in it
            old, new = self._old_texts.get(key, {}), self._texts_in(entry)
            #  A ruling that others replaced has not moved.
            explained = {*new, *(record.number for record in entry.records if record.became)}
            gone |= {(key, number): old[number] for number in old if number not in explained}
            fresh |= {(key, number): new[number] for number in new if number not in old}
        word_weights = self._weights.among(gone.values(), fresh.values())
        scores = {
            (old_id, new_id): likeness(gone[old_id], fresh[new_id], word_weights)
            for old_id, new_id in candidates(gone, fresh)
            if old_id[0] != new_id[0]
        }
        alike = {pair: score for pair, score in scores.items() if score >= _LEAST_MOVED}
        for (key, number), (new_key, new_number) in assign(alike):
            entries[key] = entries[key].move(number, f"{new_key}/{new_number}")


def _set_words(record: LedgerRecord, lang: str, new: Wording, day: str) -> LedgerRecord:
    """Return the record with the words ``new`` in ``lang``, which a document of ``day`` has, so
    that it is not retired. An edited text is a new revision.
    """
    #  Of two days the older one is right: the other may have been misprinted.
    old, seen = record.wordings.get(lang), first_day([record.seen, day]) or NO_DAY
    if old is None:
        words = replace(new, day=day)
        record = replace(record, moved_to=None)
    elif old.hash == new.hash:
        words = replace(new, revision=old.revision, day=first_day([old.day, day]) or NO_DAY)
        if words == old and record.seen == seen and record.retired is None:
            return record  # as in each build but the first
    else:
        words = replace(new, revision=old.revision + 1, day=day)
        record = replace(record, edited=max(record.edited or day, day))
    wordings = dict(sorted({**record.wordings, lang: words}.items()))
    return replace(record, wordings=wordings, seen=seen, retired=None)


def first_day(days: Iterable[str | None]) -> str | None:
    """Return the oldest of ``days``, without None and :data:`NO_DAY`; None if no day is left."""
    return min((day for day in days if day and day != NO_DAY), default=None)


def _record_successors(
    records: dict[int, LedgerRecord],
    gone: Mapping[int, Wording],
    fresh: Collection[int],
    current: Mapping[int, Wording],
    weights: Weights,
) -> None:
    """Record in ``records``, by number, which rulings a removed one was split into or merged with.

    ``gone`` has the removed texts, ``current`` those of the document, of which the numbers in
    ``fresh`` are new. A removed ruling became one that contains it, or a new one that it contains.
    """
    word_weights = weights.among(gone.values(), current.values())
    became = group_pairs(
        (old, new)
        for old, new in candidates(gone, current)
        if containment(gone[old], current[new], word_weights) >= _LEAST_PART
        or (new in fresh and containment(current[new], gone[old], word_weights) >= _LEAST_PART)
    )
    for number, successors in became.items():
        records[number] = replace(records[number], became=tuple(sorted(successors)))


def only_grew(before: Ledger, after: Ledger) -> bool:
    """Return whether ``after`` differs from ``before`` at most by further rules and names of cards,
    and by signatures, so that it gives and changes no number.
    """
    return (
        before.map_records(_without_signatures).entries
        == after.map_records(_without_signatures).entries
        and set(before.rules) <= set(after.rules)
        and before.cards.keys() <= after.cards.keys()
    )


def _without_signatures(record: LedgerRecord) -> LedgerRecord:
    """Return a record without the signatures of its words: they follow from the words, and only
    help to find an edited ruling again.
    """
    wordings = {lang: replace(words, like="") for lang, words in record.wordings.items()}
    return replace(record, wordings=wordings)
