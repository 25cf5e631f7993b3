"""A mechanic's page: our explanation, what every set says of it, and the cards that have it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..catalogue import Names
from ..library import LibraryMechanic, SectionNotes
from . import paths
from .blocks import Blocks, NotesView, count_notes
from .edition import Chosen, Edition, Page, Phrase, Reference, collation
from .mechanics import kind_of


@dataclass(frozen=True)
class SectionView:
    """What one set says of the mechanic."""

    title: Phrase
    anchor: str
    set_page: Reference
    notes: NotesView


@dataclass(frozen=True)
class View:
    """The page."""

    name: Phrase
    other_names: tuple[tuple[str, Phrase], ...]
    kind: str
    rule: str | None
    formerly: tuple[str, ...]
    explanation: Phrase | None
    explanation_notice: str | None
    sections: tuple[SectionView, ...]
    cards_heading: str
    cards: tuple[Reference, ...]


def pages(edition: Edition) -> Iterator[Page]:
    """One page a mechanic."""
    for mechanic in edition.library.mechanics.values():
        yield _page(edition, mechanic)


def _page(edition: Edition, mechanic: LibraryMechanic) -> Page:
    url = paths.mechanic_page(mechanic.slug)
    words, facts = edition.words, mechanic.facts
    blocks = Blocks(edition, url)
    name = edition.name(mechanic.names)
    chosen = list(edition.choose(mechanic.sections))
    explanation = _explanation(edition, facts.explanation if facts else {})
    cards = (edition.card_reference(url, slug) for slug in mechanic.cards if slug in edition.library.cards)
    view = View(
        name,
        tuple(
            (lang, Phrase(other, lang)) for lang, other in sorted(mechanic.names.items()) if lang != (name.lang or edition.lang)
        ),
        words[f"kind_{kind_of(mechanic)}"],
        facts.rule if facts else None,
        facts.formerly.get(edition.lang, ()) if facts else (),
        explanation,
        blocks.notice(explanation.lang or edition.lang) if explanation else None,
        tuple(_section(blocks, section, choice) for section, choice in chosen),
        words.count("cards", len(mechanic.cards)),
        tuple(sorted(cards, key=lambda reference: collation(reference.phrase.text))),
    )
    notes = words.count("rulings", count_notes(chosen))
    return Page(url, "mechanic", name.text, words.say("mechanic_description", name=name.text, count=notes), view)


def _explanation(edition: Edition, explanation: Names) -> Phrase | None:
    return edition.name(explanation) if explanation else None


def _section(blocks: Blocks, section: SectionNotes, chosen: Chosen) -> SectionView:
    edition = blocks.edition
    return SectionView(
        Phrase(section.section.title, edition.mark(section.lang)),
        paths.set_section_anchor(section.id),
        Reference(paths.relative(blocks.here, paths.section(section.id)), edition.set_name(section.set_code)),
        blocks.notes(section, chosen, paths.section_note_anchor),
    )
