"""A card's page: what is printed on it, then what every set says of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..library import CardNotes, LibraryCard
from ..notes import Card
from . import paths
from .blocks import Blocks, CardView, NotesView, anchored, count_notes, examples
from .edition import Chosen, Edition, Page, Phrase, Reference
from .eras import age
from .markup import preview
from .references import References, references
from .translations import at_entry


@dataclass(frozen=True)
class Heading:
    """A set's part of the page: its heading, its anchor, and the line beneath."""

    name: Phrase
    anchor: str
    set_page: Reference
    released: str | None
    count: str


@dataclass(frozen=True)
class EntryView:
    """What one set says of the card."""

    heading: Heading
    printed: CardView | None
    """The card as this set's document prints it, where that is not what the page shows above."""
    notes: NotesView
    age: str | None
    """Says of what day the notes are, where they are old."""
    differences: tuple[str, ...]
    """Where the languages of the set do not answer each other here."""


@dataclass(frozen=True)
class View:
    """The page."""

    name: Phrase
    other_names: tuple[Phrase, ...]
    card: CardView | None
    card_notice: str | None
    mechanics: tuple[Reference, ...]
    entries: tuple[EntryView, ...]
    examples: tuple[tuple[Reference, Phrase], ...]
    """The sections that show the card: a link, and the set's name."""
    mentioned: References
    """Where other entries and sections mention the card."""


def pages(edition: Edition) -> Iterator[Page]:
    """One page a card."""
    for card in edition.library.cards.values():
        yield _page(edition, card)


def _page(edition: Edition, card: LibraryCard) -> Page:
    url = paths.card_page(card.slug)
    blocks = Blocks(edition, url)
    name = edition.name(card.names)
    chosen = list(edition.choose(card.notes))
    shown = _shown(edition, card, chosen)
    block = blocks.card(shown[0], shown[1]) if shown else None
    view = View(
        name,
        edition.other_names(card.names),
        anchored(block) if block else None,
        blocks.notice(shown[1]) if shown else None,
        tuple(edition.mechanic_reference(url, slug) for slug in card.mechanics if slug in edition.library.mechanics),
        tuple(_entry(blocks, card, entry, choice, block) for entry, choice in chosen),
        _examples(edition, url, card),
        references(edition, url, card.mentioned_in),
    )
    count = edition.words.count("rulings", count_notes(chosen))
    return Page(
        url,
        "card",
        name.text,
        edition.words.say("card_description", name=name.text, count=count),
        view,
        _preview(edition, chosen),
    )


def _preview(edition: Edition, chosen: list[tuple[CardNotes, Chosen]]) -> str:
    """The beginning of the first ruling; empty where there is none."""
    note = next((note for entry, _ in chosen for note in entry.notes), None)
    return preview(edition.words_of(note.lang), (note.text, *note.items)) if note else ""


def _shown(edition: Edition, card: LibraryCard, chosen: list[tuple[CardNotes, Chosen]]) -> tuple[Card, str] | None:
    """The block in the best language, and that language: the newest set's, a section's where no entry has one."""
    found = [(entry.entry.card, entry.lang) for entry, _ in chosen]
    found += [(shown, section.lang) for section in card.examples for shown in examples(section, card.slug)]
    best = edition.prefer(lang for _, lang in found)[:1]
    return next(((block, lang) for block, lang in found if lang in best), None)


def _entry(blocks: Blocks, card: LibraryCard, entry: CardNotes, chosen: Chosen, shown: CardView | None) -> EntryView:
    edition = blocks.edition
    facts = edition.library.sets[entry.set_code].facts
    printed = blocks.card(entry.entry.card, chosen.lang)
    heading = Heading(
        edition.set_name(entry.set_code),
        paths.entry_anchor(card, entry.id),
        edition.set_reference(blocks.here, entry.set_code),
        edition.words.date(facts.released) if facts.released else None,
        edition.words.count("rulings", count_notes([(entry, chosen)])),
    )
    notes = blocks.notes(entry, chosen, lambda note_id: paths.ruling_anchor(card, note_id), beside=True)
    differences = at_entry(edition, entry, chosen.lang)
    return EntryView(heading, printed if printed != shown else None, notes, age(edition, entry.set_code), differences)


def _examples(edition: Edition, here: str, card: LibraryCard) -> tuple[tuple[Reference, Phrase], ...]:
    return tuple(
        (
            Reference(paths.relative(here, paths.section(section.id)), Phrase(section.section.title, edition.mark(section.lang))),
            edition.set_name(section.set_code),
        )
        for section, _ in edition.choose(card.examples)
    )
