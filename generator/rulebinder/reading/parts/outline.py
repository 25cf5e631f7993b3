"""The regions of a document: metadata, preamble, general notes, parts of card-specific notes,
footer.
"""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..lines import BEFORE_CARDS, Kind, Line, Lines
from ..notation.spellings import folded, spaced, without_emphasis
from ..patterns import Patterns
from .heads import Head, unfolded
from .metadata import is_title

_GROUP = " — "
"""What parts the heading of a part and that of a group of cards in it."""
_DEFINITION = re.compile(r"\[[^\[\]]+\]:")
_ANYWHERE = re.compile(
    r"\[_?metadata_?:[^\[\]]*\]:|\[[^\[\]]+\]:\s*<?https?://\S*(?:\s\"[^\"]*\")?$"
)
"""What an archive says of a page, or a link that Markdown keeps apart: no text of the document,
wherever it is.
"""
_NUMBERED = re.compile(r"[\d{]")
"""What a line of capitals has if it is part of a card: ``LEVEL 1-3``, ``{2}{U}``."""
_FEW_CARDS = 2
"""How many cards a section may have as its examples."""
_SENTENCE_ENDS = (".", "!", "?", "。", "！", "？")
_KEY = re.compile(r"[a-z][a-z_\-]*:\s*(?:\S|$)")
_ARCHIVED = re.compile(
    r"\[[^\[\]]*(?:\]\(https?://web\.archive\.org/|Wayback"
    r" Machine\]\()[^\s()]*\)|[^.:]{0,20}Wayback Machine"
)
"""A line that is nothing but a link to the archive that has the page, or the words of that link."""


@dataclass
class Outline:
    """The regions of a document, in order. ``parts`` are the parts of card-specific notes."""

    metadata: list[Line] = field(default_factory=list)
    """What an archive or a converter wrote above the page about it: no part of the document."""
    preamble: list[Line] = field(default_factory=list)
    general_heading: str = ""
    general: list[Line] = field(default_factory=list)
    parts: list[tuple[str, list[Line]]] = field(default_factory=list)
    footer: list[Line] = field(default_factory=list)
    supposed: Line | None = None
    """The line that is taken for the heading of the cards, as no other line is one."""


def outline(lines: Lines, words: Patterns) -> Outline:
    """Divide a document's lines by its great headings."""
    found = Outline()
    region = found.preamble
    general, cards = _headings(lines, words)
    supposed = _supposed(lines, max(general)) if general and not cards else None
    if supposed is not None:
        found.supposed = lines[supposed]
        cards.add(supposed)
    for at, line in enumerate(lines):
        if line.text.startswith("[") and _ANYWHERE.match(spaced(line.text)):
            about_page, *others = unfolded([line])  # it may look like the name of a card
            found.metadata.append(about_page)
            region += others
            continue
        if at in general and not found.parts and not found.general_heading:
            found.general_heading = without_emphasis(line.text)
            region = found.general
        elif at in cards:
            region = []
            found.parts.append((without_emphasis(line.text), region))
        else:
            region.append(line)
    if found.general_heading:
        start = _first_section(found.preamble, words)
        found.general[:0] = found.preamble[start:]
        del found.preamble[start:]
    else:
        _without_headings(found, words)
    above = list(_metadata(found.preamble))
    found.metadata = sorted((*found.metadata, *above), key=lambda line: line.number)
    apart = set(map(id, above))
    found.preamble = [
        line
        for line in unfolded(found.preamble)
        if id(line) not in apart and line.kind is not Kind.DIVIDER
    ]
    found.parts = _divided(found.parts, words)
    last = found.parts[-1][1] if found.parts else found.general
    start = _footer_start(last, words)
    found.footer = [line for line in unfolded(last[start:]) if line.kind is not Kind.DIVIDER]
    del last[start:]
    while last and last[-1].kind is Kind.DIVIDER:
        last.pop()
    return found


def _headings(lines: Lines, words: Patterns) -> tuple[set[int], set[int]]:
    """Return the places of the headings of general notes, and of cards, without those that a table
    of contents, a menu or links have: what they name is elsewhere, and not right below them.
    """
    texts = {at: line.text for at, line in enumerate(lines) if line.kind in (Kind.TEXT, Kind.TITLE)}
    general = {at for at, text in texts.items() if words.is_general_heading(text)}
    cards = {at for at, text in texts.items() if words.is_card_heading(text)}
    last, end = max(general, default=-1), len(lines)
    several = len(general | cards) > 1
    for at in sorted(general | cards, reverse=True):
        below = lines[at + 1 : end]
        is_list = not any(line.text.endswith(_SENTENCE_ENDS) for line in (lines[at], *below))
        groups = end in cards and all(line.kind is Kind.DIVIDER for line in below)
        if at < last and is_list:
            general.discard(at)
        if (at < last or (is_list and several and not groups)) and not any(
            line.kind is Kind.HEAD for line in below
        ):
            cards.discard(at)
        end = at
    return general, cards


