"""The ledger: gives every ruling its permanent number, once, and finds it again when its text changes.

One file a set, ``content/ledger/<set>.yml``. It holds numbers, days, hashes and similarity signatures,
never text, so it can be committed. A number is never given twice: an edited ruling keeps its own,
a new one takes the next free, a removed one is retired and says what became of it. The paragraphs
that lead in to a section are numbered with its notes. Days are those of the documents, never today.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

NO_DAY = "1970-01-01"
"""The day of what a document without any date brings or retires."""

_WORDS = 32
"""How many word hashes a signature holds: all words of a short ruling, a sample of a long one."""
ALIKE = 0.34
"""The share of common words from which on two texts are one ruling, reworded: a third reworded leaves a half."""
_BETWEEN = 0.2
"""As above, where its neighbours on both sides are found and nothing else can be meant."""
_PART = 0.6
"""The share of a text's words that stand in another, from which on it is a part of it."""


@dataclass(frozen=True)
class Wording:
    """A ruling's text in one language, as the ledger knows it."""

    hash: str
    like: str
    """The signature: the smallest hashes of its words, four hexadecimal digits each, in order."""
    revision: int = 1
    day: str | None = None
    """The day of the document that brought these words; None until an older ledger is updated."""


@dataclass(frozen=True)
class Record:
    """One permanent number of an entry."""

    number: int
    wordings: Mapping[str, Wording] = field(default_factory=dict)
    """By language; empty once the ruling is retired."""
    paragraph: bool = False
    """Whether it is a paragraph that leads in to a section, and no ruling."""
    seen: str | None = None
    """The day of the oldest document known to have it; None where an older ledger did not say."""
    edited: str | None = None
    """The day of the last document that changed its words in any language."""
    retired: str | None = None
    """The day (``YYYY-MM-DD``) of the document that no longer had it."""
    became: tuple[int, ...] = ()
    """The numbers that took its place: of its parts, or of the whole it was merged into."""
    parts_of: tuple[int, ...] = ()
    """The numbers that it was split from, or made of."""


@dataclass(frozen=True)
class Entry:
    """A card or section of a set: its permanent key, the slug it has now, its numbers in order."""

    key: str
    slug: str
    records: tuple[Record, ...] = ()
    following: int = 1
    """The next number to give; above every number ever given."""

    def record(self, number: int) -> Record | None:
        """The record of a number, or None where it was never given."""
        return next((record for record in self.records if record.number == number), None)


@dataclass(frozen=True)
class Ledger:
    """The entries of one set, by key."""

    set_code: str
    entries: Mapping[str, Entry] = field(default_factory=dict)

    def knows(self, lang: str) -> bool:
        """Whether it holds words of a document in ``lang``."""
        return any(lang in record.wordings for entry in self.entries.values() for record in entry.records)


@dataclass(frozen=True)
class Texts:
    """An entry of one document: its slug, and its rulings' texts in order, then those of its paragraphs.

    ``aligned`` are the numbers that its texts have in another language's document, None where
    they have none there; it counts only for texts that the ledger does not know in this language.
    """

    slug: str
    texts: tuple[str, ...]
    aligned: tuple[int | None, ...] = ()
    paragraphs: int = 0
    """How many of the texts, the last ones, are paragraphs."""

    def is_paragraph(self, at: int) -> bool:
        """Whether the text at this position is a paragraph."""
        return at >= len(self.texts) - self.paragraphs


@dataclass(frozen=True)
class Given:
    """The numbers of one entry of a document, in its order, and the key they belong to."""

    key: str
    numbers: tuple[int, ...]


@functools.lru_cache(maxsize=1 << 14)
def wording(text: str) -> Wording:
    """What the ledger keeps of a text. Spaces, emphasis and the form of quotes make no difference."""
    words = _words(text)
    marks = sorted({hashlib.blake2b(word.encode(), digest_size=2).hexdigest() for word in words})
    return Wording(hashlib.blake2b(" ".join(words).encode(), digest_size=8).hexdigest(), "".join(marks[:_WORDS]))


