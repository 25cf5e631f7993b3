"""How good the notes are that one dialect reads of a page, judged by what came out.

A dialect that does not fit a page leaves traces: cards without rulings, costs and type lines in the
middle of rulings, bullets at their beginnings, names that are no names. Each kind of trace is a
share of what could have it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...notes import Block, Card, CardEntry, ReleaseNotes, Ruling, Section, Unread
from ...problems import Place, counted
from ..dialect import DocumentText
from ..lines import is_label
from ..patterns import Patterns, is_cost, stats

_MARK = re.compile(r"[•●▪·‣■◦○・–*-]\s+\S|>+\s+\S|[-=*–—]{3,}\s*$|#+\s")
"""A bullet, a divider or the mark of a heading, which belongs to the layout and to no text.

``_____`` is a name.
"""
_MARKS = frozenset("•●▪·‣■◦○・–*>-=—#")
_NAME_LENGTH = 120
_SENTENCE_ENDS = (":", "。", "：")
"""How lead-ins and sentences end; a full stop may end a name."""
_MOST_RULINGS, _MOST_FACES = 25, 5
"""The most that a card of the official documents has: if one has more, those of another card are
among them.
"""
_COST_LENGTH = 60
_USUALLY_UNRULED = 0.2
"""The share of cards without rulings that tells nothing: documents show some cards only for their
text.
"""
_TWO_SENTENCES = re.compile(r"(?<=[^\W\d_]{4})[.!?]\s\W*[A-ZÀ-Ý]")
"""The end of a sentence with the beginning of another, after a word that is not a title as ``Dr.``
"""
_SIZED = re.compile(r"(?:[^\sa-zß-ÿ{]\S*\s+){0,6}[\d*X]+/[\d*X]+\s+[A-ZÀ-Ý]")
"""What is left of a type line, the size of the card, and the beginning of its rules text."""
_HEAD_INSIDE = re.compile(
    r"(?:^|[.!?)”\"]\s)[A-ZÀ-Ý][^.!?:{}]{1,60}\s(?:\{[^{}\s]{1,5}\})+\s[A-ZÀ-Ý][^\W\d_]"
)
"""The end of a sentence, a name, a cost and the beginning of a type line."""
_BULLET = re.compile(r">?\s*(?:\\?\*|[•●-])\s+\S")
_Placed = tuple[Place, str]
"""A text and its place."""


class Trace(NamedTuple):
    """One kind of trace: what it is, how many of how many have it, and their places."""

    name: str
    found: int
    of: int
    places: tuple[tuple[Place, str], ...] = ()
    """With the text there."""
    message: str = ""
    """What the review of each place says; empty if others report it."""

    @property
    def share(self) -> float:
        """The share that has it, from 0 to 1."""
        return self.found / self.of if self.of else 0.0


class Quality(NamedTuple):
    """The quality of notes, from 0 to 1, by their traces."""

    cards: int = 0
    sections: int = 0
    rulings: int = 0
    traces: tuple[Trace, ...] = ()

    @property
    def entries(self) -> int:
        """The number of cards and sections."""
        return self.cards + self.sections

    @property
    def score(self) -> float:
        """1 if nothing is suspicious; 0 if there is nothing, or if all of it is."""
        score = 1.0 if self.cards else 0.2 if self.sections else 0.0
        for trace in self.traces:
            score *= 1.0 - trace.share
        return score

    @property
    def size(self) -> str:
        """How much there is."""
        counts = {"card": self.cards, "ruling": self.rulings, "section": self.sections}
        return ", ".join(counted(count, noun) for noun, count in counts.items())

    @property
    def reason(self) -> str:
        """What counted."""
        return ", ".join(
            [
                self.size,
                *(f"{each.found} of {each.of} {each.name}" for each in self.traces if each.found),
            ]
        )


def quality(notes: ReleaseNotes, page: DocumentText, words: Patterns) -> Quality:
    """Return how good the ``notes`` of a ``page`` are. ``words`` are those of their language."""
    names = [(entry.place, face.name) for entry in notes.cards for face in entry.card.faces]
    own = [
        (entry.place, text.source())
        for entry in notes.cards
        for texts in (*(face.rules_text for face in entry.card.faces), entry.card.shared_rules_text)
        for text in texts
    ]
    blocks = list(notes.blocks())
    texts = [(block.place, block.text.source()) for block in blocks if not isinstance(block, Card)]
    parts = {entry.part: entry.place for entry in reversed(notes.cards)}
    titles = [(section.place, section.title) for section in notes.sections]
    titles += [(place, part) for part, place in parts.items()]
    unread = sum(isinstance(block, Unread) for block in blocks)
    examples = [block for block in blocks if isinstance(block, Card)]
    return Quality(
        cards=len(notes.cards),
        sections=len(notes.sections),
        rulings=sum(len(entry.rulings) for entry in notes.cards),
        traces=(
            _unruled(notes.cards),
            _trace(
                "names that are no names",
                "this is not the name of a card",
                names,
                lambda name: _is_no_name(name, words),
            ),
            _trace(
                "paragraphs with a mark",
                "this paragraph begins with a mark of the layout",
                [*titles, *texts],
                _is_marked,
            ),
            _trace(
                "paragraphs from heads",
                "this belongs to the head of a card",
                [*own, *texts],
                lambda text: _is_head(text, words),
            ),
            _trace(
                "rules texts with a size",
                "the size of a card is inside its rules text",
                own,
                _SIZED.match,
            ),
            _trace(
                "headings in the preamble",
                "a heading is inside the preamble",
                [(notes.place, text.source()) for text in notes.preamble],
                lambda text: any(words.inner_headings(text)),
            ),
            _trace(
                "paragraphs with a head",
                "the head of another card seems to be inside this paragraph",
                texts,
                _HEAD_INSIDE.search,
            ),
            _untitled(notes.sections, len(texts)),
            _unread_bullets(page, blocks, len(own) + len(notes.preamble) + len(notes.footer)),
            Trace("paragraphs not understood", unread, len(texts)),
            _crowded(notes.cards),
            _costs([*examples, *(entry.card for entry in notes.cards)], page),
        ),
    )


def _trace(
    name: str, message: str, texts: Sequence[_Placed], is_one: Callable[[str], object]
) -> Trace:
    found = tuple(each for each in texts if is_one(each[1]))
    return Trace(name, len(found), len(texts), found, message)


def _unruled(cards: Sequence[CardEntry]) -> Trace:
    """Return the cards without rulings that are more than documents have."""
    without = sum(not entry.rulings for entry in cards)
    usual = int(len(cards) * _USUALLY_UNRULED)
    return Trace("cards without rulings", max(0, without - usual), max(1, len(cards) - usual))


def _untitled(sections: Sequence[Section], texts: int) -> Trace:
    """Return the sections with an introduction whose title is lost, perhaps in its first words."""
    untitled = tuple(
        (section.place, section.introduction[0].source())
        for section in sections
        if section.rulings and section.introduction and not section.title
    )
    name, message = "sections without a title", "this section has no title"
    return Trace(name, len(untitled), texts, untitled, message)


def _crowded(cards: Sequence[CardEntry]) -> Trace:
    found = tuple(
        (entry.place, entry.card.name)
        for entry in cards
        if len(entry.rulings) > _MOST_RULINGS or len(entry.card.faces) > _MOST_FACES
    )
    message = "this card seems to have parts of other cards"
    return Trace("cards with parts of others", len(found), len(cards), found, message)


def _unread_bullets(page: DocumentText, blocks: Sequence[Block], others: int) -> Trace:
    """Return the bullets that are more than all paragraphs, those of ``blocks`` and the ``others``:
    these were joined to others.
    """
    items = sum(len(block.items) for block in blocks if isinstance(block, Ruling))
    printed = sum(bool(_BULLET.match(line)) for line in page.printed)
    read = len(blocks) + items + others
    return Trace("bullets inside others", max(0, printed - read), printed)


def _costs(cards: Sequence[Card], page: DocumentText) -> Trace:
    """Return the lines with nothing but a cost that are more than the faces with one: these cards
    were not seen.
    """
    read = sum(face.mana_cost is not None for card in cards for face in card.faces)
    printed = sum(is_cost(line) for _, line in page.numbered if len(line) < _COST_LENGTH)
    return Trace("costs without a card", max(0, printed - read), printed)


def _is_no_name(name: str, words: Patterns) -> bool:
    """Return whether a name is a cost, a label, a heading, a type line or a sentence."""
    return (
        len(name) > _NAME_LENGTH
        or name.endswith(_SENTENCE_ENDS)
        or is_cost(name)
        or stats(name) is not None
        or _is_marked(name)
        or is_label(name)
        or words.is_great_heading(name)
        or any(words.inner_headings(name))
        or bool(_TWO_SENTENCES.search(name))
    )


def _is_marked(text: str) -> bool:
    return text[:1] in _MARKS and bool(_MARK.match(text))


def _is_head(text: str, words: Patterns) -> bool:
    """Return whether a paragraph is a cost, or a type line with subtypes.

    A size may be that of a level.
    """
    return len(text) <= _NAME_LENGTH and (
        is_cost(text) or (words.is_type_line(text) and bool(words.subtypes(text)))
    )
