"""Align two translations of one text: find which part of one corresponds to which part of the
other.

Words are not compared, because the languages share none. A part is recognized by its length, its
sentences, its symbols and numbers, its nested list, and its mentions.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TypeVar

from ...text import Symbol, Text

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
