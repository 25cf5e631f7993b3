"""Find the published rulings of a card that release notes have too.

A ruling is the same if its words are, once the small ones are left out. So a change of a negation,
a number, a condition or a name nearly always makes another ruling (docs/measurements.md has
figures), and no likeness has to be weighed. Release notes may merge published rulings or divide
one: it may be any run of whole sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...library import Note
from ...notes import Card, Ruling
from ...system.grouping import grouped
from .kept_words import Terms, names_of, sentences

_SENTENCES = 24
"""The most sentences of a published ruling that is looked for. It is far more than any has, and
bounds the time."""
_FEWEST = 4
"""The fewest words of a published ruling that is only a part of a documented one."""


@dataclass(frozen=True)
class _Run:
    """Documented sentences in a row, from ``start`` to before ``end``, that say published
    rulings."""

    start: int
    end: int
    published: Sequence[int]
    """The places of these rulings: several if one is published several times."""
    whole: bool
    """Whether it begins and ends with a documented ruling."""


def same_rulings(
    published: Sequence[str], documented: Sequence[Ruling | Note], card: Card, terms: Terms
) -> dict[int, tuple[int, ...]]:
    """Return the places in ``documented`` of each ruling of ``published`` that is there, by its
    place.

    Both are English rulings of ``card``, the documented ones in their order. There are several
    places if a ruling is divided, and several rulings with the same place if they are merged.
    ``terms`` are those of :func:`.kept_words.current_names`.
    """
    names = names_of(card)
    texts = [(at, text.plain()) for at, ruling in enumerate(documented) for text in ruling.texts]
    owners: list[int] = []
    runs: list[_Run] = []
    for this in (True, False):  # "this creature" is the card, or reworded from "that creature"
        wanted = grouped(
            (said, at)
            for at, text in enumerate(published)
            if (said := " ".join(filter(None, sentences(text, names, terms, this=this))))
        )
        there = [
            (at, words) for at, text in texts for words in sentences(text, names, terms, this=this)
        ]
        owners = [at for at, _ in there]
        runs += _runs(there, wanted)
    return {
        at: tuple(dict.fromkeys(owners[run.start : run.end]))
        for run in _chosen(runs)
        for at in run.published
    }


def _runs(there: Sequence[tuple[int, str]], wanted: Mapping[str, Sequence[int]]) -> Iterator[_Run]:
    """Yield the runs of sentences, each with the place of its ruling, that say a wanted ruling:
    whole ones, and the longest part."""
    owners = [None, *(at for at, _ in there), None]
    for start in range(len(there)):
        said, part = "", None
        for end in range(start + 1, min(start + _SENTENCES, len(there)) + 1):
            said = f"{said} {there[end - 1][1]}".strip()
            if said not in wanted:
                continue
            whole = owners[start] != owners[start + 1] and owners[end] != owners[end + 1]
            if whole:
                yield _Run(start, end, wanted[said], whole)
            elif said.count(" ") + 1 >= _FEWEST:
                part = _Run(start, end, wanted[said], whole)
        if part:
            yield part


def _chosen(runs: Iterable[_Run]) -> Iterator[_Run]:
    """Yield runs that share no sentence and no ruling: first whole rulings, then the longest."""
    taken: set[int] = set()
    found: set[int] = set()
    for run in sorted(runs, key=lambda run: (not run.whole, run.start - run.end, run.start)):
        if found.isdisjoint(run.published) and taken.isdisjoint(range(run.start, run.end)):
            taken.update(range(run.start, run.end))
            found.update(run.published)
            yield run
