"""A set's whole document on one page, in the document's order, for reading and printing."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ...library import CardNotes, DocumentNotes
from .. import addresses
from ..changes.departures import departed
from ..citation import printed_code
from ..edition import Edition, EntryT, Page, Phrase, Reference, View, initial
from ..parts.arrangement import entry_facts
from ..parts.entry_blocks import Anchor, Blocks, NotesView
from .set import source

LONG = 20
"""The least number of cards of a part with links to letters."""


def pages(edition: Edition, key: str) -> Iterator[Page]:
    """Yield the page of a set: the document in the page's language, otherwise in the best one
    available.
    """
    url = addresses.document_page(key)
    words, document = edition.words, edition.document(key)
    lang, facts = document.notes.lang, edition.library.sets[key].facts
    blocks = Blocks(edition, url, through=True)
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
        "departed": departed(
            edition, url, edition.derived.departed.get(key, ()), _anchor, _note_anchor
        ),
        "source": shown,
    }
    description = words.say("document_description", name=name)
    entries = (entry for part in view["parts"] for entry in part["entries"])
    front = {"entries": entry_facts((*view["sections"], *entries), marked=False)}
    yield Page(url=url, title=title, description=description, view=view, above=name, facts=front)


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
