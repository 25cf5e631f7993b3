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
_PLAIN_SIGNS = {0x2019: "'", 0x2018: "'", 0x2212: "-"}
"""Plain forms of curly quotes and the minus sign, as ``str.translate`` takes them."""
_MOST_HASHES = 128
"""The most hashes in a signature. It covers all words of every ruling that was ever printed,
and a sample of longer texts.
"""
_QUARTERS = 4
"""Into how many parts of equal length a signature divides a text."""
_SHARE_ELSEWHERE = 0.5
"""How much a common word counts if it is in another quarter: a new first sentence moves all later
words.
"""
_LIST_SIZE = 300
"""How many texts the list of a language's common words counts for, compared with those of the
ledger.

A ledger of a whole set (200 texts or more) shows better which words are common in it. A ledger of a
few cards shows nothing.
"""
_RARE_SHARE = 0.004
"""The assumed share of texts with a word that is not in the list: the lists end at twice that."""
_LEAST_WEIGHT = 0.05
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
    words = _split_words(text)
    text_hash = hashlib.blake2b(" ".join(words).encode(), digest_size=8).hexdigest()
    pieces = _split_unspaced(words)
    #  A word counts for the quarter in which it is first.
    quarter_of: dict[str, int] = {}
    for position, piece_hash in enumerate(map(word_hash, pieces)):
        quarter_of.setdefault(piece_hash, position * _QUARTERS // len(pieces))
    quarters: list[list[str]] = [[] for _ in range(_QUARTERS)]
    for piece_hash in sorted(quarter_of)[:_MOST_HASHES]:
        quarters[quarter_of[piece_hash]].append(piece_hash)
    return Wording(text_hash, "/".join(map("".join, quarters)))


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text that its signature has, before they are hashed."""
    return frozenset(_split_unspaced(_split_words(text)))


def _split_words(text: str) -> list[str]:
    """Return the words and symbols of a text in lower case, e.g. ``{t}`` and ``player's``."""
    return _WORD.findall(text.casefold().translate(_PLAIN_SIGNS))


def _split_unspaced(words: list[str]) -> list[str]:
    """Return the words. In place of one without spaces are its pairs of characters:
    ``カード`` -> ``カー``, ``ード``.
    """
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
    """Return the hash of a word in a signature: four hexadecimal digits."""
    return hashlib.blake2b(word.encode(), digest_size=2).hexdigest()


@functools.lru_cache(maxsize=1 << 14)
def parse_signature(like: str) -> Mapping[str, int]:
    """Return the quarter of each word of a signature, by the word's hash."""
    return {
        hashes[start : start + 4]: quarter
        for quarter, hashes in enumerate(like.split("/"))
        for start in range(0, len(hashes), 4)
    }


class Weights:
    """The weights of words: high for a rare word, and almost nothing for a word of most texts."""

    def __init__(self, lang: str, texts: Iterable[Wording]) -> None:
        """``texts`` are those of a ledger and of the document that is compared with it. They show
        how common words are in the set, and are only counted if a text has changed.
        """
        self._shares = commonness(lang)
        self._texts = texts

    def among(self, *groups: Collection[Wording]) -> Mapping[str, float]:
        """Return the weights of the words of ``groups``, by hash. The groups are an entry's known
        texts and its new ones.

        The more common a word is, the lighter it is. How common it is, the language's list and the
        texts of the set tell together, or the entry if it is more common there: a word in most of
        its texts, such as the name of its card, does not help to distinguish them.
        """
        entry_counts: Counter[str] = Counter()
        for group in groups:
            entry_counts |= _count_words(group)  # the greater count of each word
        most = max(map(len, groups), default=0)
        weights = {}
        for word, count in entry_counts.items():
            counts, size = self._counts
            listed = _LIST_SIZE * self._shares.get(word, _RARE_SHARE)
            share = (listed + counts[word]) / (_LIST_SIZE + size)
            entry_share = (count - 1) / most  # 0 for a word of only one text
            weights[word] = max(-math.log(max(share, entry_share, _RARE_SHARE)), _LEAST_WEIGHT)
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
    ones, others = _comparable_words(one, other)
    common = math.fsum(
        weights[word] * (1.0 if ones[word] == others[word] else _SHARE_ELSEWHERE)
        for word in ones.keys() & others.keys()
    )
    total = _sum_weights(ones, weights) + _sum_weights(others, weights)
    return 2 * common / max(total, _LEAST_WEIGHT)


def containment(part: Wording, whole: Wording, weights: Mapping[str, float]) -> float:
    """Return the share of ``part``'s words, by weight, that ``whole`` also has."""
    of_part, of_whole = _comparable_words(part, whole)
    common = _sum_weights(of_part.keys() & of_whole.keys(), weights)
    return common / max(_sum_weights(of_part, weights), _LEAST_WEIGHT)


def _comparable_words(one: Wording, other: Wording) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return the words of both signatures, each with its quarter.

    A full signature lacks the greatest hashes of its text. So words above its last one are left out
    on both sides.
    """
    signatures = parse_signature(one.like), parse_signature(other.like)
    last_hashes = [max(words) for words in signatures if len(words) >= _MOST_HASHES]
    if not last_hashes:
        return signatures
    last = min(last_hashes)
    first, second = (
        {word: quarter for word, quarter in words.items() if word <= last} for words in signatures
    )
    return first, second


def _sum_weights(words: Iterable[str], weights: Mapping[str, float]) -> float:
    return math.fsum(weights[word] for word in words)


_LEAST_LIKENESS = 0.31
"""The least likeness of a ruling and its reworded form. A higher value loses rulings of which half
was reworded. A lower value gives ids to different rulings with similar words. It was measured with
`python -m tools.bench replacing`.
"""
_LEAST_BETWEEN = 0.26
"""The same if the neighbours on both sides are matched, so that no other text can be meant."""
_LEAST_IN_NEW = 0.41
"""The same if the entry seems to be new: no text is unchanged, and at most half of them have a
match. Common words are then more often chance than rewording.
"""
_ALL_PAIRS = 2500
"""Up to this many pairs, all are compared. It is enough for an entry with 50 texts that are all
reworded, more than were ever printed.
"""
_MOST_HOLDERS = 16
"""In larger entries, two texts are compared if they share a word that at most this many texts have.
"""
_MOST_RIVALS = 8
"""Then each new text is compared only with this many others, which share the most such words."""
_MOST_EXACT = 40
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
    may_match: Callable[[int, int], bool],
    weights: Weights,
) -> dict[int, int]:
    """Return the number in ``old`` of each new text, by its position. Both are in the order of a
    document.

    Equal texts are matched first, then the pairs with the greatest total likeness, then texts whose
    neighbours are matched. ``may_match`` tells whether the new text at a position may be the one of
    a number in other words.
    """
    numbers, olds = list(old), list(old.values())
    #  Among equal texts, the first is matched with the first.
    equal = group_pairs((olds[place].hash, place) for place in reversed(range(len(olds))))
    matches = {
        position: equal[text.hash].pop()
        for position, text in enumerate(new)
        if equal.get(text.hash)
    }
    """The place in ``old`` of each new text that is matched, by its position in ``new``."""
    matched_places = set(matches.values())
    lost = {place: text for place, text in enumerate(olds) if place not in matched_places}
    fresh = {position: text for position, text in enumerate(new) if position not in matches}
    if lost and fresh:
        word_weights = weights.among(olds, new)
        gains: dict[Pair, float] = {}
        for place, position in candidates(lost, fresh):
            if (
                may_match(position, numbers[place])
                and (score := likeness(lost[place], fresh[position], word_weights))
                >= _LEAST_LIKENESS
            ):
                stray = abs(place - position) / (len(old) + len(new))
                #  A tiny bonus for every pair, greater near the old position: it only decides
                #  between equal sums.
                gains[place, position] = score - _LEAST_LIKENESS + 1e-3 * (2 - stray)
        pairs = assign(gains)
        fewer = min(len(old), len(new))
        seems_new = not matches and fewer > 1 and 2 * len(pairs) <= fewer
        if seems_new:
            pairs = [pair for pair in pairs if gains[pair] >= _LEAST_IN_NEW - _LEAST_LIKENESS]
        matches |= {position: place for place, position in pairs}
        #  A text between two that are matched is the lost one between these. It is looked for from
        #  the first position on, so that each match helps the next. The ends count as matched.
        matched_places = set(matches.values())
        neighbours = {**matches, -1: -1, len(new): len(old)}
        for position, text in enumerate(new) if len(new) > 1 else ():
            before, after = neighbours.get(position - 1), neighbours.get(position + 1)
            if position in neighbours or before is None or after != before + 2:
                continue
            place = before + 1
            is_free = place not in matched_places and may_match(position, numbers[place])
            if is_free and likeness(olds[place], text, word_weights) >= _LEAST_BETWEEN:
                matches[position] = neighbours[position] = place
                matched_places.add(place)
    return {position: numbers[place] for position, place in matches.items()}


def is_reworded(old: Wording, new: Wording, lang: str) -> bool:
    """Return whether two texts in ``lang`` are one ruling, the same or reworded, without a look at
    their neighbours.
    """
    word_weights = Weights(lang, texts=()).among([old], [new])
    return likeness(old, new, word_weights) >= _LEAST_LIKENESS


def candidates(
    olds: Mapping[T, Wording], news: Mapping[OtherT, Wording]
) -> Iterator[tuple[T, OtherT]]:
    """Yield the pairs of an old and a new text that are worth comparing, as their keys: all pairs
    of small groups, or those that share rare words.
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
            if len(keys := holders.get(word, ())) <= _MOST_HOLDERS
            for key in keys
        )
        yield from ((key, new_key) for key, _ in shared.most_common(_MOST_RIVALS))


