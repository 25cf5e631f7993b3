"""From lines to entries: the sections of a document and its card-specific notes.

Every dialect makes lines of the same kinds. Its layout says in which other ways they differ.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from ...notes import Block, CardEntry, Introduction, Rule, Ruling, Section, Unread
from ...problems import Place, Problem, pluralize, repair
from ...text import parse
from ..dialect import (
    BEFORE_CARDS,
    Kind,
    Layout,
    Line,
    Lines,
    has_bullets,
    review_decision,
    split_rule,
)
from ..layout import gap_between
from ..patterns import Patterns, is_cost
from ..symbols import read_bare_cost, without_emphasis
from .cards import CardBlock, read_card
from .heads import Head, unfold_heads

_LOST_BULLET_SURENESS = 0.6
"""How sure it is that a paragraph after a card's rulings is one more of them."""
_LOST_COST = re.compile(r"[:,](?:(?<=\A[:,])|(?<=\w\.:))\s+[^\W\d_](?:\S*\s?){1,4}")
"""The mark behind a cost, and a few words, at the beginning of an ability or right behind the end
of one.
"""
_CAPTION_LINES = 2
"""The most lines of a caption below pictures."""
_STRAYED_SURENESS = 0.5
"""How sure it is that a ruling below text that was not understood belongs to the card above."""
_UNFINISHED = re.compile(r"[^.!?…)\]”“\"»*。）」]")
_NOT_UNDERSTOOD = (
    Kind.TITLE, Kind.STRAY, Kind.PICTURE, Kind.OVER, Kind.FRONT, Kind.NAVIGATION
)  # fmt: skip
_WITHOUT_RULINGS = ("legality", "release")
"""The kinds of sections that end with paragraphs about no card."""

NoteBlock = Introduction | Rule | Ruling | Unread
Loose = type[Introduction] | type[Unread]
"""What a paragraph becomes that is neither a ruling nor a rule."""


