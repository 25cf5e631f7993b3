"""The one-line FAQ: the whole document on one line; `` ----- `` between entries, `` * `` bullets.

Line breaks are gone, so the parts of an entry are found by form: a heading in ``***…***``, a mana
cost or type words where a card begins, a rule's number, a sentence that ends in a colon.
"""

from __future__ import annotations

import bisect
import functools
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...problems import Place
from ..dialect import (
    TURN,
    Dialect,
    DocumentText,
    Kind,
    Layout,
    Likeness,
    Line,
    Lines,
    describe_counts,
    split_rule,
)
from ..parts.cards import score_paragraph, split_abilities
from ..patterns import Patterns
from ..symbols import CAPITALS, normalise, without_emphasis

_DIVIDER = re.compile(r"(?:^|(?<!\s)\s++)-{4,}+(?=\s|$)\s*+")
_TITLE = re.compile(r"^\*{3}(?P<title>.+?)\*{3}\s*")
_BULLET = re.compile(r"(?:^|(?<=\s))\*\s+(?=\S)")
_ITEM = re.compile(rf"(?<=[.:)。：）])\s+(?:--?\s+|(?=\d\)\s))(?=[{CAPITALS}“\"«「\d])")
_RULE = re.compile(
    rf"(?:(?<!\w)(?P<word>\w++)\s+)?(?P<number>\b\d{{3}}\.\d+[a-z]?\.?)\s+(?=[\"“«{CAPITALS}])"
)
_SENTENCE = re.compile(
    r"(?<=[.!?。"
    rf"！？])[\"”»)」』）]*\s+(?=[\"“«「『《(*]?[{CAPITALS}])|(?<=[.!?]\))\s+(?=[{CAPITALS}])"
)
_COST = re.compile(r"(?<=\s)(?P<cost>(?:\{[^{}\s]+\})+)\s+")
_OPENS_COST = re.compile(r"\s*\{")
_STATS = re.compile(
    r"\s+(?P<stats>[+\-−]?[\dX]*\*?/[\dX+\-−]*\*?(?=\s|$)|\d{1,2}(?=\s[+\-−–]?\d{1,2}(?:\s?:\s|：)))"
)
"""Power and toughness, or the loyalty above the first ability that changes it."""
_TURN = re.compile(rf"\s+({TURN.pattern})\s+")
_CAPITAL = re.compile(rf"(?<=\s)(?=[{CAPITALS}])")
_NAME_LENGTH = 60
"""How many characters the name of a card, and of each half of one, has at most."""
_Printed = tuple[Kind, str]
"""The kind and the text of a line that the page must have had."""


class _Head(NamedTuple):
    """A card's head inside running text: its offsets there, and its parts, the first of which is
    the name.
    """

    start: int
    end: int
    parts: tuple[str, ...]


def likeness(page: DocumentText) -> Likeness:
    """Count dividers inside a line that has most of the page's characters."""
    longest = max(page.text.splitlines(), key=len, default="")
    dividers = len(re.findall(r"\s-{5}\s", longest))
    has_most = len(longest) > 0.5 * len(page.text)
    return Likeness(
        min(1.0, dividers / 5) * has_most,
        f"{describe_counts({'divider': dividers})} in the longest line, {len(longest)} of"
        f" {len(page.text)} letters",
        is_possible=has_most,
    )


def read_lines(page: DocumentText, words: Patterns) -> Lines:
    """Return the lines that the page must have had before it lost its line breaks."""
    lines: list[Line] = []
    start = 0
    dividers = [divider.span() for divider in _DIVIDER.finditer(page.text)]
    headings = ((at, at) for at in words.find_inner_headings(page.text))
    is_starred, is_section = "***" in page.text, False
    #  Each block ends where a divider or a great heading begins, and the next one starts behind the
    # divider, or at the heading. If stars mark titles, sections need not be known by their place.
    for end, following in [*sorted({*dividers, *headings}), (len(page.text), None)]:
        place = Place(page.path, page.line_at(start))
        block = list(
            _read_block(" ".join(page.text[start:end].split()), words, is_section=is_section)
        )
        lines += [Line(kind=kind, text=text, place=place) for kind, text in block]
        if block and not is_starred:
            first = block[0][1]
            is_section = words.is_general_heading(first) or (
                is_section and not words.is_card_heading(first)
            )
        if following is not None:
            lines.append(Line(kind=Kind.DIVIDER, place=place))
            start = following
    return lines


