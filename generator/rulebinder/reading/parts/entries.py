"""From lines to entries: the sections of a document and its card-specific notes.

Every dialect makes lines of the same kinds. Its layout says in which other ways they differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar

from ...notes import Block, Card, CardEntry, Introduction, Rule, Ruling, Section, Unread
from ...problems import Place, Problem, repair
from ...text import Text, parse
from ..dialect import Layout
from ..doubts import Doubt
from ..lines import BEFORE_CARDS, Kind, Line, has_bullets, rule_parts
from ..notation.spellings import without_emphasis
from ..notation.web_residue import bare_cost
from ..patterns import Patterns, is_cost
from .card_blocks import read_card
from .heads import Head, unfolded
from .unfinished_ruling import Growing, is_unfinished

_LOST_BULLET = 0.6
"""How sure it is that a paragraph after a card's rulings is one more of them."""
_LOST_COST = re.compile(r"[:,](?:(?<=\A[:,])|(?<=\w\.:))\s+[^\W\d_](?:\S*\s?){1,4}")
"""The mark behind a cost, and a few words, at the beginning of an ability or right behind the end
of one.
"""
_CAPTION = 2
"""The most lines of a caption below pictures."""
_STRAYED = 0.5
"""How sure it is that a ruling below text that was not understood belongs to the card above."""


NoteBlock = Introduction | Rule | Ruling | Unread


