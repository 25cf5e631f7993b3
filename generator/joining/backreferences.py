"""Collect everything in the joined documents that refers to a card or a mechanic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..facts.catalogue import Catalogue, SetFacts
from ..library import CardNotes, DocumentNotes, LibraryCard, LibraryMechanic, SectionNotes
from .identity import Cards
from .mechanics import MechanicFinder
from .passages import Passages
from .sections import Topics


def library_cards(cards: Cards, documents: Iterable[DocumentNotes], mentioned: Passages) -> dict[str, LibraryCard]:
    """Return every card, sorted by slug, with its notes and the sections that show it in the order of ``documents``."""
    notes: dict[str, list[CardNotes]] = {slug: [] for slug in cards.names}
    examples: dict[str, list[SectionNotes]] = {slug: [] for slug in cards.names}
    for document in documents:
        for entry in document.cards:
            notes[entry.card].append(entry)
        for section in document.sections:
            for slug in dict.fromkeys(section.cards):
                examples[slug].append(section)
    return {
        slug: LibraryCard(
            slug=slug,
            names=names,
            notes=tuple(notes[slug]),
            examples=tuple(examples[slug]),
            mentioned_in=mentioned.get(("card", slug), ()),
            oracle_id=cards.oracle_ids.get(slug),
            also=cards.also.get(slug, {}),
        )
        for slug, names in cards.names.items()
    }


def library_mechanics(
    catalogue: Catalogue,
    topics: Topics,
    finders: Mapping[str, MechanicFinder],
    documents: Sequence[DocumentNotes],
    mentioned: Passages,
) -> dict[str, LibraryMechanic]:
    """Return every mechanic that a section explains, a card has or a text mentions, sorted by slug."""
    sections: dict[str, list[SectionNotes]] = {}
    cards: dict[str, set[str]] = {}
    for document in documents:
        for section in document.sections:
            for slug in section.mechanics:
                sections.setdefault(slug, []).append(section)
        for mechanic, card in _held(document, finders[document.notes.lang]):
            cards.setdefault(mechanic, set()).add(card)
    slugs = {*sections, *cards, *(slug for kind, slug in mentioned if kind == "mechanic")}
    known = {slug: catalogue.mechanics.get(slug) for slug in sorted(slugs)}
    return {
        slug: LibraryMechanic(
            slug=slug,
            names=facts.names if facts else topics.made[slug],
            facts=facts,
            first_set=_first_set(catalogue, facts.first_set) if facts and facts.first_set else None,
            sections=tuple(sections.get(slug, ())),
            cards=tuple(sorted(cards.get(slug, ()))),
            mentioned_in=mentioned.get(("mechanic", slug), ()),
        )
        for slug, facts in known.items()
    }


def _first_set(catalogue: Catalogue, code: str) -> SetFacts:
    return catalogue.sets.get(code, SetFacts(code=code, names={}))


def _held(document: DocumentNotes, finder: MechanicFinder) -> Iterator[tuple[str, str]]:
    """Yield each mechanic of a card with the card's slug, from the entries and the examples in sections."""
    for entry in document.cards:
        yield from ((mechanic, entry.card) for mechanic in entry.mechanics)
    for section in document.sections:
        for card, slug in zip(section.section.examples, section.cards, strict=True):
            yield from ((mechanic, slug) for mechanic in finder.of_card(card))
