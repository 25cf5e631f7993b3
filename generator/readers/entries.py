"""From lines to entries: the parts of a document, its sections and its card-specific notes.

Every dialect hands in the same kinds of lines; what differs is said by its layout.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from ..notes import Block, CardEntry, Introduction, Rule, Ruling, Section, Unread
from ..problems import Place
from ..text import Text, parse
from .blocks import read_card
from .dialects import Layout
from .heads import read_head
from .lines import Kind, Line, rule_parts
from .spans import without_emphasis
from .words import Words

_UNFINISHED = re.compile(r"[^.!?…)\]”\"»*]$")
_LEADS_IN = re.compile(r":\W*$")


NoteBlock = Introduction | Rule | Ruling | Unread


@dataclass
class Outline:
    """The regions of a document, in order. ``parts`` are the parts of card-specific notes."""

    preamble: list[Line] = field(default_factory=list)
    general_heading: str = ""
    general: list[Line] = field(default_factory=list)
    parts: list[tuple[str, list[Line]]] = field(default_factory=list)
    footer: list[Line] = field(default_factory=list)


@dataclass(frozen=True)
class Doubt:
    """A decision that may be wrong: where, what was decided, and how sure (0 to 1)."""

    place: Place
    decision: str
    confidence: float


def outline(lines: Sequence[Line], words: Words) -> Outline:
    """Divide a document's lines by its great headings."""
    found = Outline()
    region = found.preamble
    for line in lines:
        heads = line.kind in (Kind.TEXT, Kind.TITLE)
        if heads and not found.parts and not found.general_heading and words.is_general_heading(line.text):
            found.general_heading = without_emphasis(line.text)
            region = found.general
        elif heads and words.is_card_heading(line.text):
            region = []
            found.parts.append((without_emphasis(line.text), region))
        else:
            region.append(line)
    last = found.parts[-1][1] if found.parts else found.general
    while last and (last[-1].kind is Kind.DIVIDER or (last[-1].kind is Kind.TEXT and words.is_footer(last[-1].text))):
        line = last.pop()
        if line.kind is not Kind.DIVIDER:
            found.footer.insert(0, line)
    return found