class EntryReader:
    """Reads the entries of one document; keeps the doubts it had."""

    def __init__(self, words: Patterns, path: str, layout: Layout) -> None:
        self.words = words
        self.path = path
        self.layout = layout
        self.doubts: list[Doubt] = []
        self.repairs: list[Problem] = []

    def sections(self, lines: Sequence[Line]) -> tuple[Section, ...]:
        """The sections of the general notes."""
        headed = any(line.marked for line in lines)
        starts = [at for at in range(len(lines)) if self._is_title(lines, at, headed=headed)]
        sections = []
        if starts[:1] != [0] and any(
            line.kind is not Kind.DIVIDER for line in lines[: starts[0] if starts else None]
        ):
            starts.insert(0, -1)
        for start, end in _spans(starts, len(lines)):
            title = without_emphasis(lines[start].text) if start >= 0 else ""
            kind = self.words.title_kind(title)
            number = lines[max(start, 0)].number
            sections.append(
                Section(
                    title=title,
                    kind=kind,
                    body=self._section_body(lines[start + 1 : end], kind),
                    place=Place(self.path, number),
                )
            )
        return tuple(sections)

    def cards(
        self, part: str, lines: Sequence[Line]
    ) -> tuple[tuple[CardEntry, ...], tuple[Line, ...]]:
        """The card-specific notes of one part, and the lines before its first card."""
        starts = [at for at in range(len(lines)) if _is_entry(lines, at)]
        entries = tuple(
            self._card_entry(part, lines, start, end) for start, end in _spans(starts, len(lines))
        )
        first = _announced_from(lines, starts[0]) if starts else len(lines)
        return entries, tuple(line for line in unfolded(lines[:first]) if not _is_wordless(line))

    def _card_entry(self, part: str, lines: Sequence[Line], start: int, end: int) -> CardEntry:
        end = _announced_from(lines, end) if end < len(lines) else end
        layout = self.layout
        if not layout.scored and not has_bullets(lines[start:end]):
            layout = replace(layout, scored=True, unruled=True)
        block = read_card(lines[start:end], self.words, self.path, layout)
        below = start + block.end
        if block.confidence < 1:
            count = len(block.card.faces[-1].rules_text)
            decision = (
                f"{block.card.name} has {count} rules paragraphs; its rulings begin at line"
                f" {lines[min(below, end - 1)].number}"
            )
            correction = f'- {{card: "{block.card.faces[0].name}", rules_paragraphs: …, reason: …}}'
            self.doubts.append(
                Doubt(
                    place=block.card.place,
                    decision=decision,
                    confidence=block.confidence,
                    correction=correction,
                )
            )
        self._note_repairs(*block.joined)
        self._note_english_letters(lines[start:below])
        self._doubt_swallowed_head(block.card, lines[start:below])
        self._doubt_lost_costs(block.card)
        body = self._body(lines[below:end], ruling=layout.scored, loose=Unread)
        card = self._with_announcement(block.card, lines, start)
        return CardEntry(
            card=card,
            part=part,
            body=tuple(body),
            label=self._announced(lines, start).get(Kind.LABEL),
        )

    def _doubt(self, place: Place, decision: str, confidence: float = _STRAYED) -> None:
        self.doubts.append(Doubt(place=place, decision=decision, confidence=confidence))

    def _doubt_swallowed_head(self, card: Card, lines: Sequence[Line]) -> None:
        """Doubt the rules text of a card if a line of it looks like the cost of a card whose head
        was not understood.
        """
        if card.layout == "prototype":
            return
        for line in lines:
            if line.kind is Kind.TEXT and is_cost(line.text):
                decision = f"a line of {card.name} looks like the mana cost of another card"
                self._doubt(Place(self.path, line.number), decision)

    def _doubt_lost_costs(self, card: Card) -> None:
        """Doubt the rules text of a card if the mark behind a cost follows no cost: a copy of a
        page may lose its pictures.
        """
        abilities = (text.plain() for face in card.faces for text in face.rules_text)
        for lost in filter(None, map(_LOST_COST.search, abilities)):
            decision = (
                f"{card.name} has no cost before '{lost.group().strip()} …': the document may have"
                " lost a symbol there"
            )
            self._doubt(card.place, decision)

    def _with_announcement(self, card: Card, lines: Sequence[Line], start: int) -> Card:
        """The card with what is printed right above it: its picture, and words such as "Turn Over"
        and "(front face)".
        """
        announced = self._announced(lines, start)
        if not announced:
            return card
        dividers = (announced.get(Kind.OVER), announced.get(Kind.FRONT), card.divider)
        divider = " // ".join(each for each in dividers if each) or None
        return replace(card, picture=announced.get(Kind.PICTURE), divider=divider)

    def _announced(self, lines: Sequence[Line], start: int) -> dict[Kind, str]:
        """Return the texts of the lines right above a card, by their kind."""
        above = lines[_announced_from(lines, start) : start]
        texts = {line.kind: line.text for line in above}
        pictures = [line.text for line in above if line.kind is Kind.PICTURE]
        captions = [without_emphasis(line.text) for line in above if line.kind is Kind.TEXT]
        return {**texts, Kind.PICTURE: "; ".join((*pictures, *captions))} if pictures else texts

    def _is_title(self, lines: Sequence[Line], at: int, *, headed: bool) -> bool:
        """Whether a section begins there.

        If lines are ``headed`` by marks, one below a divider heads only if another divider follows.
        """
        line = lines[at]
        if line.kind is Kind.TITLE:
            return True
        if line.kind is not Kind.TEXT:
            return False
        if self.words.section_kind(line.text) is not None:
            return True
        opens_block = (
            self.layout.divided
            and (at == 0 or lines[at - 1].kind is Kind.DIVIDER)
            and not (headed and at + 1 < len(lines) and lines[at + 1].kind is not Kind.DIVIDER)
        )
        return (line.marked or opens_block) and not line.text.endswith((".", ":"))

    def _section_body(self, lines: Sequence[Line], kind: str) -> tuple[Block, ...]:
        """Introductions, examples, rules and notes in order; a paragraph before an example leads
        into it.
        """
        blocks: list[Block] = []
        run = 0
        starts = [at for at in range(len(lines)) if _is_entry(lines, at)]
        for start, end in _spans(starts, len(lines)):
            layout = replace(self.layout, unruled=end < len(lines), settled={})
            example = read_card(lines[start:end], self.words, self.path, layout)
            before = max(run, _announced_from(lines, start))
            blocks += self._body(
                lines[run:before], ruling=run > 0 and self.layout.scored, leads_in=True
            )
            self._note_repairs(*example.joined)
            self._note_english_letters(lines[start:end])
            self._doubt_lost_costs(example.card)
            blocks.append(self._with_announcement(example.card, lines, start))
            run = start + example.end
        notes = self.layout.scored and run > 0 and kind not in ("legality", "release")
        return (*blocks, *self._body(lines[run:], ruling=notes))

    def _body(
        self,
        lines: Sequence[Line],
        *,
        ruling: bool,
        leads_in: bool = False,
        loose: type[Introduction | Unread] = Introduction,
    ) -> list[NoteBlock]:
        """Blocks of lines that hold no card.

        A plain paragraph is a ruling if ``ruling``, else a ``loose`` block. If ``leads_in``,
        the last one leads in to the card that follows.
        """
        blocks: list[NoteBlock | Growing] = []
        kept = [line for line in unfolded(lines) if not _is_wordless(line)]
        strayed = False
        for position, line in enumerate(kept):
            place = Place(self.path, line.number)
            last = blocks[-1] if blocks else None
            make = self._HANDLERS.get(line.kind)
            if make is not None:
                make(self, blocks, line, place)
            elif leads_in and position == len(kept) - 1:
                blocks.append(Introduction(parse(line.text), place))
            elif isinstance(last, Growing) and self._goes_on(last, kept[position - 1], line):
                self._note_repairs(*[line] * last.is_unfinished)
                last.add(line.text)
            elif _leads_in(line, kept[position + 1 : position + 2]):
                blocks.append(Introduction(parse(line.text), place))
            elif (ruling and not _is_heading(line)) or (
                loose is Unread and isinstance(last, Growing) and _is_sentence(line)
            ):
                if not ruling:
                    decision = "a paragraph without a bullet is taken for a ruling"
                    self._doubt(place, decision, _LOST_BULLET)
                self._bullet(blocks, line, place)
            else:
                blocks.append(self._loose(loose, line, place))
            strayed = strayed or isinstance(blocks[-1], Unread)
            if (
                strayed
                and loose is Unread
                and isinstance(blocks[-1], Growing)
                and blocks[-1] is not last
            ):
                decision = "below text that was not understood, kept under the card before it"
                self._doubt(place, decision)
        return [block.finished() if isinstance(block, Growing) else block for block in blocks]

    def _loose(
        self, loose: type[Introduction | Unread], line: Line, place: Place
    ) -> Introduction | Unread:
        """A paragraph outside of cards and rulings; a type line is none, so that a card may not
        have been understood.
        """
        if loose is Introduction and self.words.is_type_line(line.text):
            decision = (
                "a type line outside of a card is taken for a paragraph: the card may not have been"
                " understood"
            )
            self._doubt(place, decision)
        return loose(parse(line.text), place)

    def _note_english_letters(self, lines: Sequence[Line]) -> None:
        """Note the cost in a card's head whose letters are not the English ones."""
        heads = (line for line in lines if isinstance(line, Head))
        for line in (line for head in heads for line in head.lines[1:2]):
            mana = self.words.with_english_letters(line.text)
            if mana != line.text:
                self.repairs.append(
                    repair(
                        Place(self.path, line.number), f"'{line.text}' is read as {bare_cost(mana)}"
                    )
                )

    def _note_repairs(self, *lines: Line) -> None:
        self.repairs += [
            repair(Place(self.path, line.number), "a broken paragraph is joined again")
            for line in lines
        ]

    def _goes_on(self, last: Growing, before: Line, line: Line) -> bool:
        """Whether a paragraph belongs to the note before it: tied to it, indented as that is, an
        example, or the rest of a line.
        """
        if line.marked:
            return False
        return (
            before.tied
            or line.indented
            or self.words.is_example(line.text)
            or (self.layout.broken_lines and last.is_unfinished)
        )

    def _bullet(self, blocks: list[NoteBlock | Growing], line: Line, place: Place) -> None:
        blocks.append(Growing(place, self.words.with_examples_apart(line.text)))

    def _item(self, blocks: list[NoteBlock | Growing], line: Line, place: Place) -> None:
        last = blocks[-1] if blocks else None
        if isinstance(last, Growing) and last.number is None:
            last.add_item(line.text)
        else:
            blocks.append(Growing(place, line.text))

    def _rule(self, blocks: list[NoteBlock | Growing], line: Line, place: Place) -> None:
        parts = rule_parts(line.text)
        assert parts is not None, "the dialect told a rule by its number"
        blocks.append(Growing(place, self.words.with_examples_apart(parts[1]), parts[0]))

    def _lead(self, blocks: list[NoteBlock | Growing], line: Line, place: Place) -> None:
        blocks.append(Introduction(parse(line.text), place))

    def _unread(self, blocks: list[NoteBlock | Growing], line: Line, place: Place) -> None:
        blocks.append(Unread(parse(line.text), place))

    _HANDLERS: ClassVar[dict[Kind,
     Callable[[EntryReader, list[NoteBlock | Growing], Line, Place], None]]] = {
        Kind.BULLET: _bullet,
        Kind.ITEM: _item,
        Kind.RULE: _rule,
        Kind.TITLE: _unread,
        Kind.STRAY: _unread,
        Kind.PICTURE: _unread,
        Kind.OVER: _unread,
        Kind.FRONT: _unread,
        Kind.NAVIGATION: _unread,
        Kind.LEAD: _lead,
    }  # fmt: skip


