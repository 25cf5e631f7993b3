"""Find many phrases in a text at once, and put spans in their places.

Phrases are found as whole words in any case; the longest wins.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Generic, TypeVar

from ahocorasick_rs import AhoCorasick

from ..system import group_pairs
from ..system.caches import comparable_bytes
from ..system.files import digest
from ..text import Emphasis, Link, Plain, Span, Spans, Text, fold_text

T = TypeVar("T")

_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Letters of languages without spaces between words."""


@dataclass(frozen=True)
class Hit(Generic[T]):
    """A phrase at ``text[start:end]``, and its meaning."""

    start: int
    end: int
    meaning: T


class Phrases(Generic[T]):
    """Phrases and their meanings; a phrase may have several."""

    def __init__(self, phrases: Iterable[tuple[str, T]]) -> None:
        meanings = group_pairs(
            (fold_text(phrase), meaning) for phrase, meaning in phrases if phrase.strip()
        )
        self._phrases = tuple(meanings)
        self._meanings = list(meanings.values())
        self._automaton = AhoCorasick(list(meanings))

    @functools.cached_property
    def key(self) -> str:
        """A digest of the phrases and their meanings."""
        return digest(comparable_bytes((self._phrases, self._meanings)))

    def hits(self, text: str) -> Iterator[Hit[T]]:
        """Yield every phrase that ``text`` has as whole words, including overlapping ones."""
        if not self._meanings:
            return
        for index, start, end in self._automaton.find_matches_as_indexes(
            fold_text(text), overlapping=True
        ):
            if _is_edge(text, start) and _is_edge(text, end):
                for meaning in self._meanings[index]:
                    yield Hit(start, end, meaning)


def _is_edge(text: str, at: int) -> bool:
    """Return whether a word may begin or end at ``at``."""
    if at in (0, len(text)):
        return True
    before, after = text[at - 1], text[at]
    if not (before.isalnum() and after.isalnum()):
        return True
    return bool(_UNSPACED.match(before) or _UNSPACED.match(after))


def keep_longest(hits: Iterable[Hit[T]]) -> list[Hit[T]]:
    """Return the hits that overlap no longer one, in order.

    Of two equally long ones, the first is kept.
    """
    by_length = sorted(hits, key=lambda hit: (hit.start - hit.end, hit.start))
    taken = bytearray(max((hit.end for hit in by_length), default=0))
    kept = []
    for hit in by_length:
        if not any(taken[hit.start : hit.end]):
            taken[hit.start : hit.end] = b"\1" * (hit.end - hit.start)
            kept.append(hit)
    return sorted(kept, key=lambda hit: hit.start)


def weave(
    spans: Spans,
    hits: Sequence[Hit[T]],
    make: Callable[[Hit[T], Spans], Span | None],
    within: tuple[type[Emphasis | Link], ...],
) -> Spans:
    """Return the spans of a paragraph with what ``make`` returns of a hit and the spans at its
    place. If it returns None, or if no whole spans are there, they stay.

    ``hits`` are places in the paragraph's plain text that do not touch each other. The spans inside
    those of the types ``within`` are searched, too, and one of these alone is not made anew.
    """
    if not hits:
        return spans
    hit_at = {hit.start: hit for hit in hits}
    edges = sorted({edge for hit in hits for edge in (hit.start, hit.end)})

    def search(spans: Spans, start: int) -> Spans:
        pieces = list(_cut(spans, start, edges))
        woven: list[Span] = []
        at = 0
        while at < len(pieces):
            span, start, _ = pieces[at]
            last, new = at, None
            if hit := hit_at.get(start):
                ends = (place for place in range(at, len(pieces)) if pieces[place][2] >= hit.end)
                last = next(ends, at)
                is_searched = last == at and isinstance(span, within)
                if pieces[last][2] == hit.end and not is_searched:
                    new = make(hit, tuple(piece[0] for piece in pieces[at : last + 1]))
            if new is None and isinstance(span, within):
                span = replace(span, spans=search(span.spans, start))
            piece, before = new or span, woven[-1] if woven else None
            if isinstance(before, Plain) and isinstance(piece, Plain):
                woven[-1] = Plain(before.text + piece.text)
            else:
                woven.append(piece)
            at = (last if new else at) + 1
        return tuple(woven)

    return search(spans, 0)


def _cut(spans: Spans, start: int, edges: Sequence[int]) -> Iterator[tuple[Span, int, int]]:
    """Yield the spans, which begin at ``start``, with plain ones cut at the ``edges``, which are
    sorted, and the places at which each begins and ends in the paragraph's plain text.
    """
    for span in spans:
        end = start + len(Text(((span,),)).plain())
        if isinstance(span, Plain):
            cuts = [start, *edges[bisect_right(edges, start) : bisect_left(edges, end)], end]
            for first, last in pairwise(cuts):
                yield Plain(span.text[first - start : last - start]), first, last
        else:
            yield span, start, end
        start = end


def few(names: Sequence[str], most: int) -> str:
    """Return the first of ``names``, at ``most`` so many, and an ``…`` if there are more."""
    return ", ".join((*names[:most], *(["…"] if len(names) > most else [])))
