"""What is new on a site, set by set: sets, languages of sets, new rulings and revisions, each with
the day that readers saw it first.

That day is in the ledger. A set that was published before ledgers kept such days has the day of its
first document, and no earlier news.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..ledger import files
from ..ledger.numbers import ADDED, NO_DAY, Ledger
from ..library import Library
from ..pages.edition import Edition
from . import model
from .model import Gone, Version

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
    changes: Mapping[str, str]
    """What happened to rulings, by id: those that came with a set or a language are new."""

    @property
    def is_document(self) -> bool:
        """Whether it is a whole document."""
        return self.kind in (SET, LANGUAGE)

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


class News:
    """What is new in one language of a site.

    ``of_set(code)`` returns the events of a set.
    """

    def __init__(self, edition: Edition, removed: Mapping[str, Gone]) -> None:
        """Take the rulings that no document has any more, by id: all languages share them."""
        self.edition, self.removed = edition, removed
        self.of_set = functools.cache(self._of_set)
        self._versions = functools.cache(
            lambda code: {each.note.id: each for each in model.versions(edition.document(code))}
        )

    def version(self, note_id: str) -> Version | None:
        """Return a ruling as the best document for the language has it; None if it does not have
        it.
        """
        return self._versions(note_id.partition("/")[0]).get(note_id)

    def _of_set(self, code: str) -> Sequence[Event]:
        the_set = self.edition.library.sets[code]
        ledger = self.edition.library.ledgers.get(code, Ledger(code))
        documents, lang = the_set.documents, self.edition.best(the_set.documents)
        records = (record for entry in ledger.entries.values() for record in entry.records)
        day = _first(record.seen or NO_DAY for record in records) or the_set.facts.released
        if documents.keys() <= ledger.published.keys():
            day = min(ledger.published.values())
        firsts = [(SET, lang, day or NO_DAY)]
        firsts += [
            (LANGUAGE, later, since)
            for later, since in sorted(ledger.published.items())
            if later in documents and since > (day or NO_DAY)
        ]
        events = []
        for news in ledger.news:
            changes = {f"{code}/{ruling}": kind for ruling, kind in news.changes()}
            kind = RULINGS if set(changes.values()) == {ADDED} else REVISION
            if news.lang == lang:
                events.append(
                    Event(kind=kind, set_code=code, day=news.day, lang=lang, changes=changes)
                )
        later = {
            note_id for event in events for note_id, kind in event.changes.items() if kind == ADDED
        }
        for kind, spoken, since in firsts:
            changes = {
                note.id: ADDED
                for holder in documents[spoken].holders
                for note in holder.notes
                if spoken != lang or note.id not in later
            }
            events.append(Event(kind=kind, set_code=code, day=since, lang=spoken, changes=changes))
        return events


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
    return files.make_tag(address, published or documents or NO_DAY)


def _first(days: Iterator[str]) -> str | None:
    return min((day for day in days if day != NO_DAY), default=None)