class EntryReader:
    """Reads the entries of one document. Its doubts and repairs grow with each entry."""

    def __init__(self, words: Patterns, layout: Layout, set_code: str) -> None:
        self.words = words
        self.layout = layout
        self._corrections = f"content/corrections/{set_code}.{words.language.lang}.yml"
        self.doubts: list[Problem] = []
        self.repairs: list[Problem] = []

    def read_sections(self, lines: Lines) -> list[Section]:
        """Return the sections of the general notes.

        A heading right above another one groups sections: it introduces the first of them.
        """
        is_headed = any(line.marked for line in lines)
        starts = [at for at in range(len(lines)) if self._is_title(lines, at, headed=is_headed)]
        sections: list[Section] = []
        groups: list[Introduction] = []  # titles without a body, for the next section
        #  -1 stands for the lines above the first title.
        for start, end in itertools.pairwise((-1, *starts, len(lines))):
            if start < 0 and all(line.is_divider for line in lines[:end]):
                continue  # nothing is above the first title
            title = without_emphasis(lines[start].text) if start >= 0 else ""
            kind = self.words.title_kind(title)
            place = lines[max(start, 0)].place
            before, cards = _split_by_card(lines[start + 1 : end])
            #  A paragraph before an example leads into it.
            body: list[Block] = [*self._read_body(before, ruling=False, leads_in=bool(cards))]
            for card in cards:
                #  An example may lack rulings, but the last one has those of the section.
                is_last = card is cards[-1]
                example = self._read_card(
                    card, replace(self.layout, may_lack_rulings=not is_last, rules_counts={})
                )
                is_ruling = self.layout.needs_scores and not (is_last and kind in _WITHOUT_RULINGS)
                below = card[example.end :]
                body.append(example.card)
                body += self._read_body(below, ruling=is_ruling, leads_in=not is_last)
            if body or end == len(lines):
                sections.append(Section(title=title, kind=kind, body=(*groups, *body), place=place))
                groups = []
            elif title:
                groups.append(Introduction(parse(title), place))
        return sections

    def read_cards(self, part: str, lines: Lines) -> tuple[list[CardEntry], list[Unread]]:
        """Return the card-specific notes of one part, and the paragraphs before its first card."""
        before, cards = _split_by_card(lines)
        entries = [self._read_card_entry(part, card) for card in cards]
        return entries, [Unread(parse(line.text), line.place) for line in _drop_silent(before)]

    def _read_card_entry(self, part: str, lines: Lines) -> CardEntry:
        """Return the notes of the card that begins the lines; its doubts are noted."""
        layout = self.layout
        if not layout.needs_scores and not has_bullets(lines):  # unlike other cards of the page
            layout = replace(layout, needs_scores=True, may_lack_rulings=True)
        block = self._read_card(lines, layout)
        card = block.card
        paragraphs = pluralize(len(card.faces[-1].rules_text), "rules paragraph")
        below = lines[min(block.end, len(lines) - 1)].place.line
        decision = f"{card.name} has {paragraphs}; its rulings begin at line {below}"
        fix = f'- {{card: "{card.faces[0].name}", rules_paragraphs: …, reason: …}}'
        correction = f"{self._corrections}: {fix}"
        self.doubts += review_decision(card.place, decision, block.confidence, correction)
        for line in lines[: block.end]:
            if line.is_text and is_cost(line.text) and card.layout != "prototype":
                decision = f"a line of {card.name} looks like the mana cost of another card"
                self._note_doubt(line.place, decision)
        body = self._read_body(lines[block.end :], ruling=layout.needs_scores, loose=Unread)
        for note in itertools.dropwhile(lambda note: not isinstance(note, Unread), body):
            if isinstance(note, Rule | Ruling):
                decision = "below text that was not understood, kept under the card before it"
                self._note_doubt(note.place, decision)
        label = _list_announcements(lines).get(Kind.LABEL)
        return CardEntry(card=card, part=part, body=tuple(body), label=label)

    def _read_card(self, lines: Lines, layout: Layout) -> CardBlock:
        """Return the card that begins the lines, with the pictures and dividers that announce it.

        Its repairs and doubts are noted.
        """
        block = read_card(lines, self.words, layout)
        self._note_joined(block.joined)
        heads = (line for line in lines[: block.end] if isinstance(line, Head))
        for line in (line for head in heads for line in head.lines[1:]):
            mana = self.words.with_english_letters(line.text)
            if mana != line.text:
                message = f"'{line.text}' is read as {read_bare_cost(mana)}"
                self.repairs.append(repair(line.place, message))
        for ability in (text.plain() for face in block.card.faces for text in face.rules_text):
            lost = _LOST_COST.search(ability)
            if lost:
                decision = (
                    f"{block.card.name} has no cost before '{lost.group().strip()} …': the document"
                    " may have lost a symbol there"
                )
                self._note_doubt(block.card.place, decision)
        announced = _list_announcements(lines)
        dividers = (announced.get(Kind.OVER), announced.get(Kind.FRONT), block.card.divider)
        card = replace(
            block.card,
            picture=announced.get(Kind.PICTURE),
            divider=" // ".join(filter(None, dividers)) or None,
        )
        return block._replace(card=card)

    def _note_doubt(self, place: Place, decision: str) -> None:
        """Note a decision that is most likely wrong."""
        self.doubts += review_decision(place, decision, _STRAYED_SURENESS)

    def _note_joined(self, lines: Iterable[Line]) -> None:
        """Note that each of the lines is joined to the one above it."""
        self.repairs += [repair(line.place, "a broken paragraph is joined again") for line in lines]

    def _is_title(self, lines: Lines, at: int, *, headed: bool) -> bool:
        """Whether the line ``at`` is the title of a section.

        The first line of a divided block is one, unless titles are ``headed``: marked as headings.
        """
        line = lines[at]
        if not line.is_text:
            return line.kind is Kind.TITLE
        if self.words.section_kind(line.text) is not None:
            return True
        opens_block = self.layout.divided and not headed and (at == 0 or lines[at - 1].is_divider)
        return (line.marked or opens_block) and not line.text.endswith((".", ":"))

    def _read_body(
        self,
        lines: Lines,
        *,
        ruling: bool,
        leads_in: bool = False,
        loose: Loose = Introduction,
    ) -> list[NoteBlock]:
        """Return the blocks of lines that hold no card.

        If ``ruling``, plain paragraphs are rulings; if not, they are ``loose`` blocks. If
        ``leads_in``, the last one leads in to the card that follows.
        """
        blocks: list[NoteBlock | list[Line]] = []  # the lines of rulings and rules, still growing
        worded = _drop_silent(lines)
        for at, line in enumerate(worded):
            place, following = line.place, worded[at + 1 : at + 2]
            #  The lines of the note that this one may belong to: the last block, if it still grows.
            growing = blocks[-1] if blocks and isinstance(blocks[-1], list) else None
            if line.kind in _NOT_UNDERSTOOD:
                blocks.append(Unread(parse(line.text), place))
            elif line.kind is Kind.LEAD or (line.is_text and leads_in and not following):
                blocks.append(Introduction(parse(line.text), place))
            elif line.kind is Kind.ITEM and growing and growing[0].kind is not Kind.RULE:
                growing.append(line)
            elif not line.is_text:
                blocks.append([line])
            elif growing and self._belongs_to_note(growing[-1], line):
                if _is_unfinished(growing[-1].text):
                    self._note_joined([line])
                growing.append(line)
            elif has_bullets(following) and without_emphasis(line.text).endswith((":", "：")):
                blocks.append(Introduction(parse(line.text), place))
            elif ruling and (_is_sentence(line) or (not line.marked and " " in line.text)):
                #  Not a heading, nor a word alone (a letter of the alphabet, a color).
                blocks.append([line])
            elif loose is Unread and growing and _is_sentence(line):
                decision = "a paragraph without a bullet is taken for a ruling"
                self.doubts += review_decision(place, decision, _LOST_BULLET_SURENESS)
                blocks.append([line])
            else:
                if loose is Introduction and self.words.is_type_line(line.text):
                    decision = (
                        "a type line outside of a card is taken for a paragraph: the card may not"
                        " have been understood"
                    )
                    self._note_doubt(place, decision)
                blocks.append(loose(parse(line.text), place))
        return [
            _make_note(block, self.words) if isinstance(block, list) else block for block in blocks
        ]

    def _belongs_to_note(self, above: Line, line: Line) -> bool:
        """Whether a line of text belongs to the note that ends with the line above: by a line
        break, by its indent, as an example, or as the rest of a sentence.
        """
        first = line.text[:1]
        runs_on = self.layout.broken_lines or (first.isalpha() and not first.isupper())
        return not line.marked and (
            above.tied
            or line.indented
            or self.words.is_example(line.text)
            or (_is_unfinished(above.text) and runs_on)
        )


