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
from typing import Generic, NamedTuple, TypeVar

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
            if _may_split(text, start) and _may_split(text, end):
                for meaning in self._meanings[index]:
                    yield Hit(start, end, meaning)


def _may_split(text: str, position: int) -> bool:
    """Return whether a word may begin or end at ``position``."""
    if position in (0, len(text)):
        return True
    before, after = text[position - 1], text[position]
    if not (before.isalnum() and after.isalnum()):
        return True
    return bool(_UNSPACED.match(before) or _UNSPACED.match(after))


def keep_longest(hits: Iterable[Hit[T]]) -> list[Hit[T]]:
    """Return the hits that overlap no longer one, by their places in the text.

    Of two equally long ones, the first is kept.
    """
    by_length = sorted(hits, key=lambda hit: (hit.start - hit.end, hit.start))
    #  for each character, whether a hit has it
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
    """Return the spans of a paragraph, with the span that ``make`` returns for a hit in the place
    of those that the hit has. If it returns None, or if a hit has only a part of a span, they stay.

    ``hits`` are places in the paragraph's plain text that do not overlap. The spans inside those of
    the types ``within`` are searched, too. If a hit is all of such a span, what is inside it is
    replaced, not itself.
    """
    if not hits:
        return spans
    hit_at = {hit.start: hit for hit in hits}
    edges = sorted({edge for hit in hits for edge in (hit.start, hit.end)})

    def weave_in(spans: Spans, start: int) -> Spans:
        pieces = list(_cut(spans, start, edges))
        woven: list[Span] = []
        first = 0
        while first < len(pieces):
            span, start, _ = pieces[first]
            last, new = first, None
            if hit := hit_at.get(start):
                lasts = (at for at in range(first, len(pieces)) if pieces[at].end >= hit.end)
                last = next(lasts, first)
                is_searched = last == first and isinstance(span, within)
                if pieces[last].end == hit.end and not is_searched:
                    new = make(hit, tuple(piece.span for piece in pieces[first : last + 1]))
            if new is None and isinstance(span, within):
                span = replace(span, spans=weave_in(span.spans, start))
            added, before = new or span, woven[-1] if woven else None
            #  What was cut and not replaced is one span again.
            if isinstance(before, Plain) and isinstance(added, Plain):
                woven[-1] = Plain(before.text + added.text)
            else:
                woven.append(added)
            first = (last if new else first) + 1
        return tuple(woven)

    return weave_in(spans, 0)


class _Piece(NamedTuple):
    """A span, and the places at which it begins and ends in the paragraph's plain text."""

    span: Span
    start: int
    end: int


def _cut(spans: Spans, start: int, edges: Sequence[int]) -> Iterator[_Piece]:
    """Yield the spans, which begin at ``start``, with plain ones cut at the ``edges``, which are
    sorted.
    """
    for span in spans:
        end = start + len(Text(((span,),)).plain())
        if isinstance(span, Plain):
            cuts = [start, *edges[bisect_right(edges, start) : bisect_left(edges, end)], end]
            for first, last in pairwise(cuts):
                yield _Piece(Plain(span.text[first - start : last - start]), first, last)
        else:
            yield _Piece(span, start, end)
        start = end


def join_first(names: Sequence[str], most: int) -> str:
    """Return the first of ``names``, at ``most`` so many, with commas, and an ``…`` if there are
    more.
    """
    return ", ".join((*names[:most], *(["…"] if len(names) > most else [])))
