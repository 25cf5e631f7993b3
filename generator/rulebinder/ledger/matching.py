"""Decide which known text each new text is: the pairs with the greatest likeness in total.

A wrong pair makes a published link point to another ruling, which no one notices. A missed pair
retires a link, and its page says so. So every threshold prefers a missed pair to a wrong one. All
pairs are chosen together, because two rulings of a card often share half of their words: a text's
best match may be the only match of another text.
"""

from __future__ import annotations

import functools
import hashlib
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from ..system.grouping import grouped

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


@dataclass(frozen=True)
class Signature:
    """A parsed signature."""

    quarters: Mapping[str, int]
    """The quarter of each word's hash."""
    highest: str | None
    """The greatest hash that is kept; words with greater ones are unknown.

    None if all words of the text are known.
    """


@functools.lru_cache(maxsize=1 << 14)
def wording(text: str) -> Wording:
    """Return the hash and the signature of a text.

    Spaces, emphasis and the form of quotes make no difference.
    """
    words = _words(text)
    joined = " ".join(words)
    pieces = (
        [piece for word in words for piece in _pieces(word)] if _UNSPACED.search(joined) else words
    )
    quarters: dict[str, int] = {}
    for at, each in enumerate(map(mark, pieces)):
        if each not in quarters:
            quarters[each] = at * _QUARTERS // len(pieces)
    parts: list[list[str]] = [[] for _ in range(_QUARTERS)]
    for each in sorted(quarters)[:_WORDS]:
        parts[quarters[each]].append(each)
    return Wording(
        hashlib.blake2b(joined.encode(), digest_size=8).hexdigest(), "/".join(map("".join, parts))
    )


@functools.lru_cache(maxsize=1 << 16)
def mark(word: str) -> str:
    """Return the hash of a word in a signature."""
    return hashlib.blake2b(word.encode(), digest_size=2).hexdigest()


@functools.lru_cache(maxsize=1 << 14)
def signature(like: str) -> Signature:
    """Return the words of a signature."""
    quarters = {
        part[at : at + 4]: quarter
        for quarter, part in enumerate(like.split("/"))
        for at in range(0, len(part), 4)
    }
    return Signature(quarters, max(quarters) if len(quarters) >= _WORDS else None)


class Weights:
    """The weights of words: high for a rare word, and almost nothing for a word of most texts."""

    def __init__(self, lang: str, texts: Iterable[Wording]) -> None:
        """``texts`` are those of a ledger and of the document that is compared with it. They are
        only looked at if a text has changed.
        """
        self._listed = common(lang)
        self._texts = texts

    def among(self, *groups: Sequence[Wording]) -> Mapping[str, float]:
        """Return the weights of the words of ``groups``: an entry's known texts, and its new ones.

        A word in most of an entry's texts, such as the name of its card, does not help to
        distinguish them.
        """
        local: Counter[str] = Counter()
        for group in groups:
            held = Counter(word for each in group for word in signature(each.like).quarters)
            for word, count in held.items():
                local[word] = max(local[word], count)
        most = max(map(len, groups), default=0)
        return {
            word: self._weight(word, (count - 1) / max(most, 1)) for word, count in local.items()
        }

    @functools.cached_property
    def _held(self) -> tuple[Counter[str], int]:
        """How many texts have each word, and how many there are."""
        texts = [signature(each.like).quarters for each in self._texts]
        return Counter(word for words in texts for word in words), len(texts)

    def _weight(self, word: str, here: float) -> float:
        held, count = self._held
        share = (_PRIOR * self._listed.get(word, _RARE) + held[word]) / (_PRIOR + count)
        return max(-math.log(max(share, here, _RARE)), _LIGHTEST)


def alike(one: Wording, other: Wording, weights: Mapping[str, float]) -> float:
    """Return how much two texts have in common, 0 to 1: the weight of their common words, reduced
    for words in other quarters.
    """
    if one.hash == other.hash:
        return 1.0
    a, b = _comparable(one, other)
    both = math.fsum(
        weights[word] * (1.0 if a[word] == b[word] else _ELSEWHERE) for word in a.keys() & b.keys()
    )
    return 2 * both / max(_sum(a, weights) + _sum(b, weights), _LIGHTEST)


def contained(part: Wording, whole: Wording, weights: Mapping[str, float]) -> float:
    """Return the share of ``part``'s words, by weight, that ``whole`` also has."""
    a, b = _comparable(part, whole)
    return _sum(a.keys() & b.keys(), weights) / max(_sum(a, weights), _LIGHTEST)


