"""How a ruling is called, cited, linked and quoted: one that a document has, and one that is gone.

A ruling is called by its number, and by the card or section that it belongs to. Its address for
ever is its short page; that of a published ruling is its place on its card's page, because there
are too many of them for short pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from ..facts.catalogue import in_language
from ..joining.gone import GoneRuling, Version
from ..ledger.history import EarlierWords
from ..ledger.numbers import NO_DAY, LedgerEntry, LedgerRecord, split_id
from ..library import (
    CardNotes,
    Holder,
    Library,
    LibraryCard,
    Numbered,
    Paragraph,
    SectionNotes,
)
from ..notes import is_day
from ..text import parse
from . import addresses, markup
from .edition import Edition, View
from .markup import Phrase, Reference
from .words import Words


def printed_code(library: Library, entry: Holder) -> str:
    """Return the set code that the document prints for a card, such as that of the set's Commander
    decks; otherwise that of the set. A section has that of its set.
    """
    if isinstance(entry, SectionNotes):
        return entry.set_code
    return entry.entry.code(entry.set_code, library.sets[entry.set_code].facts.codes)


def origin_facts(edition: Edition, entry: Holder) -> dict[str, object]:
    """Return the facts that say where the rulings of an entry are from, for readers who follow a
    link to one of them: three lines (subject; set and date; newer rulings and language), the set's
    code, and the highest number. See :func:`.collect_facts`.
    """
    words, code = edition.words, addresses.shown_code(printed_code(edition.library, entry))
    names = markup.plate(code), markup.escape(edition.set_name(entry.set_code))
    #  Paragraphs show no number, so that they do not count.
    highest = words.number(max((note.number for note in entry.notes), default=0))
    newer = _count_newer(edition.library, entry) if isinstance(entry, CardNotes) else 0
    lines = (
        markup.escape(edition.subject_name(entry)),
        markup.join_dots(
            Markup(" ").join(filter(None, names)), _say_release_day(edition, entry.set_code)
        ),
        markup.join_dots(
            newer and words.count("newer_here", newer), markup.tag(words.notice(entry.lang))
        ),
    )
    return {"origin": [*map(str, lines)], "data": {"data-code": code, "data-of": highest}}


def _count_newer(library: Library, entry: CardNotes) -> int:
    """Return how many rulings the card of an entry has in later sets; 0 if its set has no day."""
    day = library.facts(entry.set_code).released
    later_ids = {  # a set, because several languages have the same ruling
        note.id
        for other in library.cards[entry.card].notes
        if day and day < (library.facts(other.set_code).released or "")
        for note in other.notes
    }
    return len(later_ids)


def say_published(edition: Edition, note_id: str) -> str:
    """Return the words that say on which day a ruling was published, beside the ruling of a
    document with the same words.
    """
    code = note_id.partition("/")[0]
    return edition.words.say("also_published", date=_say_release_day(edition, code) or "")


def cite(edition: Edition, entry: Holder, lang: str) -> dict[str, str]:
    """Return what a quotation says of the source of the rulings of ``entry`` in ``lang``, as HTML
    attributes: the card or the title of the section, the set, the language unless it is the page's,
    and the date. Those that are not known are left out.

    The names are in ``lang`` too, because the quoted words are.
    """
    facts, words = edition.library.sets[entry.set_code].facts, edition.words
    version = edition.versions(entry.id)[lang]
    name = (
        version.section.title
        if version.card is None
        else in_language(edition.library.cards[version.card].names, lang)
    )
    values = {
        "data-name": name,
        "data-set": facts.name(lang),
        "data-language": edition.lang_attribute(lang) and words.language(lang),
        "data-published": _say_release_day(edition, entry.set_code),
    }
    return {key: value for key, value in values.items() if value}


def _say_release_day(edition: Edition, code: str) -> str | None:
    """Return the day on which a set came out, in words; None if it is not known."""
    day = edition.library.facts(code).released
    return edition.words.date(day) if day else None


def short_link(edition: Edition, entry: Holder, note: Numbered) -> str:
    """Return the link to the :func:`short_address` of a ``note`` of ``entry`` without the number.

    So it is the same for all notes of the entry in the language of ``note``.
    """
    if is_day(entry.set_code):
        link = edition.href(place_of_published(edition.library, note.id, entry.card))
    else:
        link = edition.href_from_root(short_address(edition, entry, note))
    return link.rstrip("/").removesuffix(str(note.number))


def short_address(edition: Edition, entry: Holder, note: Numbered) -> str:
    """Return the address that is copied and shown for a ``note`` of ``entry``, from the site's
    root: ``en/r/mh3/guide-of-souls/2/``.

    It is in the note's language if there is a short page in it, so that a preview in a chat is in
    that language too. A published ruling has its place: ``en/cards/tarmogoyf/#2007-05-01-2``.
    """
    if not is_day(entry.set_code) and note.lang in edition.short_langs(entry.set_code):
        return f"{note.lang}/{addresses.short_page(note.id)}"
    return permanent_address(edition.library, note.id, entry.card, edition.lang)


def permanent_address(library: Library, note_id: str, card: str | None, lang: str) -> str:
    """Return the short address of a ruling that is the same in all languages, from the site's root.
    A published ruling has none. Its address is its place on the page of its ``card`` in ``lang``.
    """
    if is_day(note_id.partition("/")[0]):
        return addresses.from_root(lang, place_of_published(library, note_id, card))
    return addresses.short_page(note_id)


def place_of_published(library: Library, note_id: str, card: str | None) -> str:
    """Return the place of a published ruling on the page of its ``card``, from the folder of a
    language. If ``card`` is None, it is the one in the ruling's id.
    """
    code, key, number = split_id(note_id)
    slug = card or key
    #  If the library has the card no more, its page has the address of its slug.
    subject = library.cards.get(slug) or LibraryCard(slug=slug, names={})
    return addresses.passage(f"{code}/{key}", number, subject)


def record_of(edition: Edition, note_id: str) -> tuple[LedgerEntry, LedgerRecord]:
    """Return the entry and the record of a ruling in the ledger."""
    code, key, _ = split_id(note_id)
    return edition.library.ledgers[code].entries[key], edition.library.record(note_id)


def find_holder(edition: Edition, code: str, entry: LedgerEntry) -> Holder | None:
    """Return the entry or section of the set ``code`` that is ``entry`` in the ledger, in the best
    language; None if no document has it.

    Its id has its name of today (``slug``), or still the first one (``key``).
    """
    for entry_id in (f"{code}/{entry.slug}", f"{code}/{entry.key}"):
        if entry_id in edition.tables.entries:
            return edition.versions(entry_id)[edition.best_lang(entry_id)]
    return None


def link_ruling(edition: Edition, note_id: str) -> Reference:
    """Return the number of a ruling, with the link to it or to what says that it was removed."""
    entry, record = record_of(edition, note_id)
    code, _, number = split_id(note_id)
    #  A removed ruling has no wordings.
    holder = find_holder(edition, code, entry) if record.wordings else None
    if holder is None:
        return link_gone(edition, note_id)
    place = addresses.passage(note_id.rpartition("/")[0], number, edition.library.subject(holder))
    return edition.link(place, name_number(edition, record))


def link_gone(edition: Edition, note_id: str) -> Reference:
    """Return the number of a removed ruling, with the link to its short page: in the page's
    language if there is such a page, otherwise for all languages.

    A published ruling has no short page. The link leads to its place on its card's page; if it
    moved to another day, to its new place.
    """
    code, key, _ = split_id(note_id)
    record, library = edition.library.record(note_id), edition.library
    if is_day(code):
        #  The slice of the page lacks the ledger of another day. But a ruling keeps its card when
        #  its day changes.
        slug = library.ledgers[code].entries[key].slug
        href = edition.href(place_of_published(library, record.new_id(code) or note_id, slug))
    else:
        lang = edition.lang if edition.lang in edition.gone_langs(code) else ""
        href = edition.href_from_root(addresses.from_root(lang, addresses.short_page(note_id)))
    return Reference(href, Phrase(name_number(edition, record)))


def name_number(edition: Edition, record: LedgerRecord) -> str:
    """Return the words that name a ruling of an entry by its number: ``Ruling 3``."""
    return edition.words.say(f"share_one_{unit_word(record)}", number=record.number)


def unit_word(record: LedgerRecord) -> str:
    """Return ``paragraph`` or ``ruling``, the end of the keys of the words that name ``record``."""
    return "paragraph" if record.paragraph else "ruling"


def title_of(edition: Edition, version: Version) -> str:
    """Return the title of the short page of a ruling, like ``Tarmogoyf · Future Sight · ruling 3 of
    7`` or ``Future Sight · Card Legality · paragraph``.
    """
    words, holder = edition.words, version.holder
    return words.say(
        f"share_title_{'paragraph' if isinstance(version.note, Paragraph) else 'ruling'}",
        number=version.note.number,
        count=version.highest,
        set=edition.set_name(holder.set_code).text,
        name=edition.subject_name(holder).text,
    )


def title_of_gone(edition: Edition, ruling: GoneRuling) -> str:
    """Return the title of its short page, like ``Tarmogoyf · Future Sight · ruling 3, removed``."""
    return edition.words.say(
        f"share_gone_{unit_word(ruling.record)}",
        number=ruling.record.number,
        set=edition.set_name(ruling.set_code).text,
        name=name_entry(edition, ruling.holder, ruling.entry).text,
    )


def name_entry(edition: Edition, holder: Holder | None, entry: LedgerEntry) -> Phrase:
    """Return the name of the card or section of a ledger's ``entry``. It is the first known one of
    these: the name in documents, which have the ``holder``; that of the card in the library,
    then in the catalogue; the name in its address.
    """
    if holder:
        return edition.subject_name(holder)
    if entry.slug in edition.library.cards:
        return edition.card_name(entry.slug)
    names = edition.catalogued.get(entry.slug)
    return edition.name(names) if names else Phrase(name_in_id(entry.slug))


def name_in_id(entry_id: str) -> str:
    """Return the end of the id of an entry or a section: ``guide-of-souls``."""
    return entry_id.rpartition("/")[2]


def list_removed(edition: Edition, entry_id: str, anchor: Callable[[str], str]) -> tuple[View, ...]:
    """Return the removed rulings of an entry. ``anchor`` returns the anchor of each by its id."""
    code, _, key = entry_id.partition("/")
    ledger = edition.library.ledgers.get(code)
    entry = ledger.entries.get(key) if ledger else None
    records = entry.records if entry else ()
    ids = [f"{entry_id}/{record.number}" for record in records if record.retired]
    return tuple(
        {"id": note_id, "anchor": anchor(note_id), "reference": link_gone(edition, note_id)}
        for note_id in ids
    )


def list_gone(
    edition: Edition,
    entry_ids: Iterable[str],
    entry_anchor: Callable[[str], str],
    anchor: Callable[[str], str],
) -> tuple[View, ...]:
    """Return the entries or sections ``entry_ids``, which no document has any more, with their
    rulings, which are removed. ``entry_anchor`` and ``anchor`` return the anchors of both by id.

    Their names are those in their addresses, because no document says a better one.
    """
    return tuple(
        {
            "anchor": entry_anchor(entry_id),
            "name": name_in_id(entry_id),
            "removed": list_removed(edition, entry_id, anchor),
        }
        for entry_id in entry_ids
    )


@dataclass(frozen=True, kw_only=True)
class Quoted:
    """The words of a ruling as plain text, which a template escapes; no paragraphs if nobody knows
    them.
    """

    text_lang: str | None = None
    """None if they are in the page's language."""
    paragraphs: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    """The items of its list."""


