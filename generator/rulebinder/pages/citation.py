"""The source, the days and the address in a quotation of a ruling."""

from __future__ import annotations

from typing import NamedTuple

from ..facts.catalogue import in_language
from ..ledger.numbers import NO_DAY
from ..library import CardNotes, Holder, Library, Note, Numbered, SectionNotes
from ..notes import is_day
from . import addresses
from .edition import Edition, Extras, Phrase
from .words import Words


class Citation(NamedTuple):
    """The source of a ruling.

    The names are in the ruling's language, because the quotation is in that language too.
    """

    name: str
    """The card, or the title of the section."""
    set_name: str
    language: str
    """The ruling's language, named in the page's; empty if it is that of the page."""
    published: str | None
    """The date of the ruling, in the page's language."""
    short: str = ""
    """The :func:`short_link`; empty if there is no ruling."""


class Origin(NamedTuple):
    """The place of an entry's rulings, in the page's language: what a reader who follows a link
    must see first.
    """

    name: Phrase
    """The card, or the title of the section."""
    code: str
    set_name: Phrase
    published: str | None
    """The date of the rulings."""
    highest: str
    """The highest number of its rulings: the ``6`` of ``4 of 6``."""
    newer: str | None = None
    """The number of newer rulings on the card, in words; None if there are none."""


def printed_code(library: Library, entry: Holder) -> str:
    """Return the set code that the document prints for a card, such as that of its Commander decks;
    otherwise that of the set.
    """
    if isinstance(entry, SectionNotes):
        return entry.set_code
    return entry.entry.code(entry.set_code, library.sets[entry.set_code].facts.codes)


def origin(edition: Edition, entry: Holder, extras: Extras) -> Origin:
    """Return the origin of the rulings of ``entry``."""
    numbers = (
        note.number for note in (*entry.notes, *extras) if isinstance(note, Note)
    )  # paragraphs show no number
    return Origin(
        name=edition.subject_name(entry.card, entry.id),
        code=addresses.plate(printed_code(edition.library, entry)),
        set_name=edition.set_name(entry.set_code),
        published=_published(edition, entry.set_code),
        highest=edition.words.number(max(numbers, default=0)),
        newer=_newer(edition, entry) if isinstance(entry, CardNotes) else None,
    )


def _newer(edition: Edition, entry: CardNotes) -> str | None:
    sets, others = edition.library.sets, edition.library.cards[entry.card].notes
    own = sets[entry.set_code].facts.released or ""
    later = {
        note.id
        for each in others
        if "" < own < (sets[each.set_code].facts.released or "")
        for note in each.notes
    }
    return edition.words.count("newer_here", len(later)) if later else None


def day_origin(edition: Edition, note_id: str) -> Origin:
    """Return the origin of a published ruling that a document has too."""
    code, key, number = note_id.split("/")
    names = edition.library.cards.get(key)
    return Origin(
        name=edition.name(names.names) if names else Phrase(key),
        code=addresses.plate(code),
        set_name=edition.set_name(code),
        published=_published(edition, code),
        highest=edition.words.number(int(number)),
    )


def source(edition: Edition, entry: Holder, lang: str) -> Citation:
    """Return the source of the rulings of ``entry`` in the language ``lang``."""
    facts, words = edition.library.sets[entry.set_code].facts, edition.words
    version = edition.versions(entry.id)[lang]
    name = (
        version.section.title
        if version.card is None
        else in_language(edition.library.cards[version.card].names, lang)
    )
    return Citation(
        name=name,
        set_name=facts.name(lang),
        language=words.language(lang) if edition.mark(lang) else "",
        published=_published(edition, entry.set_code),
    )


def short_link(edition: Edition, entry: Holder, note: Numbered) -> str:
    """Return the link to the :func:`short_address` of a ``note`` of
    ``entry``, as far as it is the same for all of them in its language: without its number.
    """
    if is_day(entry.set_code):
        link = edition.href(_place(edition, entry, note))
    elif note.lang == edition.lang and note.lang in edition.short_langs(_set_of(note)):
        link = edition.href(addresses.short_page(note.id))
    else:
        link = addresses.above_languages(edition.here, short_address(edition, entry, note))
    return link.rstrip("/").removesuffix(str(note.number))


def short_address(edition: Edition, entry: Holder, note: Numbered) -> str:
    """Return the address that is copied and shown for a ``note`` of ``entry``, from the site's
    root: ``en/r/mh3/guide-of-souls/2/``.

    It is in the note's language if there is a short page in it, so that a preview in a chat is in
    that language too. A published ruling has no short page, but its place on its card's page:
    ``en/cards/tarmogoyf/#2007-05-01-2``.
    """
    if is_day(entry.set_code):
        return addresses.from_root(edition.lang, _place(edition, entry, note))
    short = addresses.short_page(note.id)
    return f"{note.lang}/{short}" if note.lang in edition.short_langs(_set_of(note)) else short


def _place(edition: Edition, entry: Holder, note: Numbered) -> str:
    return addresses.passage(entry.key, str(note.number), edition.library.subject(entry))


def _published(edition: Edition, code: str) -> str | None:
    day = edition.library.facts(code).released
    return edition.words.date(day) if day else None


def _set_of(note: Numbered) -> str:
    return note.id.partition("/")[0]


class Dates(NamedTuple):
    """The days of a ruling, in the form of the data: ``YYYY-MM-DD``."""

    published_at: str | None
    """The day on which its set came out; None if that is not known."""
    revised_at: str | None
    """The day of the edition of its document that changed its words last; None if none did."""

    def published(self, words: Words) -> str | None:
        """Return the day of publication in ``words``."""
        return words.date(self.published_at) if self.published_at else None

    def revised(self, words: Words) -> str | None:
        """Return what says in ``words`` when it was revised."""
        return words.say("revised", date=words.date(self.revised_at)) if self.revised_at else None

    def said(self, words: Words) -> tuple[str, ...]:
        """Return both in ``words``, as far as they are known."""
        return tuple(filter(None, (self.published(words), self.revised(words))))


def dates(library: Library, note_id: str, lang: str | None = None) -> Dates:
    """Return the dates of the words of a ruling in ``lang``; of those in all languages if that is
    None.
    """
    record = library.record(note_id)
    wording = record.wordings[lang] if lang else None
    revised = record.edited if wording is None else wording.day if wording.revision > 1 else None
    code = note_id.partition("/")[0]
    if revised == NO_DAY or is_day(code):
        #  nobody knows the day on which a published ruling was edited: its words have the day of
        # the ruling
        revised = None
    return Dates(published_at=library.facts(code).released, revised_at=revised)
