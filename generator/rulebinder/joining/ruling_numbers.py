"""Compare the documents of a set: number their rulings so that a ruling has the same number in each
language.
"""

from __future__ import annotations

import functools
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TypeVar

from ..ledger.matching import Wording, wording
from ..library import Gap, Lack, Translation
from ..notes import Introduction, ReleaseNotes, Ruling
from ..problems import Place
from ..system import group_pairs
from ..system.caches import Shelf
from ..system.files import digest
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


def shortened(one: Traits, other: Traits, usual: float) -> bool:
    """Return whether ``other`` says less than ``one``: it has fewer sentences, and is shorter than
    ``usual``.
    """
    return (
        other.sentences < one.sentences and math.log(other.length / one.length) - usual < -_SPREAD
    )


def likeness(one: Traits, other: Traits, usual: float) -> float:
    """Return how well two rulings correspond. 0 means neither well nor badly."""
    stray = (math.log(other.length / one.length) - usual) / _SPREAD
    score = max(-stray * stray / 2, _WORST)
    score += _SENTENCE * abs(one.sentences - other.sentences) + _ITEM * abs(one.items - other.items)
    score += _marks(one.symbols, other.symbols) + _marks(one.numbers, other.numbers)
    named = one.mentions | other.mentions
    return score + (
        _MENTIONS * (2 * len(one.mentions & other.mentions) / len(named) - 0.5) if named else 0.0
    )


def align(
    ones: Sequence[One], others: Sequence[Other], alike: Callable[[One, Other], float]
) -> list[Pair]:
    """Return the best pairs in order, with every part in one of them.

    ``alike`` scores two parts, with 0 as indifferent.
    """
    scores = {
        (i, j): alike(one, other) for i, one in enumerate(ones) for j, other in enumerate(others)
    }
    #  Both documents keep the same order, so the best alignment of each beginning is built from
    # shorter ones.
    best: dict[tuple[int, int], tuple[float, Pair | None]] = {(0, 0): (0.0, None)}
    for i in range(len(ones) + 1):
        for j in range(len(others) + 1):
            ways: list[tuple[float, Pair]] = []
            if i and j:
                ways.append((best[i - 1, j - 1][0] + scores[i - 1, j - 1], (i - 1, j - 1)))
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
        for (i, j), (k, m) in pairwise(pairs)
        if (i is None or j is None) != (k is None or m is None)
    )
    return min(gains, default=math.inf)


def _marks(one: Mapping[str, int], other: Mapping[str, int]) -> float:
    if not one and not other:
        return 0.0
    return _SAME_MARKS if one == other else _OTHER_MARKS


_SURE = 1.5
"""A gap is named only with at least this certainty.

On the example set, none of the named gaps is wrong.
"""

InLanguage = tuple[str, str]
"""The code of a set or the id of an entry or section, and a language."""
Named = Callable[[str, Text], Iterable[tuple[str, str]]]
"""Returns the things that a text in a language mentions."""


Compared = tuple[bool, int]
"""The number by which texts of different languages are compared, after whether they are paragraphs,
which are counted separately.
"""


def compared(rulings: Iterable[int], paragraphs: Iterable[int]) -> tuple[Compared, ...]:
    """Return such numbers for the texts of one part."""
    return *((False, number) for number in rulings), *((True, number) for number in paragraphs)


@dataclass(frozen=True, kw_only=True)
class EntryTexts:
    """An entry or a section of one document."""

    id: str
    is_section: bool
    rulings: tuple[Ruling, ...]
    place: Place
    paragraphs: tuple[Introduction, ...] = ()
    """The introductions of a section, which are numbered with its rulings."""
    former: str | None
    """The last parts of the id that it has while its document is the only one of its set."""
    shelf: Shelf
    """What earlier builds made of its document."""

    @functools.cached_property
    def texts(self) -> tuple[str, ...]:
        """Its rulings, then its paragraphs."""
        rulings = ("\n".join(text.source() for text in ruling.texts) for ruling in self.rulings)
        return (*rulings, *(paragraph.text.source() for paragraph in self.paragraphs))

    @functools.cached_property
    def wordings(self) -> tuple[Wording, ...]:
        """The hash and the signature of each of its texts."""
        return self.shelf.get_or_make(
            digest("wordings", *self.texts), lambda: tuple(map(wording, self.texts))
        )


Parts = Mapping[InLanguage, Sequence[EntryTexts]]
"""The entries and sections of documents, by set and language."""


@dataclass(frozen=True, kw_only=True)
class Numbering:
    """The numbers of every set that has documents in several languages; in other sets they count
    from 1.
    """

    numbers: Mapping[InLanguage, tuple[Compared, ...]]
    """By the entry's or section's id and the language, in the document's order: those of its
    rulings, then those of its paragraphs.
    """
    translations: Mapping[str, Mapping[str, Translation]]
    """By set and language."""


def reference(documents: Iterable[ReleaseNotes]) -> ReleaseNotes:
    """Return the document with which a set's translations are compared: English, else the oldest,
    else the first.
    """
    return min(
        documents, key=lambda each: (each.lang != "en", each.last_modified or "9999", each.lang)
    )


