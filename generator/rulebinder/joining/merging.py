"""Merge the documents of one set and language: its release notes, an update, the notes of its
Commander decks.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from ..ledger.matching import Weights, Wording, match_texts, wording
from ..notes import Block, Card, CardEntry, Face, ReleaseNotes, Replacement, Ruling, Section
from ..problems import Place, Problem, error, review, warning
from ..reading.detection import again
from ..reading.saved_notes import STRUCTURED_SUFFIX, is_same
from ..system import group_pairs
from ..text import SYMBOL, Corrected, Plain, Spans, Text, parse

T = TypeVar("T")
HolderT = TypeVar("HolderT", Section, CardEntry)
BlockT = TypeVar("BlockT", bound=Block)

_UNDATED = "9999"
"""Sorts a document without a day behind all others."""
_NOWHERE = Place("")


def merged(documents: Iterable[ReleaseNotes]) -> tuple[tuple[ReleaseNotes, ...], list[Problem]]:
    """Return one document for each set and language, sorted by both, and the problems of merging.

    The oldest document comes first. Another edition or form of a document is left out, and an
    error.
    """
    groups = group_pairs((document.key, document) for document in sorted(documents, key=_order))
    found: list[ReleaseNotes] = []
    problems: list[Problem] = []
    for _, group in sorted(groups.items()):
        different, wrong = _different(group)
        problems += wrong
        if len(different) == 1:
            found += different
        else:
            whole, doubts = _whole(different)
            found.append(whole)
            problems += doubts
    return tuple(found), problems


def _order(document: ReleaseNotes) -> tuple[object, ...]:
    """Return what documents are sorted by: their days; on one day, imported ones come first, then
    names decide.
    """
    is_raw = not document.place.path.endswith(STRUCTURED_SUFFIX)
    return (
        document.last_modified or _UNDATED,
        is_raw,
        document.source.name,
        document.place,
        document.source.sha256,
    )


def _different(documents: Iterable[ReleaseNotes]) -> tuple[list[ReleaseNotes], list[Problem]]:
    """Return the documents with different contents, and a problem for each other one.

    Of two editions, the newer one is kept.
    """
    kept: list[ReleaseNotes] = []
    problems: list[Problem] = []
    for document in documents:
        at = next((at for at, each in enumerate(kept) if is_same(each, document)), None)
        if at is None:
            kept.append(document)
            continue
        problems.append(_left_out(kept[at], document))
        if _is_older(kept[at], document):
            kept[at] = document
    return kept, problems


def _is_older(one: ReleaseNotes, other: ReleaseNotes) -> bool:
    return bool(
        one.last_modified and other.last_modified and one.last_modified < other.last_modified
    )


def _left_out(kept: ReleaseNotes, other: ReleaseNotes) -> Problem:
    """Return the problem of two documents that are one: the same file, two editions, or two
    forms.
    """
    if kept.source.sha256 == other.source.sha256:
        return warning(
            Place(_name(other)),
            f"the same document as {_name(kept)}, so it is left out",
            "remove one of them",
        )
    if _is_older(kept, other):
        message = f"an older edition, of {kept.last_modified}, of {_name(other)}, so it is left out"
        is_imported = kept.place.path.endswith(STRUCTURED_SUFFIX)
        return error(
            Place(_name(kept)), message, "import the newer one" if is_imported else "remove it"
        )
    message = (
        f"nearly the same release notes of {other.set_code!r} in {other.lang!r} as {_name(kept)},"
        " so it is left out"
    )
    hint = f"remove one of them, or {again(_name(other), '--set CODE')} says its set"
    return error(Place(_name(other)), message, hint)


def _name(document: ReleaseNotes) -> str:
    return document.place.path or document.source.name


def _whole(documents: Sequence[ReleaseNotes]) -> tuple[ReleaseNotes, list[Problem]]:
    """Return the document that says all that ``documents`` say, what they say word for word only
    once, and the doubts.
    """
    original = documents[0]
    weights = Weights(
        original.lang, [wording(text.source()) for each in documents for text in each.texts()]
    )
    merging = _Merging(weights)
    whole = replace(
        original,
        compiled_by=_once(each.compiled_by for each in documents),
        contributors=_once(each.contributors for each in documents),
        last_modified=max(
            (each.last_modified for each in documents if each.last_modified), default=None
        ),
        preamble=_once(each.preamble for each in documents),
        general_heading=next(
            (each.general_heading for each in documents if each.general_heading), ""
        ),
        sections=merging.holders(
            [each.sections for each in documents], lambda section: section.title
        ),
        cards=merging.holders([each.cards for each in documents], lambda entry: entry.card.name),
        footer=_once(each.footer for each in documents),
        corrections=_once(each.corrections for each in documents),
        merged=tuple(each.head() for each in documents),
    )
    return whole, merging.doubts


def _once(groups: Iterable[Iterable[T]]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(each for group in groups for each in group))


class _Merging:
    """Merges the entries and sections that several documents have."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self.doubts: list[Problem] = []
        """Cards that are printed in two ways, and rulings that say the same in other words."""

    def holders(
        self, groups: Iterable[Sequence[HolderT]], name: Callable[[HolderT], str]
    ) -> tuple[HolderT, ...]:
        """Return the entries or sections of all documents in order.

        Those with the same name are joined.
        """
        found: dict[tuple[str, int], HolderT] = {}
        for group in groups:
            seen: Counter[str] = Counter()
            for holder in group:
                key = name(holder).casefold(), seen[name(holder).casefold()]
                seen[key[0]] += 1
                found[key] = (
                    self._joined(found[key], holder, name(holder)) if key in found else holder
                )
        return tuple(found.values())

    def _joined(self, first: HolderT, second: HolderT, name: str) -> HolderT:
        """Return ``first`` with what only ``second`` says behind it."""
        self.doubts += self._reworded(first, second, name)
        if isinstance(first, CardEntry) and isinstance(second, CardEntry):
            self.doubts += _reprinted(first, second)
            return replace(
                first, body=_both(first.body, second.body), label=first.label or second.label
            )
        return replace(first, body=_both(first.body, second.body))

    def _reworded(self, first: HolderT, second: HolderT, name: str) -> Iterator[Problem]:
        """Yield a doubt for each ruling of ``second`` that is one of ``first`` in other words."""
        olds, news = (
            [_wording(each) for each in first.rulings],
            [_wording(each) for each in second.rulings],
        )
        pairs = match_texts(dict(enumerate(olds)), news, lambda _at, _number: True, self._weights)
        for at, number in sorted(pairs.items()):
            if olds[number].hash != news[at].hash:
                place = first.rulings[number].place
                message = (
                    f"a ruling of {name!r} seems to say in other words what {place} says; both are"
                    " shown"
                )
                hint = "if they are one ruling, import the documents and remove one of them"
                yield review(
                    second.rulings[at].place,
                    message,
                    hint,
                    "rulings of two documents seem to say the same",
                )


def _both(first: Sequence[BlockT], second: Iterable[BlockT]) -> tuple[BlockT, ...]:
    """Return the blocks of ``first``, and those that only ``second`` has."""
    held = {replace(block, place=_NOWHERE) for block in first}
    return *first, *(block for block in second if replace(block, place=_NOWHERE) not in held)


def _reprinted(first: CardEntry, second: CardEntry) -> Iterator[Problem]:
    """Yield a doubt if two documents print a card in different ways.

    Descriptions of pictures do not count.
    """
    one, other = (replace(each.card, place=_NOWHERE, picture=None) for each in (first, second))
    if one != other:
        message = (
            f"{second.card.name!r} is printed otherwise than at {first.place}; the card is shown as"
            " there"
        )
        hint = "if this one is right, import the documents and correct the other"
        yield review(second.place, message, hint)


def _wording(ruling: Ruling) -> Wording:
    return wording("\n".join(text.source() for text in ruling.texts))


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
