"""How good the notes are that one dialect reads of a page, judged by what came out.

A dialect that does not fit a page leaves traces: cards without rulings, costs and type lines in the
middle of rulings, bullets at their beginnings, names that are no names. Each kind of trace is a
share of what could have it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...notes import Card, ReleaseNotes, Ruling, Unread
from ...problems import Place, counted
from ..dialect import DocumentText, is_label
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
    places: tuple[_Placed, ...] = ()
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
    cards = notes.cards
    faces = [(entry.place, face) for entry in cards for face in entry.card.faces]
    rules_texts = [
        (entry.place, text.source())
        for entry in cards
        for texts in (*(face.rules_text for face in entry.card.faces), entry.card.shared_rules_text)
        for text in texts
    ]
    blocks = list(notes.blocks())
    texts = [(block.place, block.text.source()) for block in blocks if not isinstance(block, Card)]
    parts = {entry.part: entry.place for entry in reversed(cards)}
    titles = [(section.place, section.title) for section in notes.sections]
    titles += [(place, part) for part, place in parts.items()]
    untitled = tuple(
        (section.place, section.introduction[0].source())
        for section in notes.sections
        if section.rulings and section.introduction and not section.title
    )
    crowded = tuple(
        (entry.place, entry.card.name)
        for entry in cards
        if len(entry.rulings) > _MOST_RULINGS or len(entry.card.faces) > _MOST_FACES
    )
    unread = sum(isinstance(block, Unread) for block in blocks)
    #  Bullets that are more than all paragraphs were joined to others.
    items = sum(len(block.items) for block in blocks if isinstance(block, Ruling))
    read = len(blocks) + items + len(rules_texts) + len(notes.preamble) + len(notes.footer)
    bullets = sum(bool(_BULLET.match(line)) for line in page.printed)
    #  Lines with nothing but a cost that are more than the faces with one: of cards not seen.
    examples = [face for block in blocks if isinstance(block, Card) for face in block.faces]
    with_cost = sum(
        face.mana_cost is not None for face in (*examples, *(face for _, face in faces))
    )
    costs = sum(is_cost(line) for _, line in page.numbered if len(line) < _COST_LENGTH)
    unruled = sum(not entry.rulings for entry in cards)
    usual = int(len(cards) * _USUALLY_UNRULED)
    return Quality(
        cards=len(cards),
        sections=len(notes.sections),
        rulings=sum(len(entry.rulings) for entry in cards),
        traces=(
            Trace("cards without rulings", max(0, unruled - usual), max(1, len(cards) - usual)),
            _trace(
                "names that are no names",
                "this is not the name of a card",
                [(place, face.name) for place, face in faces],
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
                [*rules_texts, *texts],
                #  A size may be that of a level.
                lambda text: (
                    len(text) <= _NAME_LENGTH
                    and (is_cost(text) or (words.is_type_line(text) and words.subtypes(text)))
                ),
            ),
            _trace(
                "rules texts with a size",
                "the size of a card is inside its rules text",
                rules_texts,
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
            Trace(
                "sections without a title",
                len(untitled),
                len(texts),
                untitled,
                "this section has no title",
            ),
            Trace("bullets inside others", max(0, bullets - read), bullets),
            Trace("paragraphs not understood", unread, len(texts)),
            Trace(
                "cards with parts of others",
                len(crowded),
                len(cards),
                crowded,
                "this card seems to have parts of other cards",
            ),
            Trace("costs without a card", max(0, costs - with_cost), costs),
        ),
    )


def _trace(
    name: str, message: str, texts: Sequence[_Placed], is_one: Callable[[str], object]
) -> Trace:
    places = tuple(place for place in texts if is_one(place[1]))
    return Trace(name, len(places), len(texts), places, message)


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
