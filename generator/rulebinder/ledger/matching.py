"""Decide which known text each new text is: the pairs with the greatest likeness in total.

A wrong pair makes a published link point to another ruling, which no one notices. A missed pair
retires a link, and its page says so. So every threshold prefers a missed pair to a wrong one. All
pairs are chosen together, because two rulings of a card often share half of their words: a text's
best match may be the only match of another text.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, TypeVar

from ..system import group_pairs

_WORD = re.compile(r"\{[^{}]+\}|[^\W_]+(?:'[^\W_]+)*")
_SAME = {0x2019: "'", 0x2018: "'", 0x2212: "-"}
"""Signs that make no difference, as ``str.translate`` asks for them."""
_WORDS = 128
"""The most hashes. It covers all words of every ruling that was ever printed,
and a sample of longer texts.
"""
_QUARTERS = 4
_ELSEWHERE = 0.5
"""How much a common word counts if it is in another quarter: a new first sentence moves all later
words.
"""
_PRIOR = 300
"""How many texts the list of a language's common words counts for, compared with those of the
ledger.

A ledger of a whole set (200 texts or more) shows better which words are common in it. A ledger of a
few cards shows nothing.
"""
_RARE = 0.004
"""The assumed share of texts with a word that is not in the list: the lists end at twice that."""
_LIGHTEST = 0.05
"""The least weight of a word, so that texts of only common words can still be compared."""
_UNSPACED = re.compile(r"[぀-ヿ㐀-鿿]{3,}")
"""Japanese and Chinese have no spaces between words, so they are compared by pairs of characters.
"""


@dataclass(frozen=True)
class Wording:
    """A ruling's text in one language, as the ledger stores it."""

    hash: str
    like: str
    """The signature: the sorted hashes of its words, four hexadecimal digits each.

    ``/`` separates the quarters.
    """
    revision: int = 1
    day: str | None = None
    """The day of the document with these words."""


