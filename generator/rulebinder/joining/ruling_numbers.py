"""The numbers of rulings: the same in every language of a set, and for ever.

Documents of a set are compared first: alignment says which texts of different languages are one
ruling. Then the numbers are settled by the ledger, which says which number a text has. Neither is
enough alone: a number must be the same in all languages, and must stay if the order of a document,
or the document that is the reference, changes. This works on values only; :mod:`..persistence` has
the files.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import TypeVar

from ..ledger.numbers import (
    NO_DAY,
    EntryNumbers,
    Ledger,
    Ledgers,
    LedgerTexts,
    is_section,
    recognize,
    split_id,
    update,
)
from ..library import Gap, Lack, Translation
from ..notes import Introduction, ReleaseNotes, Ruling, is_day
from ..problems import Place
from ..system import group_pairs
from ..text import Symbol, Text

One = TypeVar("One")
Other = TypeVar("Other")
Pair = tuple[int | None, int | None]
"""The positions of two corresponding parts. One is None if a part has no counterpart."""

GAP = -2.5
"""The cost of a part without a counterpart.

It is more than that of a poor pair and less than that of an absurd one.
"""
_SPREAD = 0.22
"""How far, as a logarithm, the lengths of two translations usually differ from the common ratio of
their languages.
"""
_WORST = -4.0
"""The least score for a length, so that one odd length cannot outweigh equal symbols, numbers and
mentions.
"""
_SENTENCE = -0.5
_ITEM = -1.0
_SAME_MARKS = 1.5
_OTHER_MARKS = -2.0
_MENTIONS = 1.5

_SYMBOL = re.compile(r"\{[^{}]*\}")
_NUMBER = re.compile(r"\d+")
_SENTENCE_END = re.compile(r"[.!?…。！？](?=[\s\"”»)]|$)")


@dataclass(frozen=True, kw_only=True)
class Traits:
    """The features of a ruling that hardly depend on its language."""

    length: int
    sentences: int
    items: int
    symbols: Mapping[str, int]
    numbers: Mapping[str, int]
    mentions: frozenset[tuple[str, str]]
    """The cards, mechanics and rules that it names."""


def traits(texts: Sequence[Text], mentions: Iterable[tuple[str, str]] = ()) -> Traits:
    """Return the traits of a ruling: those of its text, then those of the items of its list."""
    words = _SYMBOL.sub("", "\n".join(text.plain() for text in texts))
    symbols = Counter(
        span.code for text in texts for span in text.walk() if isinstance(span, Symbol)
    )
    sentences = len(_SENTENCE_END.findall(words))
    return Traits(
        length=max(len(words), 1),
        sentences=sentences,
        items=len(texts) - 1,
        symbols=symbols,
        numbers=Counter(_NUMBER.findall(words)),
        mentions=frozenset(mentions),
    )


def ratio(pairs: Iterable[tuple[Traits, Traits]]) -> float:
    """Return how much longer the second texts are than the first, as a logarithm, or 0 if there are
    none.
    """
    return median([math.log(other.length / one.length) for one, other in pairs] or [0.0])


def likeness(one: Traits, other: Traits, usual: float) -> float:
    """Return how well two rulings correspond. 0 means neither well nor badly."""
    stray = (math.log(other.length / one.length) - usual) / _SPREAD
    score = max(-stray * stray / 2, _WORST)
    score += _SENTENCE * abs(one.sentences - other.sentences) + _ITEM * abs(one.items - other.items)
    score += _marks(one.symbols, other.symbols) + _marks(one.numbers, other.numbers)
    mentions = one.mentions | other.mentions
    if not mentions:
        return score
    return score + _MENTIONS * (2 * len(one.mentions & other.mentions) / len(mentions) - 0.5)


def _marks(one: Mapping[str, int], other: Mapping[str, int]) -> float:
    if not one and not other:
        return 0.0
    return _SAME_MARKS if one == other else _OTHER_MARKS


def align(
    ones: Sequence[One], others: Sequence[Other], alike: Callable[[One, Other], float]
) -> list[Pair]:
    """Return the best pairs in order, with every part in one of them.

    ``alike`` scores two parts, with 0 as indifferent.
    """
    #  Both documents keep the same order, so the best alignment of each beginning is built from
    #  shorter ones.
    best: dict[tuple[int, int], tuple[float, Pair | None]] = {(0, 0): (0.0, None)}
    for i, j in itertools.product(range(len(ones) + 1), range(len(others) + 1)):
        ways: list[tuple[float, Pair]] = []
        if i and j:
            score = alike(ones[i - 1], others[j - 1])
            ways.append((best[i - 1, j - 1][0] + score, (i - 1, j - 1)))
        if i:
            ways.append((best[i - 1, j][0] + GAP, (i - 1, None)))
        if j:
            ways.append((best[i, j - 1][0] + GAP, (None, j - 1)))
        if ways:
            best[i, j] = max(ways, key=lambda way: way[0])
    pairs: list[Pair] = []
    i, j = len(ones), len(others)
    while (step := best[i, j][1]) is not None:
        pairs.append(step)
        i, j = i - (step[0] is not None), j - (step[1] is not None)
    return pairs[::-1]


def certainty(
    ones: Sequence[One],
    others: Sequence[Other],
    pairs: Sequence[Pair],
    alike: Callable[[One, Other], float],
) -> float:
    """Return how much better ``pairs`` are than the best variant in which a gap and a neighbouring
    pair change places: how sure it is which part is missing.
    """

    def score(i: int | None, j: int | None) -> float:
        return GAP if i is None or j is None else alike(ones[i], others[j])

    gains = (
        score(i, j) + score(k, m) - score(i, m) - score(k, j)
        for (i, j), (k, m) in itertools.pairwise(pairs)
        if (i is None or j is None) != (k is None or m is None)
    )
    return min(gains, default=math.inf)


_SURE = 1.5
"""A gap is named only with at least this certainty.

