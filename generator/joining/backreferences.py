"""What points at a card and at a mechanic, gathered from the joined documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..catalogue import Catalogue
from ..library import CardNotes, DocumentNotes, LibraryCard, LibraryMechanic, Note, SectionNotes
from ..notes import Card
from ..text import Mention, Text
from .identity import Cards
from .mechanics import MechanicFinder
from .sections import Topics


def library_cards(cards: Cards, documents: Iterable[DocumentNotes]) -> dict[str, LibraryCard]:
    """Every card with its notes and the sections that show it, in the order of ``documents``; by slug, sorted."""
    notes: dict[str, list[CardNotes]] = {slug: [] for slug in cards.names}
    examples: dict[str, list[SectionNotes]] = {slug: [] for slug in cards.names}
    for document in documents:
        for entry in document.cards:
            notes[entry.card].append(entry)
        for section in document.sections:
            for slug in dict.fromkeys(section.cards):
                examples[slug].append(section)
    return {
        slug: LibraryCard(slug, names, tuple(notes[slug]), tuple(examples[slug]), oracle_id=cards.oracle_ids.get(slug))
        for slug, names in cards.names.items()
    }


def library_mechanics(
    catalogue: Catalogue, topics: Topics, finders: Mapping[str, MechanicFinder], documents: Sequence[DocumentNotes]
) -> dict[str, LibraryMechanic]:
    """Every mechanic that a section explains, a card has or a text mentions; by slug, sorted."""
    sections: dict[str, list[SectionNotes]] = {}
    cards: dict[str, set[str]] = {}
    for document in documents:
        for section in document.sections:
            for slug in section.mechanics:
                sections.setdefault(slug, []).append(section)
        for mechanic, card in _held(document, finders[document.notes.lang]):
            cards.setdefault(mechanic, set()).add(card)
    slugs = {*sections, *cards, *_mentioned(documents)}
    return {slug: _mechanic(slug, catalogue, topics, sections.get(slug, ()), cards.get(slug, ())) for slug in sorted(slugs)}


def _mechanic(
    slug: str, catalogue: Catalogue, topics: Topics, sections: Iterable[SectionNotes], cards: Iterable[str]
) -> LibraryMechanic:
    facts = catalogue.mechanics.get(slug)
    names = facts.names if facts else topics.made[slug]
    return LibraryMechanic(slug, names, facts, tuple(sections), tuple(sorted(cards)))


def _held(document: DocumentNotes, finder: MechanicFinder) -> Iterator[tuple[str, str]]:
    """Each mechanic of a card, with the card's slug: of the entries, and of the examples in sections."""
    for entry in document.cards:
        yield from ((mechanic, entry.card) for mechanic in entry.mechanics)
    for section in document.sections:
        for card, slug in zip(section.section.examples, section.cards, strict=True):
            yield from ((mechanic, slug) for mechanic in finder.of_card(card))


def _mentioned(documents: Iterable[DocumentNotes]) -> set[str]:
    spans = (span for document in documents for text in _texts(document) for span in text.walk())
    return {span.target for span in spans if isinstance(span, Mention) and span.kind == "mechanic"}


def _texts(document: DocumentNotes) -> Iterator[Text]:
    for section in document.sections:
        for block in section.body:
            yield from _card_texts(block) if isinstance(block, Card) else (block.text,)
            yield from block.items if isinstance(block, Note) else ()
    for entry in document.cards:
        yield from _card_texts(entry.entry.card)
        for part in entry.body:
            yield part.text
            yield from part.items if isinstance(part, Note) else ()


def _card_texts(card: Card) -> Iterator[Text]:
    for face in card.faces:
        yield from face.rules_text
    yield from card.shared_rules_text
