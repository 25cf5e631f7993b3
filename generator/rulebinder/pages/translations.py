"""Several languages on one page: entries in other languages are folded, and it is said in what the
documents of a set differ.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..library import Gap, Lack, Translation
from . import addresses
from .edition import Edition, EntryT, View, count_notes


def choose_by_language(edition: Edition, versions: Iterable[EntryT]) -> list[EntryT]:
    """Return each of the entries once, as :meth:`.Edition.choose` does, but sorted by the language
    that it is shown in, best language first. Those of one language keep their order.
    """
    return sorted(edition.choose(versions), key=lambda entry: edition.rank(entry.lang))


def fold(
    edition: Edition,
    entries: Iterable[EntryT],
    view: Callable[[EntryT], View],
) -> tuple[tuple[View, ...], tuple[View, ...]]:
    """Return the views of the entries in the best language, and a fold for each other language: the
    line that opens it (``label``), and the ``views`` in it.

    ``entries`` are in the order of :func:`choose_by_language`; ``view`` makes the view of one.
    """
    groups = [list(group) for _, group in itertools.groupby(entries, lambda entry: entry.lang)]
    best_views = tuple(map(view, groups[0])) if groups else ()
    folds = tuple(
        {"label": _label_fold(edition, group, groups[0]), "views": tuple(map(view, group))}
        for group in groups[1:]
    )
    return best_views, folds


def _label_fold(
    edition: Edition,
    group: Sequence[EntryT],
    best: Sequence[EntryT],
) -> str:
    """Return the line that opens the fold of ``group``, the entries in one language. It says if all
    of them are newer than the ``best``, the entries in the best language.
    """
    language, count = edition.words.language(group[0].lang), count_notes(group)
    if not count:
        return edition.words.say("others_none", language=language)
    order = list(edition.library.sets)  # newest first
    oldest = max(order.index(entry.set_code) for entry in group)
    is_newer = oldest < min(order.index(entry.set_code) for entry in best)
    return edition.words.count("others_newer" if is_newer else "others", count, language=language)


def say_differences(edition: Edition, entry: EntryT) -> tuple[str, ...]:
    """Return lines on the differences between an entry and its versions in other languages: that
    its document is older, then what each document lacks of it.
    """
    translations = edition.library.sets[entry.set_code].translations
    own_language = translations.get(entry.lang)
    return (
        *(_say_older(edition, own_language) if own_language else ()),
        *(
            _say_gap(edition, translation.lang, gap)
            for translation in translations.values()
            for gap in translation.gaps_of(entry.id)
        ),
    )


def list_differences(edition: Edition, set_code: str, lang: str) -> Iterator[View]:
    """Yield the differences between the document of a set in ``lang`` and the reference, which is
    usually the English one: of the whole document, then each gap with a link to its place. If
    there are none, a line says so. A set with one language has no such lines.
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
            "place": edition.link(url, edition.subject_name(entry)),
            "text": _say_gap(edition, lang, gap),
        }


def _say_gap(edition: Edition, lang: str, gap: Gap) -> str:
    """Return the line on what the document in ``lang`` lacks."""
    words = edition.words
    language = words.language(lang)
    match gap.lack:
        case Lack.RULING | Lack.OLDER:
            return words.say(f"lack_{gap.lack}", language=language, number=str(gap.number))
        case Lack.FEWER:
            return words.say("lack_fewer", language=language, have=gap.have, of=gap.expected)
        case _:
            return words.say("missing_in", language=language)


def _say_older(edition: Edition, translation: Translation) -> Iterator[str]:
    """Yield a line if a document is older than the reference; nothing otherwise."""
    if translation.older:
        words, (modified, reference_modified) = edition.words, translation.older
        yield words.say(
            "older_revision",
            language=words.language(translation.lang),
            date=words.date(modified),
            reference=words.language(translation.reference),
            reference_date=words.date(reference_modified),
        )
