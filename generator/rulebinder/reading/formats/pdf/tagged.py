"""Tagged PDFs as Markdown: browsers and word processors say which lines are headings, lists and
paragraphs.

The tags say what belongs together, and in which order it is read. So they become elements of a web
page.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...layout.hyphens import Hyphens
from ..web.elements import Element
from ..web.layout_tables import unfold
from ..web.markdown_writer import markdown
from .pdf_pages import Mark, Tagged
from .rows import (
    BULLET,
    GAP,
    SPACE,
    Row,
    in_columns,
    is_level,
    right_edges,
)

_HEADINGS = {f"H{level}": f"h{level}" for level in range(1, 7)}
_NAMES = {
    **_HEADINGS,
    "Title": "h1", "H": "h2", "P": "p", "L": "ul", "LI": "li", "BlockQuote": "blockquote",
    "Table": "table", "TR": "tr", "TH": "th", "TD": "td",
}  # fmt: skip
"""The elements of a web page for roles; other roles are plain blocks."""
_INLINE = {"Span", "Strong", "Em", "Link", "Code", "Quote", "Lbl", "Reference", "Annot", "Sub",
           "Ruby"}  # fmt: skip
_ONE_TEXT = {"p", *_HEADINGS.values()}
"""Elements that hold no blocks."""
_ONE_FACE = {"th", *_HEADINGS.values()}
"""Elements whose letters are bold without any emphasis."""
_PLAIN = {"body", "div"}
_BROWSERS_TEXT = "NonStruct"
"""The role that browsers give a text without any element or line break in it, and a line across the
page.
"""
_MOST_CUT = 0.05
"""The share of paragraphs that may begin in lower case: with more of them, each line has a tag of
its own.
"""
_CHIEF = 0.5
"""The share of letters from which on a face is not emphasis, but the usual one."""
_MOST_MISSED = 0.02
"""The share of letters in the midst of the text that may have no tag: with more of them, the tags
are of no use.
"""
_MARKED_TWICE = re.compile(rf"^(\s*- [#* ]*){BULLET.pattern.removeprefix('^')}", re.MULTILINE)
"""An item of a list whose mark is drawn, too."""


def from_tags(structure: Tagged, rows: Sequence[Row]) -> tuple[str, Counter[str]] | None:
    """Return the text of a tagged PDF as Markdown, and its lines that have no tag, with how often
    each is there.

    It is None if the tags do not hold the text, or cut its sentences.
    """
    placed = [row for row in rows if row.mark]
    most = _MOST_MISSED * sum(len(row.text) for row in placed)
    if not placed or sum(len(row.text) for row in _missed(rows)) > most:
        return None
    body = Element("body")
    _Writer(in_columns(placed)).fill(structure, body)
    starts = [element.text()[:1] for element in body.descendants() if element.name == "p"]
    if sum(start.islower() for start in starts) > max(1, _MOST_CUT * len(starts)):
        return None
    unfold(body)
    return _MARKED_TWICE.sub(r"\1", markdown(body)), Counter(
        row.text for row in rows if not row.mark
    )


def _missed(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the rows without a tag that are not above or below all tagged ones of their page."""
    for _, group in itertools.groupby(rows, key=lambda row: row.page):
        page = list(group)
        heights = [row.bottom for row in page if row.mark]
        lowest, highest = min(heights, default=-math.inf), max(heights, default=math.inf)
        for row in page:
            if not row.mark and lowest <= row.bottom <= highest:
                yield row


class _Text(NamedTuple):
    """The rows of a part of a paragraph."""

    rows: Sequence[Row]
    unbroken: bool = False
    """Whether no line break is in it, so that only the margin ends its rows: so browsers tag texts.
    """
    plain: bool = False
    """Whether it is in the paragraph itself, and in no emphasis or link."""


_Placed = tuple[_Text, Row]


