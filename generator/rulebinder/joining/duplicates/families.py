"""Find families: rulings that say the same, except for their variables: names, numbers, symbols and
typography.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from ...facts.catalogue import SetFacts
from ...library import CardNotes, DocumentNotes, Note, Passage
from ...notes import Card
from ...system.digests import digest
from ...system.grouping import grouped
from ...text import Dated, Emphasis, Link, Mention, Spans, Text
from ..mentions.passages import passage_of
from ..phrases import levelled
from .sources import names_of, own_names, singular, without

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
    by_age = sorted(
        documents,
        key=lambda each: (facts[each.notes.set_code].released or "9999", each.notes.set_code),
    )
    rulings = [
        (entry, note) for document in by_age for entry in document.cards for note in entry.notes
    ]
    alike = grouped(((note.lang, note.signature), (entry, note)) for entry, note in rulings)
    langs = grouped((note.id, note.lang) for _, note in rulings)
    several: Families = {}
    of: dict[tuple[str, str], str] = {}
    for (lang, _), members in alike.items():
        if len(members) > 1:
            family = members[0][1].id
            of |= {(lang, note.id): family for _, note in members}
            passages = [
                (note.id, passage_of(entry, "note", str(note.number))) for entry, note in members
            ]
            #  Their translations are what a reader in another language can read of the family.
            translations = (
                replace(passage, lang=other)
                for note_id, passage in passages
                for other in langs[note_id]
                if other != lang
            )
            several[lang, family] = (*(passage for _, passage in passages), *translations)
    return [
        replace(document, cards=tuple(_entry(entry, of) for entry in document.cards))
        for document in documents
    ], several


def _entry(entry: CardNotes, of: Mapping[tuple[str, str], str]) -> CardNotes:
    if not any((note.lang, note.id) in of for note in entry.notes):
        return entry
    body = (
        replace(block, family=of.get((block.lang, block.id))) if isinstance(block, Note) else block
        for block in entry.body
    )
    return replace(entry, body=tuple(body))


_NAME = "\ue000"
"""Stands for the name of a card, its own or another's. No document contains this character."""
_AMOUNT = "#"
"""Stands for a number."""

_PART = re.compile(
    r"(?P<symbols>(?:\{[^{}\s]+\})+)"
    r"|(?P<literal>\d{3}\.\d+[a-z]*|(?<![\d/])0(?![\d/]))"
    r"|(?P<number>[+−-]?[\dx*]*\d[\dx*]*(?:/[+−-]?[\dx*]+)?)"
    r"|(?P<stats>[+−-][x*]/[+−-][x*])|(?:(?P<article>del|el|la|los|las|du|de|d|le|les|l)["
    rf" '])?{_NAME}|[^\W\d_]+"
)
"""A run of symbols, a rule's number or nothing at all (both are no variables), another number, a
name, or a word.
"""
_SYMBOL = re.compile(r"\{([^{}]+)\}")
_MANA = re.compile(r"[1-9]\d*|[wubrgc]|[2wubrgc]/[wubrgc]")
_AMOUNTS = re.compile(r"\d+|(?<=[+−-])x")
_COUNTED = re.compile(rf"(?<!\S){_AMOUNT} \{{(?!mana)")
"""An amount before a symbol: *eight {E}*."""
_EXAMPLE = re.compile(
    r"(?<=(?:that|hose|fect|ects) of )(?:[A-Z][\w'-]*)(?:,? (?:(?:of|the|and|to|in|for)"
    r" ){0,2}[A-Z][\w'-]*)*"
    r"|(?<=\blike )[A-Z][\w'-]*(?:,? (?:(?:of|the|and|to|in|for) ){0,2}[A-Z][\w'-]*)*(?= does\b)"
)
"""The name of a card that English rulings have as an example, and of which the library may know
nothing: *that of Ember Fox*.
"""
_OF = {"del": "de ", "du": "de ", "de": "de ", "d": "de "}
"""How an article and a preposition in one word go on without the article: it depends on the name
that follows.
"""
_REGISTERED = str.maketrans("", "", "®™")


def signature(texts: Iterable[Text], names: Iterable[str], numerals: Collection[str]) -> str:
    """Return a digest of what a ruling says: equal for rulings that differ only in their variables.

    ``texts`` are those of the ruling, with mentions. ``names`` are those of its card as
    :func:`names_in_rulings` returns them. ``numerals`` are the numbers in words of the ruling's
    language. No variables are a sign, nothing (``0``), the numbers of rules, and all symbols but
    those of mana: they change what a ruling says.
    """
    text = "\n".join(_named(spans) for part in texts for spans in part.paragraphs)
    text = without(names, text.translate(_REGISTERED).replace("’", "'"), _NAME)
    text = _EXAMPLE.sub(_NAME, text)
    parts = " ".join(_part(match, numerals) for match in _PART.finditer(levelled(text)))
    return digest(_COUNTED.sub("{", parts))


def names_in_rulings(card: Card) -> list[str]:
    """Return the names by which a ruling calls its card, the longest first; of a legendary one also
    the first word.
    """
    first = {
        face.name.split()[0] for face in card.faces if "Legendary" in face.type_line and face.name
    }
    names = {*(name.replace("’", "'") for name in own_names(card)), *names_of(card).printed}
    return sorted(
        names | {name.rstrip(",").replace("’", "'") for name in first - {"The"}},
        key=lambda name: (-len(name), name),
    )


def _named(spans: Spans) -> str:
    """Return the characters of ``spans`` with a sign for each card that is mentioned."""
    return "".join(
        (
            _named(span.spans)
            if isinstance(span, Emphasis | Link | Dated)
            else (
                _NAME
                if isinstance(span, Mention) and span.kind == "card"
                else Text(((span,),)).plain()
            )
        )
        for span in spans
    )


def _part(found: re.Match[str], numerals: Collection[str]) -> str:
    said = found[0]
    match found.lastgroup:
        case "symbols":
            #  All symbols of mana are one kind, and each other symbol is its own.
            kinds = ("mana" if _MANA.fullmatch(code) else code for code in _SYMBOL.findall(said))
            return "".join(f"{{{kind}}}" for kind in dict.fromkeys(kinds))
        case "literal":
            return said
        case "number" | "stats":
            return _AMOUNTS.sub(_AMOUNT, said)
        case "article":
            return _OF.get(found["article"], "") + _NAME
    return _AMOUNT if said in numerals else "a" if said == "an" else singular(said)