def assign(gains: Mapping[Pair, float]) -> list[Pair]:
    """Return those pairs of an old and a new text, by their keys, that have the greatest total gain
    while each text is in at most one pair.
    """
    pairs: list[Pair] = []
    for group in _group_connected(gains):
        olds, news = sorted({old for old, _ in group}), sorted({new for _, new in group})
        if max(len(olds), len(news)) > _MOST_EXACT:
            best = _take_greatest(sorted(group, key=lambda pair: (-gains[pair], pair)))
        else:
            #  Each row is an old text, each column a new one. Further columns, one for each row and
            #  without cost, stand for no new text.
            unpaired = [0.0] * len(olds)
            costs = [[*(-gains.get((old, new), 0.0) for new in news), *unpaired] for old in olds]
            texts_of_columns = [*news, *[None] * len(olds)]
            columns = _choose_columns(costs)
            best = [
                (old, texts_of_columns[column]) for old, column in zip(olds, columns, strict=True)
            ]
        #  A pair of an old text with None, or with a new text that it may not be, is left out.
        pairs += [pair for pair in best if pair in gains]
    return pairs


def _group_connected(pairs: Iterable[Pair]) -> Iterator[list[Pair]]:
    """Yield the pairs in groups: two pairs that share a text are in one group."""
    pairs = list(pairs)
    pairs_of_old = group_pairs((old, (old, new)) for old, new in pairs)
    olds_of_new = group_pairs((new, old) for old, new in pairs)
    for first in list(pairs_of_old):
        group = pairs_of_old.pop(first, [])
        for _, new in group:  # it grows in the loop
            for old in olds_of_new.pop(new, ()):
                group += pairs_of_old.pop(old, ())
        if group:
            yield group


