"""A set's page: its cards, the general notes in the document's order, its sources."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from markupsafe import Markup

from ..facts.catalogue import SetFacts
from ..joining.mechanics import subject
from ..library import CardNotes, DocumentNotes, LibrarySet, SectionNotes
from ..notes import ReleaseNotes
from ..text import Text
from . import addresses, revision
from .citation import list_departed, printed_code
from .edition import Edition, EntryT, Extras, Page, Phrase, Reference, View, initial
from .entry_blocks import Anchor, Blocks, NotesView, count_notes
from .indexes import collation
from .lists import CardLine, card_filter, card_line, color_groups, entry_facts
from .markup import joined
from .translations import of_document
from .words import Words

_OPEN = 40
"""The most cards of a set whose list is open at first."""


def page(edition: Edition, key: str) -> Page:
    """Return the page of a set."""
    each = edition.library.sets[key]
    words, facts = edition.words, each.facts
    blocks = Blocks(edition)
    name = edition.set_name(key)
    langs = edition.prefer(each.documents)
    entries = list(edition.choose(notes for lang in langs for notes in each.documents[lang].cards))
    cards = sorted(
        (_card(blocks, *entry) for entry in entries),
        key=lambda line: collation(line.card_page.phrase.text),
    )
    noted = list(edition.choose(notes for lang in langs for notes in each.documents[lang].sections))
    sections = tuple(_section(blocks, *section) for section in noted)
    view: View = {
        "name": name,
        #  Its code, without its name, and the further ones that its document covers; none of a day.
        "codes": () if each.is_day else tuple(_codes(edition, facts)),
        "released": words.date(facts.released) if facts.released and not each.is_day else None,
        "companion": edition.link_set(facts.companion_of)
        if facts.companion_of and facts.companion_of in edition.library.sets
        else None,
        #  The languages of its documents; empty if the page's is the only one.
        "languages": tuple(words.language(lang) for lang in langs)
        if langs != [edition.lang]
        else (),
        #  The language of the general notes; None if it is the page's.
        "lang": edition.mark(langs[0]),
        "notice": blocks.notice(langs[0]),
        #  The link to the whole document; None for a day of published rulings, which has nothing
        #  else.
        "document_page": None if each.is_day else edition.href(addresses.document_page(key)),
        #  The link to the prerelease sheet; None if no document explains a mechanic.
        "sheet_page": edition.href(addresses.sheet_page(key)) if explains_mechanics(each) else None,
        "sections": sections,
        #  Of the cards, and of the rulings.
        "counts": (
            words.count("cards", len(cards)),
            words.count("rulings", count_notes([*entries, *noted])),
        ),
        #  Its cards.
        "colors": color_groups(edition, cards),
        #  Whether the cards of each color but the first are folded, because there are many.
        "folded": len(cards) > _OPEN,
        "sources": tuple(
            source(blocks, each.documents[lang], shown=lang == langs[0]) for lang in langs
        ),
        #  The revisions of the release notes, newest first.
        "revisions": revision.link_revisions(edition, key),
        #  The sections that the release notes no longer have.
        "departed": list_departed(
            edition,
            tuple(each for each in edition.derived.departed.get(key, ()) if each.count("/") > 1),
            addresses.section_anchor,
            addresses.section_note_anchor,
        ),
    }
    description = described(words, each, name.text, len(cards))
    front = {
        "entries": entry_facts(sections, marked=False),
        "forms": {
            "filter": card_filter(
                edition, [line for group in view["colors"] for line in group["cards"]]
            )
        },
    }
    return Page(
        url=edition.here,
        title=name.text,
        description=description,
        listed="" if each.is_day else words.say("listed_set", name=name.text),
        view=view,
        facts=front,
    )


def described(words: Words, each: LibrarySet, name: str, cards: int) -> str:
    """Return a sentence about a set or a day with rulings on so many cards."""
    count = words.count("cards", cards)
    if each.is_day:
        return words.say("day_description", name=name, cards=count)
    return words.say("set_description", name=name, cards=count)


def explains_mechanics(each: LibrarySet) -> bool:
    """Return whether a document of the set, in any language, explains a mechanic."""
    return any(
        section.mechanics for document in each.documents.values() for section in document.sections
    )


def _codes(edition: Edition, facts: SetFacts) -> Iterator[View]:
    yield {
        "code": addresses.plate(facts.code),
        "name": None,
    }
    for code in facts.codes:
        names = facts.code_names.get(code)
        yield {
            "code": addresses.plate(code),
            "name": edition.name(names) if names else None,
        }


def _section(blocks: Blocks, section: SectionNotes, extras: Extras) -> View:
    edition = blocks.edition
    count, title = count_notes([(section, extras)]), section.section.title
    return {
        "title": edition.title_of(section),
        #  The title without the kind of the section, which all titles of a set begin with.
        "label": (subject(title) if section.mechanics else "") or title,
        "anchor": addresses.section_anchor(section.id),
        "mechanics": tuple(
            edition.link_mechanic(slug)
            for slug in section.mechanics
            if slug in edition.library.mechanics
        ),
        #  The number of its notes; None if it has only paragraphs.
        "count": edition.words.count("rulings", count) if count else None,
        "notes": blocks.notes(section, extras, addresses.section_note_anchor),
    }


def _card(blocks: Blocks, entry: CardNotes, extras: Extras) -> CardLine:
    edition = blocks.edition
    line = card_line(blocks, edition.link_card(entry.card), entry.entry.card, entry.lang)
    mechanics = tuple(slug for slug in entry.mechanics if slug in edition.library.mechanics)
    return line._replace(mechanics=mechanics, rulings=count_notes([(entry, extras)]))


def source(blocks: Blocks, document: DocumentNotes, *, shown: bool) -> View:
    """Return the source of ``document``; ``shown`` says whether the page shows it."""
    edition, notes = blocks.edition, document.notes
    words = edition.words
    own_page = notes.lang in edition.languages and notes.lang != edition.lang

    def paragraphs(texts: tuple[Text, ...]) -> Markup:
        return joined(blocks.writer.html(text) for text in texts)

    return {
        "language": words.language(notes.lang),
        "title": _title(edition, notes),
        #  Whether the page shows this document.
        "shown": shown,
        #  The link to this page in the document's language, if the site is offered in it.
        "edition_page": addresses.in_language(edition.here, notes.lang) if own_page else None,
        #  The original first. There is more than one if documents of the set were merged.
        "files": tuple(
            {
                #  The title of what it has; None if it is the only file of its document.
                "title": _title(edition, each) if notes.merged else None,
                "compiled_by": each.compiled_by,
                "contributors": each.contributors,
                "last_modified": words.date(each.last_modified) if each.last_modified else None,
                "name": each.source.name,
            }
            for each in notes.documents
        ),
        "preamble": paragraphs(notes.preamble),
        "footer": paragraphs(notes.footer),
        "lang": edition.mark(notes.lang),
        #  The differences from the set's other languages.
        "differences": tuple(of_document(edition, notes.set_code, notes.lang)),
    }


def _title(edition: Edition, document: ReleaseNotes) -> Phrase:
    return (
        Phrase(document.title, edition.mark(document.lang))
        if document.title
        else edition.set_name(document.set_code)
    )


LONG = 20
"""The least number of cards of a part with links to letters."""


def document_page(edition: Edition, key: str) -> Page:
    """Return the page of a set: the document in the page's language, otherwise in the best one
    available.
    """
    words, document = edition.words, edition.document(key)
    lang, facts = document.notes.lang, edition.library.sets[key].facts
    blocks = Blocks(edition, through=True)
    shown = source(blocks, document, shown=True)
    heading = (
        Phrase(document.notes.general_heading, edition.mark(lang))
        if document.notes.general_heading
        else None
    )
    name = edition.set_name(key).text
    title = words.say("document_title", name=name)
    view: View = {
        #  The title that the document prints. If that is only the set's name, it says that this is
        #  the whole document.
        "title": Phrase(title) if shown["title"].text in facts.names.values() else shown["title"],
        "lang": edition.mark(lang),
        "notice": blocks.notice(lang),
        #  The line that gives the date of the notes.
        "dated": words.say("set_released", date=words.date(facts.released))
        if facts.released
        else None,
        #  The heading of the general notes; None if the document has none.
        "general": (heading or Phrase(words["general_notes"])) if document.sections else None,
        "sections": tuple(
            {
                "title": edition.title_of(section),
                "anchor": addresses.section_anchor(section.id),
                "notes": _notes(blocks, section, addresses.section_note_anchor),
            }
            for section in document.sections
        ),
        "parts": tuple(_parts(blocks, document)),
        #  The entries and sections that the release notes no longer have.
        "departed": list_departed(
            edition, edition.derived.departed.get(key, ()), _anchor, _note_anchor
        ),
        "source": shown,
    }
    description = words.say("document_description", name=name)
    entries = (entry for part in view["parts"] for entry in part["entries"])
    front = {"entries": entry_facts((*view["sections"], *entries), marked=False)}
    return Page(
        url=edition.here, title=title, description=description, view=view, above=name, facts=front
    )


def _parts(blocks: Blocks, document: DocumentNotes) -> Iterator[View]:
    mark = blocks.edition.mark(document.notes.lang)
    groups = itertools.groupby(document.cards, lambda entry: entry.entry.part)
    for number, (title, entries) in enumerate(groups, 1):
        found = tuple(_entry(blocks, entry) for entry in entries)
        heading = Phrase(title, mark) if title else None
        yield {
            #  None if the document prints none.
            "title": heading,
            "anchor": addresses.part_anchor(number),
            #  A link to the first card of each letter; none if the part is short, or in another
            #  order.
            "letters": _letters(found),
            "entries": found,
        }


def _letters(entries: tuple[View, ...]) -> tuple[Reference, ...]:
    letters = [initial(entry["name"]) for entry in entries]
    if len(entries) < LONG or letters != sorted(letters):
        return ()
    first = {
        letter: entry["anchor"]
        for letter, entry in reversed(list(zip(letters, entries, strict=True)))
    }
    return tuple(Reference(f"#{first[letter]}", Phrase(letter)) for letter in sorted(first))


def _entry(blocks: Blocks, entry: CardNotes) -> View:
    edition = blocks.edition
    code = printed_code(edition.library, entry)
    names = edition.library.sets[entry.set_code].facts.code_names.get(code)
    return {
        "name": entry.entry.card.name,
        "anchor": addresses.document_anchor(entry.key),
        #  The set code that the document prints for the card; None if it is that of the set.
        "code": code.upper() if code != entry.set_code else None,
        #  The name of that set, if it is known.
        "code_name": edition.name(names) if names else None,
        "card": {**blocks.card(entry.entry.card, entry.lang, entry.card), "lang": None},
        "notes": _notes(blocks, entry, addresses.document_note_anchor),
    }


def _anchor(entry_id: str) -> str:
    return (
        addresses.section_anchor(entry_id)
        if entry_id.count("/") > 1
        else addresses.document_anchor(entry_id)
    )


def _note_anchor(note_id: str) -> str:
    return (
        addresses.section_note_anchor(note_id)
        if note_id.count("/") > 2
        else addresses.document_note_anchor(note_id)
    )


def _notes(blocks: Blocks, entry: EntryT, anchor: Anchor) -> NotesView:
    """Return the notes of this document only.

    They do not name their language, because the page does so once.
    """
    notes = blocks.notes(entry, (), anchor)
    return notes._replace(lang=None, notice=None)
