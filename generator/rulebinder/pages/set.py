"""The pages of a set: its cards, general notes and sources; and its whole document, as printed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from ..joining.mechanics import read_subject
from ..ledger.numbers import is_section
from ..library import CardNotes, DocumentNotes, Holder, LibrarySet, SectionNotes
from ..notes import ReleaseNotes
from . import addresses, revision
from .citation import list_gone, printed_code
from .edition import Edition, Page, View, collation_key, count_notes, initial
from .entry_blocks import collect_facts, view_card, view_notes
from .lists import group_by_color, make_filter, make_line
from .markup import Phrase, Reference
from .translations import list_differences

_MOST_OPEN = 40
"""The most cards of a set that are all open at first. Of more, only the first color is."""


def page(edition: Edition, code: str) -> Page:
    """Return the page of a set."""
    library_set, mechanics = edition.library.sets[code], edition.library.mechanics
    words, facts = edition.words, library_set.facts
    name = edition.set_name(code)
    langs = edition.prefer(library_set.documents)
    documents = [library_set.documents[lang] for lang in langs]
    entries, chosen = edition.choose_of_set(code)
    cards = sorted(
        (
            make_line(edition, entry.card, entry.entry.card, entry.lang)._replace(
                mechanics=tuple(slug for slug in entry.mechanics if slug in mechanics),
                rulings=len(entry.notes),
            )
            for entry in entries
        ),
        key=lambda line: collation_key(line.card_page.phrase.text),
    )
    sections = tuple(_view_section(edition, section) for section in chosen)
    code_names = [
        (facts.code, None),
        *((other, facts.code_names.get(other)) for other in facts.codes),
    ]
    view: View = {
        "name": name,
        #  Its code, without its name, and the further ones that its document covers; none of a day.
        "codes": ()
        if library_set.is_day
        else tuple(
            {"code": addresses.shown_code(other), "name": edition.name(names) if names else None}
            for other, names in code_names
        ),
        "released": None if library_set.is_day else facts.released,
        "companion": edition.link_set(facts.companion_of)
        if facts.companion_of and facts.companion_of in edition.library.sets
        else None,
        #  The languages of its documents; empty if the page's is the only one.
        "languages": tuple(words.language(lang) for lang in langs)
        if langs != [edition.lang]
        else (),
        #  The language of the general notes; None if it is the page's.
        "lang": edition.lang_attribute(langs[0]),
        #  The link to the whole document; None for a day of published rulings, which has nothing
        #  else.
        "document_page": None
        if library_set.is_day
        else edition.href(addresses.document_page(code)),
        #  The link to the prerelease sheet; None if no document explains a mechanic.
        "sheet_page": edition.href(addresses.sheet_page(code))
        if explains_mechanics(library_set)
        else None,
        "sections": sections,
        #  Of the cards, and of the rulings.
        "counts": (
            words.count("cards", len(cards)),
            words.count("rulings", count_notes([*entries, *chosen])),
        ),
        #  Its cards.
        "colors": group_by_color(cards),
        #  Whether the cards of each color but the first are folded, because there are many.
        "folded": len(cards) > _MOST_OPEN,
        "sources": tuple(
            _view_set_source(edition, document, is_shown=document is documents[0])
            for document in documents
        ),
        #  The revisions of the release notes, newest first.
        "revisions": revision.link_revisions(edition, code),
        #  The sections that the release notes no longer have.
        "gone": list_gone(
            edition,
            [
                section_id
                for section_id in edition.tables.gone.get(code, ())
                if is_section(section_id.partition("/")[2])
            ],
            addresses.section_anchor,
            addresses.section_note_anchor,
        ),
    }
    lines = [line for group in view["colors"] for line in group["cards"]]
    return Page(
        title=name.text,
        description=describe_set(edition, library_set, len(cards)),
        listed="" if library_set.is_day else words.say("listed_set", name=name.text),
        view=view,
        facts={
            "entries": collect_facts(sections),
            "forms": {"filter": make_filter(edition, lines)},
        },
    )


def describe_set(edition: Edition, library_set: LibrarySet, cards: int) -> str:
    """Return a sentence about a set or a day of published rulings, with the number of its cards."""
    return edition.words.say(
        "day_description" if library_set.is_day else "set_description",
        name=edition.set_name(library_set.code).text,
        cards=edition.words.count("cards", cards),
    )


def explains_mechanics(library_set: LibrarySet) -> bool:
    """Return whether a document of the set, in any language, explains a mechanic."""
    return any(
        section.mechanics
        for document in library_set.documents.values()
        for section in document.sections
    )


def _view_section(edition: Edition, section: SectionNotes) -> View:
    """Return the view of a section on the page of its set."""
    title = section.section.title
    return {
        "title": edition.title_of(section),
        #  The title. If the section explains a mechanic, only what follows its colon.
        "label": (read_subject(title) if section.mechanics else "") or title,
        "anchor": addresses.section_anchor(section.id),
        "mechanics": tuple(
            edition.link_mechanic(slug)
            for slug in section.mechanics
            if slug in edition.library.mechanics
        ),
        #  The number of its notes. Paragraphs do not count.
        "count": len(section.notes),
        "notes": view_notes(edition, section, addresses.section_note_anchor),
    }


def _view_source(edition: Edition, document: DocumentNotes) -> View:
    """Return what a page says of a document as the source of its texts."""
    words, notes, writer = edition.words, document.notes, edition.writer
    return {
        "language": words.language(notes.lang),
        #  Its files, the original first. There is more than one if documents were merged.
        "files": tuple(
            {
                #  The title that the file has; None if it is the only one.
                "title": _document_title(edition, original) if notes.merged else None,
                "compiled_by": original.compiled_by,
                "contributors": original.contributors,
                "last_modified": original.last_modified,
                "name": original.source.name,
            }
            for original in notes.documents
        ),
        "preamble": writer.write_all_blocks(notes.preamble),
        "footer": writer.write_all_blocks(notes.footer),
    }


def _view_set_source(edition: Edition, document: DocumentNotes, *, is_shown: bool) -> View:
    """Return what the page of a set says of one of its documents. ``is_shown`` says whether the
    page shows this document, and not those in other languages.
    """
    notes = document.notes
    has_page = notes.lang in edition.languages and notes.lang != edition.lang
    there = f"{notes.lang}/{edition.here}"
    return {
        **_view_source(edition, document),
        "title": _document_title(edition, notes),
        "is_shown": is_shown,
        #  The link to this page in the document's language, if the site is offered in it.
        "edition_page": edition.href_from_root(there) if has_page else None,
        "lang": edition.lang_attribute(notes.lang),
        #  The differences from the set's other languages.
        "differences": tuple(list_differences(edition, notes.set_code, notes.lang)),
    }


def _document_title(edition: Edition, document: ReleaseNotes) -> Phrase:
    """Return the title that a document prints; the name of its set if it prints none."""
    return (
        Phrase(document.title, edition.lang_attribute(document.lang))
        if document.title
        else edition.set_name(document.set_code)
    )


_LEAST_WITH_LETTERS = 20
"""The least number of cards of a part that has links to letters."""


def document_page(edition: Edition, code: str) -> Page:
    """Return the page of a set's whole document in the best language."""
    words, document = edition.words, edition.document(code)
    lang, facts = document.notes.lang, edition.library.sets[code].facts
    printed_title = _document_title(edition, document.notes)
    name = edition.set_name(code).text
    title = words.say("document_title", name=name)
    heading = document.notes.general_heading
    general = (
        Phrase(heading, edition.lang_attribute(lang)) if heading else Phrase(words["general_notes"])
    )
    parts = tuple(_list_parts(edition, document))
    sections = tuple(
        {
            "title": edition.title_of(section),
            "anchor": addresses.document_anchor(section.id),
            "notes": _view_own_notes(edition, section),
        }
        for section in document.sections
    )
    view = {
        #  The title that the document prints. If that is only the set's name, it says that this is
        #  the whole document.
        "title": Phrase(title) if printed_title.text in facts.names.values() else printed_title,
        "lang": edition.lang_attribute(lang),
        "released": facts.released,
        #  The heading of the general notes; None if the document has none.
        "general": general if sections else None,
        "sections": sections,
        "parts": parts,
        #  The entries and sections that the release notes no longer have.
        "gone": list_gone(
            edition,
            edition.tables.gone.get(code, ()),
            addresses.document_anchor,
            addresses.document_note_anchor,
        ),
        "source": _view_source(edition, document),
    }
    entries = (entry for part in parts for entry in part["entries"])
    return Page(
        title=title,
        description=words.say("document_description", name=name),
        view=view,
        above=name,
        facts={"entries": collect_facts((*sections, *entries))},
    )


