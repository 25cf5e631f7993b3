"""What happened when: the revisions of a set's release notes, by the days of its documents; what
this site published of it, by the days of its builds; and the rulings that later sets say in other
words.

The ledger says on which day a number got its words or lost them. The history has the words that it
had before.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..ledger.history import Earlier, Words
from ..ledger.matching import candidates, is_reworded
from ..ledger.numbers import ADDED, NO_DAY, REMOVED, Ledger, LedgerRecord, first_day
from ..library import Library, Revision, RulingChange
from ..notes import is_day
from ..system import group_pairs

CHANGED = "changed"
CHANGES = (CHANGED, ADDED, REMOVED)
"""What a revision can do to a ruling, in the order of a page."""


class _Wording(NamedTuple):
    """The words of a ruling in one language for a while."""

    words: Words | None
    """None if they were not kept."""
    since: str
    until: str | None
    """None for the words of today."""
    revision: int = 1
    """How many wordings it has had, with this one."""


def find_revisions(library: Library) -> dict[str, dict[str, Revision]]:
    """Return the revisions of each set of ``library`` that has any, by day, newest first.

    A removed set has the revisions that it had before. Its removal is not a revision. Published
    rulings have none: a bulk file does not say when they were edited.
    """
    ledgers = {
        code: library.ledgers[code] for code in library.released_sets if code in library.ledgers
    }
    ledgers |= {code: gone.ledger for code, gone in library.removed.items() if not is_day(code)}
    revisions: dict[str, dict[str, Revision]] = {}
    for code, ledger in ledgers.items():
        by_day: dict[str, dict[tuple[str, str | None], RulingChange]] = {}
        for day, change in _list_changes(library, ledger):
            changes, key = by_day.setdefault(day, {}), (change.id, change.lang)
            changes[key] = _merge_changes(changes[key], change) if key in changes else change
        if by_day:
            revisions[code] = {
                day: Revision(set_code=code, day=day, changes=tuple(by_day[day].values()))
                for day in sorted(by_day, reverse=True)
            }
    return revisions


def _read_words(library: Library, code: str) -> Mapping[tuple[str, str], Words]:
    """Return the words of today of a set's rulings, by id and language; of a removed set the last
    ones.
    """
    if code in library.removed:
        return {
            (note_id, words.lang): words.words
            for note_id, wordings in library.removed[code].last.items()
            for words in wordings
        }
    return {
        (note.id, note.lang): tuple(text.source() for text in note.texts)
        for document in library.sets[code].documents.values()
        for holder in document.holders
        for note in holder.numbered
    }


def _merge_changes(first: RulingChange, second: RulingChange) -> RulingChange:
    """Return two changes to a ruling as one.

    Documents without a newer day may change it several times on one day.
    """
    kind = CHANGED
    if first.kind == CHANGED:
        kind = second.kind
    elif (first.kind, second.kind) == (ADDED, CHANGED):
        kind = ADDED
    return replace(second, kind=kind, before=first.before)


def _list_changes(library: Library, ledger: Ledger) -> Iterator[tuple[str, RulingChange]]:
    """Yield the changes to the rulings of a set, each with its day, in the order of the ledger."""
    records = {note_id: record for note_id, _, record in ledger.rulings()}
    first_days = _find_first_days(records, library.earlier)
    words_now: Mapping[tuple[str, str], Words] | None = None  # read only for sets with changes
    for note_id, record in records.items():
        before = library.earlier.get(note_id, ())
        langs = sorted({*record.wordings, *(words.lang for words in before)})
        for lang in langs:
            wordings = [
                _Wording(words.words, words.since or NO_DAY, words.until)
                for words in before
                if words.lang == lang
            ]
            now = record.wordings.get(lang)
            #  Nothing happened to one that is as in the first document.
            if now and (wordings or now.revision > 1 or (now.day or NO_DAY) > first_days[lang]):
                if words_now is None:
                    words_now = _read_words(library, ledger.set_code)
                words = words_now.get((note_id, lang))
                wordings.append(_Wording(words, now.day or NO_DAY, None, now.revision))
            for day, kind, old, new in _compare_wordings(wordings, first_days[lang]):
                yield day, RulingChange(id=note_id, lang=lang, kind=kind, before=old, after=new)
        #  Of one that was removed before there was a history, only the day is known.
        if not langs and record.retired and record.retired > (record.seen or NO_DAY):
            yield record.retired, RulingChange(id=note_id, lang=None, kind=REMOVED)


def _find_first_days(records: Mapping[str, LedgerRecord], earlier: Earlier) -> Mapping[str, str]:
    """Return the day of the first document in each language that has a day; :data:`NO_DAY` if none
    has.
    """
    days = [
        (lang, wording.day)
        for record in records.values()
        for lang, wording in record.wordings.items()
    ]
    for note_id in records:
        days += [(words.lang, words.since or words.until) for words in earlier.get(note_id, ())]
    return {lang: first_day(of_lang) or NO_DAY for lang, of_lang in group_pairs(days).items()}


def _compare_wordings(
    wordings: Iterable[_Wording], first_day: str
) -> Iterator[tuple[str, str, Words | None, Words | None]]:
    """Yield what happened to a ruling with ``wordings``, oldest first: the day, the kind of change,
    and the words before and after.

    What came on ``first_day``, with the first document in the language, is not a change.
    """
    before: _Wording | None = None
    for wording in wordings:
        if before is None or before.until is None:
            #  Its words before, if there were any, are not known.
            if wording.revision > 1:
                yield wording.since, CHANGED, None, wording.words
            elif wording.since > first_day:
                yield wording.since, ADDED, None, wording.words
        elif wording.since <= before.until:
            yield before.until, CHANGED, before.words, wording.words
        else:
            yield before.until, REMOVED, before.words, None
            yield wording.since, ADDED, None, wording.words
        before = wording
    if before and before.until:
        yield before.until, REMOVED, before.words, None


SET, LANGUAGE, RULINGS, REVISION = "set", "language", "rulings", "revision"
"""A set that is new here, a language of a set that was here, new rulings of such a set, and other
changes of its rulings.
"""


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that the site first published on a day."""

    kind: str
    """:data:`SET`, :data:`LANGUAGE`, :data:`RULINGS` or :data:`REVISION`."""
    set_code: str
    day: str
    lang: str
    """The language of the document."""
    changes: Mapping[str, str]
    """What happened to rulings, by id: those that came with a set or a language are new."""

    @property
    def is_document(self) -> bool:
        """Whether it is a whole document."""
        return self.kind in (SET, LANGUAGE)

    @property
    def suffix(self) -> str:
        """What distinguishes its id from those of all other events of its set."""
        if self.kind == SET:
            return ""
        return f"/{self.lang if self.kind == LANGUAGE else self.day}"

    @functools.cached_property
    def by_entry(self) -> Mapping[str, Mapping[str, str]]:
        """The changes by the id of the entry or section."""
        changes = group_pairs(
            (change[0].rpartition("/")[0], change) for change in self.changes.items()
        )
        return {entry_id: dict(of_entry) for entry_id, of_entry in changes.items()}


