"""Find families: rulings with the same words, except for the card's own name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..facts.catalogue import SetFacts
from ..library import CardNotes, DocumentNotes, Note, Passage
from .identity.own_names import own_names, without
from .phrases import levelled

Families = dict[tuple[str, str], tuple[Passage, ...]]
"""The rulings of each family, by language and family."""

_OWN_NAME = "\0"
"""Replaces the card's own name. No document contains this character."""


def families(documents: Sequence[DocumentNotes], facts: Mapping[str, SetFacts]) -> tuple[list[DocumentNotes], Families]:
    """Return the documents with the family of each ruling on a card, and the families.

    A family's id is the id of its first ruling: the oldest set's, so that newer documents do not
    change it. Each text is compared by its hash, so that the time grows only with the number of rulings.
    """
    alike: dict[tuple[str, str], list[tuple[str, Passage]]] = {}
    by_age = sorted(documents, key=lambda each: (facts[each.notes.set_code].released or "9999", each.notes.set_code))
    for document in by_age:
        for entry in document.cards:
            for note, said in zip(entry.notes, _said(entry), strict=True):
                passage = Passage(
                    kind="note", entry=entry.id, part=str(note.number), set_code=entry.set_code, lang=entry.lang, card=entry.card
                )
                alike.setdefault((entry.lang, said), []).append((note.id, passage))
    several = {lang_said: members for lang_said, members in alike.items() if len(members) > 1}
    found = {(lang, members[0][0]): tuple(passage for _, passage in members) for (lang, _), members in several.items()}
    of = {(lang, note_id): members[0][0] for (lang, _), members in several.items() for note_id, _ in members}
    return [_with_families(document, of) for document in documents], found


def _with_families(document: DocumentNotes, of: Mapping[tuple[str, str], str]) -> DocumentNotes:
    return replace(document, cards=tuple(_entry(entry, of) for entry in document.cards))


def _entry(entry: CardNotes, of: Mapping[tuple[str, str], str]) -> CardNotes:
    if not any((note.lang, note.id) in of for note in entry.notes):
        return entry
    body = (replace(block, family=of.get((block.lang, block.id))) if isinstance(block, Note) else block for block in entry.body)
    return replace(entry, body=tuple(body))


def _said(entry: CardNotes) -> Iterable[str]:
    """Yield the text of each ruling without case, spacing and its card's own name."""
    names = own_names(entry.entry.card)
    for note in entry.notes:
        text = "\n".join(part.plain() for part in (note.text, *note.items))
        yield " ".join(levelled(without(names, text, _OWN_NAME)).split())
