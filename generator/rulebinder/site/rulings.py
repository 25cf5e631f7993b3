"""Everything with a permanent id: the rulings and paragraphs of documents, and the numbers that no
document has any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..ledger.numbers import LedgerEntry, LedgerRecord
from ..library import DocumentNotes, Holder, Library, Note, Numbered, Paragraph, SectionNotes
from ..pages.changes import departures


@dataclass(frozen=True)
class Version:
    """A ruling or paragraph in one language, and its entry or section."""

    note: Numbered
    holder: Holder
    highest: int
    """The highest number in the same entry, which is the number of rulings if none was removed."""

    @property
    def kind(self) -> str:
        """``ruling`` on a card, ``note`` or ``paragraph`` of a section."""
        if isinstance(self.note, Paragraph):
            return "paragraph"
        return "note" if isinstance(self.holder, SectionNotes) else "ruling"


@dataclass(frozen=True, kw_only=True)
class Gone:
    """A number that was given, but that no document has."""

    id: str
    set_code: str
    entry: LedgerEntry
    record: LedgerRecord
    holder: Holder | None = None
    """The entry or section of its neighbours, if there is one."""

    @property
    def kind(self) -> str:
        """The same as :attr:`Version.kind`."""
        return departures.kind(self.entry, self.record)

    @property
    def became(self) -> tuple[str, ...]:
        """The ids of its successors, or its new id if it moved to another entry."""
        moved = self.record.moved(self.set_code)
        ids = (f"{self.set_code}/{self.entry.key}/{number}" for number in self.record.became)
        return (*ids, moved) if moved else tuple(ids)


def addressed(library: Library, code: str | None = None) -> dict[str, dict[str, Version]]:
    """Return every ruling, note and paragraph of the library, or of one set, that has an id, by id
    and language.
    """
    found: dict[str, dict[str, Version]] = {}
    for document in _documents(library, code):
        for version in versions(document):
            found.setdefault(version.note.id, {})[document.notes.lang] = version
    return found


def repeated(library: Library) -> dict[str, dict[str, Version]]:
    """Return the ids of published rulings that documents have too, each with the ruling of a
    document by its language.
    """
    return {
        published: {version.note.lang: version}
        for document in library.documents()
        for version in versions(document)
        if isinstance(version.note, Note)
        for published in version.note.published
    }


def versions(document: DocumentNotes) -> Iterator[Version]:
    """Return the rulings, notes and paragraphs of one document, in its order."""
    for holder in document.holders:
        highest = max((note.number for note in holder.notes), default=0)
        yield from (Version(note, holder, highest) for note in holder.numbered)


def _documents(library: Library, code: str | None) -> Iterable[DocumentNotes]:
    """Return the documents of the library, or of one set, which may be a removed one."""
    if code is None:
        return library.documents()
    documents = library.sets[code].documents if code in library.sets else {}
    return [documents[lang] for lang in sorted(documents)]


def gone(library: Library, code: str | None = None) -> Iterator[Gone]:
    """Return the numbers that the ledgers, or the one of a set, gave and no document has."""
    known = {*addressed(library, code), *(() if code else repeated(library))}
    holders = {
        holder.id: holder for document in _documents(library, code) for holder in document.holders
    }
    for each in [code] if code else library.ledgers:
        for key, entry in library.ledgers[each].entries.items():
            for record in entry.records:
                note_id = f"{each}/{key}/{record.number}"
                if note_id not in known:
                    holder = holders.get(f"{each}/{entry.slug}") or holders.get(f"{each}/{key}")
                    yield Gone(id=note_id, set_code=each, entry=entry, record=record, holder=holder)