On the example set, none of the named gaps is wrong.
"""

InLanguage = tuple[str, str]
"""The code of a set or the id of an entry or section, and a language."""
FindTargets = Callable[[str, Text], Iterable[tuple[str, str]]]
"""Returns the things that a text in a language mentions."""


Compared = tuple[bool, int]
"""The number by which texts of different languages are compared, after whether they are paragraphs,
which are counted separately.
"""


@dataclass(frozen=True, kw_only=True)
class EntryTexts(LedgerTexts):
    """What is numbered of an entry or a section of one document."""

    id: str
    """The id by which it is compared with the set's other documents."""
    place: Place
    blocks: tuple[Ruling | Introduction, ...]
    """Its rulings, then its paragraphs."""


Parts = Mapping[InLanguage, Sequence[EntryTexts]]
"""The entries and sections of documents, by set and language."""


def group_by_set(documents: Iterable[ReleaseNotes]) -> dict[str, list[ReleaseNotes]]:
    """Return the documents of each set: first the one with which its translations are compared
    (English, else the oldest, else the first), then the others by their languages.
    """
    groups = group_pairs((document.set_code, document) for document in documents)
    for group in groups.values():
        group.sort(key=lambda document: document.lang)
        reference = min(
            group, key=lambda document: (document.lang != "en", document.last_modified or "9999")
        )
        group.sort(key=lambda document: document is not reference)
    return groups


@dataclass
class _Column:
    """One ruling of an entry in all languages; its traits are those of the first language that has
    it.
    """

    number: int
    lang: str
    traits: Traits


