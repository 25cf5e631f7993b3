"""Leave out published rulings that release notes have too: the ruling of the document says
which.

A ruling is the same if its words are, once the small ones are left out. So a change of a negation,
a number, a condition or a name nearly always makes another ruling (docs/measurements.md has
figures), and no likeness has to be weighed. Release notes may merge published rulings or divide
one: it may be any run of whole sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...facts.catalogue import EraTerm, SetFacts
from ...library import CardNotes, DocumentNotes, Note
from ...notes import Card, Ruling, is_day
from ...system.grouping import grouped
from .kept_words import Terms, current_names, names_of, sentences

LANG = "en"
"""The language of published rulings."""
_Entries = Mapping[str, Sequence[CardNotes]]
"""Entries by the slug of their card, oldest set first."""


def without_repeats(
    documents: Sequence[DocumentNotes], facts: Mapping[str, SetFacts], eras: Mapping[str, EraTerm]
) -> list[DocumentNotes]:
    """Return the documents without the published rulings that others have. ``facts`` are those of
    their sets, newest first.

    The oldest document with a ruling keeps it. Entries without any rulings left are left out, too.
    """
    order = {code: -at for at, code in enumerate(facts)}
    english = sorted(
        (each for each in documents if each.notes.lang == LANG),
        key=lambda each: order[each.notes.set_code],
    )
    published = _by_card(each for each in english if is_day(each.notes.set_code))
    documented = _by_card(each for each in english if not is_day(each.notes.set_code))
    terms = current_names(eras)
    same: dict[str, tuple[str, ...]] = {}
    for slug in published.keys() & documented.keys():
        same |= _same(published[slug], documented[slug], terms)
    if not same:
        return list(documents)
    left_out = {each for ids in same.values() for each in ids}
    return [replace(each, cards=tuple(_cards(each.cards, same, left_out))) for each in documents]


def _by_card(documents: Iterable[DocumentNotes]) -> _Entries:
    return grouped((entry.card, entry) for document in documents for entry in document.cards)


def _same(
    published: Sequence[CardNotes], documented: Sequence[CardNotes], terms: Terms
) -> dict[str, tuple[str, ...]]:
    """Return the ids of the published rulings of one card that documents have too, by the id of the
    document's ruling.
    """
    found: dict[str, tuple[str, ...]] = {}
    left = [note for entry in published for note in entry.notes if not note.items]
    for entry in documented:
        notes = entry.notes
        same = same_rulings([note.text.plain() for note in left], notes, entry.entry.card, terms)
        for at, places in same.items():
            first = notes[places[0]].id
            found[first] = (*found.get(first, ()), left[at].id)
        left = [note for at, note in enumerate(left) if at not in same]
    return found


def _cards(
    entries: Iterable[CardNotes], same: Mapping[str, tuple[str, ...]], left_out: set[str]
) -> Iterator[CardNotes]:
    for entry in entries:
        body = tuple(
            replace(block, published=same.get(block.id, ()))
            if isinstance(block, Note) and block.id in same
            else block
            for block in entry.body
            if not (isinstance(block, Note) and block.id in left_out)
        )
        if body or not entry.body:
            yield entry if body == entry.body else replace(entry, body=body)


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
