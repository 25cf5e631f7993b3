"""Passages: every mention and every quoted rule of the joined documents, with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from ...library import CardNotes, DocumentNotes, Holder, LibraryRule, Note, Passage
from ...notes import Card, Rule
from ...rulebook.model import order
from ...text import Mention, Text
from .name_meanings import Target

Passages = Mapping[Target, tuple[Passage, ...]]
"""By the kind and id of the mentioned thing."""


def mentions(documents: Iterable[DocumentNotes]) -> Passages:
    """Return every passage that mentions something, by the mentioned thing, in the order of
    ``documents``.
    """
    found: dict[Target, dict[Passage, None]] = {}
    for document in documents:
        for passage, texts in passages(document):
            for span in chain.from_iterable(text.walk() for text in texts):
                if isinstance(span, Mention):
                    found.setdefault((span.kind, span.target), {})[passage] = None
    return {target: tuple(passages) for target, passages in found.items()}


def library_rules(
    documents: Iterable[DocumentNotes], mentioned: Passages
) -> dict[str, LibraryRule]:
    """Return every rule that a document quotes or cites, by number, in numeric order."""
    quoted: dict[str, dict[Passage, None]] = {}
    for document in documents:
        for passage, _ in passages(document):
            if passage.kind == "rule" and passage.part:
                quoted.setdefault(passage.part, {})[passage] = None
    numbers = {*quoted, *(number for kind, number in mentioned if kind == "rule")}
    return {
        number: LibraryRule(
            number=number,
            quoted_in=tuple(quoted.get(number, ())),
            cited_in=mentioned.get(("rule", number), ()),
        )
        for number in sorted(numbers, key=order)
    }


def passage_of(holder: Holder, kind: str, part: str | None = None) -> Passage:
    """Return a passage of an entry or a section."""
    return Passage(
        kind=kind,
        entry=holder.id,
        part=part,
        set_code=holder.set_code,
        lang=holder.lang,
        card=holder.card,
    )


def passages(document: DocumentNotes) -> Iterator[tuple[Passage, Iterable[Text]]]:
    """Yield every passage of a document with its texts."""
    for holder in document.holders:
        if isinstance(holder, CardNotes):
            yield passage_of(holder, "card"), _card_texts(holder.entry.card)
        for block in holder.body:
            match block:
                case Note():
                    yield passage_of(holder, "note", str(block.number)), block.texts
                case Rule():
                    yield passage_of(holder, "rule", block.number), (block.text,)
                case Card():
                    yield passage_of(holder, "card"), _card_texts(block)
                case _:
                    yield passage_of(holder, "text"), (block.text,)


def _card_texts(card: Card) -> Iterator[Text]:
    for face in card.faces:
        yield from face.rules_text
    yield from card.shared_rules_text
