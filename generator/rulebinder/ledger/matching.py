"""Decide which known text each new text is: the pairs with the greatest likeness in total.

A wrong pair makes a published link point to another ruling, which no one notices. A missed pair
retires a link, and its page says so. So every threshold prefers a missed pair to a wrong one. All
pairs are chosen together, because two rulings of a card often share half of their words: a text's
best match may be the only match of another text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ..system.grouping import grouped
from .signatures import Weights, Wording, alike, signature

ALIKE = 0.31
"""The least likeness of a ruling and its reworded form. A higher value loses rulings of which half
was reworded. A lower value gives ids to different rulings with similar words. It was measured with
`python -m site_tests.bench replacing`.
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