def list_events(library: Library, code: str, lang: str) -> list[Event]:
    """Return what the site published of a set, as far as it concerns readers of its document in
    ``lang``: the set, its other languages, new rulings and revisions of this document.

    Each has the day that readers saw it first, which is in the ledger. A set that was published
    before ledgers kept such days has the day of its first document, and no earlier news.
    """
    ledger = library.ledgers.get(code, Ledger(code))
    documents = library.sets[code].documents
    #  The day on which the site first published the set, as far as it is known.
    oldest = first_day(record.seen for _, _, record in ledger.rulings())
    published = oldest or library.facts(code).released or NO_DAY
    if documents.keys() <= ledger.published.keys():
        published = min(ledger.published.values())
    events = []
    for news in ledger.news:
        if news.lang == lang:
            changes = {f"{code}/{ruling}": kind for ruling, kind in news.changes.items()}
            kind = RULINGS if set(changes.values()) == {ADDED} else REVISION
            events.append(Event(kind=kind, set_code=code, day=news.day, lang=lang, changes=changes))
    #  What the news added did not come with the set.
    came_later = {
        note_id for event in events for note_id, kind in event.changes.items() if kind == ADDED
    }
    whole_documents = [
        (SET, lang, published),
        *(
            (LANGUAGE, other, day)
            for other, day in sorted(ledger.published.items())
            if other in documents and day > published
        ),
    ]
    for kind, other, day in whole_documents:
        changes = {
            note.id: ADDED
            for holder in documents[other].holders
            for note in holder.notes
            if other != lang or note.id not in came_later
        }
        events.append(Event(kind=kind, set_code=code, day=day, lang=other, changes=changes))
    return events


def find_restated(library: Library) -> dict[str, dict[str, str]]:
    """Return the rulings of cards that the document of a later set, in the same language, says in
    other words: by id and language, each with the id of the later one.
    """
    ages = {code: age for age, code in enumerate(library.sets)}  # newest first
    restated: dict[str, dict[str, str]] = {}
    for card in library.cards.values():
        for entry in card.notes if len(card.notes) > 1 else ():
            later = (
                other
                for other in card.notes
                if other.lang == entry.lang and ages[other.set_code] < ages[entry.set_code]
            )
            olds, news = (
                {
                    note.id: library.wording(note.id, note.lang)
                    for holder in entries
                    for note in holder.notes
                }
                for entries in ([entry], later)
            )
            for old, new in candidates(olds, news):
                is_same = olds[old].hash == news[new].hash
                if not is_same and is_reworded(olds[old], news[new], entry.lang):
                    restated.setdefault(old, {}).setdefault(entry.lang, new)
    return restated