@functools.cache
def common(lang: str) -> Mapping[str, float]:
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
    return {mark(word): float(share) for share, word in rows}


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text that its signature has, before they are hashed."""
    return frozenset(piece for word in _words(text) for piece in _pieces(word))


def _comparable(one: Wording, other: Wording) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return the words of both signatures, without words that the other one may have dropped
    because of their hashes.
    """
    a, b = signature(one.like), signature(other.like)
    bounds = [each.highest for each in (a, b) if each.highest is not None]
    if not bounds:
        return a.quarters, b.quarters
    bound = min(bounds)
    known, new = (
        {word: at for word, at in each.quarters.items() if word <= bound} for each in (a, b)
    )
    return known, new


def _sum(words: Iterable[str], weights: Mapping[str, float]) -> float:
    return math.fsum(weights[word] for word in words)


def _pieces(word: str) -> Iterable[str]:
    if not _UNSPACED.search(word):
        return (word,)
    return (word[at : at + 2] for at in range(len(word) - 1))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold().translate(_SAME))


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

Edge = tuple[float, int, int]
"""The gain of a pair, and the positions of its texts."""
Pair = tuple[int, int]
"""The positions of two texts."""


def matched(
    known: Mapping[int, Wording],
    new: Sequence[Wording],
    may: Callable[[int, int], bool],
    weights: Weights,
) -> dict[int, int]:
    """Return the number in ``known`` of each new text, by its position. Both are in the order of a
    document.

    Equal texts are matched first, then the pairs with the greatest total likeness, then texts whose
    neighbours are matched. ``may`` tells whether the text at a position may have a number in other
    words.
    """
    found = _same(known, new)
    taken = set(found.values())
    numbers = [number for number in known if number not in taken]
    places = [at for at in range(len(new)) if at not in found]
    if not numbers or not places:
        return found
    olds, news = [known[number] for number in numbers], [new[at] for at in places]
    weight = weights.among(list(known.values()), new)
    order = {number: at for at, number in enumerate(known)}
    edges: dict[Pair, float] = {}
    for i, j in candidates(olds, news):
        if may(places[j], numbers[i]) and (score := alike(olds[i], news[j], weight)) >= ALIKE:
            stray = abs(order[numbers[i]] - places[j]) / (len(known) + len(new))
            #  A tiny bonus for every pair, greater near the old position: it only decides between
            # equal sums.
            edges[i, j] = score - ALIKE + 1e-3 * (2 - stray)
    pairs = assigned((gain, i, j) for (i, j), gain in edges.items())
    fewer = min(len(known), len(new))
    if not found and fewer > 1 and 2 * len(pairs) <= fewer:
        pairs = [pair for pair in pairs if edges[pair] >= ALONE - ALIKE]
    found |= {places[j]: numbers[i] for i, j in pairs}
    _take_between(found, known, new, may, weight)
    return found


def is_reworded(old: Wording, new: Wording, lang: str) -> bool:
    """Return whether two texts in ``lang`` are one ruling, the same or reworded, without a look at
    their neighbours.
    """
    return alike(old, new, Weights(lang, ()).among([old], [new])) >= ALIKE


def candidates(olds: Sequence[Wording], news: Sequence[Wording]) -> Iterator[Pair]:
    """Yield the pairs that are worth comparing, by their positions: all of them, or those that
    share rare words.
    """
    if len(olds) * len(news) <= _ALL_PAIRS:
        yield from ((i, j) for i in range(len(olds)) for j in range(len(news)))
        return
    holders = grouped(
        (word, i) for i, old in enumerate(olds) for word in signature(old.like).quarters
    )
    for j, new in enumerate(news):
        shared = Counter(
            i
            for word in signature(new.like).quarters
            if len(found := holders.get(word, ())) <= _HOLDERS
            for i in found
        )
        yield from ((i, j) for i, _ in shared.most_common(_RIVALS))


def assigned(edges: Iterable[Edge]) -> list[Pair]:
    """Return the pairs with the greatest total gain. Each text is in at most one pair."""
    pairs: list[Pair] = []
    for group in _connected(list(edges)):
        lefts, rights = sorted({i for _, i, _ in group}), sorted({j for _, _, j in group})
        pairs += (
            _likest(group) if max(len(lefts), len(rights)) > _EXACT else _best(group, lefts, rights)
        )
    return pairs


