"""The revisions of a set's release notes: what each added, changed and removed, in every language.

The ledger says on which day a number got its words or lost them. The history has the words that it
had before.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ..ledger.history import Words
from ..ledger.numbers import NO_DAY, Ledger
from ..library import Library, LibrarySet, RemovedSet
from ..notes import is_day

CHANGED, ADDED, REMOVED = KINDS = ("changed", "added", "removed")
"""What can happen to a ruling, in the order of a page."""


@dataclass(frozen=True, kw_only=True)
class Altered:
    """A ruling in one language that a revision added, changed or removed."""

    id: str
    lang: str | None
    """None if the ledger does not know it any more, as that of a ruling that was removed before
    there was a history.
    """
    kind: str
    before: Words | None = None
    """The words until then. None if there were none, or if they were not kept."""
    after: Words | None = None
    """The words from then on. None if there are none."""


@dataclass(frozen=True, kw_only=True)
class Revision:
    """The changes to the release notes of a set on one day, in the order of the ledger."""

    set_code: str
    day: str
    altered: tuple[Altered, ...]


@dataclass(frozen=True)
class _Wording:
    """The words of a ruling in one language for a while."""

    words: Words | None
    since: str | None
    until: str | None
    """None for the words of today."""
    revision: int = 1


_Today = Callable[[], Mapping[tuple[str, str], Words]]
"""Returns the words of today of a set's rulings, by id and language. It is called only if something
changed.
"""


def revisions_of(library: Library) -> dict[str, dict[str, Revision]]:
    """Return the revisions of each set of ``library`` that has any, by day, newest first.

    A removed set has the revisions that it had before. Its removal is none.
    """
    found: dict[str, dict[str, Revision]] = {}
    for code, ledger, today in _sets(library):
        by_day: dict[str, dict[tuple[str, str | None], Altered]] = {}
        for day, altered in _altered(library, ledger, today):
            there = by_day.setdefault(day, {})
            at = altered.id, altered.lang
            there[at] = _together(there[at], altered) if at in there else altered
        if by_day:
            found[code] = {
                day: Revision(set_code=code, day=day, altered=tuple(by_day[day].values()))
                for day in sorted(by_day, reverse=True)
            }
    return found


def _sets(library: Library) -> Iterator[tuple[str, Ledger, _Today]]:
    """Yield each set with its ledger and the words of today; a removed set with its last ones.

    Published rulings have no revisions: a bulk file does not say when they were edited.
    """
    for code, each in library.released_sets.items():
        if code in library.ledgers:
            yield code, library.ledgers[code], functools.cache(functools.partial(_words, each))
    for code, gone in library.removed.items():
        if not is_day(code):
            yield code, gone.given, functools.cache(functools.partial(_last_words, gone))


def _together(one: Altered, then: Altered) -> Altered:
    """Return two changes to a ruling as one.

    Documents without a newer day may change it several times on one day.
    """
    kind = (
        one.kind
        if one.kind == ADDED and then.kind == CHANGED
        else then.kind
        if one.kind == CHANGED
        else CHANGED
    )
    return replace(then, kind=kind, before=one.before)


def _altered(library: Library, ledger: Ledger, today: _Today) -> Iterator[tuple[str, Altered]]:
    first = _first_days(library, ledger)
    for entry_key, entry in ledger.entries.items():
        for record in entry.records:
            note_id = f"{ledger.set_code}/{entry_key}/{record.number}"
            earlier = library.earlier.get(note_id, ())
            langs = sorted({*record.wordings, *(each.lang for each in earlier)})
            for lang in langs:
                wordings = [
                    _Wording(each.words, each.since, each.until)
                    for each in earlier
                    if each.lang == lang
                ]
                now = record.wordings.get(lang)
                if now and (wordings or now.revision > 1 or (now.day or NO_DAY) > first[lang]):
                    words = today().get((note_id, lang))
                    wordings.append(_Wording(words, now.day, None, now.revision))
                for day, kind, before, after in _steps(wordings, first[lang]):
                    yield day, Altered(id=note_id, lang=lang, kind=kind, before=before, after=after)
            if not langs and record.retired and record.retired > (record.seen or NO_DAY):
                yield record.retired, Altered(id=note_id, lang=None, kind=REMOVED)


def _words(each: LibrarySet) -> Mapping[tuple[str, str], Words]:
    return {
        (note.id, note.lang): tuple(text.source() for text in note.texts)
        for document in each.documents.values()
        for holder in document.holders
        for note in holder.numbered
    }


def _last_words(each: RemovedSet) -> Mapping[tuple[str, str], Words]:
    return {
        (note_id, last.lang): last.words for note_id, found in each.last.items() for last in found
    }


def _first_days(library: Library, ledger: Ledger) -> Mapping[str, str]:
    """Return the day of the first document in each language that has a day; :data:`NO_DAY` if none
    has.
    """
    days: dict[str, str] = {}
    for entry_key, entry in ledger.entries.items():
        for record in entry.records:
            earlier = library.earlier.get(f"{ledger.set_code}/{entry_key}/{record.number}", ())
            known = [(each.lang, each.since or each.until) for each in earlier]
            for lang, day in (
                *known,
                *((lang, each.day or NO_DAY) for lang, each in record.wordings.items()),
            ):
                days[lang] = min({days.get(lang, day), day} - {NO_DAY}, default=NO_DAY)
    return days


def _steps(
    wordings: Iterable[_Wording], first: str
) -> Iterator[tuple[str, str, Words | None, Words | None]]:
    """Yield what happened to a ruling with ``wordings``, oldest first: the day, the kind of change,
    and the words before and after.
    """
    before: _Wording | None = None
    for each in wordings:
        day = each.since or NO_DAY
        if before is None or before.until is None:
            if each.revision > 1:
                yield day, CHANGED, None, each.words
            elif day > first:
                yield day, ADDED, None, each.words
        elif day <= before.until:
            yield before.until, CHANGED, before.words, each.words
        else:
            yield before.until, REMOVED, before.words, None
            yield day, ADDED, None, each.words
        before = each
    if before and before.until:
        yield before.until, REMOVED, before.words, None
