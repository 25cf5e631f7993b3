"""Put mentions into a paragraph, even if emphasis splits a name."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...text import Corrected, Emphasis, Mention, Plain, Span, Spans, Text
from ..phrases import Hit
from .name_meanings import Meaning, Target


@dataclass(frozen=True)
class Atom:
    """A span, or a piece of a plain one, and its place in the paragraph's plain text."""

    span: Span
    start: int
    end: int


def woven(spans: Spans, hits: Sequence[Hit[Meaning]], own: Collection[Target]) -> Spans:
    """Return the paragraph with the first mention of each thing that is not ``own``.

    ``hits`` are places in its plain text that do not touch each other. The text of a link is not
    changed, nor is a name that has only a part of an emphasis.
    """
    return _Weaver(hits, own).level(spans, 0)


class _Weaver:
    def __init__(self, hits: Sequence[Hit[Meaning]], own: Collection[Target]) -> None:
        self._hits = {hit.start: hit for hit in hits}
        self._edges = sorted({edge for hit in hits for edge in (hit.start, hit.end)})
        self._seen = set(own)

    def level(self, spans: Spans, at: int) -> Spans:
        """Return ``spans``, which begin at ``at``, with their mentions."""
        pieces = list(atoms(spans, at, self._edges))
        done: list[Span] = []
        place = 0
        while place < len(pieces):
            mention, place_after = self._mention(pieces, place)
            if mention:
                done.append(mention)
            elif isinstance(emphasis := pieces[place].span, Emphasis):
                done.append(Emphasis(self.level(emphasis.spans, pieces[place].start)))
            else:
                done.append(pieces[place].span)
            place = place_after
        return tuple(merged(done))

    def _mention(self, pieces: Sequence[Atom], place: int) -> tuple[Mention | None, int]:
        """Return the mention that begins with the atom at ``place``, if there is one, and the place
        after it.
        """
        hit = self._hits.get(pieces[place].start)
        if hit is None or hit.meaning.target in self._seen:
            return None, place + 1
        after = behind(pieces, place, hit.end)
        spans = tuple(atom.span for atom in pieces[place:after])
        if pieces[after - 1].end != hit.end or not _may_be_name(spans):
            return None, place + 1
        self._seen.add(hit.meaning.target)
        text = Text((spans,)).plain()
        return Mention(*hit.meaning.target, text, () if spans == (Plain(text),) else spans), after


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
