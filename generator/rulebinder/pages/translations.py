"""Several languages on one page: entries in other languages are folded, a ruling leads to its
translations, and the differences between the documents of a set are listed.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..library import Gap, Lack, Note, Numbered, Translation
from ..text import Text
from . import addresses
from .changes import drop_eras
from .edition import Edition, EntryT, Extras, View, count_notes


def choose_by_language(edition: Edition, versions: Iterable[EntryT]) -> list[tuple[EntryT, Extras]]:
    """Return what :meth:`.Edition.choose` chooses of entries by the language that the page shows
    them in, best language first.

    Each language keeps their order.
    """
    entries = list(edition.choose(versions))
    order = edition.prefer(entry.lang for entry, _ in entries)
    return sorted(entries, key=lambda pair: order.index(pair[0].lang))


def fold(
    edition: Edition,
    entries: Sequence[tuple[EntryT, Extras]],
    view: Callable[[EntryT, Extras], View],
) -> tuple[tuple[View, ...], tuple[View, ...]]:
    """Return the views of entries in the best language, then a fold for each other language: the
    line that opens it, and its views. :func:`choose_by_language` has ordered the entries.
    """
    groups = [list(group) for _, group in itertools.groupby(entries, lambda pair: pair[0].lang)]
    views = [tuple(view(*pair) for pair in group) for group in groups]
    folds = tuple(
        {"label": _label_fold(edition, group, groups[0]), "views": folded}
        for group, folded in zip(groups[1:], views[1:], strict=True)
    )
    return views[0] if views else (), folds


def _label_fold(
    edition: Edition,
    group: Sequence[tuple[EntryT, Extras]],
    best: Sequence[tuple[EntryT, Extras]],
) -> str:
    """Return the line that opens ``group``. It says if all of them are newer than the ``best``."""
    language, count = edition.words.language(group[0][0].lang), count_notes(group)
    if not count:
        return edition.words.say("others_none", language=language)
    order = list(edition.library.sets)
    oldest = max(order.index(entry.set_code) for entry, _ in group)
    is_newer = oldest < min(order.index(entry.set_code) for entry, _ in best)
    return edition.words.count("others_newer" if is_newer else "others", count, language=language)


class Versions:
    """The other languages of one entry."""

    def __init__(self, edition: Edition, entry: EntryT) -> None:
        self._edition = edition
        versions = edition.versions(entry.id)
        self._notes = {
            lang: {note.id: note for note in version.notes} for lang, version in versions.items()
        }
        self._ids = [{note.id for note in version.numbered} for version in versions.values()]
        self._others = [lang for lang in sorted(versions) if lang != entry.lang]

    def is_alone(self, note: Numbered) -> bool:
        """Return whether no other language has ``note``."""
        return sum(note.id in ids for ids in self._ids) == 1

    def links(self, note: Note, anchor: str) -> tuple[View, ...]:
        """Return links to ``note`` in the site's other languages that have it."""
        if not self._others:
            return ()
        edition = self._edition
        return tuple(
            {
                "href": f"{addresses.in_language(edition.here, lang)}#{anchor}",
                "lang": lang,
                "language": edition.languages[lang].name,
            }
            for lang in sorted(self._notes)
            if lang in edition.languages and lang != edition.lang and note.id in self._notes[lang]
        )

    def switches(self) -> tuple[str, ...]:
        """Return the names of the languages that the entry can show side by side."""
        return tuple(map(self._edition.words.language, self._others))

    def beside(self, note: Note) -> Iterator[View]:
        """Yield ``note`` in each of those languages, for reading side by side."""
        words = self._edition.words
        for number, lang in enumerate(self._others, 1):
            other = self._notes[lang].get(note.id)
            yield {
                #  The position of its language among the entry's other languages. A switch shows
                #  all rulings with one number.
                "number": number,
                "lang": lang,
                #  Empty if the ruling is missing in that language.
                **self._edition.writer.ruling(map(drop_eras, other.texts) if other else [Text()]),
                "missing": words.say("missing_in", language=words.language(lang)),
            }


def at_entry(edition: Edition, entry: EntryT) -> tuple[str, ...]:
    """Return the lines on the differences between an entry and its other languages."""
    translations = edition.library.sets[entry.set_code].translations
    own_language = translations.get(entry.lang)
    return (
        *(_say_older(edition, own_language) if own_language else ()),
        *(
            _say_gap(edition, translation.lang, gap)
            for translation in translations.values()
            for gap in translation.at(entry.id)
        ),
    )


def of_document(edition: Edition, set_code: str, lang: str) -> Iterator[View]:
    """Yield the differences of one language of a set: first of the whole document, then each gap
    with a link to it.
    """
    translation = edition.library.sets[set_code].translations.get(lang)
    if translation is None:
        return
    lines = [*_say_older(edition, translation)]
    if not translation.older and not translation.gaps and lang != translation.reference:
        reference = edition.words.language(translation.reference)
        lines.append(edition.words.say("aligned", language=reference))
    yield from ({"place": None, "text": line} for line in lines)
    for gap in translation.gaps:
        entry = next(iter(edition.versions(gap.entry).values()))
        part = str(gap.number) if gap.number else None
        url = addresses.passage(gap.entry, part, edition.library.subject(entry))
        yield {
            "place": edition.link(url, edition.subject_name(entry.card, gap.entry)),
            "text": _say_gap(edition, lang, gap),
        }


def _say_gap(edition: Edition, lang: str, gap: Gap) -> str:
    words = edition.words
    language = words.language(lang)
    match gap.lack:
        case Lack.RULING | Lack.OLDER:
            return words.say(f"lack_{gap.lack}", language=language, number=str(gap.number))
        case Lack.FEWER:
            have, of = words.number(gap.have), words.number(gap.of)
            return words.say("lack_fewer", language=language, have=have, of=of)
        case _:
            return words.say("missing_in", language=language)


def _say_older(edition: Edition, translation: Translation) -> Iterator[str]:
    """Yield the line on a document that is older than the reference."""
    if translation.older:
        words, (modified, reference_modified) = edition.words, translation.older
        yield words.say(
            "older_revision",
            language=words.language(translation.lang),
            date=words.date(modified),
            reference=words.language(translation.reference),
            reference_date=words.date(reference_modified),
        )