class _Comparison:
    """The documents of one set beside each other."""

    def __init__(
        self, group: Sequence[ReleaseNotes], parts: Parts, find_targets: FindTargets
    ) -> None:
        """``group`` are the documents as :func:`group_by_set` returns them."""

        def read(texts: Sequence[Text], lang: str) -> Traits:
            return traits(texts, (target for text in texts for target in find_targets(lang, text)))

        self._documents, self._model = group, group[0]
        self._parts: dict[str, dict[str, EntryTexts]] = {}
        """By their ids and languages: those of the reference in its order, then those that only
        others have.
        """
        self._traits: dict[InLanguage, list[Traits]] = {}
        self._leading: dict[InLanguage, list[Traits]] = {}
        """The traits of paragraphs."""
        for document in group:
            lang = document.lang
            for part in parts[document.key]:
                self._parts.setdefault(part.id, {})[lang] = part
                features = [read(block.texts, lang) for block in part.blocks]
                self._traits[part.id, lang] = features[: part.rulings]
                self._leading[part.id, lang] = features[part.rulings :]
        self._usual = {document.lang: self._usual_length(document.lang) for document in group}
        self._columns: dict[str, list[_Column]] = {}
        """The rulings of each part."""
        self._sure: set[InLanguage] = set()
        """The parts of which the gaps are sure."""
        self.numbers: dict[InLanguage, tuple[Compared, ...]] = {}
        """By the entry's or section's id and the language, in the document's order: those of its
        rulings, then those of its paragraphs.
        """
        for part_id in self._parts:
            self._number(part_id)

    def translations(self, columns: Columns, sections: Mapping[str, str]) -> dict[str, Translation]:
        """Return the state of every language, the reference first, with the permanent numbers of
        its gaps and the permanent ids of ``sections``, by those they were compared by.
        """
        entries = [part_id for part_id in self._parts if part_id not in sections]
        return {
            document.lang: Translation(
                lang=document.lang,
                reference=self._model.lang,
                older=self._days_if_older(document),
                gaps=tuple(
                    replace(
                        gap,
                        entry=sections.get(part_id, part_id),
                        number=columns[part_id].get((False, gap.number or 0)),
                    )
                    for part_id in (*filter(sections.__contains__, self._parts), *entries)
                    for gap in self._find_gaps(part_id, document)
                ),
            )
            for document in self._documents
        }

    def _usual_length(self, lang: str) -> float:
        """Return how long texts in ``lang`` are compared with the reference, from the entries with
        the same number of rulings.
        """
        pairs = (
            (self._traits[part_id, self._model.lang], self._traits[part_id, lang])
            for part_id, langs in self._parts.items()
            if {self._model.lang, lang} <= langs.keys()
        )
        return ratio(
            pair
            for ones, others in pairs
            if len(ones) == len(others)
            for pair in zip(ones, others, strict=True)
        )

    def _days_if_older(self, document: ReleaseNotes) -> tuple[str, str] | None:
        """Return its day and that of the reference; None if it is not older.

        Of merged documents, the originals are compared.
        """
        day, newer = (compared.documents[0].last_modified for compared in (document, self._model))
        return (day, newer) if day and newer and day < newer else None

    def _number(self, part_id: str) -> None:
        """Number the rulings and the paragraphs of a part in all languages."""
        columns: list[_Column] = []
        leading: list[_Column] = []
        for lang in self._parts[part_id]:
            at = part_id, lang
            columns, rulings, is_sure = self._take(columns, self._traits[at], lang)
            leading, paragraphs, _ = self._take(leading, self._leading[at], lang)
            self._sure |= {at} if is_sure else set()
            self.numbers[at] = (
                *((False, number) for number in rulings),
                *((True, number) for number in paragraphs),
            )
        self._columns[part_id] = columns

    def _take(
        self, columns: list[_Column], texts: Sequence[Traits], lang: str
    ) -> tuple[list[_Column], tuple[int, ...], bool]:
        """Return the columns with the texts in ``lang``, the numbers of those texts, and whether
        the gaps are sure.
        """

        def alike(column: _Column, other: Traits) -> float:
            return likeness(column.traits, other, self._usual[lang] - self._usual[column.lang])

        pairs = align(columns, texts, alike)
        free = max((column.number for column in columns), default=0)
        numbers: list[int] = []
        merged: list[_Column] = []
        for at, position in pairs:
            if at is not None:
                merged.append(columns[at])
            elif position is not None:
                free += 1
                merged.append(_Column(free, lang, texts[position]))
            if position is not None:
                numbers.append(merged[-1].number)
        return merged, tuple(numbers), certainty(columns, texts, pairs, alike) >= _SURE

    def _find_gaps(self, part_id: str, document: ReleaseNotes) -> Iterator[Gap]:
        """Yield the gaps of a document in a part: the part, or the rulings that it lacks or has in
        an older form.
        """
        lang, columns = document.lang, self._columns[part_id]
        part = self._parts[part_id].get(lang)
        if part is None:
            lack = Lack.SECTION if is_section(part_id.partition("/")[2]) else Lack.ENTRY
            yield Gap(lack=lack, entry=part_id, place=document.place)
            return
        numbers = [number for _, number in self.numbers[part_id, lang][: part.rulings]]
        gap = Gap(lack=Lack.RULING, entry=part_id, place=part.place)
        missing = [column.number for column in columns if column.number not in numbers]
        if missing and (part_id, lang) not in self._sure and document is not self._model:
            yield replace(gap, lack=Lack.FEWER, have=len(numbers), expected=len(columns))
        else:
            yield from (replace(gap, number=number) for number in missing)
        if not self._days_if_older(document):
            return
        model = self._model.lang
        newer = {column.number: column.traits for column in columns if column.lang == model}
        for number, present in zip(numbers, self._traits[part_id, lang], strict=True):
            if number in newer and (
                _is_shortened(newer[number], present, self._usual[lang])
                or newer[number].symbols != present.symbols
                or newer[number].numbers != present.numbers
            ):
                yield replace(gap, lack=Lack.OLDER, number=number)


def _is_shortened(one: Traits, other: Traits, usual: float) -> bool:
    """Return whether ``other`` says less than ``one``: it has fewer sentences, and is shorter than
    ``usual``.
    """
    return (
        other.sentences < one.sentences and math.log(other.length / one.length) - usual < -_SPREAD
    )


Columns = dict[str, dict[Compared, int]]
"""By an entry's or section's id: the permanent number of each text that several languages share, by
the number by which it is compared.
"""
Published = dict[tuple[str, str], str]
"""The ids of published rulings, by entry and the hash of their words."""


