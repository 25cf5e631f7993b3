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
    list_counts,
    rule_parts,
)
from ..parts.cards import score, split_abilities
from ..patterns import Patterns
from ..spellings import CAPITALS, normalise, without_emphasis

_DIVIDER = re.compile(r"(?:^|(?<!\s)\s++)-{4,}+(?=\s|$)\s*+")
_TITLE = re.compile(r"^\*{3}(?P<title>.+?)\*{3}\s*")
_BULLET = re.compile(r"(?:^|(?<=\s))\*\s+(?=\S)")
_ITEM = re.compile(rf"(?<=[.:)。：）])\s+(?:--?\s+|(?=\d\)\s))(?=[{CAPITALS}“\"«「\d])")
_RULE = re.compile(
    rf"(?:(?<!\w)(?P<word>\w++)\s+)?(?P<number>\b\d{{3}}\.\d+[a-z]?\.?)\s+(?=[\"“«{CAPITALS}])"
)
_RULE_NUMBER = re.compile(r"\d{3}\.\d")
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
_Printed = tuple[Kind, str]
"""The kind and the text of a line that the page must have had."""


class _Head(NamedTuple):
    """A card's head inside running text: its start, its end and its parts."""

    start: int
    end: int
    parts: tuple[str, ...]


def likeness(page: DocumentText) -> Likeness:
    """Count dividers inside a line that has most of the page's characters."""
    longest = max(page.text.splitlines(), key=len, default="")
    dividers = len(re.findall(r"\s-{5}\s", longest))
    is_one = len(longest) > 0.5 * len(page.text)
    return Likeness(
        min(1.0, dividers / 5) * is_one,
        f"{list_counts({'divider': dividers})} in the longest line, {len(longest)} of"
        f" {len(page.text)} letters",
        is_possible=is_one,
    )


def read_lines(page: DocumentText, words: Patterns) -> Lines:
    """The page cut into the lines it must have had."""
    found: list[Line] = []
    start = 0
    dividers = [divider.span() for divider in _DIVIDER.finditer(page.text)]
    headings = ((at, at) for at in words.inner_headings(page.text))
    starred, is_section = "***" in page.text, False
    for end, following in [*sorted({*dividers, *headings}), (len(page.text), None)]:
        place = Place(page.path, page.line_at(start))
        text = " ".join(page.text[start:end].split())
        block = list(_block(text, words, is_section=is_section))
        found += [Line(kind=kind, text=text, place=place) for kind, text in block]
        if block and not starred:
            first = block[0][1]
            is_section = words.is_general_heading(first) or (
                is_section and not words.is_card_heading(first)
            )
        if following is not None:
            found.append(Line(kind=Kind.DIVIDER, place=place))
            start = following
    return found


def _block(text: str, words: Patterns, *, is_section: bool) -> Iterator[_Printed]:
    """Yield the lines of the text between two dividers.

    ``is_section`` says that a section begins there, even if its title is lost in its text.
    """
    heading = words.heading_prefix(text)
    if heading:
        yield Kind.TEXT, heading
        text = text[len(heading) :].lstrip()
    starred = _TITLE.match(text)
    title = starred["title"] if starred else words.title_prefix(text)
    if title or (is_section and text and not _find_head(text, words, True)):
        yield Kind.TITLE, normalise(title)
        text = text[starred.end() if starred else len(title) :].lstrip()
    first, *bullets = _BULLET.split(normalise(text))
    yield from _segment(first, Kind.TEXT, words, entry=not title)
    for position, bullet in enumerate(bullets):
        followed = position + 1 < len(bullets)
        yield from _segment(bullet, Kind.BULLET, words, followed=followed, titled=bool(title))


def _segment(
    text: str,
    kind: Kind,
    words: Patterns,
    *,
    entry: bool = False,
    followed: bool = False,
    titled: bool = False,
) -> Iterator[_Printed]:
    """Yield the lines of a bullet, or of the text before the first one.

    ``entry`` says that a card may begin at the very start without a cost; ``followed``, that
    another bullet comes after this one, so that a last sentence with a colon leads in to it;
    ``titled``, that the last sentence before a card leads in to that, as an example of the section.
    """
    lead = ""
    if followed and text.rstrip().endswith(":"):
        text, lead = _last_sentence(text)
    head = _find_head(text, words, entry)
    if head is None:
        yield from _prose(text.strip(), kind, words)
    else:
        before = text[: head.start].strip()
        introduction = ""
        if kind is Kind.BULLET and (titled or before.endswith(":")):
            before, introduction = _last_sentence(before)
        if before:
            yield from _prose(before, kind, words)
        if introduction:
            yield Kind.LEAD, introduction
        yield from _faces(text, head, words)
    if lead:
        yield Kind.LEAD, lead


