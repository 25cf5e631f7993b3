"""Rates the notes that one dialect reads of a page, by what came out; and finds what a person
should look at in them.

A dialect that does not fit a page leaves traces: cards without rulings, costs and type lines in the
middle of rulings, bullets at their beginnings, names that are not names. Each kind of trace is a
share of what could have it.

A decision may be wrong, or a picture may be a symbol, as its place on the page tells. The notes are
also looked at as a whole, whatever their layout: what cannot be is an error, what can hardly be is
a review.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..facts.catalogue import SetFacts
from ..facts.languages import Language, Languages
from ..notes import Card, ReleaseNotes, Ruling, Unread
from ..problems import Place, Problem, error, pluralize, repair, review
from .detection import count_common_words
from .dialect import BEFORE_CARDS, DocumentText, Kind, Lines
from .parts.heads import unfold_heads
from .parts.outline import Outline
from .patterns import Patterns, is_cost, read_stats
from .symbols import find_misspelled

_LAYOUT_MARK = re.compile(r"[•●▪·‣■◦○・–*-]\s+\S|>+\s+\S|[-=*–—]{3,}\s*$|#+\s")
"""A bullet, a divider or the mark of a heading, which belongs to the layout and to no text.

``_____`` is a name.
"""
_NAME_LENGTH = 120
"""How many characters a name has at most."""
_MOST_RULINGS = 25
"""The most that a card of the official documents has: if one has more, those of another card are
among them.
"""
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
_PlacedText = tuple[Place, str]
"""A text and its place."""
_COLORLESS_MANA_DAY = "2016-01-22"
"""The day of the first set with the symbol of colorless mana."""
_MOST_HEADINGS = 3
"""The most headings of each kind that a message names."""
_MANY_CARDS = 5
"""How many cards cannot all be without rulings."""
_MOST_UNRULED = 0.5
"""The share of cards without rulings above which a person should look."""
_FEWEST_TEXTS = 0.2
"""The share of cards with rules text below which rules text was taken for rulings: few cards have
none.
"""
_MOST_PLACES = 3
"""The most places that are reported for each kind of trace."""
_QUOTED_LETTERS = 60
"""The most letters of a text that a message quotes."""
_PASSAGE_LETTERS = 500
"""How many characters tell a language."""
_FOREIGN_RATIO = 1.5
"""How many times as many of its commonest words another language has in a passage that changes to
it.
"""
_LEAST_FOREIGN_SHARE = 0.12
"""The least share of commonest words in such a passage."""


class Trace(NamedTuple):
    """One kind of trace: ``hits`` of ``total`` texts or entries have it, at these places."""

    name: str
    hits: int
    total: int
    places: tuple[_PlacedText, ...] = ()
    """The places to review, with the text there."""
    message: str = ""
    """What the review of each place says; empty if others report it."""


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
        """1 if nothing is suspicious; 0 if there is nothing, or if a trace is everywhere.

        A document without cards is hardly one of release notes: sections alone are worth 0.2.
        """
        score = 1.0 if self.cards else 0.2 if self.sections else 0.0
        for trace in self.traces:
            score *= 1.0 - trace.hits / max(trace.total, 1)
        return score

    @property
    def size(self) -> str:
        """How much there is: ``2 cards, 5 rulings, 1 section``."""
        counts = {"card": self.cards, "ruling": self.rulings, "section": self.sections}
        return ", ".join(pluralize(count, noun) for noun, count in counts.items())

    @property
    def reason(self) -> str:
        """The size and the traces, as ``--explain`` shows them."""
        traces = [
            f"{trace.hits} of {trace.total} {trace.name}" for trace in self.traces if trace.hits
        ]
        return ", ".join([self.size, *traces])


def rate_notes(notes: ReleaseNotes, page: DocumentText, words: Patterns) -> Quality:
    """Return how good the ``notes`` of a ``page`` are. ``words`` are those of their language."""
    cards = notes.cards
    faces = [(entry.place, face) for entry in cards for face in entry.card.faces]
    rules_texts = [
        (entry.place, text.source()) for entry in cards for text in entry.card.rules_texts
    ]
    blocks = list(notes.blocks())
    texts = [(block.place, block.text.source()) for block in blocks if not isinstance(block, Card)]
    #  The place of a part is that of its first card.
    parts = {entry.part: entry.place for entry in reversed(cards)}
    titles = [(section.place, section.title) for section in notes.sections]
    titles += [(place, part) for part, place in parts.items()]
    untitled = tuple(
        (section.place, section.introduction[0].source())
        for section in notes.sections
        if section.rulings and section.introduction and not section.title
    )
    crowded = tuple(
        (entry.place, entry.card.name) for entry in cards if len(entry.rulings) > _MOST_RULINGS
    )
    unread = sum(isinstance(block, Unread) for block in blocks)
    #  Bullets that are more than all paragraphs were joined to others.
    items = sum(len(block.items) for block in blocks if isinstance(block, Ruling))
    paragraphs = len(blocks) + items + len(rules_texts) + len(notes.preamble) + len(notes.footer)
    bullets = sum(bool(_BULLET.match(line)) for line in page.printed_lines)
    #  Lines with nothing but a cost that are more than the faces with one: of cards not seen.
    examples = [face for block in blocks if isinstance(block, Card) for face in block.faces]
    with_cost = sum(
        face.mana_cost is not None for face in (*examples, *(face for _, face in faces))
    )
    costs = sum(is_cost(line) for _, line in page.numbered_lines)
    unruled = sum(not entry.rulings for entry in cards)
    usually_unruled = int(len(cards) * _USUALLY_UNRULED)
    return Quality(
        cards=len(cards),
        sections=len(notes.sections),
        rulings=sum(len(entry.rulings) for entry in cards),
        traces=(
            Trace(
                "cards without rulings",
                max(0, unruled - usually_unruled),
                len(cards) - usually_unruled,
            ),
            _find_traces(
                "names that are not names",
                "this is not the name of a card",
                [(place, face.name) for place, face in faces],
                lambda name: _is_other_than_name(name, words),
            ),
            _find_traces(
                "paragraphs with a mark",
                "this paragraph begins with a mark of the layout",
                [*titles, *texts],
                _LAYOUT_MARK.match,
            ),
            _find_traces(
                "paragraphs from heads",
                "this belongs to the head of a card",
                [*rules_texts, *texts],
                #  A size may be that of a level.
                lambda text: (
                    len(text) <= _NAME_LENGTH
                    and (is_cost(text) or (words.is_type_line(text) and words.subtypes(text)))
                ),
            ),
            _find_traces(
                "rules texts with a size",
                "the size of a card is inside its rules text",
                rules_texts,
                _SIZED.match,
            ),
            _find_traces(
                "headings in the preamble",
                "a heading is inside the preamble",
                [(notes.place, text.source()) for text in notes.preamble],
                lambda text: any(words.find_inner_headings(text)),
            ),
            _find_traces(
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
            Trace("bullets inside others", max(0, bullets - paragraphs), bullets),
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


def _find_traces(
    name: str, message: str, texts: Sequence[_PlacedText], is_trace: Callable[[str], object]
) -> Trace:
    """Return the trace of the texts for which ``is_trace`` is true. ``message`` is its review."""
    places = tuple(place for place in texts if is_trace(place[1]))
    return Trace(name, len(places), len(texts), places, message)


def _is_other_than_name(name: str, words: Patterns) -> bool:
    """Return whether a name is a size, a heading or a sentence."""
    return (
        len(name) > _NAME_LENGTH
        or read_stats(name) is not None
        or bool(_LAYOUT_MARK.match(name))
        or words.is_great_heading(name)
        or bool(_TWO_SENTENCES.search(name))
    )


def find_unread(notes: ReleaseNotes) -> Iterator[Problem]:
    """Yield a review of each text that was not understood."""
    for block in notes.blocks():
        if isinstance(block, Unread):
            start = " ".join(block.text.plain().split()[:8])
            yield review(
                block.place,
                f"not understood, kept in its place: {start} …",
                "check it against the document",
                "some text is not understood, and kept in its place",
            )


def report_missing_entries(
    notes: ReleaseNotes, page: DocumentText, language: Language
) -> Iterator[Problem]:
    """Yield an error if a document has no card, which says whether it has sections."""
    reading, hint = language.reading, "is this a document of release notes?"
    card_headings = [*map(repr, reading.card_notes[:_MOST_HEADINGS])]
    if notes.cards:
        return
    if notes.sections:
        message = f"no card found, only {pluralize(len(notes.sections), 'section')}"
        hint += (
            f" Cards come below a heading such as {', '.join(card_headings)}, each with its"
            " type line"
        )
    else:
        headings = [*map(repr, reading.general_notes[:_MOST_HEADINGS]), *card_headings]
        message = f"no section and no card found: no heading such as {', '.join(headings)}"
    yield error(Place(page.path), message, hint)


def find_older_symbol(
    notes: ReleaseNotes, facts: SetFacts, page: DocumentText
) -> Iterator[Problem]:
    """Yield a doubt about the first ``{C}`` of a document that is older than colorless mana, unless
    a correction settles it.
    """
    number = next((number for number, line in page.numbered_lines if "{C}" in line), None)
    is_older = facts.released and facts.released < _COLORLESS_MANA_DAY
    is_settled = any(correction.printed == "{C}" for correction in notes.corrections)
    if number is not None and is_older and not is_settled:
        message = (
            f"{{C}} is shown as colorless mana, which sets have only since"
            f" {_COLORLESS_MANA_DAY[:4]}: older documents mean chaos"
        )
        file = f"content/corrections/{notes.set_code}.{notes.lang}.yml"
        yield review(
            Place(page.path, number),
            message,
            f'add to {file}: - {{printed: "{{C}}", correct: "{{CHAOS}}", reason: …}}',
        )


def find_supposed_heading(regions: Outline) -> Iterator[Problem]:
    """Yield a review of the line that is taken for the heading of cards."""
    if regions.supposed:
        message = f"{regions.supposed.text!r} is taken for the heading of the cards"
        yield review(
            regions.supposed.place,
            message,
            "write one that is known, such as 'Card-Specific Notes'",
        )


def list_repairs(page: DocumentText, regions: Outline, words: Patterns) -> Iterator[Problem]:
    """Yield a repair for lines about the page that are left out, and for each symbol that is read
    in another spelling than the page has.
    """
    if regions.metadata:
        first, count = regions.metadata[0], len(regions.metadata)
        message = f"{pluralize(count, 'line')} about the page left out, such as “{first.text[:40]}”"
        yield repair(first.place, message)
    #  A page without any symbol prints mana as letters.
    find_spellings = find_misspelled if "{" in page.text else words.find_bare_mana
    for number, line in page.numbered_lines:
        for printed, symbols in find_spellings(line):
            yield repair(Place(page.path, number), f"{printed} is read as {symbols}")


def find_unknown_pictures(lines: Lines, words: Patterns) -> Iterator[Problem]:
    """Yield a problem for each unknown picture: an error if it may be a symbol, none if it
    announces a card.
    """
    announcing: set[int] = set()  # the ids of pictures above a card, or above all sections
    waiting: list[int] = []  # those right above the line
    has_begun = False  # the first section or card
    for line in lines:
        if line.is_picture:
            waiting.append(id(line))
        elif line.kind not in BEFORE_CARDS:
            if line.is_head or not has_begun:
                announcing.update(waiting)
            has_begun = (
                has_begun
                or line.is_head
                or (
                    line.kind in (Kind.TEXT, Kind.TITLE)
                    and (words.is_heading(line.text) or words.is_general_heading(line.text))
                )
            )
            waiting = []
    for line in unfold_heads(lines):
        for name in line.pictures:
            if f"[picture: {name}]" in line.text:
                message = f"the picture {name!r} is not a known symbol, kept as [picture: {name}]"
                yield error(line.place, message, "write the symbol there instead, such as {U}")
            elif id(line) not in announcing:
                yield review(
                    line.place,
                    f"the picture {name!r} has no words and is left out",
                    "check whether it is a symbol",
                )


def find_suspicions(
    notes: ReleaseNotes, quality: Quality, languages: Languages
) -> Iterator[Problem]:
    """Yield what is suspicious in the notes of a document: nearly all paragraphs are rules text, or
    nearly all are rulings; it has traces of another layout; it changes to another language.
    """
    count = len(notes.cards)
    if count >= _MANY_CARDS:
        place = notes.cards[0].place
        unruled = sum(not entry.rulings for entry in notes.cards)
        hint = "begin each ruling with '* ', or choose another layout with --dialect"
        if unruled == count:
            yield error(place, f"none of its {count} cards has a ruling", hint)
        elif unruled > _MOST_UNRULED * count:
            yield review(place, f"{unruled} of its {count} cards have no ruling", hint)
        texts = sum(any(face.rules_text for face in entry.card.faces) for entry in notes.cards)
        if texts < _FEWEST_TEXTS * count:
            message = f"only {texts} of its {count} cards have rules text"
            hint = "rules text may be among the rulings: choose another layout with --dialect"
            yield review(place, message, hint)
    for trace in quality.traces:
        for place, text in trace.places[:_MOST_PLACES] if trace.message else ():
            message = f"{trace.message}: {text[:_QUOTED_LETTERS]}"
            yield review(
                place,
                message,
                "check it against the document, or try another --dialect",
                trace.message,
            )
    #  Where the notes change to another language, at the first place of each such passage.
    last_lang = notes.lang
    prose = (block for block in notes.blocks() if not isinstance(block, Card))
    for place, text in _join_passages((block.place, block.text.plain()) for block in prose):
        words = count_common_words(text, languages)
        best = words.best or notes.lang
        is_foreign = words.share(best) > max(
            _LEAST_FOREIGN_SHARE, _FOREIGN_RATIO * words.share(notes.lang)
        )
        lang = best if is_foreign else notes.lang
        if lang not in (notes.lang, last_lang):
            message = f"from here on, the document seems to be in {lang!r}, not {notes.lang!r}"
            yield review(place, message, "give each language a document of its own")
        last_lang = lang


def _join_passages(texts: Iterable[tuple[Place, str]]) -> Iterator[tuple[Place, str]]:
    """Join texts to passages that are long enough to tell a language, each at the place of its
    first text.
    """
    place, length = Place(""), 0
    passage: list[str] = []
    for start, text in texts:
        place = place if passage else start
        passage.append(text)
        length += len(text)
        if length >= _PASSAGE_LETTERS:
            yield place, " ".join(passage)
            passage, length = [], 0
    if length >= _PASSAGE_LETTERS / 2:
        yield place, " ".join(passage)