def _read_block(text: str, words: Patterns, *, is_section: bool) -> Iterator[_Printed]:
    """Yield the lines of the text between two dividers.

    ``is_section`` says that it is among the general notes: a section begins there, even if its
    title is lost in its text.
    """
    heading = words.run_in_heading.match(text)
    if heading:
        yield Kind.TEXT, heading.group()
        text = text[heading.end() :].lstrip()
    title = _TITLE.match(text) or words.run_in_title.match(text)
    if title or (is_section and text and not _find_head(text, words, opens_entry=True)):
        yield Kind.TITLE, normalise(title["title"]) if title else ""
        text = text[title.end() if title else 0 :].lstrip()
    first, *bullets = _BULLET.split(normalise(text))
    yield from _read_segment(first, Kind.TEXT, words, titled=bool(title))
    for position, bullet in enumerate(bullets, start=1):
        followed = position < len(bullets)
        yield from _read_segment(bullet, Kind.BULLET, words, titled=bool(title), followed=followed)


def _read_segment(
    text: str, kind: Kind, words: Patterns, *, titled: bool, followed: bool = False
) -> Iterator[_Printed]:
    """Yield the lines of a bullet, or of the text before the first one.

    If the block is ``titled``, the last sentence before a card in a bullet leads in to that, as an
    example of the section; if not, a card may begin at the very start of the text without a cost.
    ``followed`` says that another bullet comes after this one, so that a last sentence with a colon
    leads in to it.
    """
    lead = ""
    if followed and text.rstrip().endswith(":"):
        text, lead = _split_last_sentence(text)
    is_bullet = kind is Kind.BULLET
    head = _find_head(text, words, opens_entry=not (is_bullet or titled))
    if head is None:
        yield from _list_prose(text, kind, words)
    else:
        before, introduction = text[: head.start], ""
        if is_bullet and titled:
            before, introduction = _split_last_sentence(before)
        yield from _list_prose(before, kind, words)
        if introduction:
            yield Kind.LEAD, introduction
        #  After the first face, turns and the texts behind them alternate.
        first, *others = _TURN.split(text[head.end :])
        yield from _list_face_lines(head, first, words)
        for turn, face in zip(others[::2], others[1::2], strict=True):
            yield Kind.TURN, turn
            further = _find_head(face, words, opens_entry=True)
            if further and further.start == 0:
                yield from _list_face_lines(further, face[further.end :], words)
            else:  # the text that the faces share
                yield from _list_rules_text(face, head.parts[0], words)
    if lead:
        yield Kind.LEAD, lead


def _list_face_lines(head: _Head, text: str, words: Patterns) -> Iterator[_Printed]:
    """Yield the lines of a face: those of its head, then its rules text."""
    yield from ((Kind.TEXT, part) for part in head.parts)
    yield from _list_rules_text(text, head.parts[0], words)


def _list_rules_text(text: str, name: str, words: Patterns) -> Iterator[_Printed]:
    """Yield each ability on its line, then the sentence that introduces quoted rules, then the
    rules.
    """
    text, rules = _split_quoted_rules(text.strip(), words)
    lead: list[str] = []
    if rules and text.rstrip().endswith(":"):
        text, sentence = _split_last_sentence(text)
        lead = [sentence]
    paragraphs = split_abilities(text, name, words)
    #  What sounds like a ruling above the sentence belongs to it.
    while lead and len(paragraphs) > 1 and score_paragraph(paragraphs[-1], name, words) < 0:
        lead.insert(0, paragraphs.pop())
    yield from ((Kind.TEXT, ability) for ability in paragraphs)
    if lead:
        yield Kind.LEAD, " ".join(lead)
    yield from rules