@functools.lru_cache(maxsize=1 << 14)
def wording(text: str) -> Wording:
    """Return the hash and the signature of a text.

    Spaces, emphasis and the form of quotes make no difference.
    """
    words = _split(text)
    text_hash = hashlib.blake2b(" ".join(words).encode(), digest_size=8).hexdigest()
    pieces = _split_unspaced(words)
    quarters: dict[str, int] = {}
    for position, word in enumerate(map(word_hash, pieces)):
        quarters.setdefault(word, position * _QUARTERS // len(pieces))
    parts: list[list[str]] = [[] for _ in range(_QUARTERS)]
    for word in sorted(quarters)[:_WORDS]:
        parts[quarters[word]].append(word)
    return Wording(text_hash, "/".join(map("".join, parts)))


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text that its signature has, before they are hashed."""
    return frozenset(_split_unspaced(_split(text)))


def _split(text: str) -> list[str]:
    return _WORD.findall(text.casefold().translate(_SAME))


def _split_unspaced(words: list[str]) -> list[str]:
    """Return the words, and the pairs of characters of those that are written without spaces."""
    if not _UNSPACED.search(" ".join(words)):
        return words
    return [
        piece
        for word in words
        for piece in (
            (word[start : start + 2] for start in range(len(word) - 1))
            if _UNSPACED.search(word)
            else (word,)
        )
    ]


@functools.lru_cache(maxsize=1 << 16)
def word_hash(word: str) -> str:
    """Return the hash of a word in a signature."""
    return hashlib.blake2b(word.encode(), digest_size=2).hexdigest()


@functools.lru_cache(maxsize=1 << 14)
def parse_signature(like: str) -> Mapping[str, int]:
    """Return the quarter of each word of a signature, by the word's hash."""
    return {
        part[start : start + 4]: quarter
        for quarter, part in enumerate(like.split("/"))
        for start in range(0, len(part), 4)
    }


class Weights:
    """The weights of words: high for a rare word, and almost nothing for a word of most texts."""

    def __init__(self, lang: str, texts: Iterable[Wording]) -> None:
        """``texts`` are those of a ledger and of the document that is compared with it. They are
        only looked at if a text has changed.
        """
        self._shares = commonness(lang)
        self._texts = texts

    def among(self, *groups: Collection[Wording]) -> Mapping[str, float]:
        """Return the weights of the words of ``groups``: an entry's known texts, and its new ones.

        A word in most of an entry's texts, such as the name of its card, does not help to
        distinguish them.
        """
        local: Counter[str] = Counter()
        for group in groups:
            local |= _count_words(group)
        most = max(map(len, groups), default=0)
        weights = {}
        for word, count in local.items():
            counts, size = self._counts
            share = (_PRIOR * self._shares.get(word, _RARE) + counts[word]) / (_PRIOR + size)
            local_share = (count - 1) / most
            weights[word] = max(-math.log(max(share, local_share, _RARE)), _LIGHTEST)
        return weights

    @functools.cached_property
    def _counts(self) -> tuple[Counter[str], int]:
        """How many texts have each word, and how many there are."""
        texts = list(self._texts)
        return _count_words(texts), len(texts)


def _count_words(texts: Iterable[Wording]) -> Counter[str]:
    """Return how many of the texts have each word."""
    return Counter(word for text in texts for word in parse_signature(text.like))


@functools.cache
def commonness(lang: str) -> Mapping[str, float]:
    """Return the share of rulings in ``lang`` with a word, by its hash.

    It is empty if there is no list of the language.
    """
    file = resources.files(__package__).joinpath("commonness", f"{lang}.txt")
    if not file.is_file():
        return {}
    rows = (
        line.split(" ", 1)
        for line in file.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    )
    return {word_hash(word): float(share) for share, word in rows}


def likeness(one: Wording, other: Wording, weights: Mapping[str, float]) -> float:
    """Return how much two texts have in common, 0 to 1: the weight of their common words, reduced
    for words in other quarters.
    """
    if one.hash == other.hash:
        return 1.0
    a, b = _comparable(one, other)
    common = math.fsum(
        weights[word] * (1.0 if a[word] == b[word] else _ELSEWHERE) for word in a.keys() & b.keys()
    )
    return 2 * common / max(_sum(a, weights) + _sum(b, weights), _LIGHTEST)


def containment(part: Wording, whole: Wording, weights: Mapping[str, float]) -> float:
    """Return the share of ``part``'s words, by weight, that ``whole`` also has."""
    a, b = _comparable(part, whole)
    return _sum(a.keys() & b.keys(), weights) / max(_sum(a, weights), _LIGHTEST)


def _comparable(one: Wording, other: Wording) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return the words of both signatures, without words that the other one may have dropped
    because of their hashes.
    """
    a, b = parse_signature(one.like), parse_signature(other.like)
    bounds = [max(words) for words in (a, b) if len(words) >= _WORDS]
    if not bounds:
        return a, b
    bound = min(bounds)
    first, second = (
        {word: quarter for word, quarter in words.items() if word <= bound} for words in (a, b)
    )
    return first, second


def _sum(words: Iterable[str], weights: Mapping[str, float]) -> float:
    return math.fsum(weights[word] for word in words)


ALIKE = 0.31
"""The least likeness of a ruling and its reworded form. A higher value loses rulings of which half
was reworded. A lower value gives ids to different rulings with similar words. It was measured with
`python -m tools.bench replacing`.
"""
BETWEEN = 0.26
"""The same if the neighbours on both sides are matched, so that no other text can be meant."""
ALONE = 0.41
"""The same if the entry seems to be new: no text is unchanged, and at most half of them have a
match. Common words are then more often chance than rewording.
"""
_ALL_PAIRS = 2500
"""Up to this many pairs, all are compared. It is enough for an entry with 50 texts that are all
reworded, more than were ever printed.
"""
_HOLDERS = 16
"""In larger entries, two texts are compared if they share a word that at most this many texts have
…
"""
_RIVALS = 8
"""… and each text only with this many others: those that share the most of these words."""
_EXACT = 40
"""The most texts in a group that is paired optimally. In larger groups, the pair with the greatest
gain is taken first, because the optimum has cubic cost.
"""

T = TypeVar("T")
OtherT = TypeVar("OtherT")
Pair = tuple[Any, Any]
"""The keys of two texts, which can be sorted."""


def match_texts(
    old: Mapping[int, Wording],
    new: Sequence[Wording],
    may: Callable[[int, int], bool],
    weights: Weights,
) -> dict[int, int]:
    """Return the number in ``old`` of each new text, by its position. Both are in the order of a
    document.

    Equal texts are matched first, then the pairs with the greatest total likeness, then texts whose
    neighbours are matched. ``may`` tells whether the text at a position may have a number in other
    words.
    """
    numbers, olds = list(old), list(old.values())
    #  Among equal texts, the first is matched with the first.
    equal = group_pairs((olds[at].hash, at) for at in reversed(range(len(olds))))
    matches = {
        position: equal[text.hash].pop()
        for position, text in enumerate(new)
        if equal.get(text.hash)
    }
    """The place in ``old`` of each text that is matched."""
    taken = set(matches.values())
    lost = {at: text for at, text in enumerate(olds) if at not in taken}
    fresh = {position: text for position, text in enumerate(new) if position not in matches}
    if lost and fresh:
        weight = weights.among(olds, new)
        gains: dict[Pair, float] = {}
        for at, position in candidates(lost, fresh):
            if (
                may(position, numbers[at])
                and (score := likeness(lost[at], fresh[position], weight)) >= ALIKE
            ):
                stray = abs(at - position) / (len(old) + len(new))
                #  A tiny bonus for every pair, greater near the old position: it only decides
                #  between equal sums.
                gains[at, position] = score - ALIKE + 1e-3 * (2 - stray)
        pairs = assign(gains)
        fewer = min(len(old), len(new))
        if not matches and fewer > 1 and 2 * len(pairs) <= fewer:
            pairs = [pair for pair in pairs if gains[pair] >= ALONE - ALIKE]
        matches |= {position: at for at, position in pairs}
        #  Texts whose neighbours are those of a free number, from the first one on. The ends are
        #  neighbours, too.
        taken = set(matches.values())
        matched = {**matches, -1: -1, len(new): len(old)}
        for position, text in enumerate(new) if len(new) > 1 else ():
            before, after = matched.get(position - 1), matched.get(position + 1)
            if position in matched or before is None or after != before + 2:
                continue
            at = before + 1
            is_free = at not in taken and may(position, numbers[at])
            if is_free and likeness(olds[at], text, weight) >= BETWEEN:
                matches[position] = matched[position] = at
                taken.add(at)
    return {position: numbers[at] for position, at in matches.items()}


def is_reworded(old: Wording, new: Wording, lang: str) -> bool:
    """Return whether two texts in ``lang`` are one ruling, the same or reworded, without a look at
    their neighbours.
    """
    return likeness(old, new, Weights(lang, ()).among([old], [new])) >= ALIKE


def candidates(
    olds: Mapping[T, Wording], news: Mapping[OtherT, Wording]
) -> Iterator[tuple[T, OtherT]]:
    """Yield the pairs of texts that are worth comparing, by their keys: all of them, or those that
    share rare words.
    """
    if len(olds) * len(news) <= _ALL_PAIRS:
        yield from itertools.product(olds, news)
        return
    holders = group_pairs(
        (word, key) for key, old in olds.items() for word in parse_signature(old.like)
    )
    for new_key, new in news.items():
        shared = Counter(
            key
            for word in parse_signature(new.like)
            if len(keys := holders.get(word, ())) <= _HOLDERS
            for key in keys
        )
        yield from ((key, new_key) for key, _ in shared.most_common(_RIVALS))


def assign(gains: Mapping[Pair, float]) -> list[Pair]:
    """Return those of the pairs that have the greatest total gain. Each text is in at most one
    pair.
    """
    pairs: list[Pair] = []
    for group in _group_connected(gains):
        lefts, rights = sorted({i for i, _ in group}), sorted({j for _, j in group})
        if max(len(lefts), len(rights)) > _EXACT:
            best = _take_greatest(sorted(group, key=lambda pair: (-gains[pair], pair)))
        else:
            #  A pair that gains nothing leaves both texts alone; so do the further columns.
            alone = [0.0] * len(lefts)
            costs = [[*(-gains.get((i, j), 0.0) for j in rights), *alone] for i in lefts]
            columns = [*rights, *[None] * len(lefts)]
            best = [(i, columns[at]) for i, at in zip(lefts, _hungarian(costs), strict=True)]
        pairs += [pair for pair in best if pair in gains]
    return pairs


def _group_connected(pairs: Iterable[Pair]) -> Iterator[list[Pair]]:
    """Yield the pairs in groups that share no text."""
    pairs = list(pairs)
    of_left = group_pairs((i, (i, j)) for i, j in pairs)
    lefts = group_pairs((j, i) for i, j in pairs)
    for first in list(of_left):
        group = of_left.pop(first, [])
        for _, j in group:  # to which more are added
            for i in lefts.pop(j, ()):
                group += of_left.pop(i, ())
        if group:
            yield group


def _take_greatest(pairs: Iterable[Pair]) -> list[Pair]:
    """Return the pairs, greatest first, without those of which a text is taken."""
    taken: dict[Any, Any] = {}
    rights: set[Any] = set()
    for i, j in pairs:
        if i not in taken and j not in rights:
            taken[i] = j
            rights.add(j)
    return list(taken.items())


def _hungarian(costs: Sequence[Sequence[float]]) -> list[int]:
    """Return the column of each row with the least total cost. There must be at least as many
    columns as rows.

    Rows are added one by one, each by the cheapest path along which other rows change their
    columns. ``row_price`` and ``column_price`` keep every reduced cost at 0 or above. Columns count
    from 1; column 0 belongs to the row that is being added.
    """
    rows, columns = len(costs), len(costs[0])
    row_price, column_price = [0.0] * (rows + 1), [0.0] * (columns + 1)
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        least, came = [float("inf")] * (columns + 1), [0] * (columns + 1)
        path, free = [0], list(range(1, columns + 1))
        while owner[column]:
            for other in free:
                cost = (
                    costs[owner[column] - 1][other - 1]
                    - row_price[owner[column]]
                    - column_price[other]
                )
                if cost < least[other]:
                    least[other], came[other] = cost, column
            column = min(free, key=least.__getitem__)
            step = least[column]
            for other in path:
                row_price[owner[other]] += step
                column_price[other] -= step
            for other in free:
                least[other] -= step
            free.remove(column)
            path.append(column)
        while column:
            owner[column] = owner[came[column]]
            column = came[column]
    by_row = {owner[column]: column - 1 for column in range(1, columns + 1) if owner[column]}
    return [by_row[row] for row in range(1, rows + 1)]