def _make_note(lines: Lines, words: Patterns) -> Rule | Ruling:
    """Return the quoted rule, or the ruling, of these lines. Those behind the first one are rests
    of sentences, further paragraphs, or entries of its list.
    """
    first = lines[0]
    rule = split_rule(first.text) if first.kind is Kind.RULE else None
    number, text = rule or (None, first.text)
    #  The pieces of its text, then those of each entry of its list.
    parts = [[words.with_examples_apart(text)]]
    for line in lines[1:]:
        pieces = parts[-1]
        if line.kind is Kind.ITEM:
            parts.append([line.text])
        elif _is_unfinished(pieces[-1]):
            pieces += (gap_between(pieces[-1], line.text), line.text)
        else:
            pieces += ("\n\n", line.text)
    body, *items = (parse("".join(pieces)) for pieces in parts)
    if number is not None:
        return Rule(number, body, first.place)
    return Ruling(body, tuple(items), first.place)


def _drop_silent(lines: Iterable[Line]) -> list[Line]:
    """Return the lines, with heads unfolded, without those that say nothing of their own: a
    divider, a bare ``//``, a label whose card's name is printed again.
    """
    return [
        line
        for line in unfold_heads(lines)
        if line.kind not in (Kind.LABEL, Kind.DIVIDER)
        and not (line.kind is Kind.TURN and not line.text.strip("/"))
    ]


def _split_by_card(lines: Lines) -> tuple[list[Line], list[list[Line]]]:
    """Return the lines before the first card, and those of each card.

    The lines that announce a card move into its head: all pictures right above it, and a caption
    below them.
    """
    cards: list[list[Line]] = [[]]
    for line in lines:
        above = cards[-1]
        is_turned = bool(above) and above[-1].kind is Kind.TURN
        if isinstance(line, Head) and not is_turned:
            start = _find_announcement_start(above)
            cards.append([replace(line, announced=tuple(above[start:]))])
            del above[start:]
        else:
            above.append(line)
    return cards[0], cards[1:]


def _list_announcements(lines: Lines) -> Mapping[Kind, str]:
    """Return the texts of the lines that announce the card that begins the lines, by their kind.

    Those of several pictures, and of the caption below them, are one.
    """
    above = lines[0].announced if isinstance(lines[0], Head) else ()
    texts = {line.kind: line.text for line in above}
    pictures = [line.text for line in above if line.is_picture]
    captions = [without_emphasis(line.text) for line in above if line.is_text]
    return {**texts, Kind.PICTURE: "; ".join((*pictures, *captions))} if pictures else texts


def _find_announcement_start(lines: Lines) -> int:
    """Return the start of the lines at the end that announce the card below them."""
    caption = len(lines)
    while caption and len(lines) - caption < _CAPTION_LINES and lines[caption - 1].is_text:
        caption -= 1
    start = caption
    while start and lines[start - 1].is_picture:
        start -= 1
    #  Text below pictures is a caption only if rulings or a divider are above those.
    above = lines[start - 1].kind if start else Kind.DIVIDER
    has_caption = start < caption < len(lines) and above in (Kind.BULLET, Kind.ITEM, Kind.DIVIDER)
    start = start if has_caption else len(lines)
    while start and lines[start - 1].kind in BEFORE_CARDS:
        start -= 1
    return start


def _is_sentence(line: Line) -> bool:
    """Whether a line, without its formatting, ends as a sentence does."""
    return not _is_unfinished(parse(line.text).plain())


def _is_unfinished(text: str) -> bool:
    """Whether a text ends in the middle of a sentence; an empty one does not."""
    return bool(_UNFINISHED.match(text[-1:]))
