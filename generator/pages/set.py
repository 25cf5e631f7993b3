"""A set's page: its facts, the general notes in the document's order, its cards, its sources."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from ..facts.catalogue import SetFacts
from ..library import CardNotes, DocumentNotes, LibrarySet
from ..text import Text
from . import paths
from .blocks import Blocks, NotesView, count_notes
from .edition import Chosen, Edition, Page, Phrase, Reference, collation
from .facets import COLOURS, TYPES, card_types, colours
from .markup import dashed
from .previews import Preview, previews
from .translations import Difference, of_document


@dataclass(frozen=True, kw_only=True)
class CardLine:
    """A card in the list of the set."""

    card_page: Reference
    cost: Markup
    type_line: Phrase
    rulings: str
    colours: str
    """The letters of its colors. Filters compare colors, card types and the slugs of mechanics."""
    types: tuple[str, ...]
    mechanics: tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """A choice in a filter: its value and its name."""

    value: str
    name: Phrase


@dataclass(frozen=True)
class Filters:
    """The filters of the list: the colors, types and mechanics of at least one card."""

    colours: tuple[Choice, ...]
    types: tuple[Choice, ...]
    mechanics: tuple[Choice, ...]


@dataclass(frozen=True, kw_only=True)
class SectionView:
    """A section of the general notes."""

    title: Phrase
    anchor: str
    mechanics: tuple[Reference, ...]
    notes: NotesView


@dataclass(frozen=True, kw_only=True)
class SourceView:
    """The source of a document."""

    language: str
    title: Phrase
    shown: bool
    """Whether the page shows this document."""
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
    """The differences from the set's other languages."""


@dataclass(frozen=True, kw_only=True)
class View:
    """The page of a set."""

    name: Phrase
    codes: tuple[str, ...]
    released: str | None
    companion: Reference | None
    languages: tuple[str, ...]
    lang: str | None
    """The language of the general notes; None if it is the page's."""
    notice: str | None
    document_page: str
    sheet_page: str | None
    """The link to the prerelease sheet; None if no document explains a mechanic."""
    cards_count: str
    sections: tuple[SectionView, ...]
    cards: tuple[CardLine, ...]
    filters: Filters
    sources: tuple[SourceView, ...]
    previews: tuple[Preview, ...]


def pages(edition: Edition) -> Iterator[Page]:
    """Yield a page for each set."""
    for each in edition.library.sets.values():
        yield _page(edition, each)


def _page(edition: Edition, each: LibrarySet) -> Page:
    url = paths.set_page(each.code)
    words, facts = edition.words, each.facts
    blocks = Blocks(edition, url)
    name = edition.set_name(each.code)
    langs = edition.prefer(each.documents)
    chosen = edition.choose(notes for lang in langs for notes in each.documents[lang].cards)
    cards = sorted((_card(blocks, *card) for card in chosen), key=lambda line: collation(line.card_page.phrase.text))
    view = View(
        name=name,
        codes=(each.code, *facts.codes),
        released=words.date(facts.released) if facts.released else None,
        companion=_companion(edition, url, facts),
        languages=tuple(words.language(lang) for lang in langs),
        lang=edition.mark(langs[0]),
        notice=blocks.notice(langs[0]),
        document_page=paths.relative(url, paths.document_page(each.code)),
        sheet_page=paths.relative(url, paths.sheet_page(each.code)) if explains_mechanics(each) else None,
        cards_count=words.count("cards", len(cards)),
        sections=tuple(_sections(blocks, each)),
        cards=tuple(cards),
        filters=_filters(edition, cards),
        sources=tuple(source(blocks, each.documents[lang], shown=lang == langs[0]) for lang in langs),
        previews=previews(blocks),
    )
    description = words.say("set_description", name=name.text, cards=words.count("cards", len(cards)))
    return Page(url=url, title=name.text, description=description, view=view)


def explains_mechanics(each: LibrarySet) -> bool:
    """Return whether a document of the set, in any language, explains a mechanic."""
    return any(section.mechanics for document in each.documents.values() for section in document.sections)


def _companion(edition: Edition, here: str, facts: SetFacts) -> Reference | None:
    code = facts.companion_of
    return edition.set_reference(here, code) if code and code in edition.library.sets else None


def _sections(blocks: Blocks, each: LibrarySet) -> Iterator[SectionView]:
    edition = blocks.edition
    langs = edition.prefer(each.documents)
    for section, chosen in edition.choose(notes for lang in langs for notes in each.documents[lang].sections):
        yield SectionView(
            title=Phrase(section.section.title, edition.mark(section.lang)),
            anchor=paths.section_anchor(section.id),
            mechanics=tuple(
                edition.mechanic_reference(blocks.here, slug) for slug in section.mechanics if slug in edition.library.mechanics
            ),
            notes=blocks.notes(section, chosen, paths.section_note_anchor),
        )


def _card(blocks: Blocks, entry: CardNotes, chosen: Chosen) -> CardLine:
    edition = blocks.edition
    faces = entry.entry.card.faces
    return CardLine(
        card_page=edition.card_reference(blocks.here, entry.card),
        cost=Markup(" // ").join(cost for face in faces if (cost := blocks.writer.cost(face.mana_cost))),
        type_line=Phrase(" // ".join(dict.fromkeys(dashed(face.type_line) for face in faces)), edition.mark(entry.lang)),
        rulings=edition.words.count("rulings", count_notes([(entry, chosen)])),
        colours=colours(entry.entry.card),
        types=card_types(edition, entry.entry.card, entry.lang),
        mechanics=tuple(slug for slug in entry.mechanics if slug in edition.library.mechanics),
    )


def _filters(edition: Edition, cards: list[CardLine]) -> Filters:
    words = edition.words
    seen = {each for card in cards for each in (*card.colours, *card.types)}
    mechanics = {slug for card in cards for slug in card.mechanics}
    names = sorted(((slug, edition.mechanic_name(slug)) for slug in mechanics), key=lambda each: collation(each[1].text))
    return Filters(
        tuple(Choice(each, Phrase(words[f"colour_{each.lower()}"])) for each in COLOURS if each in seen),
        tuple(Choice(each, Phrase(words[f"type_{each}"].split(", ")[0])) for each in TYPES if each in seen),
        tuple(Choice(slug, name) for slug, name in names),
    )


def source(blocks: Blocks, document: DocumentNotes, *, shown: bool) -> SourceView:
    """Return the source of ``document``; ``shown`` says whether the page shows it."""
    edition, notes = blocks.edition, document.notes
    words = edition.words
    own_page = notes.lang in edition.languages and notes.lang != edition.lang

    def paragraphs(texts: tuple[Text, ...]) -> Markup:
        return Markup("\n").join(blocks.writer.html(text) for text in texts)

    return SourceView(
        language=words.language(notes.lang),
        title=Phrase(notes.title, edition.mark(notes.lang)) if notes.title else edition.set_name(notes.set_code),
        shown=shown,
        edition_page=paths.in_language(blocks.here, notes.lang) if own_page else None,
        compiled_by=notes.compiled_by,
        contributors=notes.contributors,
        last_modified=words.date(notes.last_modified) if notes.last_modified else None,
        name=notes.source.name,
        preamble=paragraphs(notes.preamble),
        footer=paragraphs(notes.footer),
        lang=edition.mark(notes.lang),
        differences=tuple(of_document(edition, blocks.here, notes.set_code, notes.lang)),
    )
