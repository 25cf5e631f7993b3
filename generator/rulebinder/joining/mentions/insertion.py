"""Put mentions into a paragraph, even if emphasis splits a name."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ...text import Corrected, Emphasis, Link, Mention, Plain, Span, Spans, Text
from ..phrases import Hit
from .name_meanings import Meaning, Target


@dataclass(frozen=True)
class Atom:
    """A span, or a piece of a plain one, and its place in the paragraph's plain text."""

    span: Span
    start: int
    end: int


Find = Callable[[Sequence[Atom], int], tuple[Span | None, int]]
"""Returns the span that takes the place of the pieces from one on, if there is one, and the place
after them.
"""


def woven(spans: Spans, hits: Sequence[Hit[Meaning]], own: Collection[Target]) -> Spans:
    """Return the paragraph with the first mention of each thing that is not ``own``.

    ``hits`` are places in its plain text that do not touch each other. The text of a link is not
    changed, nor is a name that has only a part of an emphasis.
    """
    starts = {hit.start: hit for hit in hits}
    seen = set(own)

    def mention(pieces: Sequence[Atom], place: int) -> tuple[Mention | None, int]:
        hit = starts.get(pieces[place].start)
        if hit is None or hit.meaning.target in seen:
            return None, place + 1
        after = behind(pieces, place, hit.end)
        spans = tuple(atom.span for atom in pieces[place:after])
        if pieces[after - 1].end != hit.end or not _may_be_name(spans):
            return None, place + 1
        seen.add(hit.meaning.target)
        text = Text((spans,)).plain()
        return Mention(*hit.meaning.target, text, () if spans == (Plain(text),) else spans), after

    edges = sorted({edge for hit in hits for edge in (hit.start, hit.end)})
    return replaced(spans, 0, edges, mention, (Emphasis,))


def replaced(
    spans: Spans,
    at: int,
    edges: Sequence[int],
    find: Find,
    within: tuple[type[Emphasis | Link], ...],
) -> Spans:
    """Return ``spans``, which begin at ``at``, with what ``find`` has for some of them, also for
    those in the spans of the types ``within``. Plain spans are cut at the ``edges``.
    """
    pieces = list(atoms(spans, at, edges))
    done: list[Span] = []
    place = 0
    while place < len(pieces):
        found, after = find(pieces, place)
        span = pieces[place].span
        if found is None and isinstance(span, within):
            inner = replaced(span.spans, pieces[place].start, edges, find, within)
            span = replace(span, spans=inner)
        done.append(found or span)
        place = after
    return tuple(merged(done))


def behind(pieces: Sequence[Atom], place: int, end: int) -> int:
    """Return the place after the first atom from ``place`` on that reaches ``end``; the next place
    if none does.
    """
    return 1 + next((at for at in range(place, len(pieces)) if pieces[at].end >= end), place)


def _may_be_name(spans: Spans) -> bool:
    """Return whether the spans are only words.

    A single emphasis is not, because the text inside it is searched separately.
    """
    if len(spans) == 1 and isinstance(spans[0], Emphasis):
        return False
    return all(isinstance(span, Plain | Emphasis | Corrected) for span in Text((spans,)).walk())


def atoms(spans: Spans, at: int, edges: Sequence[int]) -> Iterator[Atom]:
    """Yield the spans, which begin at ``at``, with plain ones cut at the ``edges``, which are
    sorted.
    """
    for span in spans:
        end = at + len(Text(((span,),)).plain())
        if isinstance(span, Plain):
            cuts = [at, *edges[bisect_right(edges, at) : bisect_left(edges, end)], end]
            for start, stop in pairwise(cuts):
                yield Atom(Plain(span.text[start - at : stop - at]), start, stop)
        else:
            yield Atom(span, at, end)
        at = end


def merged(spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the spans, with consecutive plain ones joined."""
    before: Span | None = None
    for span in spans:
        if isinstance(before, Plain) and isinstance(span, Plain):
            before = Plain(before.text + span.text)
            continue
        if before is not None:
            yield before
        before = span
    if before is not None:
        yield before