def _list_parts(edition: Edition, document: DocumentNotes) -> Iterator[View]:
    """Yield the parts of a document: the cards below each heading that it prints. Their anchors are
    numbered from 1.
    """
    groups = itertools.groupby(document.cards, lambda entry: entry.entry.part)
    for number, (title, group) in enumerate(groups, 1):
        entries = tuple(_view_entry(edition, entry) for entry in group)
        yield {
            #  None if the document prints none.
            "title": Phrase(title, edition.lang_attribute(document.notes.lang)) if title else None,
            "anchor": addresses.anchor("part", str(number)),
            "letters": _link_letters(entries),
            "entries": entries,
        }


def _link_letters(entries: Sequence[View]) -> tuple[Reference, ...]:
    """Return a link to the first entry of each letter; none if the entries are few, or not in the
    order of their letters.
    """
    letters = [initial(entry["name"]) for entry in entries]
    if len(entries) < _LEAST_WITH_LETTERS or letters != sorted(letters):
        return ()
    anchors: dict[str, str] = {}
    for letter, entry in zip(letters, entries, strict=True):
        anchors.setdefault(letter, entry["anchor"])
    return tuple(Reference(f"#{anchor}", Phrase(letter)) for letter, anchor in anchors.items())


def _view_entry(edition: Edition, entry: CardNotes) -> View:
    """Return the view of an entry on the page of the whole document."""
    code = printed_code(edition.library, entry)
    names = edition.library.sets[entry.set_code].facts.code_names.get(code)
    return {
        "name": entry.entry.card.name,
        "anchor": addresses.document_anchor(entry.key),
        #  The set code that the document prints for the card; None if it is that of the set.
        "code": code.upper() if code != entry.set_code else None,
        #  The name of that set, if it is known.
        "code_name": edition.name(names) if names else None,
        "card": {
            **view_card(edition, entry.entry.card, entry.lang, entry.card),
            "lang": None,  # because the page names the language once
        },
        "notes": _view_own_notes(edition, entry),
    }


def _view_own_notes(edition: Edition, entry: Holder) -> View:
    """Return the notes of an entry or a section on the page of the whole document, without those
    that only other languages have. The page itself names their language, so that they do not.
    """
    notes = view_notes(edition, entry, addresses.document_note_anchor, read_through=True)
    return {**notes, "lang": None}
