"""How a ruling is called, cited, linked and quoted: one that a document has, and one that is gone.

A ruling is called by its number, and by the card or section that it belongs to. Its address for
ever is its short page; that of a published ruling is its place on its card's page, because there
are too many of them for short pages. Lists of passages link rulings by their numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
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
    Passage,
    SectionNotes,
)
from ..notes import is_day
from ..system import group_pairs
from ..text import parse
from . import addresses, markup
from .edition import Edition, View, collation
from .markup import Phrase, Reference
from .words import Words


def printed_code(library: Library, entry: Holder) -> str:
    """Return the set code that the document prints for a card, such as that of its Commander decks;
    otherwise that of the set.
    """
    if isinstance(entry, SectionNotes):
        return entry.set_code
    return entry.entry.code(entry.set_code, library.sets[entry.set_code].facts.codes)


def origin_facts(edition: Edition, entry: Holder) -> dict[str, object]:
    """Return the facts about the place of an entry's rulings: what a reader who follows a link must
    see first. See :func:`.entry_facts`.
    """
    words, code = edition.words, addresses.plate(printed_code(edition.library, entry))
    names = markup.plate(code), markup.escape(edition.set_name(entry.set_code))
    highest = words.number(max((note.number for note in entry.notes), default=0))
    newer = _count_newer(edition.library, entry) if isinstance(entry, CardNotes) else 0
    parts = (
        markup.escape(edition.subject_name(entry.card, entry.id)),
        markup.join_dots(Markup(" ").join(filter(None, names)), _released(edition, entry.set_code)),
        markup.join_dots(
            newer and words.count("newer_here", newer), markup.tag(words.notice(entry.lang))
        ),
    )
    return {"origin": [*map(str, parts)], "data": {"data-code": code, "data-of": highest}}


def _count_newer(library: Library, entry: CardNotes) -> int:
    """Return how many rulings the card of an entry has in later sets."""
    day = library.facts(entry.set_code).released
    later = {
        note.id
        for other in library.cards[entry.card].notes
        if day and day < (library.facts(other.set_code).released or "")
        for note in other.notes
    }
    return len(later)


def say_published(edition: Edition, note_id: str) -> str:
    """Return the words that say when a published ruling came out that a document has too."""
    code = note_id.partition("/")[0]
    return edition.words.say("also_published", date=_released(edition, code) or "")


def cite(edition: Edition, entry: Holder, lang: str) -> dict[str, str]:
    """Return the source of the rulings of ``entry`` in the language ``lang``, as attributes: the
    card or the title of the section, the set, the language unless it is the page's, and the date.

    The names are in the ruling's language, because the quotation is in that language too.
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
        "data-published": _released(edition, entry.set_code),
    }
    return {key: value for key, value in values.items() if value}


def _released(edition: Edition, code: str) -> str | None:
    day = edition.library.facts(code).released
    return edition.words.date(day) if day else None