def compare(
    documents: Sequence[ReleaseNotes],
    parts: Parts,
    named: Named,
) -> Numbering:
    """Number the rulings of ``documents``, which have these ``parts``."""
    numbers: dict[InLanguage, tuple[Compared, ...]] = {}
    translations: dict[str, Mapping[str, Translation]] = {}
    for code, group in group_pairs((each.set_code, each) for each in documents).items():
        if len(group) > 1:
            comparison = _Comparison(group, parts, named)
            translations[code] = comparison.translations()
            numbers |= comparison.numbers
    return Numbering(numbers=numbers, translations=translations)


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
        self,
        group: Sequence[ReleaseNotes],
        parts: Parts,
        named: Named,
    ) -> None:
        self._model = reference(group)
        self._documents = sorted(group, key=lambda each: (each is not self._model, each.lang))
        self._parts = {each.lang: {part.id: part for part in parts[each.key]} for each in group}
        self._traits: dict[InLanguage, list[Traits]] = {}
        self._leading: dict[InLanguage, list[Traits]] = {}
        for lang, own in self._parts.items():
            for part in own.values():
                self._traits[part.id, lang] = [
                    _traits(ruling.texts, lang, named) for ruling in part.rulings
                ]
                self._leading[part.id, lang] = [
                    _traits((paragraph.text,), lang, named) for paragraph in part.paragraphs
                ]
        self._usual = {each.lang: self._length(each.lang) for each in group}
        self._gaps: dict[str, list[Gap]] = {each.lang: [] for each in group}
        self.numbers: dict[InLanguage, tuple[Compared, ...]] = {}
        for part_id in self._ordered():
            self._number(part_id)

    def translations(self) -> dict[str, Translation]:
        """Return the state of every language, the reference first."""
        return {
            each.lang: Translation(
                lang=each.lang,
                reference=self._model.lang,
                older=self._days_if_older(each),
                gaps=tuple(self._gaps[each.lang]),
            )
            for each in self._documents
        }

    def _length(self, lang: str) -> float:
        """Return how long texts in ``lang`` are compared with the reference, from the entries with
        the same number of rulings.
        """
        own, model = self._parts[lang], self._parts[self._model.lang]
        pairs = (
            (self._traits[part, self._model.lang], self._traits[part, lang])
            for part in own
            if part in model
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
        own, model = document.documents[0].last_modified, self._model.documents[0].last_modified
        return (own, model) if own and model and own < model else None

    def _ordered(self) -> list[str]:
        """Return the ids of all parts, sections first: those of the reference in its order, then
        those that only others have.
        """
        found = {
            part.id: part.is_section
            for each in self._documents
            for part in self._parts[each.lang].values()
        }
        return sorted(found, key=lambda part_id: not found[part_id])

    def _number(self, part_id: str) -> None:
        """Number the rulings and the paragraphs of a part in all languages, and find the gaps."""
        columns: list[_Column] = []
        leading: list[_Column] = []
        sure: set[str] = set()
        for document in self._documents:
            at = part_id, document.lang
            if at not in self._traits:
                continue
            columns, rulings, is_sure = self._take(columns, self._traits[at], document.lang)
            leading, paragraphs, _ = self._take(leading, self._leading[at], document.lang)
            sure |= {document.lang} if is_sure else set()
            self.numbers[at] = compared(rulings, paragraphs)
        for document in self._documents:
            self._gaps[document.lang] += self._found(
                part_id, document, columns, document.lang in sure
            )

    def _take(
        self, columns: list[_Column], own: Sequence[Traits], lang: str
    ) -> tuple[list[_Column], tuple[int, ...], bool]:
        """Return the columns with the texts in ``lang``, the numbers of those texts, and whether
        the gaps are sure.
        """

        def alike(column: _Column, other: Traits) -> float:
            return likeness(column.traits, other, self._usual[lang] - self._usual[column.lang])

        pairs = align(columns, own, alike)
        free = max((column.number for column in columns), default=0)
        numbers: list[int] = []
        merged: list[_Column] = []
        for at, position in pairs:
            if at is not None:
                merged.append(columns[at])
            elif position is not None:
                free += 1
                merged.append(_Column(free, lang, own[position]))
            if position is not None:
                numbers.append(merged[-1].number)
        return merged, tuple(numbers), certainty(columns, own, pairs, alike) >= _SURE

    def _found(
        self, part_id: str, document: ReleaseNotes, columns: Sequence[_Column], sure: bool
    ) -> Iterator[Gap]:
        part = self._parts[document.lang].get(part_id)
        if part is None:
            others = (self._parts[each.lang].get(part_id) for each in self._documents)
            is_section = any(other.is_section for other in others if other)
            yield Gap(
                lack=Lack.SECTION if is_section else Lack.ENTRY, entry=part_id, place=document.place
            )
            return
        own = [
            number
            for is_paragraph, number in self.numbers[part_id, document.lang]
            if not is_paragraph
        ]
        missing = [column.number for column in columns if column.number not in own]
        if missing and not sure and document is not self._model:
            yield Gap(
                lack=Lack.FEWER, entry=part_id, have=len(own), of=len(columns), place=part.place
            )
        else:
            yield from (
                Gap(lack=Lack.RULING, entry=part_id, number=each, place=part.place)
                for each in missing
            )
        if self._days_if_older(document):
            yield from (
                Gap(lack=Lack.OLDER, entry=part_id, number=each, place=part.place)
                for each in self._older(part_id, document.lang, columns)
            )

    def _older(self, part_id: str, lang: str, columns: Sequence[_Column]) -> Iterator[int]:
        """Yield the rulings in which the reference says more, or has other symbols or numbers."""
        newer = {
            column.number: column.traits for column in columns if column.lang == self._model.lang
        }
        numbers, traits = self.numbers[part_id, lang], self._traits[part_id, lang]
        for (_, each), own in zip(numbers, traits, strict=False):  # paragraphs have none
            if each in newer and (
                shortened(newer[each], own, self._usual[lang])
                or newer[each].symbols != own.symbols
                or newer[each].numbers != own.numbers
            ):
                yield each


def _traits(texts: Sequence[Text], lang: str, named: Named) -> Traits:
    return traits(texts, (target for text in texts for target in named(lang, text)))
