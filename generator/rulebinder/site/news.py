"""What is new on a site, set by set: sets, languages of sets, new rulings and revisions, each with
the day that readers saw it first.

That day is in the ledger. What was published before ledgers kept such days has the day of its
document.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..ledger import feed_tag
from ..ledger.news import ADDED, EDITED, REMOVED
from ..ledger.numbers import NO_DAY, Ledger
from ..library import Library
from ..pages.edition import Edition
from . import rulings
from .rulings import Gone, Version

SET, LANGUAGE, RULINGS, REVISION = "set", "language", "rulings", "revision"
"""A set that is new here, a language of a set that was here, new rulings of such a set, and other
changes of its rulings.
"""


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that was first published on a day."""

    kind: str
    """:data:`SET`, :data:`LANGUAGE`, :data:`RULINGS` or :data:`REVISION`."""
    set_code: str
    day: str
    lang: str
    """The language of the document."""
    changes: Mapping[str, str] = field(default_factory=dict)
    """What happened to rulings, by id; none for sets and languages."""

    @property
    def mark(self) -> str:
        """What distinguishes it from all other events of its set."""
        return "" if self.kind == SET else f"/{self.lang if self.kind == LANGUAGE else self.day}"

    @functools.cached_property
    def by_entry(self) -> Mapping[str, Mapping[str, str]]:
        """The changes by the id of the entry or section."""
        found: dict[str, dict[str, str]] = {}
        for note_id, kind in self.changes.items():
            found.setdefault(note_id.rpartition("/")[0], {})[note_id] = kind
        return found


def gone_rulings(library: Library) -> Mapping[str, Mapping[str, Gone]]:
    """Return the rulings that no document has any more, by set and id."""
    by_set: dict[str, dict[str, Gone]] = {}
    for each in rulings.gone(library):
        if not each.record.paragraph:
            by_set.setdefault(each.set_code, {})[each.id] = each
    return by_set


class News:
    """What is new in one language of a site.

    ``of_set(code)`` returns the events of a set, oldest first. ``added(code, lang)`` returns the
    rulings of a set that were not there when it was first published in ``lang``.
    """

    def __init__(self, edition: Edition, gone: Mapping[str, Mapping[str, Gone]]) -> None:
        """Take what :func:`gone_rulings` returns of the library, which all languages share."""
        self.edition, self.gone = edition, gone
        self.of_set = functools.cache(self._of_set)
        self.added = functools.cache(self._added)
        self._versions = functools.cache(self._versions_of)

    def version(self, note_id: str) -> Version | None:
        """Return a ruling as the best document for the language has it; None if it does not have
        it.
        """
        return self._versions(note_id.partition("/")[0]).get(note_id)

    def _versions_of(self, code: str) -> Mapping[str, Version]:
        return {each.note.id: each for each in rulings.versions(self.edition.document(code))}

    def _added(self, code: str, lang: str) -> Collection[str]:
        told = (each.changes.items() for each in self.of_set(code) if each.lang == lang)
        return {note_id for changes in told for note_id, kind in changes if kind == ADDED}

    def _of_set(self, code: str) -> Sequence[Event]:
        edition, each = self.edition, self.edition.library.sets[code]
        ledger = edition.library.ledgers.get(code, Ledger(code))
        lang = edition.best(each.documents)
        undated = edition.prefer(set(each.documents) - ledger.published.keys())
        older = [*self._said(code, undated[0]), *self._removed(code)] if undated else []
        first = min((change.first for change in older), default=NO_DAY)
        day = (each.facts.released or first) if first == NO_DAY else first
        day = day if undated else min(ledger.published.values())
        events = [Event(kind=SET, set_code=code, day=day, lang=lang)]
        for later, since in sorted(ledger.published.items()):
            if later in each.documents and since > day:
                events.append(Event(kind=LANGUAGE, set_code=code, day=since, lang=later))
        by_day = {
            news.day: {f"{code}/{ruling}": kind for ruling, kind in news.told()}
            for news in ledger.news
            if news.lang == lang
        }
        known = {note_id for changes in by_day.values() for note_id in changes}
        for change in older if lang in undated else ():
            if change.day > first and change.id not in known:
                by_day.setdefault(change.day, {})[change.id] = change.kind
        for changed, changes in sorted(by_day.items()):
            kind = RULINGS if set(changes.values()) == {ADDED} else REVISION
            events.append(Event(kind=kind, set_code=code, day=changed, lang=lang, changes=changes))
        return events

    def _said(self, code: str, lang: str) -> Iterator[_Change]:
        """Yield the rulings of the document in ``lang``."""
        library = self.edition.library
        for holder in library.sets[code].documents[lang].holders:
            for note in holder.notes:
                wording = library.wording(note.id, lang)
                is_edited = wording.revision > 1
                first = library.record(note.id).seen if is_edited else wording.day
                yield _Change(
                    note.id, EDITED if is_edited else ADDED, wording.day or NO_DAY, first or NO_DAY
                )

    def _removed(self, code: str) -> Iterator[_Change]:
        for note_id, gone in self.gone.get(code, {}).items():
            if day := gone.record.retired:
                yield _Change(note_id, REMOVED, day, gone.record.seen or day)


class _Change(NamedTuple):
    """A change that the ledger dates by a document."""

    id: str
    kind: str
    day: str
    first: str
    """The day of the first document that had the ruling."""


def tag(library: Library, address: str, authority: str) -> str:
    """Return what the ids of all entries of feeds begin with: of the ``authority`` in the settings,
    else as it was kept.

    A site that has kept none gets it from its ``address``, and from the first day that a ledger or
    a document has.
    """
    if authority or library.feed_tag:
        return f"tag:{authority}:" if authority else library.feed_tag
    published = _first(
        day for ledger in library.ledgers.values() for day in ledger.published.values()
    )
    documents = _first(document.notes.last_modified or NO_DAY for document in library.documents())
    return feed_tag.first(address, published or documents or NO_DAY)


def _first(days: Iterator[str]) -> str | None:
    return min((day for day in days if day != NO_DAY), default=None)