def update(ledger: Ledger, lang: str, document: Sequence[Texts], day: str) -> tuple[Ledger, tuple[Given, ...]]:
    """The ledger after a document in ``lang``, and the numbers of each of its entries.

    ``day`` is the document's: when its new texts were first seen, and those that are gone were retired.
    What was given before stays given; the same document again changes nothing.
    """
    keys = _keys(ledger, lang, document)
    entries = dict(ledger.entries)
    given: list[Given] = []
    for texts, key in zip(document, keys, strict=True):
        before = entries.get(key, Entry(key, texts.slug))
        entries[key], numbers = _entry(replace(before, slug=texts.slug), lang, texts, day)
        given.append(Given(key, numbers))
    for key in entries.keys() - set(keys):
        entries[key], _ = _entry(entries[key], lang, Texts(entries[key].slug, ()), day)
    return replace(ledger, entries=dict(sorted(entries.items()))), tuple(given)


def recognised(ledger: Ledger, lang: str, document: Sequence[Texts]) -> Iterator[tuple[int | None, ...]]:
    """The numbers by which the ledger knows the texts of each entry in ``lang`` already; None where it does not."""
    for texts, key in zip(document, _keys(ledger, lang, document), strict=True):
        entry = ledger.entries.get(key)
        found = _matched(entry, lang, texts) if entry else {}
        yield tuple(found.get(at) for at in range(len(texts.texts)))


def likeness(one: Wording, other: Wording) -> float:
    """The estimated share of common words: 0 to 1."""
    if one.hash == other.hash:
        return 1.0
    a, b = _marks(one), _marks(other)
    sample = set(sorted(a | b)[:_WORDS])
    return len(sample & a & b) / max(len(sample), 1)


def _keys(ledger: Ledger, lang: str, document: Sequence[Texts]) -> list[str]:
    """The permanent key of each entry: that of its slug, or of an entry that was renamed to it."""
    by_slug = {entry.slug: key for key, entry in ledger.entries.items()}
    current = {texts.slug for texts in document}
    lost = {key: entry for key, entry in ledger.entries.items() if entry.slug not in current and _known(entry, lang)}
    keys: list[str] = []
    for texts in document:
        key = by_slug.get(texts.slug) or _renamed(lost, lang, texts)
        if key is None:
            key = texts.slug
            while key in ledger.entries or key in keys:
                key += "-new"
        lost.pop(key, None)
        keys.append(key)
    return keys


def _renamed(lost: Mapping[str, Entry], lang: str, texts: Texts) -> str | None:
    """The entry, gone from the document, most of whose rulings stand in ``texts`` word for word."""
    hashes = {wording(text).hash for text in texts.texts}
    for key, entry in lost.items():
        known = [known.hash for known in _known(entry, lang).values()]
        if known and 2 * sum(each in hashes for each in known) > len(known):
            return key
    return None


def _known(entry: Entry, lang: str) -> dict[int, Wording]:
    """The texts that the entry has in ``lang``, by their numbers: rulings first, as in a document's texts."""
    ordered = sorted(entry.records, key=lambda record: record.paragraph)
    return {record.number: record.wordings[lang] for record in ordered if lang in record.wordings}


def _entry(entry: Entry, lang: str, texts: Texts, day: str) -> tuple[Entry, tuple[int, ...]]:
    """One entry after its texts, and their numbers."""
    new = [wording(text) for text in texts.texts]
    known = _known(entry, lang)
    found = _matched(entry, lang, texts)
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
        record = replace(records.get(number, Record(number)), paragraph=texts.is_paragraph(at))
        records[number] = _worded(record, lang, each, day)
    gone = [number for number in known if number not in numbers]
    fresh = {number: each for number, each in zip(numbers, new, strict=True) if number >= entry.following}
    for number in gone:
        records[number] = _without(records[number], lang, day)
    _tell_parts(records, {number: known[number] for number in gone}, fresh, dict(zip(numbers, new, strict=True)))
    return replace(entry, records=tuple(records[number] for number in sorted(records)), following=following), tuple(numbers)


