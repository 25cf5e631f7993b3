"""Give every ruling its permanent number, once, and find it again when its text changes. Reads no file.

One file a set, ``content/ledger/<set>.yml``. It holds numbers, days, hashes and similarity signatures,
never text, so it can be committed. A number is never given twice: an edited ruling keeps its own,
a new one takes the next free one, a removed one is retired, with the rulings that replaced it. The
paragraphs that introduce a section are numbered with its notes. Days are those of the documents, never today.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .matching import assigned, candidates, matched
from .signatures import Weights, Wording, alike, contained, wording

__all__ = [
    "NO_DAY",
    "Given",
    "Ledger",
    "LedgerEntry",
    "LedgerRecord",
    "Texts",
    "Wording",
    "recognised",
    "update",
    "wording",
]

NO_DAY = "1970-01-01"
"""The day of all changes by a document without any date."""

_PART = 0.6
"""If another text has at least this share of a text's words, by weight, the text is a part of it."""
_MOVED = 0.5
"""The least likeness of a ruling that is gone and a new one of another entry, if it has moved there.

It is greater than within one card, because all cards of a set are compared: about half of the words, or two thirds in other places.
"""


@dataclass(frozen=True, kw_only=True)
class LedgerRecord:
    """One permanent number of an entry."""

    number: int
    wordings: Mapping[str, Wording] = field(default_factory=dict)
    """By language; empty once the ruling is retired."""
    paragraph: bool = False
    """Whether it is a paragraph that leads in to a section, and no ruling."""
    seen: str | None = None
    """The day of the oldest document known to have it; None if an older ledger did not say."""
    edited: str | None = None
    """The day of the last document that changed its words in any language."""
    retired: str | None = None
    """The day (``YYYY-MM-DD``) of the document that no longer had it."""
    became: tuple[int, ...] = ()
    """The numbers that took its place: of its parts, or of the whole it was merged into."""
    parts_of: tuple[int, ...] = ()
    """The numbers that it was split from, or made of."""
    moved_to: str | None = None
    """The key and number (``bell-of-fern/3``) that it has now in another entry of the set."""


@dataclass(frozen=True, kw_only=True)
class LedgerEntry:
    """A card or section of a set: its permanent key, the slug it has now, its numbers in order."""

    key: str
    slug: str
    records: tuple[LedgerRecord, ...] = ()
    following: int = 1
    """The next number to give; above every number ever given."""

    def record(self, number: int) -> LedgerRecord | None:
        """Return the record of a number, or None if it was never given."""
        at = bisect_left(self.records, number, key=lambda record: record.number)
        return self.records[at] if at < len(self.records) and self.records[at].number == number else None


@dataclass(frozen=True)
class Ledger:
    """The entries of one set, by key."""

    set_code: str
    entries: Mapping[str, LedgerEntry] = field(default_factory=dict)

    def knows(self, lang: str) -> bool:
        """Return whether it has words of a document in ``lang``."""
        return any(lang in record.wordings for entry in self.entries.values() for record in entry.records)


@dataclass(frozen=True, kw_only=True)
class Texts:
    """An entry of one document: its slug, and its rulings' texts in order, then those of its paragraphs.

    ``aligned`` has the number of each text in another language's document, or None. It counts only
    for texts that the ledger does not know in this language.
    """

    slug: str
    texts: tuple[str, ...]
    aligned: tuple[int | None, ...] = ()
    paragraphs: int = 0
    """How many of the texts, the last ones, are paragraphs."""
    former: str | None = None
    """The slug that the entry has as long as its document is the only one of its set."""

    def is_paragraph(self, at: int) -> bool:
        """Whether the text at this position is a paragraph."""
        return at >= len(self.texts) - self.paragraphs


@dataclass(frozen=True)
class Given:
    """The numbers of one entry of a document, in its order, and the key they belong to."""

    key: str
    numbers: tuple[int, ...]


