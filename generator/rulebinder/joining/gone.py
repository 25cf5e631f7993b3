"""What is gone: the rulings, entries, rules and sets that had addresses, and that no document has
any more. Beside it, what is there, by the same ids.

No address may ever lead nowhere, so the ledgers have the numbers of all that was ever published.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..facts.catalogue import Catalogue, Removal, SetFacts
from ..facts.languages import Languages, make_day_facts
from ..ledger.history import History, add_earlier
from ..ledger.numbers import LedgerEntry, LedgerRecord, Ledgers, is_section
from ..library import (
    DocumentNotes,
    Holder,
    Library,
    Note,
    Numbered,
    Paragraph,
    RemovedSet,
    SectionNotes,
)
from ..notes import is_day
from ..problems import Problem, error, warning
from ..rulebook.book import rule_order
from ..system import group_pairs
from .ruling_numbers import list_published, move_rulings


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
class GoneRuling:
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
        if self.record.paragraph:
            return "paragraph"
        return "note" if is_section(self.entry.key) else "ruling"

    @property
    def became(self) -> tuple[str, ...]:
        """The ids of its successors."""
        return list_successors(self.set_code, self.entry, self.record)


def list_successors(code: str, entry: LedgerEntry, record: LedgerRecord) -> tuple[str, ...]:
    """Return the ids of the rulings that a ruling became, and its new id if it moved to another
    entry.
    """
    new_place = record.new_id(code)
    ids = (f"{code}/{entry.key}/{number}" for number in record.became)
    return (*ids, new_place) if new_place else tuple(ids)


def list_versions(document: DocumentNotes) -> Iterator[Version]:
    """Yield the rulings, notes and paragraphs of one document, in its order."""
    for holder in document.holders:
        highest = max((note.number for note in holder.notes), default=0)
        yield from (Version(note, holder, highest) for note in holder.numbered)


def find_versions(library: Library) -> dict[str, dict[str, Version]]:
    """Return every ruling, note and paragraph of the library that has an id, by id and language."""
    versions: dict[str, dict[str, Version]] = {}
    for document in library.documents():
        for version in list_versions(document):
            versions.setdefault(version.note.id, {})[document.notes.lang] = version
    return versions


def find_repeated(library: Library) -> dict[str, dict[str, Version]]:
    """Return the ids of published rulings that documents have too, each with the ruling of a
    document that says it, by its language.
    """
    return {
        note_id: {version.note.lang: version}
        for document in library.documents()
        for version in list_versions(document)
        if isinstance(version.note, Note)
        for note_id in version.note.published
    }


def find_gone(library: Library) -> Iterator[GoneRuling]:
    """Yield the rulings whose numbers the ledgers gave and that no document has."""
    present = {*find_versions(library), *find_repeated(library)}
    holders = {holder.id: holder for holder in library.holders()}
    for code, ledger in library.ledgers.items():
        for note_id, entry, record in ledger.rulings():
            if note_id not in present:
                yield GoneRuling(
                    id=note_id,
                    set_code=code,
                    entry=entry,
                    record=record,
                    holder=holders.get(f"{code}/{entry.slug}")
                    or holders.get(f"{code}/{entry.key}"),
                )


def find_gone_entries(library: Library) -> dict[str, list[str]]:
    """Return the ids of the entries and sections of each set that its ledger has and no document
    has any more.
    """
    present = {holder.id for holder in library.holders()}
    present |= {note_id.rpartition("/")[0] for note_id in find_repeated(library)}
    return group_pairs(
        (code, f"{code}/{key}")
        for code, ledger in library.ledgers.items()
        for key, entry in ledger.entries.items()
        if f"{code}/{key if is_section(key) else entry.slug}" not in present
    )


def find_gone_rules(library: Library) -> dict[str, Sequence[str]]:
    """Return the rules that had pages and are in neither a document nor the newest edition, each
    with the sets that quoted or cited it, in numeric order.

    No set is named for one that only an older edition has.
    """
    book = library.rulebook
    present = {*library.rules, *(book.headings if book else ())}
    older = (number for edition in library.rulebooks[1:] for number in edition.headings)
    used = group_pairs(
        (number, code) for code, ledger in library.ledgers.items() for number in ledger.rules
    )
    return {
        number: used.get(number, ())
        for number in sorted(sorted({*older, *used}), key=rule_order)
        if number not in present
    }


def add_removed(
    library: Library,
    catalogue: Catalogue,
    ledgers: Ledgers,
    histories: Mapping[str, History],
    languages: Languages | None = None,
) -> Library:
    """Return ``library`` with the sets and languages that ``catalogue`` lists as removed, as far as
    :func:`check_removals` has no problem with them.

    ``ledgers`` are those of before, and ``histories`` have earlier words by set. If a bulk file has
    no ruling of a day any more, the day is removed, too: on the newest one that has rulings. It is
    named in the ``languages``.
    """
    #  Without any published rulings, the bulk files may just be missing.
    newest_day = next(filter(is_day, library.sets), None)
    #  when each set, or language of one (`mh3.fr`), was removed
    days = {
        code: newest_day
        for code in ledgers
        if newest_day and is_day(code) and code not in library.sets
    }
    for key, removal in catalogue.removed.items():
        if not _check_removal(key, removal, library, ledgers):
            days[key] = removal.day
    removed: dict[str, RemovedSet] = {}
    former_langs: dict[str, tuple[str, ...]] = {}
    retired, earlier = dict(library.ledgers), dict(library.earlier)
    for key, day in days.items():
        code, _, lang = key.partition(".")
        if lang:
            former_langs[code] = (*former_langs.get(code, ()), lang)
            continue
        facts = catalogue.sets.get(code) or (
            make_day_facts(code, languages or {})
            if is_day(code)
            else SetFacts(code=code, names={"en": code.upper()})
        )
        ledger, history = ledgers[code], histories.get(code, History())
        retired[code] = ledger.retire_all(day)
        last = add_earlier(
            History(last=history.last), ledger, retired[code], dict.fromkeys(ledger.langs, day)
        )
        removed[code] = RemovedSet(facts=facts, day=day, ledger=ledger, last=last)
        earlier |= history.earlier
    #  A published ruling of a removed day may be at another day now.
    lost = list_published({code: ledgers[code] for code in removed})
    if lost:
        retired = move_rulings(retired, lost, list_published(library.ledgers))
    return replace(
        library,
        removed=removed,
        former_langs=former_langs,
        ledgers=retired,
        earlier=earlier,
    )


def check_removals(library: Library, catalogue: Catalogue, ledgers: Ledgers) -> list[Problem]:
    """Return the problems of the list of removed sets and languages."""
    return [
        problem
        for key, removal in catalogue.removed.items()
        if (problem := _check_removal(key, removal, library, ledgers))
    ]


def _check_removal(
    key: str, removal: Removal, library: Library, ledgers: Ledgers
) -> Problem | None:
    """Return the problem of a line of the list, because of which it is ignored; None if it has
    none. ``key`` is a set, or a set and a language (``mh3.fr``).
    """
    code, _, lang = key.partition(".")
    documents = library.sets[code].documents if code in library.sets else None
    if documents is not None and (not lang or lang in documents):
        message = f"{key!r} is listed as removed, but it has release notes"
        return warning(removal.place, message, "delete this line, or the release notes")
    if code not in ledgers:
        message = (
            f"{key!r} is listed as removed, but its ledger cannot be read, which has its addresses"
        )
        hint = f"take ledger/{code}.yml back from the history, or delete this line"
        return error(removal.place, message, hint)
    if lang and documents is None:
        message = f"{key!r} is listed as removed, but its set has no other documents"
        return warning(removal.place, message, f"write {code!r}")
    return None
