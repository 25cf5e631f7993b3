"""The source and the address in a quotation of a ruling."""

from __future__ import annotations

from dataclasses import dataclass

from ..facts.catalogue import in_language
from ..library import CardNotes, Note, Paragraph, SectionNotes
from . import paths
from .edition import Chosen, Edition, Phrase


@dataclass(frozen=True, kw_only=True)
class Citation:
    """The source of a ruling. The names are in the ruling's language, because the quotation is in that language too."""

    name: str
    """The card, or the title of the section."""
    set_name: str
    language: str
    """The ruling's language, named in the page's."""
    released: str | None
    """The date of the set, in the page's language."""


@dataclass(frozen=True, kw_only=True)
class Origin:
    """The place of an entry's rulings, in the page's language: what a reader who follows a link must see first."""

    name: Phrase
    """The card, or the title of the section."""
    code: str
    set_name: Phrase
    released: str | None
    highest: str
    """The highest number of its rulings: the ``6`` of ``4 of 6``."""


def origin(edition: Edition, entry: CardNotes | SectionNotes, chosen: Chosen) -> Origin:
    """Return the origin of the rulings of ``entry``."""
    released = edition.library.sets[entry.set_code].facts.released
    numbers = (note.number for note in (*entry.numbered, *chosen.extras))
    return Origin(
        name=edition.card_name(entry.card) if entry.card else edition.section_name(entry.id),
        code=entry.set_code.upper(),
        set_name=edition.set_name(entry.set_code),
        released=edition.words.date(released) if released else None,
        highest=edition.words.number(max(numbers, default=0)),
    )


def source(edition: Edition, entry: CardNotes | SectionNotes, lang: str) -> Citation:
    """Return the source of the rulings of ``entry`` in the language ``lang``."""
    facts, words = edition.library.sets[entry.set_code].facts, edition.words
    version = edition.versions(entry.id)[lang]
    name = version.section.title if version.card is None else in_language(edition.library.cards[version.card].names, lang)
    return Citation(
        name=name,
        set_name=facts.name(lang),
        language=words.language(lang),
        released=words.date(facts.released) if facts.released else None,
    )


def short_link(edition: Edition, here: str, note: Note | Paragraph) -> str:
    """Return the link from the page ``here`` to the :func:`short_address` of ``note``."""
    if note.lang == edition.lang and note.lang in edition.short_langs(_set_of(note)):
        return paths.relative(here, paths.short_page(note.id))
    return paths.above_languages(here, short_address(edition, note))


def short_address(edition: Edition, note: Note | Paragraph) -> str:
    """Return the address that is copied and shown for ``note``, from the site's root: ``en/r/mh3/guide-of-souls/2/``.

    It is in the note's language if there is a short page in it, so that a preview in a chat is in that language too.
    """
    short = paths.short_page(note.id)
    return f"{note.lang}/{short}" if note.lang in edition.short_langs(_set_of(note)) else short


def _set_of(note: Note | Paragraph) -> str:
    return note.id.partition("/")[0]
