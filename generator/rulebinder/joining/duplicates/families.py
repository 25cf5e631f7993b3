"""Find families: rulings that say the same, except for names, numbers, symbols and typography."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ...facts.catalogue import SetFacts
from ...library import CardNotes, DocumentNotes, Note, Passage
from ...system.grouping import grouped
from ..mentions.passages import passage_of

Families = dict[tuple[str, str], tuple[Passage, ...]]
"""The rulings of each family, by language and family: those in that language, oldest set first, and
then their translations.
"""


def families(
    documents: Sequence[DocumentNotes], facts: Mapping[str, SetFacts]
) -> tuple[list[DocumentNotes], Families]:
    """Return the documents with the family of each ruling on a card, and the families.

    A family's id is the id of its first ruling: the oldest set's, so that newer documents do not
    change it.
    """
    alike: dict[tuple[str, str], list[tuple[str, Passage]]] = {}
    by_age = sorted(
        documents,
        key=lambda each: (facts[each.notes.set_code].released or "9999", each.notes.set_code),
    )
    for document in by_age:
        for entry in document.cards:
            for note in entry.notes:
                passage = passage_of(entry, "note", str(note.number))
                alike.setdefault((entry.lang, note.signature), []).append((note.id, passage))
    langs = grouped(
        (note.id, each.lang)
        for document in by_age
        for each in document.cards
        for note in each.notes
    )
    several: Families = {}
    of: dict[tuple[str, str], str] = {}
    for (lang, _), members in alike.items():
        if len(members) > 1:
            family = members[0][0]
            several[lang, family] = tuple(_members(lang, members, langs))
            of |= {(lang, note_id): family for note_id, _ in members}
    return [
        replace(document, cards=tuple(_entry(entry, of) for entry in document.cards))
        for document in documents
    ], several


def _members(
    lang: str, members: Sequence[tuple[str, Passage]], langs: Mapping[str, Iterable[str]]
) -> Iterator[Passage]:
    """Yield the rulings of a family, and then their translations: what a reader in another language
    can read of it.
    """
    yield from (passage for _, passage in members)
    yield from (
        replace(passage, lang=other)
        for note_id, passage in members
        for other in langs[note_id]
        if other != lang
    )


def _entry(entry: CardNotes, of: Mapping[tuple[str, str], str]) -> CardNotes:
    if not any((note.lang, note.id) in of for note in entry.notes):
        return entry
    body = (
        replace(block, family=of.get((block.lang, block.id))) if isinstance(block, Note) else block
        for block in entry.body
    )
    return replace(entry, body=tuple(body))