class EntryReader:
    """Reads the entries of one document; keeps the doubts it had."""

    def __init__(self, words: Words, path: str, layout: Layout) -> None:
        self.words = words
        self.path = path
        self.layout = layout
        self.doubts: list[Doubt] = []

    def sections(self, lines: Sequence[Line]) -> tuple[Section, ...]:
        """The sections of the general notes."""
        starts = [at for at, line in enumerate(lines) if self._is_title(lines, at)]
        sections = []
        if starts[:1] != [0] and any(line.kind is not Kind.DIVIDER for line in lines[: starts[0] if starts else None]):
            starts.insert(0, -1)
        for start, end in _spans(starts, len(lines)):
            title = without_emphasis(lines[start].text) if start >= 0 else ""
            kind = self.words.section_kind(title) or "other"
            number = lines[max(start, 0)].number
            sections.append(Section(title, kind, self._section_body(lines[start + 1 : end], kind), Place(self.path, number)))
        return tuple(sections)

    def cards(self, part: str, lines: Sequence[Line]) -> tuple[tuple[CardEntry, ...], tuple[Line, ...]]:
        """The card-specific notes of one part, and the lines before its first card."""
        starts = [at for at in range(len(lines)) if self._starts_entry(lines, at)]
        entries = []
        for start, end in _spans(starts, len(lines)):
            entry = self._card_entry(part, lines, start, end)
            entries.append(entry)
        before = lines[: starts[0]] if starts else lines
        return tuple(entries), tuple(line for line in before if line.kind not in (Kind.DIVIDER, Kind.LABEL))

    def _card_entry(self, part: str, lines: Sequence[Line], start: int, end: int) -> CardEntry:
        while end > start and lines[end - 1].kind in (Kind.LABEL, Kind.DIVIDER):
            end -= 1
        block = read_card(lines[:end], start, self.words, self.path, self.layout)
        assert block is not None, "an entry starts where a head does"
        if block.confidence < 1:
            self._doubt(
                lines[start], f"{block.card.name}: rules text ends before line {_number(lines, block.end, end)}", block.confidence
            )
        label = lines[start - 1].text if start and lines[start - 1].kind is Kind.LABEL else None
        body = self._body(lines[block.end : end], ruling=self.layout.scored)
        return CardEntry(block.card, part, tuple(_in_card(each) for each in body), label)

    def _starts_entry(self, lines: Sequence[Line], at: int) -> bool:
        if at and lines[at - 1].kind is Kind.TURN:
            return False
        return read_head(lines, at, self.words) is not None

    def _is_title(self, lines: Sequence[Line], at: int) -> bool:
        line = lines[at]
        if line.kind is Kind.TITLE:
            return True
        if line.kind is not Kind.TEXT:
            return False
        if self.words.section_kind(line.text) is not None:
            return read_head(lines, at, self.words) is None
        opens_block = at == 0 or lines[at - 1].kind is Kind.DIVIDER
        return opens_block and any(each.kind is Kind.DIVIDER for each in lines) and not line.text.endswith((".", ":"))

    def _section_body(self, lines: Sequence[Line], kind: str) -> tuple[Block, ...]:
        """Introductions, examples, rules and notes in order; a paragraph before an example leads into it."""
        blocks: list[Block] = []
        at = run = 0
        shown = False
        while at < len(lines):
            example = read_card(lines, at, self.words, self.path, self.layout) if self._starts_entry(lines, at) else None
            if example is None:
                at += 1
                continue
            blocks += self._body(lines[run:at], ruling=shown and self.layout.scored, leads_in=True)
            blocks.append(example.card)
            shown = True
            at = run = example.end
        notes = self.layout.scored and shown and kind not in ("legality", "release")
        return (*blocks, *self._body(lines[run:], ruling=notes))

    def _body(self, lines: Sequence[Line], *, ruling: bool, leads_in: bool = False) -> list[NoteBlock]:
        """Blocks of lines that hold no card; ``ruling`` says what a plain paragraph is at first."""
        blocks: list[NoteBlock] = []
        kept = [line for line in lines if line.kind not in (Kind.DIVIDER, Kind.LABEL)]
        for position, line in enumerate(kept):
            place = Place(self.path, line.number)
            last = blocks[-1] if blocks else None
            make = self._HANDLERS.get(line.kind)
            if make is not None:
                make(self, blocks, line, place)
            elif leads_in and position == len(kept) - 1:
                blocks.append(Introduction(parse(line.text), place))
            elif isinstance(last, Ruling) and self.layout.broken_lines and _UNFINISHED.search(last.text.source()):
                blocks[-1] = _extended(last, line.text)
            elif ruling or (self.layout.loose_rulings and isinstance(last, Ruling)):
                blocks.append(Ruling(parse(line.text), place=place))
            else:
                blocks.append(Introduction(parse(line.text), place))
        return blocks

    def _bullet(self, blocks: list[NoteBlock], line: Line, place: Place) -> None:
        blocks.append(Ruling(parse(line.text), place=place))

    def _item(self, blocks: list[NoteBlock], line: Line, place: Place) -> None:
        last = blocks[-1] if blocks else None
        if isinstance(last, Ruling):
            blocks[-1] = Ruling(last.text, (*last.items, parse(line.text)), last.place)
        else:
            blocks.append(Ruling(parse(line.text), place=place))

    def _rule(self, blocks: list[NoteBlock], line: Line, place: Place) -> None:
        parts = rule_parts(line.text)
        assert parts is not None, "the dialect told a rule by its number"
        blocks.append(Rule(parts[0], parse(parts[1]), place))

    def _turn(self, blocks: list[NoteBlock], line: Line, place: Place) -> None:
        """A ``//`` that divides nothing has no words."""

    def _lead(self, blocks: list[NoteBlock], line: Line, place: Place) -> None:
        blocks.append(Introduction(parse(line.text), place))

    def _title(self, blocks: list[NoteBlock], line: Line, place: Place) -> None:
        blocks.append(Unread(parse(line.text), place))

    _HANDLERS: ClassVar[dict[Kind, Callable[[EntryReader, list[NoteBlock], Line, Place], None]]] = {
        Kind.BULLET: _bullet,
        Kind.ITEM: _item,
        Kind.RULE: _rule,
        Kind.TURN: _turn,
        Kind.TITLE: _title,
        Kind.LEAD: _lead,
    }  # fmt: skip

    def _doubt(self, line: Line, decision: str, confidence: float) -> None:
        self.doubts.append(Doubt(Place(self.path, line.number), decision, confidence))


def _extended(ruling: Ruling, text: str) -> Ruling:
    """A ruling that a page cut in the middle of a sentence, whole again."""
    return Ruling(parse(f"{ruling.text.source()} {text}"), ruling.items, ruling.place)


def _in_card(block: NoteBlock) -> Rule | Ruling | Unread:
    """Card-specific notes have no introductions: such a paragraph is kept, and reported as unread."""
    return Unread(block.text, block.place) if isinstance(block, Introduction) else block


def _spans(starts: Sequence[int], length: int) -> list[tuple[int, int]]:
    """Each start with the next one, or with the end."""
    return list(zip(starts, [*starts[1:], length][: len(starts)], strict=True))


def _number(lines: Sequence[Line], at: int, end: int) -> int:
    return lines[min(at, end - 1)].number


def texts_of(lines: Sequence[Line]) -> tuple[Text, ...]:
    """The lines' texts, one a paragraph; dividers have none."""
    return tuple(parse(line.text) for line in lines if line.kind is not Kind.DIVIDER)
