"""A set's page: its facts, the general notes in the document's order, its cards, its sources."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from ..catalogue import SetFacts
from ..library import CardNotes, DocumentNotes, LibrarySet
from ..text import Text
from . import paths
from .blocks import Blocks, NotesView, count_notes
from .edition import Chosen, Edition, Page, Phrase, Reference, collation
from .eras import age
from .translations import Difference, of_document


@dataclass(frozen=True)
class CardLine:
    """A card in the set's list."""

    card_page: Reference
    cost: Markup
    type_line: Phrase
    rulings: str


@dataclass(frozen=True)
class SectionView:
    """A section of the general notes."""

    title: Phrase
    anchor: str
    mechanics: tuple[Reference, ...]
    notes: NotesView


@dataclass(frozen=True)
class SourceView:
    """Where a document comes from."""

    language: str
    title: Phrase
    shown: bool
    """Whether this page shows this document."""
    edition_page: str | None
    """The link to this page in the document's language, if the site is offered in it."""
    compiled_by: tuple[str, ...]
    contributors: tuple[str, ...]
    last_modified: str | None
    name: str
    preamble: Markup
    footer: Markup
    lang: str | None
    differences: tuple[Difference, ...]
    """How it answers the set's other languages."""


@dataclass(frozen=True)
class View:
    """The page."""

    name: Phrase
    codes: tuple[str, ...]
    released: str | None
    companion: Reference | None
    languages: tuple[str, ...]
    lang: str | None
    """The language of the general notes, where it is not the page's."""
    notice: str | None
    age: str | None
    """Says of what day the notes are, where they are old."""
    cards_count: str
    sections: tuple[SectionView, ...]
    cards: tuple[CardLine, ...]
    sources: tuple[SourceView, ...]


def pages(edition: Edition) -> Iterator[Page]:
    """One page a set."""
    for each in edition.library.sets.values():
        yield _page(edition, each)


def _page(edition: Edition, each: LibrarySet) -> Page:
    url = paths.set_page(each.code)
    words, facts = edition.words, each.facts
    blocks = Blocks(edition, url)
    name = edition.set_name(each.code)
    langs = edition.prefer(each.documents)
    cards = list(edition.choose(notes for lang in langs for notes in each.documents[lang].cards))
    view = View(
        name,
        (each.code, *facts.codes),
        words.date(facts.released) if facts.released else None,
        _companion(edition, url, facts),
        tuple(words.language(lang) for lang in langs),
        edition.mark(langs[0]),
        blocks.notice(langs[0]),
        age(edition, each.code),
        words.count("cards", len(cards)),
        tuple(_sections(blocks, each)),
        tuple(sorted((_card(blocks, *card) for card in cards), key=lambda line: collation(line.card_page.phrase.text))),
        tuple(_source(blocks, each.documents[lang], shown=lang == langs[0]) for lang in langs),
    )
    description = words.say("set_description", name=name.text, cards=words.count("cards", len(cards)))
    return Page(url, "set", name.text, description, view)


def _companion(edition: Edition, here: str, facts: SetFacts) -> Reference | None:
    code = facts.companion_of
    return edition.set_reference(here, code) if code and code in edition.library.sets else None


def _sections(blocks: Blocks, each: LibrarySet) -> Iterator[SectionView]:
    edition = blocks.edition
    langs = edition.prefer(each.documents)
    for section, chosen in edition.choose(notes for lang in langs for notes in each.documents[lang].sections):
        yield SectionView(
            Phrase(section.section.title, edition.mark(section.lang)),
            paths.section_anchor(section.id),
            tuple(
                edition.mechanic_reference(blocks.here, slug) for slug in section.mechanics if slug in edition.library.mechanics
            ),
            blocks.notes(section, chosen, paths.section_note_anchor),
        )


def _card(blocks: Blocks, entry: CardNotes, chosen: Chosen) -> CardLine:
    edition = blocks.edition
    faces = entry.entry.card.faces
    return CardLine(
        edition.card_reference(blocks.here, entry.card),
        Markup(" // ").join(cost for face in faces if (cost := blocks.writer.cost(face.mana_cost))),
        Phrase(" // ".join(dict.fromkeys(face.type_line for face in faces)), edition.mark(entry.lang)),
        edition.words.count("rulings", count_notes([(entry, chosen)])),
    )


def _source(blocks: Blocks, document: DocumentNotes, *, shown: bool) -> SourceView:
    edition, notes = blocks.edition, document.notes
    words = edition.words
    own_page = notes.lang in edition.languages and notes.lang != edition.lang

    def paragraphs(texts: tuple[Text, ...]) -> Markup:
        return Markup("\n").join(blocks.writer.html(text) for text in texts)

    return SourceView(
        words.language(notes.lang),
        Phrase(notes.title, edition.mark(notes.lang)) if notes.title else edition.set_name(notes.set_code),
        shown,
        paths.in_language(blocks.here, notes.lang) if own_page else None,
        notes.compiled_by,
        notes.contributors,
        words.date(notes.last_modified) if notes.last_modified else None,
        notes.source.name,
        paragraphs(notes.preamble),
        paragraphs(notes.footer),
        edition.mark(notes.lang),
        tuple(of_document(edition, blocks.here, notes.set_code, notes.lang)),
    )