def _worded(record: Record, lang: str, new: Wording, day: str) -> Record:
    """The record with the language's newest wording; an edited one is a new revision."""
    old = record.wordings.get(lang)
    if old is None:
        now = replace(new, day=day)
    elif old.hash == new.hash:
        now = replace(new, revision=old.revision, day=old.day or day)
    else:
        now = replace(new, revision=old.revision + 1, day=day)
        record = replace(record, edited=max(record.edited or day, day))
    seen = min((known for known in (record.seen, day) if known and known != NO_DAY), default=NO_DAY)
    return replace(record, wordings=dict(sorted({**record.wordings, lang: now}.items())), seen=seen, retired=None)


def _without(record: Record, lang: str, day: str) -> Record:
    """The record without its wording in ``lang``; without any wording it is retired."""
    wordings = {each: kept for each, kept in record.wordings.items() if each != lang}
    return replace(record, wordings=wordings, retired=None if wordings else day)


def _matched(entry: Entry, lang: str, texts: Texts) -> dict[int, int]:
    """Which known number each text is: the same words first, then the likest, then what must be meant."""
    known, new = _known(entry, lang), [wording(text) for text in texts.texts]
    paragraphs = {record.number for record in entry.records if record.paragraph}
    found: dict[int, int] = {}
    free = dict(known)
    for at, each in enumerate(new):
        number = next((number for number, old in free.items() if old.hash == each.hash), None)
        if number is not None:
            found[at] = number
            del free[number]
    pairs = sorted(
        ((likeness(old, new[at]), -abs(at - _position(known, number)), -number, at) for number, old in free.items()
         for at in range(len(new)) if at not in found and texts.is_paragraph(at) == (number in paragraphs)),
        reverse=True,
    )  # fmt: skip
    for score, _, minus, at in pairs:
        least = _BETWEEN if _is_between(found, list(known), at, -minus, len(new)) else ALIKE
        if at not in found and -minus in free and score >= least:
            found[at] = -minus
            del free[-minus]
    return found


def _position(known: Mapping[int, Wording], number: int) -> int:
    return list(known).index(number)


def _is_between(found: Mapping[int, int], order: Sequence[int], at: int, number: int, count: int) -> bool:
    """Whether the neighbours of ``at`` are those of ``number``: nothing else can stand between them."""
    place = order.index(number)
    before = order[place - 1] if place else None
    after = order[place + 1] if place + 1 < len(order) else None
    left = found.get(at - 1) if at else None
    right = found.get(at + 1) if at + 1 < count else None
    return left == before and right == after and (before is not None or after is not None)


def _take_aligned(found: dict[int, int], entry: Entry, lang: str, texts: Texts) -> None:
    """Numbers from another language's document, for texts that are new in this one."""
    taken = set(found.values())
    for at, number in enumerate(texts.aligned):
        record = entry.record(number) if number is not None else None
        if record is None or at in found or record.number in taken or lang in record.wordings or record.retired:
            continue
        found[at] = record.number
        taken.add(record.number)


def _tell_parts(
    records: dict[int, Record], gone: Mapping[int, Wording], fresh: Mapping[int, Wording], all_now: Mapping[int, Wording]
) -> None:
    """Say of a ruling that is gone what it was split into or merged with, and of its parts what they were."""
    for number, old in gone.items():
        parts = [each for each, now in fresh.items() if _contained(now, old) >= _PART]
        wholes = [each for each, now in all_now.items() if _contained(old, now) >= _PART]
        became = tuple(sorted({*parts, *wholes}))
        if became:
            records[number] = replace(records[number], became=became)
        for part in became:
            records[part] = replace(records[part], parts_of=tuple(sorted({*records[part].parts_of, number})))


def _contained(part: Wording, whole: Wording) -> float:
    """The estimated share of ``part``'s words that stand in ``whole``."""
    a, b = _marks(part), _marks(whole)
    if len(b) >= _WORDS:  # a sample: what lies above its largest hash is not known of it
        a = {mark for mark in a if mark <= max(b)}
    return len(a & b) / max(len(a), 1)


def _marks(each: Wording) -> set[str]:
    return {each.like[at : at + 4] for at in range(0, len(each.like), 4)}


def _words(text: str) -> list[str]:
    folded = text.casefold().translate({0x2019: "'", 0x2018: "'", 0x2212: "-"})
    return re.findall(r"\{[^{}]+\}|[^\W_]+(?:'[^\W_]+)*", folded)