def _faces(text: str, head: _Head, words: Patterns) -> Iterator[_Printed]:
    """Yield the lines of the card that begins with ``head``: its faces, and the text that they
    share.
    """
    yield from ((Kind.TEXT, part) for part in head.parts)
    own, *others = _TURN.split(text[head.end :])
    yield from _rules_text(own, head.parts[0], words)
    for turn, face in zip(others[::2], others[1::2], strict=True):
        yield Kind.TURN, turn
        following = _find_head(face, words, True)
        if following and following.start == 0:
            yield from ((Kind.TEXT, part) for part in following.parts)
            yield from _rules_text(face[following.end :], following.parts[0], words)
        else:
            yield from _rules_text(face, head.parts[0], words)


def _rules_text(text: str, name: str, words: Patterns) -> Iterator[_Printed]:
    """Yield each ability on its line, then the sentence that introduces quoted rules, then the
    rules.
    """
    text = text.strip()
    rules = _rule_starts(text, words)
    own = text[: rules[0]] if rules else text
    lead = ""
    if rules and own.rstrip().endswith(":"):
        own, lead = _last_sentence(own)
    paragraphs = split_abilities(own, name, words)
    leads = [lead] if lead else []
    while leads and len(paragraphs) > 1 and score(paragraphs[-1], name, words) < 0:
        leads.append(paragraphs.pop())
    yield from ((Kind.TEXT, ability) for ability in paragraphs)
    if leads:
        yield Kind.LEAD, " ".join(reversed(leads))
    yield from _rules(text, rules)


def _prose(text: str, kind: Kind, words: Patterns) -> Iterator[_Printed]:
    """A paragraph or bullet: its text, the entries of a list in it, the rules it quotes."""
    rules = _rule_starts(text, words)
    own = text[: rules[0]].strip() if rules else text
    if own:
        first, *items = _ITEM.split(own) if kind is Kind.BULLET else [own]
        yield kind, first.strip()
        yield from ((Kind.ITEM, item.strip()) for item in items)
    yield from _rules(text, rules)


def _rule_starts(text: str, words: Patterns) -> list[int]:
    """Return the starts of quoted rules: a number before a capital, unless the word "rule" comes
    before it.
    """
    if not _RULE_NUMBER.search(text):
        return []
    cited = {word.casefold() for word in (*words.reading.rule_words, *words.reading.list_and)}
    return [
        match.start("number")
        for match in _RULE.finditer(text)
        if (match["word"] or "").casefold() not in cited
    ]


def _rules(text: str, starts: Sequence[int]) -> Iterator[_Printed]:
    for start, end in itertools.pairwise((*starts, len(text))):
        rule, lead = text[start:end].strip(), ""
        if end < len(text) and rule.endswith(":") and rule_parts(_last_sentence(rule)[0]):
            rule, lead = _last_sentence(rule)
        yield Kind.RULE, rule
        if lead:
            yield Kind.LEAD, lead


def _last_sentence(text: str) -> tuple[str, str]:
    """``text`` cut before its last sentence; all of it is the last one if there is no other."""
    end = 0
    for gap in _SENTENCE.finditer(text.rstrip()):
        end = gap.end()
    return text[:end].strip(), text[end:].strip()


def _find_head(text: str, words: Patterns, entry: bool) -> _Head | None:
    """The first card head in the text: a name, then a cost and type words, or type words alone."""
    for cost in _COST.finditer(text):
        types = words.type_prefix(text, cost.end())
        if types:
            start = _name_start(text, cost.start())
            if start is not None:
                types += words.subtype_prefix(text, cost.end() + len(types))
                return _head(text, start, cost.start(), cost["cost"], types)
    for word in _CAPITAL.finditer(text):  # a head without a cost
        types = words.type_prefix(text, word.start())
        if not types:
            continue
        start = _name_start(text, word.start())
        costs = _OPENS_COST.match(text, word.start() + len(types))
        if (start == 0 and entry) or (start is not None and (costs or words.subtypes(types))):
            return _head(text, start, word.start(), None, types)
        if entry:
            return None
    return None


@functools.lru_cache(maxsize=1)
def _sentence_ends(text: str) -> Sequence[int]:
    """Return the places behind the sentences of a text, which is asked for each head that may be in
    it, and mostly for none.
    """
    return [gap.end() for gap in _SENTENCE.finditer(text)]


def _name_start(text: str, end: int) -> int | None:
    """Return the start of the name that ends at ``end``: after the last sentence; None if that is
    no name.
    """
    sentences = _sentence_ends(text)
    before = bisect.bisect_left(sentences, end)
    start = sentences[before - 1] if before else 0
    if end - start > 2 * _NAME_LENGTH:
        return None
    name = text[start:end].strip()
    return start if 0 < len(name) <= _NAME_LENGTH and re.match(f"[{CAPITALS}]", name) else None


def _head(text: str, start: int, name_end: int, cost: str | None, types: str) -> _Head:
    end = text.index(types, name_end) + len(types)
    parts = [without_emphasis(text[start:name_end])]
    parts += [cost] if cost else []
    parts.append(types)
    numbers = _STATS.match(text, end)
    if numbers:
        parts.append(numbers["stats"])
        end = numbers.end()
    return _Head(start, end, tuple(parts))


DIALECT = Dialect("one-line", Layout(), likeness, read_lines)
"""A FAQ that lost its line breaks."""