def short_link(edition: Edition, entry: Holder, note: Numbered) -> str:
    """Return the link to the :func:`short_address` of a ``note`` of ``entry``, as far as it is the
    same for all of them in its language: without its number.
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
    """Return the address of a ruling from the site's root that is the same in all languages. A
    published ruling has none: its place on the page of its ``card`` in ``lang``.
    """
    if is_day(note_id.partition("/")[0]):
        return addresses.from_root(lang, place_of_published(library, note_id, card))
    return addresses.short_page(note_id)


def place_of_published(library: Library, note_id: str, card: str | None) -> str:
    """Return the place of a published ruling on the page of its ``card``, or of the one in its id,
    from the folder of a language. The card may be gone.
    """
    code, key, number = split_id(note_id)
    slug = card or key
    subject = library.cards.get(slug) or LibraryCard(slug=slug, names={})
    return addresses.passage(f"{code}/{key}", number, subject)


def record_of(edition: Edition, note_id: str) -> tuple[LedgerEntry, LedgerRecord]:
    """Return the entry and the record of a ruling in the ledger."""
    code, key, _ = split_id(note_id)
    return edition.library.ledgers[code].entries[key], edition.library.record(note_id)


def find_holder(edition: Edition, code: str, entry: LedgerEntry) -> Holder | None:
    """Return the entry or section of a set that documents have for that of the ledger. There it may
    have the id of its name today, or its first one. None if no document has it.
    """
    return edition.entry(f"{code}/{entry.slug}", f"{code}/{entry.key}")


def link_ruling(edition: Edition, note_id: str) -> Reference:
    """Return the number of a ruling, with the link to it or to what says that it was removed."""
    entry, record = record_of(edition, note_id)
    code, _, number = split_id(note_id)
    holder = find_holder(edition, code, entry) if record.wordings else None
    if holder is None:
        return link_gone(edition, note_id)
    place = addresses.passage(note_id.rpartition("/")[0], number, edition.library.subject(holder))
    return edition.link(place, name_number(edition, record))


def link_gone(edition: Edition, note_id: str) -> Reference:
    """Return the number of a removed ruling, with the link to its short page, in the page's
    language if there is one.

    A published ruling has none, so that the link leads to its place on its card's page; if it moved
    to another day, to its new place.
    """
    code, key, _ = split_id(note_id)
    record, library = edition.library.record(note_id), edition.library
    if is_day(code):
        #  The ledger of another day is not in the slice of the page. A ruling stays with its card
        # when its day changes.
        slug = library.ledgers[code].entries[key].slug
        href = edition.href(place_of_published(library, record.new_id(code) or note_id, slug))
    else:
        lang = edition.lang if edition.lang in edition.gone_langs(code) else ""
        href = edition.href_from_root(addresses.from_root(lang, addresses.short_page(note_id)))
    return Reference(href, Phrase(name_number(edition, record)))


def name_number(edition: Edition, record: LedgerRecord) -> str:
    """Return the words that name a ruling of an entry by its number: ``Ruling 3``."""
    return edition.words.say(f"share_one_{unit(record)}", number=record.number)


def unit(record: LedgerRecord) -> str:
    """Return what readers call something with a permanent number: ``ruling`` or ``paragraph``.

    The end of the keys of the words that name it.
    """
    return "paragraph" if record.paragraph else "ruling"


def title(edition: Edition, version: Version) -> str:
    """Return a title like ``Tarmogoyf · Future Sight · ruling 3 of 7`` or ``Future Sight · Card
    Legality · paragraph``.
    """
    words, holder = edition.words, version.holder
    return words.say(
        f"share_title_{'paragraph' if isinstance(version.note, Paragraph) else 'ruling'}",
        number=version.note.number,
        count=version.highest,
        set=edition.set_name(holder.set_code).text,
        name=edition.subject_name(holder.card, holder.id).text,
    )


def title_of_gone(edition: Edition, ruling: GoneRuling) -> str:
    """Return a title like ``Tarmogoyf · Future Sight · ruling 3, removed``."""
    return edition.words.say(
        f"share_gone_{unit(ruling.record)}",
        number=ruling.record.number,
        set=edition.set_name(ruling.set_code).text,
        name=name_entry(edition, ruling.holder, ruling.entry).text,
    )


def name_entry(edition: Edition, holder: Holder | None, entry: LedgerEntry) -> Phrase:
    """Return the name of the card or section of a ledger's entry: that of its ``holder`` if a
    document has it, else that of its card in the library or the catalogue, else the name in its
    address.
    """
    if holder:
        return edition.subject_name(holder.card, holder.id)
    if entry.slug in edition.library.cards:
        return edition.card_name(entry.slug)
    names = edition.catalogued.get(entry.slug)
    return edition.name(names) if names else Phrase(name_in(entry.slug))


def name_in(entry_id: str) -> str:
    """Return the name in the address of an entry or a section: ``guide-of-souls``."""
    return entry_id.rpartition("/")[2]


def list_removed(edition: Edition, entry_id: str, anchor: Callable[[str], str]) -> tuple[View, ...]:
    """Return the removed rulings of an entry, with the anchors that ``anchor`` gives by their
    ids.
    """
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
    """Return entries that are gone, with their rulings. No document says a better name than that in
    their address.
    """
    return tuple(
        {
            "anchor": entry_anchor(entry_id),
            "name": name_in(entry_id),
            "removed": list_removed(edition, entry_id, anchor),
        }
        for entry_id in entry_ids
    )


@dataclass(frozen=True, kw_only=True)
class Quoted:
    """The words of a ruling as plain text, to be escaped."""

    text_lang: str | None = None
    """None if they are in the page's language."""
    paragraphs: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


def last_words(edition: Edition, note_id: str) -> EarlierWords | None:
    """Return the last words of a removed ruling in the best language; None if they were not
    kept.
    """
    by_lang = {old.lang: old for old in edition.library.last_words(note_id)}
    return by_lang[edition.best(by_lang)] if by_lang else None


def quote_last(edition: Edition, note_id: str) -> Quoted:
    """Return the last words of a removed ruling as plain text.

    There are none if they were not kept.
    """
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
    """The days of a ruling, in the form of the data: ``YYYY-MM-DD``."""

    published_at: str | None
    """The day on which its set came out; None if that is not known."""
    revised_at: str | None
    """The day of the edition of its document that changed its words last; None if none did."""

    def revised(self, words: Words) -> str | None:
        """Return what says in ``words`` when it was revised."""
        return words.say("revised", date=words.date(self.revised_at)) if self.revised_at else None

    def say(self, words: Words) -> tuple[str, ...]:
        """Return both in ``words``, as far as they are known."""
        published = words.date(self.published_at) if self.published_at else None
        return tuple(filter(None, (published, self.revised(words))))


