"""Put corrections into the texts: the correct word, together with the printed one."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import replace

from ..notes import Block, Card, CardEntry, Face, ReleaseNotes, Replacement, Ruling, Section
from ..text import SYMBOL, Corrected, Plain, Spans, Text, parse

_SYMBOL = re.compile(SYMBOL)
"""A wrong symbol is replaced without a mark: a picture of it beside the right one would tell a
reader nothing.
"""


def corrected(document: ReleaseNotes) -> ReleaseNotes:
    """Return the document with its misprints corrected: names and texts, each with the printed
    words.
    """
    if not document.corrections:
        return document
    return replace(
        document,
        sections=tuple(_section(section, document.corrections) for section in document.sections),
        cards=tuple(_entry(entry, document.corrections) for entry in document.cards),
    )


def _section(section: Section, every: Iterable[Replacement]) -> Section:
    own = [each for each in every if each.entry in (None, section.title)]
    return (
        section
        if not own
        else replace(section, body=tuple(_block(block, own) for block in section.body))
    )


def _entry(entry: CardEntry, every: Iterable[Replacement]) -> CardEntry:
    names = (None, entry.card.name, *(face.name for face in entry.card.faces))
    own = [each for each in every if each.entry in names]
    if not own:
        return entry
    body = tuple(block for each in entry.body if not isinstance(block := _block(each, own), Card))
    return replace(entry, card=_card(entry.card, own), body=body)


def _block(block: Block, own: Iterable[Replacement]) -> Block:
    match block:
        case Card():
            return _card(block, own)
        case Ruling():
            return replace(
                block,
                text=_text(block.text, own),
                items=tuple(_text(item, own) for item in block.items),
            )
        case _:
            return replace(block, text=_text(block.text, own))


def _card(card: Card, own: Iterable[Replacement]) -> Card:
    shared = tuple(_text(text, own) for text in card.shared_rules_text)
    return replace(
        card, faces=tuple(_face(face, own) for face in card.faces), shared_rules_text=shared
    )


def _face(face: Face, own: Iterable[Replacement]) -> Face:
    name = face.name
    for each in own:
        name = name.replace(each.printed, each.correct)
    rules_text = tuple(_text(text, own) for text in face.rules_text)
    return replace(
        face,
        name=name,
        rules_text=rules_text,
        printed_name=face.name if name != face.name else face.printed_name,
    )


def _text(text: Text, own: Iterable[Replacement]) -> Text:
    for each in own:
        if _SYMBOL.fullmatch(each.printed) and each.printed in (source := text.source()):
            text = parse(source.replace(each.printed, each.correct))
        else:
            text = text.map_plain(functools.partial(_spans, each))
    return text


def _spans(replacement: Replacement, plain: str) -> Spans:
    right = Corrected(replacement.correct, replacement.printed, replacement.reason)
    parts = re.split(f"({re.escape(replacement.printed)})", plain)
    return tuple(right if part == replacement.printed else Plain(part) for part in parts if part)