def _list_prose(text: str, kind: Kind, words: Patterns) -> Iterator[_Printed]:
    """Yield the lines of a paragraph or bullet: its text, the entries of a list in it, the rules it
    quotes.
    """
    text, rules = _split_quoted_rules(text, words)
    if text.strip():
        first, *items = _ITEM.split(text.strip()) if kind is Kind.BULLET else [text]
        yield kind, first.strip()
        yield from ((Kind.ITEM, item.strip()) for item in items)
    yield from rules


def _split_quoted_rules(text: str, words: Patterns) -> tuple[str, list[_Printed]]:
    """Return the text before the rules that it quotes, and the lines of these.

    A rule begins with a number before a capital, unless the word "rule" comes before it.
    """
    citing = {word.casefold() for word in (*words.reading.rule_words, *words.reading.list_and)}
    starts = [
        match.start("number")
        for match in _RULE.finditer(text)
        if (match["word"] or "").casefold() not in citing
    ]
    lines: list[_Printed] = []
    #  A last sentence with a colon leads in to the next rule.
    for start, end in itertools.pairwise((*starts, len(text))):
        rule, lead = text[start:end].strip(), ""
        if end < len(text) and rule.endswith(":") and split_rule(_split_last_sentence(rule)[0]):
            rule, lead = _split_last_sentence(rule)
        lines += [(Kind.RULE, rule), *([(Kind.LEAD, lead)] if lead else [])]
    return text[: starts[0]] if starts else text, lines


def _split_last_sentence(text: str) -> tuple[str, str]:
    """Return the text before its last sentence, and that; the former is empty if there is only
    one.
    """
    ends = _find_sentence_ends(text.rstrip())
    end = ends[-1] if ends else 0
    return text[:end].strip(), text[end:].strip()


def _find_head(text: str, words: Patterns, *, opens_entry: bool) -> _Head | None:
    """Return the first card head in the text: a name, then a cost and type words, or type words
    alone. None if there is none.

    ``opens_entry`` says that a head at the start needs neither a cost nor subtypes; then only the
    first type words without a cost are looked at.
    """
    for cost in _COST.finditer(text):
        types = words.type_prefix(text, cost.end())
        if types:
            start = _find_name_start(text, cost.start())
            if start is not None:
                subtype = words.open_subtype.match(text, cost.end() + len(types))
                types += subtype.group() if subtype else ""
                return _make_head(text, start, cost.start(), cost["cost"], types)
    for word in _CAPITAL.finditer(text):  # a head without a cost
        types = words.type_prefix(text, word.start())
        if not types:
            continue
        start = _find_name_start(text, word.start())
        costs = _OPENS_COST.match(text, word.start() + len(types))
        if (start == 0 and opens_entry) or (start is not None and (costs or words.subtypes(types))):
            return _make_head(text, start, word.start(), None, types)
        if opens_entry:
            return None
    return None


@functools.lru_cache(maxsize=1)
def _find_sentence_ends(text: str) -> Sequence[int]:
    """Return the offsets behind the sentences of a text.

    The last text is remembered, as it is asked for each head that may be in it.
    """
    return [gap.end() for gap in _SENTENCE.finditer(text)]


def _find_name_start(text: str, end: int) -> int | None:
    """Return the start of the name that ends at ``end``: after the last sentence; None if that is
    no name.
    """
    ends = _find_sentence_ends(text)
    before = bisect.bisect_left(ends, end)
    start = ends[before - 1] if before else 0
    if end - start > 2 * _NAME_LENGTH:
        return None
    name = text[start:end].strip()
    return start if 0 < len(name) <= _NAME_LENGTH and re.match(f"[{CAPITALS}]", name) else None


def _make_head(text: str, start: int, name_end: int, cost: str | None, types: str) -> _Head:
    """Return the head whose name is from ``start`` to ``name_end``, with its size if one follows
    the types.
    """
    end = text.index(types, name_end) + len(types)
    size = _STATS.match(text, end)
    parts = (without_emphasis(text[start:name_end]), cost, types, size and size["stats"])
    return _Head(start, size.end() if size else end, tuple(filter(None, parts)))


DIALECT = Dialect("one-line", Layout(), likeness, read_lines)
"""A FAQ that lost its line breaks."""
