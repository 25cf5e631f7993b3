"""The other languages of a ruling, and where the languages of a set do not answer each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from ..library import CardNotes, Gap, Lack, Note, Paragraph, Translation
from . import paths
from .edition import Edition, Entry, Reference
from .eras import undated
from .markup import Writer


@dataclass(frozen=True)
class Version:
    """A link to the same ruling in another language of the site."""

    href: str
    lang: str
    language: str


@dataclass(frozen=True, kw_only=True)
class Beside:
    """The same ruling in another language, to be read beside it."""

    number: int
    """Which of the entry's other languages it is in, from 1: the switch shows all with one number."""
    lang: str
    paragraphs: Markup
    """Empty where the ruling is missing there."""
    items: tuple[Markup, ...]
    missing: str


@dataclass(frozen=True)
class Switch:
    """A language that an entry can be read beside."""

    number: int
    lang: str
    name: str


@dataclass(frozen=True)
class Difference:
    """Something that a language lacks: where, and what."""

    place: Reference | None
    text: str


class Versions:
    """The other languages of one entry, as a page shows them."""

    def __init__(self, edition: Edition, writer: Writer, entry: Entry, shown: str) -> None:
        self._edition = edition
        self._writer = writer
        self._notes = {lang: {note.id: note for note in each.notes} for lang, each in edition.versions(entry.id).items()}
        self._ids = [{note.id for note in each.numbered} for each in edition.versions(entry.id).values()]
        self._others = [lang for lang in sorted(self._notes) if lang != shown]

    def is_alone(self, note: Note | Paragraph) -> bool:
        """Whether ``note`` stands in no other language."""
        return sum(note.id in ids for ids in self._ids) == 1

    def links(self, note: Note, anchor: str, here: str) -> tuple[Version, ...]:
        """Links to ``note`` in the site's other languages in which there is one."""
        if not self._others:
            return ()
        edition = self._edition
        langs = (lang for lang in sorted(self._notes) if lang in edition.languages and lang != edition.lang)
        return tuple(
            Version(f"{paths.in_language(here, lang)}#{anchor}", lang, edition.languages[lang].name)
            for lang in langs
            if note.id in self._notes[lang]
        )

    def switches(self) -> tuple[Switch, ...]:
        """The languages that the entry can be read beside."""
        return tuple(Switch(at, lang, self._edition.words.language(lang)) for at, lang in enumerate(self._others, 1))

    def beside(self, note: Note) -> tuple[Beside, ...]:
        """``note`` in each of those languages."""
        return tuple(self._beside(at, lang, self._notes[lang].get(note.id)) for at, lang in enumerate(self._others, 1))

    def _beside(self, number: int, lang: str, other: Note | None) -> Beside:
        words = self._edition.words
        missing = words.say("missing_in", language=words.language(lang))
        if other is None:
            return Beside(number=number, lang=lang, paragraphs=Markup(""), items=(), missing=missing)
        items = tuple(self._writer.html(undated(item)) for item in other.items)
        return Beside(number=number, lang=lang, paragraphs=self._writer.html(undated(other.text)), items=items, missing=missing)


def at_entry(edition: Edition, entry: Entry, shown: str) -> tuple[str, ...]:
    """What is to be said on an entry of which a page shows the language ``shown``."""
    translations = edition.library.sets[entry.set_code].translations
    own = translations.get(shown)
    said = [_older(edition, entry.set_code, own)] if own and own.older else []
    said += [_sentence(edition, each.lang, gap) for each in translations.values() for gap in each.at(entry.id)]
    return tuple(said)


def of_document(edition: Edition, here: str, set_code: str, lang: str) -> Iterator[Difference]:
    """What is to be said of one language of a set: first of the whole, then of each gap with a link to it."""
    translation = edition.library.sets[set_code].translations.get(lang)
    if translation is None:
        return
    if translation.older:
        yield Difference(None, _older(edition, set_code, translation))
    elif not translation.gaps and lang != translation.reference:
        yield Difference(None, edition.words.say("aligned", language=edition.words.language(translation.reference)))
    for gap in translation.gaps:
        yield Difference(_place(edition, here, gap), _sentence(edition, lang, gap))


def _place(edition: Edition, here: str, gap: Gap) -> Reference:
    entry = next(iter(edition.versions(gap.entry).values()))
    part = str(gap.number) if gap.number else None
    if isinstance(entry, CardNotes):
        url, name = paths.passage(gap.entry, part, edition.library.cards[entry.card]), edition.card_name(entry.card)
    else:
        url, name = paths.passage(gap.entry, part, None), edition.section_name(gap.entry)
    return Reference(paths.relative(here, url), name)


def _sentence(edition: Edition, lang: str, gap: Gap) -> str:
    words = edition.words
    language = words.language(lang)
    match gap.lack:
        case Lack.RULING | Lack.OLDER:
            return words.say(f"lack_{gap.lack}", language=language, number=str(gap.number))
        case Lack.FEWER:
            return words.say("lack_fewer", language=language, have=words.number(gap.have), of=words.number(gap.of))
        case _:
            return words.say("missing_in", language=language)


def _older(edition: Edition, set_code: str, translation: Translation) -> str:
    words, documents = edition.words, edition.library.sets[set_code].documents
    own, other = (documents[lang].notes.last_modified or "" for lang in (translation.lang, translation.reference))
    return words.say(
        "older_revision",
        language=words.language(translation.lang),
        date=words.date(own),
        reference=words.language(translation.reference),
        reference_date=words.date(other),
    )