def _take_greatest(pairs: Iterable[Pair]) -> list[Pair]:
    """Return those of ``pairs``, which are in order of their gain, of which no text is in an
    earlier pair that is returned.
    """
    new_of_old: dict[Any, Any] = {}
    taken_news: set[Any] = set()
    for old, new in pairs:
        if old not in new_of_old and new not in taken_news:
            new_of_old[old] = new
            taken_news.add(new)
    return list(new_of_old.items())


def _choose_columns(costs: Sequence[Sequence[float]]) -> list[int]:
    """Return a column for each row, so that the total cost is the least: the Hungarian algorithm.
    There must be at least as many columns as rows, and at least one row.

    Rows are added one by one, each by the cheapest path along which other rows change their
    columns. ``row_price`` and ``column_price`` keep every reduced cost at 0 or above. Rows and
    columns count from 1; column 0 belongs to the row that is being added.
    """
    rows, columns = len(costs), len(costs[0])
    row_price, column_price = [0.0] * (rows + 1), [0.0] * (columns + 1)
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        #  By column: the least cost of a path to it, and the column before it on that path.
        least, previous = [float("inf")] * (columns + 1), [0] * (columns + 1)
        path, free = [0], list(range(1, columns + 1))
        while owner[column]:
            for other in free:
                cost = (
                    costs[owner[column] - 1][other - 1]
                    - row_price[owner[column]]
                    - column_price[other]
                )
                if cost < least[other]:
                    least[other], previous[other] = cost, column
            column = min(free, key=least.__getitem__)
            step = least[column]
            for other in path:
                row_price[owner[other]] += step
                column_price[other] -= step
            for other in free:
                least[other] -= step
            free.remove(column)
            path.append(column)
        #  Back along the path, each row changes to the next column.
        while column:
            owner[column] = owner[previous[column]]
            column = previous[column]
    by_row = {owner[column]: column - 1 for column in range(1, columns + 1) if owner[column]}
    return [by_row[row] for row in range(1, rows + 1)]