@dataclass(frozen=True, kw_only=True)
class Permanence:
    """The numbers of rulings as the ledger gives them, and the ledger after that."""

    entries: Mapping[InLanguage, EntryNumbers]
    """By the entry's or section's id and the language, in the document's order: the numbers of its
    rulings, then those of the paragraphs that introduce it, and the id that it had first.

    A section itself has that id. A card's entry has its own, from the card's current name.
    """
    translations: Mapping[str, Mapping[str, Translation]]
    ledgers: Ledgers


def number_rulings(
    groups: Mapping[str, Sequence[ReleaseNotes]],
    parts: Parts,
    find_targets: FindTargets,
    ledgers: Ledgers,
    days: Mapping[str, str],
) -> Permanence:
    """Compare the rulings of the documents of each set, and settle their numbers by its ledger.

    ``groups`` are those of :func:`group_by_set`; ``parts`` are each document's entries and
    sections; ``days`` are the release days of sets, for documents without a day of their own.
    """
    entries: dict[InLanguage, EntryNumbers] = {}
    translations: dict[str, Mapping[str, Translation]] = {}
    after: dict[str, Ledger] = {}
    for code, group in groups.items():
        ledger, day = ledgers.get(code, Ledger(code)), days.get(code, NO_DAY)
        after[code], numbers, translations[code] = _settle(ledger, group, parts, find_targets, day)
        entries |= numbers
    #  A published ruling that a bulk file moved to another day has its new place. One of the same
    #  card with the same words is the same.
    before = {code: ledgers[code] for code in after if code in ledgers}
    after = move_rulings(after, list_published(before, after), list_published(after, before))
    return Permanence(entries=entries, translations=translations, ledgers=after)


def move_rulings(ledgers: Ledgers, lost: Published, present: Published) -> dict[str, Ledger]:
    """Return ``ledgers`` in which each ``lost`` ruling that is ``present`` at another place has
    that place.
    """
    after = dict(ledgers)
    for at in lost.keys() & present.keys():
        code, key, number = split_id(lost[at])
        entries = after[code].entries
        moved = {key: entries[key].move(int(number), present[at])}
        after[code] = replace(after[code], entries={**entries, **moved})
    return after


def list_published(ledgers: Ledgers, others: Ledgers) -> Published:
    """Return the published rulings that have words in ``ledgers``, and not in ``others``."""
    rulings: Published = {}
    for code in filter(is_day, ledgers):
        other = others.get(code, Ledger(code))
        worded = {note_id for note_id, _, record in other.rulings() if record.wordings}
        rulings |= {
            (entry.key, wording.hash): note_id
            for note_id, entry, record in ledgers[code].rulings()
            if note_id not in worded
            for wording in record.wordings.values()
        }
    return rulings


def _settle(
    ledger: Ledger, group: Sequence[ReleaseNotes], parts: Parts, find_targets: FindTargets, day: str
) -> tuple[Ledger, dict[InLanguage, EntryNumbers], dict[str, Translation]]:
    """Return the ledger of a set after its documents, the numbers of their parts, and the states of
    the translations. ``day`` is that of a document without one.
    """
    comparison = _Comparison(group, parts, find_targets) if len(group) > 1 else None
    compared = comparison.numbers if comparison else {}
    columns: Columns = defaultdict(dict)
    #  Documents with numbers go first, so that the others take these numbers.
    langs = ledger.langs
    documents = sorted(group, key=lambda document: document.lang not in langs)
    #  Begin with the texts that the ledger knows in any language: a text that is new in one may be
    #  old in another.
    for document in documents if comparison else ():
        lang, parts_of = document.lang, parts[document.key]
        for part, old_numbers in zip(parts_of, recognize(ledger, lang, parts_of), strict=True):
            for at, number in zip(compared[part.id, lang], old_numbers, strict=True):
                if number is not None:
                    columns[part.id].setdefault(at, number)
    entries: dict[InLanguage, EntryNumbers] = {}
    sections: dict[str, str] = {}
    """The permanent ids of sections, by those they were compared by."""
    for document in documents:
        lang, parts_of = document.lang, parts[document.key]
        texts: list[LedgerTexts] = []
        for part in parts_of:
            aligned = map(columns[part.id].get, compared.get((part.id, lang), ()))
            #  Each text of a merged document has the day of the document that it comes from.
            blocks = part.blocks if document.merged else ()
            days = (document.document_at(block.place).last_modified or day for block in blocks)
            texts.append(replace(part, aligned=tuple(aligned), days=tuple(days)))
        ledger, numbers = update(ledger, lang, texts, document.last_modified or day)
        for part, entry in zip(parts_of, numbers, strict=True):
            entries[part.id, lang] = entry
            if comparison:
                columns[part.id].update(zip(compared[part.id, lang], entry.numbers, strict=True))
            if is_section(part.slug):
                sections[part.id] = entry.id
    return ledger, entries, comparison.translations(columns, sections) if comparison else {}
