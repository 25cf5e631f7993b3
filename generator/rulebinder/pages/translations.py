"""The other languages of a ruling, and the differences between the languages of a set."""

from __future__ import annotations

from collections.abc import Iterator

from ..library import Gap, Lack, Note, Numbered, Translation
from ..text import Text
from . import addresses
from .changes import undated
from .edition import Edition, EntryT, View
from .markup import Writer


class Versions:
    """The other languages of one entry."""

    def __init__(self, edition: Edition, writer: Writer, entry: EntryT) -> None:
        self._edition = edition
        self._writer = writer
        self._notes = {
            lang: {note.id: note for note in each.notes}
            for lang, each in edition.versions(entry.id).items()
        }
        self._ids = [
            {note.id for note in each.numbered} for each in edition.versions(entry.id).values()
        ]
        self._others = [lang for lang in sorted(self._notes) if lang != entry.lang]

    def is_alone(self, note: Numbered) -> bool:
        """Return whether no other language has ``note``."""
        return sum(note.id in ids for ids in self._ids) == 1

    def links(self, note: Note, anchor: str) -> tuple[View, ...]:
        """Return links to ``note`` in the site's other languages that have it."""
        if not self._others:
            return ()
        edition = self._edition
        langs = (
            lang
            for lang in sorted(self._notes)
            if lang in edition.languages and lang != edition.lang
        )
        return tuple(
            {
                "href": f"{addresses.in_language(edition.here, lang)}#{anchor}",
                "lang": lang,
                "language": edition.languages[lang].name,
            }
            for lang in langs
            if note.id in self._notes[lang]
        )

    def switches(self) -> tuple[str, ...]:
        """Return the names of the languages that the entry can show side by side."""
        return tuple(map(self._edition.words.language, self._others))

    def beside(self, note: Note) -> tuple[View, ...]:
        """Return ``note`` in each of those languages, for reading side by side."""
        return tuple(
            self._beside(at, lang, self._notes[lang].get(note.id))
            for at, lang in enumerate(self._others, 1)
        )

    def _beside(self, number: int, lang: str, other: Note | None) -> View:
        words = self._edition.words
        text, *items = map(undated, other.texts) if other else (Text(),)
        return {
            #  The position of its language among the entry's other languages, from 1. A switch
            #  shows all rulings with one number.
            "number": number,
            "lang": lang,
            #  Empty if the ruling is missing in that language.
            "html": self._writer.html(text),
            "items": tuple(map(self._writer.html, items)),
            "missing": words.say("missing_in", language=words.language(lang)),
        }


def at_entry(edition: Edition, entry: EntryT) -> tuple[str, ...]:
    """Return the lines on the differences between an entry and its other languages."""
    translations = edition.library.sets[entry.set_code].translations
    own = translations.get(entry.lang)
    said = list(_older(edition, own)) if own else []
    said += [
        _sentence(edition, each.lang, gap)
        for each in translations.values()
        for gap in each.at(entry.id)
    ]
    return tuple(said)


def of_document(edition: Edition, set_code: str, lang: str) -> Iterator[View]:
    """Yield the differences of one language of a set: first of the whole document, then each gap
    with a link to it.
    """
    translation = edition.library.sets[set_code].translations.get(lang)
    if translation is None:
        return
    yield from (
        {
            "place": None,
            "text": line,
        }
        for line in _older(edition, translation)
    )
    if not translation.older and not translation.gaps and lang != translation.reference:
        yield {
            "place": None,
            "text": edition.words.say(
                "aligned", language=edition.words.language(translation.reference)
            ),
        }
    for gap in translation.gaps:
        entry = next(iter(edition.versions(gap.entry).values()))
        part = str(gap.number) if gap.number else None
        url = addresses.passage(gap.entry, part, edition.library.subject(entry))
        name = edition.subject_name(entry.card, gap.entry)
        yield {
            "place": edition.link(url, name),
            "text": _sentence(edition, lang, gap),
        }


def _sentence(edition: Edition, lang: str, gap: Gap) -> str:
    words = edition.words
    language = words.language(lang)
    match gap.lack:
        case Lack.RULING | Lack.OLDER:
            return words.say(f"lack_{gap.lack}", language=language, number=str(gap.number))
        case Lack.FEWER:
            return words.say(
                "lack_fewer",
                language=language,
                have=words.number(gap.have),
                of=words.number(gap.of),
            )
        case _:
            return words.say("missing_in", language=language)


def _older(edition: Edition, translation: Translation) -> Iterator[str]:
    """Yield the line on a document that is older than the reference."""
    if translation.older:
        words, (own, other) = edition.words, translation.older
        yield words.say(
            "older_revision",
            language=words.language(translation.lang),
            date=words.date(own),
            reference=words.language(translation.reference),
            reference_date=words.date(other),
        )