def find_dates(library: Library, note_id: str, lang: str | None = None) -> Dates:
    """Return the dates of the words of a ruling in ``lang``; of those in all languages if that is
    None.
    """
    record = library.record(note_id)
    revised = record.edited
    if lang:
        wording = record.wordings[lang]
        revised = wording.day if wording.revision > 1 else None
    code = note_id.partition("/")[0]
    if revised == NO_DAY or is_day(code):
        #  nobody knows the day on which a published ruling was edited: its words have the day of
        # the ruling
        revised = None
    return Dates(published_at=library.facts(code).released, revised_at=revised)


OPEN = 12
"""The number of lines of a list that are open."""
_SPARED = 4
"""If no more than this number of lines are left, they are open too, so that nobody opens a list for
so little.
"""
_Line = tuple[str, View]
"""The code of a set, and a line of it."""


@dataclass(frozen=True)
class References:
    """A list of passages: the open part, and the rest of its language, then other languages."""

    open: tuple[View, ...]
    folds: tuple[View, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.open)

    @property
    def count(self) -> int:
        """The number of its lines."""
        return sum(
            len(group["lines"])
            for sets in (self.open, *(fold["sets"] for fold in self.folds))
            for group in sets
        )


def list_all_references(edition: Edition, passages: Iterable[Passage]) -> References:
    """Return the list of ``passages`` as :func:`list_references`, but with all lines open."""
    return References(_by_set(edition, _lines(edition, passages)))


def list_references(edition: Edition, passages: Iterable[Passage]) -> References:
    """Return the list of ``passages``: a line for each card and section.

    Passages are grouped by set, sections first. About :data:`OPEN` lines of the best language are
    open. Passages in several languages at one place are listed once.
    """
    by_lang = group_pairs((edition.best_lang(passage.entry), passage) for passage in passages)
    if not by_lang:
        return References(())
    words, (best, *others) = edition.words, edition.prefer(by_lang)
    lines = _lines(edition, by_lang[best])
    opened = OPEN if len(lines) > OPEN + _SPARED else len(lines)
    folds = []
    if rest := lines[opened:]:
        label = words.say("show_more", count=len(rest))
        folds.append({"label": label, "sets": _by_set(edition, rest)})
    for lang in others:
        further = _lines(edition, by_lang[lang])
        label = words.count("more_in", len(further), language=words.language(lang))
        folds.append({"label": label, "sets": _by_set(edition, further)})
    return References(_by_set(edition, lines[:opened]), tuple(folds))


def _lines(edition: Edition, passages: Iterable[Passage]) -> list[_Line]:
    """Return a line for each card and section, in the order of their sets: sections first, then by
    name.
    """
    places = group_pairs(
        ((passage.set_code, passage.card or passage.entry), passage) for passage in passages
    )
    lines: list[_Line] = []
    for code, of_set in itertools.groupby(places.items(), lambda place: place[0][0]):
        keyed = [(group[0].card is not None, _line(edition, group)) for _, group in of_set]
        keyed.sort(key=lambda item: (item[0], collation(item[1]["name"].text)))
        lines += [(code, line) for _, line in keyed]
    return lines


def _line(edition: Edition, passages: Sequence[Passage]) -> View:
    """Return the line of one card or section.

    It is the same on all pages of a folder but its own, for which it is made once.
    """
    first, here = passages[0], edition.here

    def make() -> View:
        name = edition.subject_name(first.card, first.entry)
        numbers = {
            edition.href(edition.passage(passage)): passage.part or "" for passage in passages
        }
        if len(numbers) == 1 and first.kind == "rule":
            numbers = dict.fromkeys(numbers, "")
        texts = [Markup(f"**{number}**") if number else "" for number in numbers.values()]
        texts[0] = Markup(" ").join(filter(None, (markup.escape(name), texts[0])))
        return {
            "name": name,
            #  A link to each of them, with its number: of a note, or of a quoted rule among other
            #  passages. The first one has the name.
            "html": Markup(" ").join(map(markup.link, texts, numbers)),
        }

    if not first.card:
        return make()
    is_own = here == addresses.card_page(first.card)
    folder = here if is_own else here.rstrip("/").rpartition("/")[0]
    return edition.once((folder, *passages), make)


def _by_set(edition: Edition, lines: Iterable[_Line]) -> tuple[View, ...]:
    return tuple(
        {
            "code": addresses.plate(code),
            "name": edition.set_name(code),
            #  Empty for a day, whose name has it.
            "year": "" if is_day(code) else edition.library.year(code),
            "lines": tuple(line for _, line in of_set),
        }
        for code, of_set in itertools.groupby(lines, lambda line: line[0])
    )
