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
from typing import NamedTuple, TypeVar

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
"""The positions of two corresponding parts, such as two rulings. One is None if the other part has
no counterpart.
"""

GAP = -2.5
"""The cost of a part without a counterpart.

It is more than that of a poor pair and less than that of an absurd one.
"""
_SPREAD = 0.22
"""How far, as a logarithm, the lengths of two translations usually differ from the common ratio of
their languages.
"""
_WORST_LENGTH = -4.0
"""The least score for a length, so that one odd length cannot outweigh equal symbols, numbers and
mentions.
"""
_PER_SENTENCE = -0.5
"""The score for each sentence that only one of two rulings has; the next is that for an item."""
_PER_ITEM = -1.0
_SAME_MARKS = 1.5
"""The score if two rulings have the same symbols, and if they have the same numbers; the next is
that for others.
"""
_OTHER_MARKS = -2.0
_MENTIONS = 1.5
"""The score for mentions is from -1/2 of this, if none is shared, to 3/2 of it if all are."""

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


def find_traits(texts: Sequence[Text], mentions: Iterable[tuple[str, str]] = ()) -> Traits:
    """Return the traits of a ruling. ``texts`` are its text, then the items of its list."""
    words = _SYMBOL.sub("", "\n".join(text.plain() for text in texts))
    return Traits(
        length=max(len(words), 1),
        sentences=len(_SENTENCE_END.findall(words)),
        items=len(texts) - 1,
        symbols=Counter(
            span.code for text in texts for span in text.walk() if isinstance(span, Symbol)
        ),
        numbers=Counter(_NUMBER.findall(words)),
        mentions=frozenset(mentions),
    )


def compare_lengths(one: Traits, other: Traits) -> float:
    """Return the ratio of the other's length to the one's, as a logarithm: 0 if they are equal."""
    return math.log(other.length / one.length)


def usual_ratio(pairs: Iterable[tuple[Traits, Traits]]) -> float:
    """Return the median of what :func:`compare_lengths` returns of ``pairs``, or 0 if there are
    none.
    """
    return median([compare_lengths(one, other) for one, other in pairs] or [0.0])


def likeness(one: Traits, other: Traits, usual: float) -> float:
    """Return how well two rulings correspond. 0 means neither well nor badly.

    ``usual`` is the :func:`usual_ratio` of their languages.
    """
    stray = (compare_lengths(one, other) - usual) / _SPREAD
    score = max(-stray * stray / 2, _WORST_LENGTH)
    sentences, items = abs(one.sentences - other.sentences), abs(one.items - other.items)
    score += _PER_SENTENCE * sentences + _PER_ITEM * items
    score += _score_marks(one.symbols, other.symbols) + _score_marks(one.numbers, other.numbers)
    mentions = one.mentions | other.mentions
    if not mentions:
        return score
    return score + _MENTIONS * (2 * len(one.mentions & other.mentions) / len(mentions) - 0.5)


def _score_marks(one: Mapping[str, int], other: Mapping[str, int]) -> float:
    """Return the score of two rulings' symbols or numbers, which are counted."""
    if not one and not other:
        return 0.0
    return _SAME_MARKS if one == other else _OTHER_MARKS


def align(
    ones: Sequence[One], others: Sequence[Other], score_pair: Callable[[One, Other], float]
) -> list[Pair]:
    """Return the best pairs in order, with every part of ``ones`` and ``others`` in one of them.

    ``score_pair`` scores two parts, with 0 as indifferent.
    """
    #  Both documents keep the same order, so the best alignment of each beginning (the first i of
    #  one and the first j of the other) is built from shorter ones. Each has its score and its last
    #  pair.
    best: dict[tuple[int, int], tuple[float, Pair | None]] = {(0, 0): (0.0, None)}
    for i, j in itertools.product(range(len(ones) + 1), range(len(others) + 1)):
        ways: list[tuple[float, Pair]] = []
        if i and j:
            score = score_pair(ones[i - 1], others[j - 1])
            ways.append((best[i - 1, j - 1][0] + score, (i - 1, j - 1)))
        if i:
            ways.append((best[i - 1, j][0] + GAP, (i - 1, None)))
        if j:
            ways.append((best[i, j - 1][0] + GAP, (None, j - 1)))
        if ways:
            best[i, j] = max(ways, key=lambda way: way[0])
    #  From the end back, pair by pair.
    pairs: list[Pair] = []
    i, j = len(ones), len(others)
    while (last := best[i, j][1]) is not None:
        pairs.append(last)
        i, j = i - (last[0] is not None), j - (last[1] is not None)
    return pairs[::-1]


