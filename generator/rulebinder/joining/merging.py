"""Make one corrected document of those that a set has in a language: its release notes, an update,
the notes of its Commander decks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ..ledger.matching import Weights, match_texts, wording
from ..notes import Block, Card, CardEntry, Face, ReleaseNotes, Replacement, Ruling, Section
from ..problems import Place, Problem, WithProblems, error, review, warning
from ..reading.detection import import_command
from ..reading.saved_notes import STRUCTURED_SUFFIX, is_same_document
from ..system import group_pairs
from ..text import SYMBOL, Corrected, Emphasis, Plain, Span, Spans, Text, parse

HolderT = TypeVar("HolderT", Section, CardEntry)
BlockT = TypeVar("BlockT", bound=Block)

_UNDATED = "9999"
"""Sorts a document without a day behind all others."""
_NOWHERE = Place("")
"""The place of blocks and cards that are compared: their own ones always differ."""
_LISTS = ("compiled_by", "contributors", "preamble", "footer", "corrections")
"""The fields of which a merged document has those of each one, without repetitions."""


def merge_documents(documents: Iterable[ReleaseNotes]) -> WithProblems[list[ReleaseNotes]]:
    """Return one document for each set and language, sorted by both, and the problems of merging.

    The oldest of several documents comes first; on one day, imported ones, then names decide. Of
    two editions of one document the older one is left out, of two forms the later one in this
    order, with a problem.
    """
    ordered = sorted(
        documents,
        key=lambda document: (
            document.last_modified or _UNDATED,
            not _is_imported(document),
            document.source.name,
            document.place,
            document.source.sha256,
        ),
    )
    groups = group_pairs((document.key, document) for document in ordered)
    merged: list[ReleaseNotes] = []
    problems: list[Problem] = []
    for _, group in sorted(groups.items()):
        different: list[ReleaseNotes] = []
        for document in group:
            for position, kept in enumerate(different):
                if is_same_document(kept, document):
                    problems.append(_report_repeated(kept, document))
                    if _is_older(kept, document):
                        different[position] = document
                    break
            else:
                different.append(document)
        whole, doubts = _merge_different(different) if len(different) > 1 else (different[0], [])
        merged.append(whole)
        problems += doubts
    return merged, problems


def _is_imported(document: ReleaseNotes) -> bool:
    return document.place.path.endswith(STRUCTURED_SUFFIX)


def _is_older(one: ReleaseNotes, other: ReleaseNotes) -> bool:
    day, other_day = one.last_modified, other.last_modified
    return bool(day and other_day and day < other_day)


def _report_repeated(kept: ReleaseNotes, other: ReleaseNotes) -> Problem:
    """Return the problem of two documents that are one: the same file, two editions, or two
    forms. It is at the one that is left out.
    """
    name, other_name = (document.place.path or document.source.name for document in (kept, other))
    if kept.source.sha256 == other.source.sha256:
        message = f"the same document as {name}, so it is left out"
        return warning(Place(other_name), message, "remove one of them")
    if _is_older(kept, other):
        message = f"an older edition, of {kept.last_modified}, of {other_name}, so it is left out"
        hint = "import the newer one" if _is_imported(kept) else "remove it"
        return error(Place(name), message, hint)
    message = (
        f"nearly the same release notes of {other.set_code!r} in {other.lang!r} as {name},"
        " so it is left out"
    )
    hint = f"remove one of them, or {import_command(other_name, '--set CODE')} says its set"
    return error(Place(other_name), message, hint)


def _merge_different(documents: Sequence[ReleaseNotes]) -> WithProblems[ReleaseNotes]:
    """Return the document that says all that ``documents`` say, what they say word for word only
    once, and the doubts: cards that are printed in two ways, and rulings that say the same in other
    words.
    """
    original = documents[0]
    texts = (text for document in documents for text in document.texts())
    weights = Weights(original.lang, [wording(text.source()) for text in texts])
    doubts: list[Problem] = []

    def merge_holders(
        groups: Iterable[Sequence[HolderT]],
    ) -> tuple[HolderT, ...]:
        """Return the entries or sections of all documents in order. Those with the same name are
        joined.
        """
        merged: dict[tuple[str, int], HolderT] = {}
        for group in groups:
            seen: Counter[str] = Counter()
            for holder in group:
                name = holder.title if isinstance(holder, Section) else holder.card.name
                #  the second one of a name with the second one
                key = name.casefold(), seen[name.casefold()]
                seen[name.casefold()] += 1
                if key in merged:
                    doubts.extend(_find_doubts(merged[key], holder, name, weights))
                    merged[key] = _join_bodies(merged[key], holder)
                else:
                    merged[key] = holder
        return tuple(merged.values())

    lists: dict[str, Any] = {
        name: tuple(
            dict.fromkeys(part for document in documents for part in getattr(document, name))
        )
        for name in _LISTS
    }
    days = (document.last_modified for document in documents)
    headings = (document.general_heading for document in documents)
    whole = replace(
        original,
        **lists,
        last_modified=max(filter(None, days), default=None),
        general_heading=next(filter(None, headings), ""),
        sections=merge_holders(document.sections for document in documents),
        cards=merge_holders(document.cards for document in documents),
        merged=tuple(document.without_texts() for document in documents),
    )
    return whole, doubts


def _join_bodies(first: HolderT, second: HolderT) -> HolderT:
    """Return ``first`` with the blocks that only ``second`` has behind it."""
    joined = replace(first, body=_join_blocks(first.body, second.body))
    if isinstance(joined, CardEntry) and isinstance(second, CardEntry):
        return replace(joined, label=joined.label or second.label)
    return joined


def _join_blocks(first: Sequence[BlockT], second: Iterable[BlockT]) -> tuple[BlockT, ...]:
    """Return the blocks of ``first``, then those that only ``second`` has."""
    present = {replace(block, place=_NOWHERE) for block in first}
    return *first, *(block for block in second if replace(block, place=_NOWHERE) not in present)


def _find_doubts(first: HolderT, second: HolderT, name: str, weights: Weights) -> Iterator[Problem]:
    """Yield a doubt for each ruling of ``second`` that is one of ``first`` in other words, and one
    if they print a card in different ways. Descriptions of pictures do not count.
    """
    olds, news = (
        [wording("\n".join(text.source() for text in ruling.texts)) for ruling in holder.rulings]
        for holder in (first, second)
    )
    pairs = match_texts(dict(enumerate(olds)), news, lambda _new, _old: True, weights)
    for new, old in sorted(pairs.items()):
        if olds[old].hash != news[new].hash:
            yield review(
                second.rulings[new].place,
                f"a ruling of {name!r} seems to say in other words what"
                f" {first.rulings[old].place} says; both are shown",
                "if they are one ruling, import the documents and remove one of them",
                "rulings of two documents seem to say the same",
            )
    if isinstance(first, CardEntry) and isinstance(second, CardEntry):
        card, other_card = (
            replace(entry.card, place=_NOWHERE, picture=None) for entry in (first, second)
        )
        if card != other_card:
            yield review(
                second.place,
                f"{second.card.name!r} is printed otherwise than at {first.place}; the card is"
                " shown as there",
                "if this one is right, import the documents and correct the other",
            )


_SYMBOL = re.compile(SYMBOL)
"""A wrong symbol is replaced without a mark: a picture of it beside the right one would tell a
reader nothing.
"""


def correct_misprints(document: ReleaseNotes) -> ReleaseNotes:
    """Return the document with its misprints corrected: names and texts, each with the printed
    words. A correction without an ``entry`` is for all entries and sections.
    """
    if not document.corrections:
        return document
    sections = []
    for section in document.sections:
        misprints = [fix for fix in document.corrections if fix.entry in (None, section.title)]
        body = tuple(_correct_block(block, misprints) for block in section.body)
        sections.append(replace(section, body=body))
    entries = []
    for entry in document.cards:
        names = (None, entry.card.name, *(face.name for face in entry.card.faces))
        misprints = [fix for fix in document.corrections if fix.entry in names]
        blocks = (_correct_block(block, misprints) for block in entry.body)
        own_blocks = tuple(block for block in blocks if not isinstance(block, Card))
        entries.append(replace(entry, card=_correct_card(entry.card, misprints), body=own_blocks))
    return replace(document, sections=tuple(sections), cards=tuple(entries))


def _correct_block(block: Block, misprints: Sequence[Replacement]) -> Block:
    if isinstance(block, Card):
        return _correct_card(block, misprints)
    text = _correct_text(block.text, misprints)
    if isinstance(block, Ruling):
        return replace(block, text=text, items=_correct_texts(block.items, misprints))
    return replace(block, text=text)


def _correct_card(card: Card, misprints: Sequence[Replacement]) -> Card:
    def correct_face(face: Face) -> Face:
        name = face.name
        for misprint in misprints:
            name = name.replace(misprint.printed, misprint.correct)
        return replace(
            face,
            name=name,
            rules_text=_correct_texts(face.rules_text, misprints),
            printed_name=face.name if name != face.name else face.printed_name,
        )

    return replace(
        card,
        faces=tuple(map(correct_face, card.faces)),
        shared_rules_text=_correct_texts(card.shared_rules_text, misprints),
    )


def _correct_texts(texts: Iterable[Text], misprints: Sequence[Replacement]) -> tuple[Text, ...]:
    return tuple(_correct_text(text, misprints) for text in texts)


def _correct_text(text: Text, misprints: Sequence[Replacement]) -> Text:
    """Return a text with its misprints corrected: a symbol in the text's source, all else in its
    spans.
    """
    for misprint in misprints:
        if _SYMBOL.fullmatch(misprint.printed) and misprint.printed in (source := text.source()):
            text = parse(source.replace(misprint.printed, misprint.correct))
        else:
            text = Text(tuple(_correct_spans(spans, misprint) for spans in text.paragraphs))
    return text


def _correct_spans(spans: Spans, misprint: Replacement) -> Spans:
    """Return the spans with a span in the place of each misprint."""
    correct_span = Corrected(misprint.correct, misprint.printed, misprint.reason)
    pieces: list[Span] = []
    for span in spans:
        match span:
            case Plain(text):
                parts = re.split(f"({re.escape(misprint.printed)})", text)
                pieces += [
                    correct_span if part == misprint.printed else Plain(part)
                    for part in parts
                    if part
                ]
            case Emphasis(inner):
                pieces.append(Emphasis(_correct_spans(inner, misprint)))
            case _:
                pieces.append(span)
    return tuple(pieces)