def _first_section(preamble: Lines, words: Patterns) -> int:
    """Return where sections begin above the general notes: at a heading with rulings or a card
    below it, or at the headings right above that one.
    """
    headings = [
        at
        for at, line in enumerate(preamble)
        if _looks_like_heading(line) and not is_title(spaced(line.text), words.reading)
    ]
    for start, end in itertools.pairwise((*headings, len(preamble))):
        below = preamble[start + 1 : end]
        if any(
            line.kind is Kind.HEAD or (line.is_bullet and line.text.endswith(_SENTENCE_ENDS))
            for line in below
        ):
            return min(itertools.takewhile(headings.__contains__, range(start, -1, -1)))
    return len(preamble)


def _supposed(lines: Lines, general: int) -> int | None:
    """Return the place of the heading that has most cards of the document right below it, and no
    other heading between them; None if it is none of cards.
    """
    below = range(general + 1, len(lines))
    heads = [at for at in below if lines[at].kind is Kind.HEAD]
    titles = [at for at in below if _looks_like_heading(lines[at])]
    counts = {
        start: bisect.bisect(heads, end) - bisect.bisect(heads, start)
        for start, end in itertools.pairwise((*titles, len(lines)))
    }
    best = max(counts, key=counts.__getitem__, default=-1)
    is_one = counts.get(best, 0) > max(_FEW_CARDS, len(heads) / 2)
    return best if is_one else None


def _looks_like_heading(line: Line) -> bool:
    marked = line.marked or (line.text.isupper() and not _NUMBERED.search(line.text))
    return line.kind is Kind.TITLE or (line.is_text and marked)


def _metadata(preamble: Lines) -> Iterator[Line]:
    """Yield the definitions of a page's metadata; the keys of its front matter are above all
    else.
    """
    above, found = True, False
    for line in preamble:
        text = spaced(line.text)
        if _DEFINITION.match(text) or (
            above and (_KEY.match(text) or _ARCHIVED.fullmatch(line.text))
        ):
            found = True
            yield line
        else:  # a divider opens the front matter, and one closes it
            above = above and line.kind is Kind.DIVIDER and not found


def _divided(
    parts: Sequence[tuple[str, list[Line]]], words: Patterns
) -> list[tuple[str, list[Line]]]:
    """Divide parts by the headings above some of their cards, ``**Plane Cards**``: each names a
    part of the part. So does a heading right below another one.
    """
    divided: list[tuple[str, list[Line]]] = []
    group = ""
    for title, lines in parts:
        starts = [at for at in range(len(lines)) if _heads_cards(lines, at, words)]
        whole = group if title == group else _GROUP.join(filter(None, (group, title)))
        for start, end in itertools.pairwise((-1, *starts, len(lines))):
            group = whole
            if any(line.kind is not Kind.DIVIDER for line in lines[start + 1 : end]):
                inner = without_emphasis(lines[start].text) if start >= 0 else ""
                name = _GROUP.join(filter(None, (whole, inner)))
                divided.append((name, lines[start + 1 : end]))
                group, whole = "", title
    return [*divided, (group, [])] if group else divided


def _heads_cards(lines: Lines, at: int, words: Patterns) -> bool:
    """Whether a line heads cards: it is marked as a heading or names a group of cards, and has a
    card right below it.
    """
    line = lines[at]
    is_marked = line.marked and line.is_text and not line.text.endswith((".", ":"))
    if not is_marked:
        # The name of a group may be a type line, too, which has text above it.
        is_alone = at == 0 or not lines[at - 1].is_text
        is_heading = is_alone and line.kind in (Kind.TEXT, Kind.TITLE)
        if not (is_heading and words.is_card_group(line.text)):
            return False
    below = (lines[place] for place in range(at + 1, len(lines)))
    head = next((other for other in below if other.kind not in BEFORE_CARDS), None)
    return isinstance(head, Head) and folded(head.face.name) not in folded(line.text)


def _footer_start(lines: Lines, words: Patterns) -> int:
    """Return the start of the footer: its first paragraph after the last card, or the credits.

    Everything below belongs to it.
    """
    start = len(lines)
    for at in range(len(lines) - 1, -1, -1):
        if lines[at].kind is Kind.HEAD:
            break
        text, kind = lines[at].text, lines[at].kind
        printed = kind in (Kind.TEXT, Kind.BULLET)
        if (printed and words.is_footer(text)) or (kind is Kind.TEXT and words.is_credit(text)):
            start = at
    return start


def _without_headings(found: Outline, words: Patterns) -> None:
    """If a great heading is missing, the sections start with the first title or bullet, the cards
    with the first card.
    """
    lines = found.preamble
    first = len(lines)
    if not found.parts:
        first = next((at for at, line in enumerate(lines) if line.kind is Kind.HEAD), first)
        while first and lines[first - 1].kind in BEFORE_CARDS:
            first -= 1
    titles = (
        at for at in range(first) if lines[at].is_bullet or words.section_kind(lines[at].text)
    )
    title = next(titles, first)
    found.preamble, found.general = lines[:title], lines[title:first]
    if first < len(lines):
        found.parts.append(("", lines[first:]))