def certainty(
    ones: Sequence[One],
    others: Sequence[Other],
    pairs: Sequence[Pair],
    score_pair: Callable[[One, Other], float],
) -> float:
    """Return how sure it is which parts are missing: how much better ``pairs`` score than the best
    variant in which a part without a counterpart and a neighbouring pair change places.

    ``pairs`` and ``score_pair`` are those of :func:`align`. Infinity if no part is missing.
    """

    def score(i: int | None, j: int | None) -> float:
        return GAP if i is None or j is None else score_pair(ones[i], others[j])

    gains = (
        score(*pair) + score(*after) - score(pair[0], after[1]) - score(after[0], pair[1])
        for pair, after in itertools.pairwise(pairs)
        if (None in pair) != (None in after)  # a gap beside a pair
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


class Compared(NamedTuple):
    """The number by which texts of different languages are compared. Paragraphs are counted
    separately.
    """

    is_paragraph: bool
    number: int


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
        reference = min(
            group,
            key=lambda document: (
                document.lang != "en",
                document.last_modified or "9999",
                document.lang,
            ),
        )
        group.sort(key=lambda document: (document is not reference, document.lang))
    return groups


@dataclass
class _Column:
    """One ruling, or one paragraph, of a part in all languages."""

    number: int
    lang: str
    """The first language that has it."""
    traits: Traits
    """Those in this language."""


class _Comparison:
    """The documents of one set beside each other. Their *parts* are the entries and sections."""

    def __init__(
        self, group: Sequence[ReleaseNotes], parts: Parts, find_targets: FindTargets
    ) -> None:
        """``group`` are the documents as :func:`group_by_set` returns them."""
        self._documents, self._reference = group, group[0]
        self._parts: dict[str, dict[str, EntryTexts]] = {}
        """By their ids and languages: those of the reference in its order, then those that only
        others have.
        """
        self._rulings: dict[InLanguage, list[Traits]] = {}
        """The traits of the rulings of each part."""
        self._paragraphs: dict[InLanguage, list[Traits]] = {}
        """The traits of its paragraphs."""
        for document in group:
            lang = document.lang
            for part in parts[document.key]:
                self._parts.setdefault(part.id, {})[lang] = part
                traits = [
                    find_traits(
                        block.texts,
                        (target for text in block.texts for target in find_targets(lang, text)),
                    )
                    for block in part.blocks
                ]
                self._rulings[part.id, lang] = traits[: part.rulings]
                self._paragraphs[part.id, lang] = traits[part.rulings :]
        self._ratios = {document.lang: self._find_ratio(document.lang) for document in group}
        """How long texts in each language usually are (:func:`usual_ratio`) beside the reference's.
        """
        self._columns: dict[str, list[_Column]] = {}
        """The rulings of each part."""
        self._sure: set[InLanguage] = set()
        """The parts of which it is sure which rulings are missing."""
        self.numbers: dict[InLanguage, tuple[Compared, ...]] = {}
        """By the entry's or section's id and the language, in the document's order: those of its
        rulings, then those of its paragraphs.
        """
        for part_id in self._parts:
            self._number_part(part_id)

    def list_translations(
        self, permanent: PermanentNumbers, sections: Mapping[str, str]
    ) -> dict[str, Translation]:
        """Return the state of every language, the reference first.

        Its gaps have ``permanent`` numbers. ``sections`` has the permanent ids of sections, by
        those they were compared by.
        """
        sections_first = sorted(self._parts, key=lambda part_id: part_id not in sections)
        return {
            document.lang: Translation(
                lang=document.lang,
                reference=self._reference.lang,
                older=self._days_if_older(document),
                gaps=tuple(
                    replace(
                        gap,
                        entry=sections.get(part_id, part_id),
                        number=permanent[part_id].get(
                            Compared(is_paragraph=False, number=gap.number or 0)
                        ),
                    )
                    for part_id in sections_first
                    for gap in self._find_gaps(part_id, document)
                ),
            )
            for document in self._documents
        }

    def _find_ratio(self, lang: str) -> float:
        """Return how long texts in ``lang`` usually are beside the reference's, from the parts with
        the same number of rulings.
        """
        pairs = (
            (self._rulings[part_id, self._reference.lang], self._rulings[part_id, lang])
            for part_id, langs in self._parts.items()
            if {self._reference.lang, lang} <= langs.keys()
        )
        return usual_ratio(
            pair
            for ones, others in pairs
            if len(ones) == len(others)
            for pair in zip(ones, others, strict=True)
        )

    def _days_if_older(self, document: ReleaseNotes) -> tuple[str, str] | None:
        """Return its day and that of the reference; None if it is not older.

        Of merged documents, the originals are compared.
        """
        day, newer = (
            compared.documents[0].last_modified for compared in (document, self._reference)
        )
        return (day, newer) if day and newer and day < newer else None

    def _number_part(self, part_id: str) -> None:
        """Number the rulings and the paragraphs of a part in all languages."""
        columns: list[_Column] = []
        paragraph_columns: list[_Column] = []
        for lang in self._parts[part_id]:
            part = part_id, lang
            columns, rulings, is_sure = self._align(columns, self._rulings[part], lang)
            paragraph_columns, paragraphs, _ = self._align(
                paragraph_columns, self._paragraphs[part], lang
            )
            if is_sure:
                self._sure.add(part)
            self.numbers[part] = (
                *(Compared(is_paragraph=False, number=number) for number in rulings),
                *(Compared(is_paragraph=True, number=number) for number in paragraphs),
            )
        self._columns[part_id] = columns

    def _align(
        self, columns: list[_Column], texts: Sequence[Traits], lang: str
    ) -> tuple[list[_Column], tuple[int, ...], bool]:
        """Return the columns with those of the ``texts`` in ``lang`` that are new, the numbers of
        the texts, and whether it is sure which texts are missing.
        """

        def score_pair(column: _Column, other: Traits) -> float:
            return likeness(column.traits, other, self._ratios[lang] - self._ratios[column.lang])

        pairs = align(columns, texts, score_pair)
        highest = max((column.number for column in columns), default=0)
        numbers: list[int] = []
        merged: list[_Column] = []
        for old, position in pairs:
            if old is not None:
                merged.append(columns[old])
            elif position is not None:
                highest += 1
                merged.append(_Column(highest, lang, texts[position]))
            if position is not None:
                numbers.append(merged[-1].number)
        return merged, tuple(numbers), certainty(columns, texts, pairs, score_pair) >= _SURE

    def _find_gaps(self, part_id: str, document: ReleaseNotes) -> Iterator[Gap]:
        """Yield the gaps of a document in a part: the part, or the rulings that it lacks or has in
        an older form. Their numbers are those by which texts are compared.
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
        if missing and (part_id, lang) not in self._sure and document is not self._reference:
            yield replace(gap, lack=Lack.FEWER, have=len(numbers), expected=len(columns))
        else:
            yield from (replace(gap, number=number) for number in missing)
        if not self._days_if_older(document):
            return
        newer = {
            column.number: column.traits
            for column in columns
            if column.lang == self._reference.lang
        }
        for number, present in zip(numbers, self._rulings[part_id, lang], strict=True):
            if number in newer and (
                _is_shortened(newer[number], present, self._ratios[lang])
                or newer[number].symbols != present.symbols
                or newer[number].numbers != present.numbers
            ):
                yield replace(gap, lack=Lack.OLDER, number=number)


def _is_shortened(one: Traits, other: Traits, usual: float) -> bool:
    """Return whether ``other`` says less than ``one``: it has fewer sentences, and is shorter than
    the ``usual`` ratio of their languages makes it.
    """
    return other.sentences < one.sentences and compare_lengths(one, other) - usual < -_SPREAD


PermanentNumbers = dict[str, dict[Compared, int]]
"""By an entry's or section's id: the permanent number of each text, by the number by which it is
compared.
"""
Published = dict[tuple[str, str], str]
"""The ids of published rulings, by the key of their entry (their card) and the hash of their words.
"""


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
        after[code], numbers, translations[code] = _settle_numbers(
            ledger, group, parts, find_targets, day
        )
        entries |= numbers
    #  A published ruling that a bulk file moved to another day has its new place. One of the same
    #  card with the same words is the same.
    before = {code: ledgers[code] for code in after if code in ledgers}
    lost, present = list_published(before, but_not=after), list_published(after, but_not=before)
    after = move_rulings(after, lost, present)
    return Permanence(entries=entries, translations=translations, ledgers=after)


def move_rulings(ledgers: Ledgers, lost: Published, present: Published) -> dict[str, Ledger]:
    """Return ``ledgers`` in which the record of each ``lost`` ruling that is ``present`` under
    another id says that it moved there.
    """
    after = dict(ledgers)
    for words in lost.keys() & present.keys():
        code, key, number = split_id(lost[words])
        entries = after[code].entries
        moved = {key: entries[key].move(int(number), present[words])}
        after[code] = replace(after[code], entries={**entries, **moved})
    return after


def list_published(ledgers: Ledgers, but_not: Ledgers | None = None) -> Published:
    """Return the published rulings that have words in ``ledgers``, but not in those of
    ``but_not``.
    """
    rulings: Published = {}
    for code in filter(is_day, ledgers):
        other = (but_not or {}).get(code, Ledger(code))
        worded = {note_id for note_id, _, record in other.rulings() if record.wordings}
        rulings |= {
            (entry.key, wording.hash): note_id
            for note_id, entry, record in ledgers[code].rulings()
            if note_id not in worded
            for wording in record.wordings.values()
        }
    return rulings


def _settle_numbers(
    ledger: Ledger, group: Sequence[ReleaseNotes], parts: Parts, find_targets: FindTargets, day: str
) -> tuple[Ledger, dict[InLanguage, EntryNumbers], dict[str, Translation]]:
    """Return the ledger of a set after its documents, the numbers of their parts, and the states of
    the translations (none if a set has only one document). ``day`` is that of a document without
    one.
    """
    comparison = _Comparison(group, parts, find_targets) if len(group) > 1 else None
    compared = comparison.numbers if comparison else {}
    permanent: PermanentNumbers = defaultdict(dict)
    #  Documents with numbers go first, so that the others take these numbers.
    langs = ledger.langs
    documents = sorted(group, key=lambda document: document.lang not in langs)
    #  Begin with the texts that the ledger knows in any language: a text that is new in one may be
    #  old in another.
    for document in documents if comparison else ():
        lang, parts_of = document.lang, parts[document.key]
        for part, old_numbers in zip(parts_of, recognize(ledger, lang, parts_of), strict=True):
            for text, number in zip(compared[part.id, lang], old_numbers, strict=True):
                if number is not None:
                    permanent[part.id].setdefault(text, number)
    entries: dict[InLanguage, EntryNumbers] = {}
    sections: dict[str, str] = {}
    """The permanent ids of sections, by those they were compared by."""
    for document in documents:
        lang, parts_of = document.lang, parts[document.key]
        texts: list[LedgerTexts] = []
        for part in parts_of:
            aligned = map(permanent[part.id].get, compared.get((part.id, lang), ()))
            #  Each text of a merged document has the day of the document that it comes from.
            blocks = part.blocks if document.merged else ()
            days = (document.document_at(block.place).last_modified or day for block in blocks)
            texts.append(replace(part, aligned=tuple(aligned), days=tuple(days)))
        ledger, numbers = update(ledger, lang, texts, document.last_modified or day)
        for part, entry in zip(parts_of, numbers, strict=True):
            entries[part.id, lang] = entry
            if comparison:
                permanent[part.id].update(zip(compared[part.id, lang], entry.numbers, strict=True))
            if is_section(part.slug):
                sections[part.id] = entry.id
    states = comparison.list_translations(permanent, sections) if comparison else {}
    return ledger, entries, states