class _Writer:
    """Makes elements of a web page from the parts of a document."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows: defaultdict[Mark | None, list[Row]] = defaultdict(list)
        for row in rows:
            self._rows[row.mark].append(row)
        self._edges = right_edges(rows)
        self._hyphens = Hyphens(row.text for row in rows)
        most = _CHIEF * sum(len(row.text) for row in rows)
        self._emphasis = {
            face for face in "bi" if sum(len(row.text) for row in rows if face in row.face) <= most
        }

    def fill(self, part: Tagged, element: Element, *, listed: bool = False) -> None:
        """Put the texts and blocks of a part into an element, which is in a list if ``listed``."""
        texts: list[_Text] = []
        for piece in [*self._texts_and_blocks(part, element.name, listed=listed), None]:
            if isinstance(piece, _Text):
                texts.append(piece)
                continue
            placed = [(text, row) for text in texts for row in text.rows]
            if placed:
                self._write(placed, element)
            elif texts and element.name in _PLAIN:
                element.children.append(Element("hr", parent=element))
            texts = []
            if piece is not None:
                block = Element(_NAMES.get(piece.role, "div"), parent=element)
                element.children.append(block)
                self.fill(piece, block, listed=listed or block.name == "ul")

    def _texts_and_blocks(
        self, part: Tagged, name: str, *, listed: bool, plain: bool = True
    ) -> Iterator[_Text | Tagged]:
        """Yield the texts and blocks in a part that becomes an element so called, without its mark
        if it is ``listed``.
        """
        for piece in part.parts:
            if isinstance(piece, Mark):
                if piece in self._rows:
                    yield _Text(rows=self._rows[piece])
            elif piece.role == _BROWSERS_TEXT and all(
                isinstance(inner, Mark) for inner in piece.parts
            ):
                rows = [row for mark in piece.marks() for row in self._rows.get(mark, ())]
                yield _Text(rows=rows, unbroken=True, plain=plain)
            elif piece.role == "Lbl" and listed:
                continue
            elif piece.role in _INLINE or name in _ONE_TEXT:
                yield from self._texts_and_blocks(piece, name, listed=listed, plain=False)
            else:
                yield piece

    def _write(self, placed: Sequence[_Placed], element: Element) -> None:
        """Append texts to an element: elements of emphasis, and breaks where no margin ends a
        row.
        """
        words = self._words(placed, element.name)
        for outer, group in itertools.groupby(words, key=lambda pair: pair[0][:1]):
            around = _inside(element, outer)
            for inner, pairs in itertools.groupby(group, key=lambda pair: pair[0][1:]):
                within = _inside(around, inner)
                for at, line in enumerate("".join(words for _, words in pairs).split("\n")):
                    within.children += [Element("br", parent=within), line] if at else [line]

    def _words(self, placed: Sequence[_Placed], name: str) -> list[tuple[str, str]]:
        """Return the words of texts, and what is between them, each with the names of the elements
        of emphasis around it.
        """
        emphasis = set() if name in _ONE_FACE else self._emphasis
        pairs: list[tuple[str, str]] = []
        for last, one in zip([None, *placed], placed, strict=False):
            face = "".join(face for face in one[1].face if face in emphasis)
            if last is not None:
                lost, between = self._between(last, one)
                before, words = pairs.pop()
                shared = "".join(name for name in before if name in face)
                pairs.append((before, words[: len(words) - lost]))
                pairs.append((shared, between))
            pairs.append((face, one[1].text))
        return pairs

    def _between(self, one: _Placed, two: _Placed) -> tuple[int, str]:
        """Return how many letters a row loses, and what is between it and the next one: a line
        break if no margin is.
        """
        (text, row), (next_text, next_row) = one, two
        if is_level(row, next_row) and next_row.left > row.left:
            return 0, " " * (next_row.left - row.right > GAP * row.height)
        if not (text is next_text and text.unbroken) and self._is_broken(one, two):
            return 0, "\n"
        return self._hyphens.between(row.text, next_row.text)

    def _is_broken(self, one: _Placed, two: _Placed) -> bool:
        (text, row), (next_text, next_row) = one, two
        if row.right + SPACE * next_row.height + next_row.first <= self._edges[row.column]:
            return True
        #  What parts two plain texts of a browser is a line break, or an element that shows in no
        # way.
        return text.plain and next_text.plain and not next_row.text[0].islower()


def _inside(element: Element, name: str) -> Element:
    """Return a new element in another one, or that one if there is no name."""
    if not name:
        return element
    element.children.append(new := Element(name, parent=element))
    return new