def update(ledger: Ledger, lang: str, document: Sequence[Texts], day: str) -> tuple[Ledger, tuple[Given, ...]]:
    """The ledger after a document in ``lang``, and the numbers of each of its entries.

    ``day`` is the document's: when its new texts were first seen, and those that are gone were retired.
    Numbers that were given stay given; the same document again changes nothing.
    """
    keys, weights = _keys(ledger, lang, document), _weights(ledger, lang, document)
    entries = dict(ledger.entries)
    given: list[Given] = []
    for texts, key in zip(document, keys, strict=True):
        before = entries.get(key, LedgerEntry(key=key, slug=texts.slug))
        entries[key], numbers = _entry(replace(before, slug=texts.slug), lang, texts, day, weights)
        given.append(Given(key, numbers))
    for key in entries.keys() - set(keys):
        entries[key], _ = _entry(entries[key], lang, Texts(slug=entries[key].slug, texts=()), day, weights)
    _tell_moves(entries, ledger, lang, weights)
    return replace(ledger, entries=dict(sorted(entries.items()))), tuple(given)


def recognised(ledger: Ledger, lang: str, document: Sequence[Texts]) -> Iterator[tuple[int | None, ...]]:
    """Yield, for each entry, the numbers of its texts that the ledger knows in ``lang``; None for unknown texts."""
    weights = _weights(ledger, lang, document)
    for texts, key in zip(document, _keys(ledger, lang, document), strict=True):
        entry = ledger.entries.get(key)
        found = _matched(entry, lang, texts, weights) if entry else {}
        yield tuple(found.get(at) for at in range(len(texts.texts)))


def _weights(ledger: Ledger, lang: str, document: Sequence[Texts]) -> Weights:
    """Return the weights of words in the ledger's set: by the texts that it knows, and by those of the document."""
    known = [each for entry in ledger.entries.values() for each in _known(entry, lang).values()]
    return Weights(lang, [*known, *(wording(text) for texts in document for text in texts.texts)])


def _keys(ledger: Ledger, lang: str, document: Sequence[Texts]) -> list[str]:
    """The permanent key of each entry: that of its slug, or of an entry that was renamed to it."""
    by_slug = {entry.slug: key for key, entry in ledger.entries.items()}
    current = {texts.slug for texts in document}
    lost = {key: entry for key, entry in ledger.entries.items() if entry.slug not in current and _known(entry, lang)}
    holders = _holders(ledger, lang)
    keys: list[str] = []
    taken: set[str] = set()
    for texts in document:
        key = by_slug.get(texts.slug) or _translated(lost, by_slug, texts) or _renamed(lost, holders, texts)
        if key is None:
            key = texts.slug
            while key in ledger.entries or key in taken:
                key += "-new"
        lost.pop(key, None)
        keys.append(key)
        taken.add(key)
    return keys


def _translated(lost: Mapping[str, LedgerEntry], by_slug: Mapping[str, str], texts: Texts) -> str | None:
    """The entry that is gone because it has another document's name now: it still had its own."""
    key = by_slug.get(texts.former) if texts.former else None
    return key if key in lost else None


def _holders(ledger: Ledger, lang: str) -> Mapping[str, str]:
    """The key of the entry that holds a text, by its hash; a text of several entries is left out, because it cannot tell which one was renamed."""
    keys = [(known.hash, key) for key, entry in ledger.entries.items() for known in _known(entry, lang).values()]
    often = Counter(each for each, _ in dict.fromkeys(keys))
    return {each: key for each, key in keys if often[each] == 1}


def _renamed(lost: Mapping[str, LedgerEntry], holders: Mapping[str, str], texts: Texts) -> str | None:
    """The entry, gone from the document, most of whose rulings are in ``texts`` word for word."""
    found = Counter(holders.get(each) for each in dict.fromkeys(wording(text).hash for text in texts.texts))
    own = Counter(holders.values())
    return next((key for key, count in found.most_common() if key is not None and key in lost and 2 * count > own[key]), None)


def _known(entry: LedgerEntry, lang: str) -> dict[int, Wording]:
    """The texts that the entry has in ``lang``, by their numbers: rulings first, as in a document's texts."""
    ordered = sorted(entry.records, key=lambda record: record.paragraph)
    return {record.number: record.wordings[lang] for record in ordered if lang in record.wordings}