def _is_entry(lines: Sequence[Line], at: int) -> bool:
    """Whether the head of a card is there, and not that of a further face."""
    is_turned = at > 0 and lines[at - 1].kind is Kind.TURN
    return lines[at].kind is Kind.HEAD and not is_turned


def _is_wordless(line: Line) -> bool:
    """Whether the line says nothing of its own: a divider, a bare ``//``, a label whose card's name
    is printed again.
    """
    return line.kind in (Kind.LABEL, Kind.DIVIDER) or (
        line.kind is Kind.TURN and not line.text.strip("/")
    )


def _announced_from(lines: Sequence[Line], start: int) -> int:
    """Return the start of the lines that announce the card at ``start``.

    All pictures right above it are its own, and so is a caption below them; a divider parts them
    from those of the card before.
    """
    start, pictured = _captioned_from(lines, start)
    parted = False
    while start:
        kind = lines[start - 1].kind
        if kind not in BEFORE_CARDS or (parted and kind is Kind.PICTURE):
            break
        pictured = pictured or kind is Kind.PICTURE
        parted = parted or (pictured and kind is Kind.DIVIDER)
        start -= 1
    return start


def _captioned_from(lines: Sequence[Line], start: int) -> tuple[int, bool]:
    """Return the start of the pictures above the card at ``start`` if they have a caption, and
    whether they have one. Only below rulings or a divider it is not rules text.
    """
    caption = start
    while caption and start - caption < _CAPTION and lines[caption - 1].kind is Kind.TEXT:
        caption -= 1
    first = caption
    while first and lines[first - 1].kind is Kind.PICTURE:
        first -= 1
    above = lines[first - 1].kind if first else Kind.DIVIDER
    captioned = first < caption < start and above in (Kind.BULLET, Kind.ITEM, Kind.DIVIDER)
    return (first if captioned else start), captioned


def _leads_in(line: Line, following: Sequence[Line]) -> bool:
    """Whether a paragraph ends in a colon above a bullet: "Notes on the second face:"."""
    return without_emphasis(line.text).endswith((":", "：")) and any(
        each.kind is Kind.BULLET for each in following
    )


def _is_heading(line: Line) -> bool:
    """Whether a line among rulings is none: marked as a heading, or a word alone (a letter of the
    alphabet, a color).
    """
    return (line.marked or " " not in line.text) and not _is_sentence(line)


def _is_sentence(line: Line) -> bool:
    return not is_unfinished(parse(line.text).plain())


def _spans(starts: Sequence[int], length: int) -> list[tuple[int, int]]:
    """Each start with the next one, or with the end."""
    return list(zip(starts, [*starts[1:], length][: len(starts)], strict=True))


def texts_of(lines: Sequence[Line]) -> tuple[Text, ...]:
    """The lines' texts, one a paragraph; dividers have none."""
    return tuple(parse(line.text) for line in lines if line.kind is not Kind.DIVIDER)