def last_words(edition: Edition, note_id: str) -> EarlierWords | None:
    """Return the last words of a removed ruling in the best language; None if they were not
    kept.
    """
    by_lang = {old.lang: old for old in edition.library.last_words(note_id)}
    return by_lang[edition.best(by_lang)] if by_lang else None


def quote_last(edition: Edition, note_id: str) -> Quoted:
    """Return the last words of a removed ruling as plain text; no words if they were not kept."""
    last = last_words(edition, note_id)
    if last is None:
        return Quoted()
    text, *items = (parse(source).plain() for source in last.words)
    return Quoted(
        text_lang=edition.lang_attribute(last.lang),
        paragraphs=tuple(text.split("\n\n")),
        items=tuple(items),
    )


class Dates(NamedTuple):
    """The days of a ruling, as ``YYYY-MM-DD``."""

    published_at: str | None
    """The day on which its set came out; None if that is not known."""
    revised_at: str | None
    """The day of the edition of its document that changed its words last; None if none did."""

    def revised(self, words: Words) -> str | None:
        """Return when it was revised, in ``words``; None if it was not."""
        return words.say("revised", date=words.date(self.revised_at)) if self.revised_at else None

    def say(self, words: Words) -> tuple[str, ...]:
        """Return when it was published and when it was revised, in ``words``, as far as known."""
        published = words.date(self.published_at) if self.published_at else None
        return tuple(filter(None, (published, self.revised(words))))


def find_dates(library: Library, note_id: str, lang: str | None = None) -> Dates:
    """Return the days of a ruling: those of its words in ``lang``, or of its words in all languages
    if ``lang`` is None.
    """
    record = library.record(note_id)
    revised = record.edited
    if lang:
        wording = record.wordings[lang]
        revised = wording.day if wording.revision > 1 else None
    code = note_id.partition("/")[0]
    if revised == NO_DAY or is_day(code):
        #  Nobody knows when a published ruling was edited: its new words have the day of the
        #  ruling.
        revised = None
    return Dates(published_at=library.facts(code).released, revised_at=revised)