def _entry(entry: LedgerEntry, lang: str, texts: Texts, day: str, weights: Weights) -> tuple[LedgerEntry, tuple[int, ...]]:
    """One entry after its texts, and their numbers."""
    new = [wording(text) for text in texts.texts]
    known = _known(entry, lang)
    found = _matched(entry, lang, texts, weights)
    _take_aligned(found, entry, lang, texts)
    following = entry.following
    numbers: list[int] = []
    for at in range(len(new)):
        if at not in found:
            found[at] = following
            following += 1
        numbers.append(found[at])
    records = {record.number: record for record in entry.records}
    for at, (number, each) in enumerate(zip(numbers, new, strict=True)):
        record = replace(records.get(number, LedgerRecord(number=number)), paragraph=texts.is_paragraph(at))
        records[number] = _worded(record, lang, each, day)
    gone = known.keys() - set(numbers)
    fresh = {number for number in numbers if number >= entry.following}
    for number in gone:
        records[number] = _without(records[number], lang, day)
    if gone and new:
        _tell_parts(records, {number: known[number] for number in gone}, fresh, dict(zip(numbers, new, strict=True)), weights)
    return replace(entry, records=tuple(records[number] for number in sorted(records)), following=following), tuple(numbers)


def _worded(record: LedgerRecord, lang: str, new: Wording, day: str) -> LedgerRecord:
    """The record with the language's newest wording; an edited one is a new revision."""
    old = record.wordings.get(lang)
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


def _first_day(*days: str | None) -> str:
    """The oldest of some days, one of which may have been misprinted later than it was."""
    return min((day for day in days if day and day != NO_DAY), default=NO_DAY)


def _without(record: LedgerRecord, lang: str, day: str) -> LedgerRecord:
    """The record without its wording in ``lang``; without any wording it is retired."""
    wordings = {each: kept for each, kept in record.wordings.items() if each != lang}
    return replace(record, wordings=wordings, retired=None if wordings else day)


def _matched(entry: LedgerEntry, lang: str, texts: Texts, weights: Weights) -> dict[int, int]:
    """Which known number each text is; a paragraph and a ruling are the same only word for word."""
    paragraphs = {record.number for record in entry.records if record.paragraph}

    def may(at: int, number: int) -> bool:
        return texts.is_paragraph(at) == (number in paragraphs)

    return matched(_known(entry, lang), [wording(text) for text in texts.texts], may, weights)


def _take_aligned(found: dict[int, int], entry: LedgerEntry, lang: str, texts: Texts) -> None:
    """Numbers from another language's document, for texts that are new in this one."""
    taken = set(found.values())
    for at, number in enumerate(texts.aligned):
        record = entry.record(number) if number is not None else None
        if record is None or at in found or record.number in taken or lang in record.wordings or record.retired:
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
    """Record which rulings a gone one was split into or merged with, and in them, which one they were parts of."""
    olds, news = list(gone.items()), list(now.items())
    weight = weights.among(list(gone.values()), list(now.values()))
    became: dict[int, set[int]] = {}
    for i, j in candidates([each for _, each in olds], [each for _, each in news]):
        (number, old), (other, new) = olds[i], news[j]
        if (other in fresh and contained(new, old, weight) >= _PART) or contained(old, new, weight) >= _PART:
            became.setdefault(number, set()).add(other)
    for number, parts in became.items():
        records[number] = replace(records[number], became=tuple(sorted(parts)))
        for part in parts:
            records[part] = replace(records[part], parts_of=tuple(sorted({*records[part].parts_of, number})))


def _tell_moves(entries: dict[str, LedgerEntry], before: Ledger, lang: str, weights: Weights) -> None:
    """Record the new numbers of rulings that moved from their entries to others."""
    gone: list[tuple[str, int, Wording]] = []
    fresh: list[tuple[str, int, Wording]] = []
    for key, entry in entries.items():
        known, now = (_known(each, lang) for each in (before.entries.get(key, LedgerEntry(key=key, slug=key)), entry))
        lost = ((number, known[number]) for number in known if number not in now)
        gone += [(key, number, each) for number, each in lost if not _became(entry, number)]
        fresh += [(key, number, each) for number, each in now.items() if number not in known]
    olds, news = [each for _, _, each in gone], [each for _, _, each in fresh]
    weight = weights.among([*olds], [*news])
    scores = ((alike(olds[i], news[j], weight), i, j) for i, j in candidates(olds, news) if gone[i][0] != fresh[j][0])
    for i, j in assigned([edge for edge in scores if edge[0] >= _MOVED]):
        (key, number, _), (other, there, _) = gone[i], fresh[j]
        moved = (replace(record, moved_to=f"{other}/{there}") if record.number == number else record
                 for record in entries[key].records)  # fmt: skip
        entries[key] = replace(entries[key], records=tuple(moved))


def _became(entry: LedgerEntry, number: int) -> bool:
    """Return whether the record of a number already names its replacements."""
    record = entry.record(number)
    return bool(record and record.became)