def _same(known: Mapping[int, Wording], new: Sequence[Wording]) -> dict[int, int]:
    """Return the texts that are known word for word.

    Among equal texts, the first is matched with the first.
    """
    by_hash = grouped((old.hash, number) for number, old in reversed(list(known.items())))
    return {at: by_hash[each.hash].pop() for at, each in enumerate(new) if by_hash.get(each.hash)}


def _take_between(
    found: dict[int, int],
    known: Mapping[int, Wording],
    new: Sequence[Wording],
    may: Callable[[int, int], bool],
    weight: Mapping[str, float],
) -> None:
    """Match texts whose neighbours are those of a free number, from the first one on."""
    order = list(known)
    place = {number: at for at, number in enumerate(order)}
    taken = set(found.values())
    for at, each in enumerate(new):
        before = place[found[at - 1]] if at - 1 in found else None
        after = place[found[at + 1]] if at + 1 in found else None
        if at in found or (before is None) != (at == 0) or (after is None) != (at + 1 == len(new)):
            continue
        middle = before + 1 if before is not None else 0
        end = after if after is not None else len(order)
        if (before, after) == (None, None) or end != middle + 1 or order[middle] in taken:
            continue
        if may(at, order[middle]) and alike(known[order[middle]], each, weight) >= BETWEEN:
            found[at] = order[middle]
            taken.add(order[middle])


def _connected(edges: Sequence[Edge]) -> Iterator[list[Edge]]:
    """Return the edges in groups that share no text."""
    of_left = grouped((edge[1], edge) for edge in edges)
    of_right = grouped((edge[2], edge) for edge in edges)
    seen: set[Edge] = set()
    for first in edges:
        if first in seen:
            continue
        group: list[Edge] = []
        waiting = [first]
        seen.add(first)
        while waiting:
            edge = waiting.pop()
            group.append(edge)
            near = [
                each
                for each in (*of_left.pop(edge[1], ()), *of_right.pop(edge[2], ()))
                if each not in seen
            ]
            seen.update(near)
            waiting += dict.fromkeys(near)
        yield group


def _likest(group: Iterable[Edge]) -> list[Pair]:
    """Return pairs in order of their gain, the greatest first."""
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in sorted(group, key=lambda edge: (-edge[0], edge[1], edge[2])):
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return list(pairs.items())


def _best(group: Iterable[Edge], lefts: Sequence[int], rights: Sequence[int]) -> list[Pair]:
    """Return the pairs with the greatest total gain, by the Hungarian method. A pair that is not an
    edge gains nothing, and is left out.
    """
    if len(lefts) > len(rights):
        return [(i, j) for j, i in _best([(gain, j, i) for gain, i, j in group], rights, lefts)]
    gains = {(i, j): gain for gain, i, j in group}
    costs = [[-gains.get((i, j), 0.0) for j in rights] for i in lefts]
    pairs = ((lefts[row], rights[column]) for row, column in enumerate(_hungarian(costs)))
    return [pair for pair in pairs if pair in gains]


def _hungarian(costs: Sequence[Sequence[float]]) -> list[int]:
    """Return the column of each row with the least total cost. There must be at least as many
    columns as rows.

    Rows are added one by one, each by the cheapest path along which other rows change their
    columns. ``row_price`` and ``column_price`` keep every reduced cost at 0 or above. Columns count
    from 1; column 0 belongs to the row that is being added.
    """
    rows, columns = len(costs), len(costs[0]) if costs else 0
    row_price, column_price = [0.0] * (rows + 1), [0.0] * (columns + 1)
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        least, came = [float("inf")] * (columns + 1), [0] * (columns + 1)
        used = [False] * (columns + 1)
        while owner[column]:
            used[column] = True
            near, step = 0, float("inf")
            for each in range(1, columns + 1):
                if used[each]:
                    continue
                cost = (
                    costs[owner[column] - 1][each - 1]
                    - row_price[owner[column]]
                    - column_price[each]
                )
                if cost < least[each]:
                    least[each], came[each] = cost, column
                if least[each] < step:
                    near, step = each, least[each]
            for each in range(columns + 1):
                if used[each]:
                    row_price[owner[each]] += step
                    column_price[each] -= step
                else:
                    least[each] -= step
            column = near
        while column:
            owner[column] = owner[came[column]]
            column = came[column]
    found = {owner[column]: column - 1 for column in range(1, columns + 1) if owner[column]}
    return [found[row] for row in range(1, rows + 1)]
