"""Convert PDFs to Markdown: by their tags, or else by joining the lines of each page into
paragraphs by their positions.

Browsers and word processors say which lines are headings, lists and paragraphs. Their tags say what
belongs together, and in which order it is read. So they become elements of a web page.

A PDF without tags knows no paragraphs, only lines in places. A line goes on with the paragraph
above if the page shows no new beginning (no gap, no bullet, no other size or indent) and if its
first word had no room at the end of the line above.
"""

from __future__ import annotations

import io
import itertools
import math
import re
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfparser import PDFParser

from ...system import group_pairs
from ...text import SYMBOL
from ..accounting import Conversion
from ..layout import ENDED, Hyphens
from .pdf_rows import (
    BULLET,
    GAP,
    LARGE,
    LONGEST_HEADING,
    NEAR,
    OPENS,
    SPACE,
    Row,
    TaggedPart,
    TextMark,
    assign_columns,
    draw_pages,
    drop_running_heads,
    find_right_edges,
    find_rows,
    is_level,
    order_rows,
    read_structure,
)
from .web_markdown import HEADINGS, Element, markdown
from .webpages import unfold_layout

_OF_HEAD = re.compile(rf"^(?:/{{2,}}|[+\-−]?[\dX*]+/[+\-−]?[\dX*+]+|\d{{1,2}}|(?:{SYMBOL}\s?)+)$")
"""Lines that are never the rest of another one: a cost, a size, a loyalty, the line between two
faces.
"""
_LEADING = 1.4
"""A gap between paragraphs is at least this many times the usual distance of two lines."""
_HANGING = 2.0
"""How much farther in than the text behind a bullet its further lines may be, in heights of
letters: tabs are that wide.
"""
_NAMES = {
    **{name.upper(): name for name in HEADINGS},
    "Title": "h1", "H": "h2", "P": "p", "L": "ul", "LI": "li", "BlockQuote": "blockquote",
    "Table": "table", "TR": "tr", "TH": "th", "TD": "td",
}  # fmt: skip
"""The elements of a web page for roles; other roles are plain blocks."""
_INLINE = {"Span", "Strong", "Em", "Link", "Code", "Quote", "Lbl", "Reference", "Annot", "Sub",
           "Ruby"}  # fmt: skip
_ONE_TEXT = {"p", *HEADINGS}
"""Elements that hold no blocks."""
_ONE_FACE = {"th", *HEADINGS}
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


def from_pdf(data: bytes) -> Conversion:
    """Return the text of a PDF, read by its tags if they hold it; it is empty if the PDF has none.

    The text does not include page numbers, nor the lines that most pages have at their heads or
    feet. Raises whatever a broken file makes pdfminer raise.
    """
    document = PDFDocument(PDFParser(io.BytesIO(data)))
    structure = read_structure(document)
    marks = set(structure.marks())
    rows: list[Row] = []
    letters: Counter[str] = Counter()
    for number, page in enumerate(draw_pages(document)):
        letters.update(letter.get_text() for _, letter in page.letters)
        rows += find_rows(page, number, marks)
    tagged = _from_tags(structure, rows)
    if tagged is not None:
        text, left_out = tagged
    else:
        kept, left_out = drop_running_heads(rows)
        text = "\n".join(_write_paragraphs(order_rows(kept))) if kept else ""
    return Conversion(
        text=text,
        letters=letters,
        left_out=left_out,
        left_out_as=("line", "at the heads and feet of pages"),
    )


class _Measures(NamedTuple):
    """The usual distances of a document; those of columns by their numbers."""

    height: float
    leading: float
    """The distance of a line to the next one, in heights of its letters."""
    margins: Mapping[int, float]
    edges: Mapping[int, float]
    bullets: float
    """How far in most bullets are."""
    flush: bool
    """Whether most bullets that go on in lower case do so below their marks."""

    def is_large(self, row: Row) -> bool:
        """Return whether a line has the letters of a heading."""
        return row.height > LARGE * self.height

    def inset(self, row: Row) -> float:
        """Return how far a line is from the margin of its column."""
        return row.left - self.margins[row.column]


def _measure(rows: Sequence[Row]) -> _Measures:
    margins: dict[int, float] = {}
    for row in rows:
        margins[row.column] = min(row.left, margins.get(row.column, row.left))
    insets = Counter(round(row.left - margins[row.column]) for row in rows if row.is_bullet)
    pairs = list(itertools.pairwise(rows))
    steps = [
        (one.bottom - two.bottom) / one.height
        for one, two in pairs
        if (one.page, one.column) == (two.page, two.column) and one.bottom > two.bottom
    ]
    below = [two.left - one.left for one, two in pairs if one.is_bullet and two.text[0].islower()]
    return _Measures(
        height=statistics.median(row.height for row in rows),
        leading=statistics.quantiles(steps, n=4)[0] if len(steps) > 1 else 1.2,
        margins=margins,
        edges=find_right_edges(rows),
        bullets=max(insets, key=lambda inset: insets[inset], default=0),
        flush=2 * sum(abs(offset) <= NEAR for offset in below) > len(below),
    )


def _write_paragraphs(rows: Sequence[Row]) -> Iterator[str]:
    """Yield one line for each paragraph, with marked headings and bullets, and a blank line for
    each gap of the page.
    """
    measures = _measure(rows)
    hyphens = Hyphens(row.text for row in rows)
    paragraph = [rows[0]]
    for last, row in itertools.pairwise(rows):
        step = (last.bottom - row.bottom) / max(last.height, row.height)
        is_beside = (last.page, last.column) == (row.page, row.column)
        gap = is_beside and step > _LEADING * measures.leading
        if gap or not _continues(last, row, measures):
            yield _write_paragraph(paragraph, measures, hyphens)
            if gap:
                yield ""
            paragraph = []
        paragraph.append(row)
    yield _write_paragraph(paragraph, measures, hyphens)


def _continues(last: Row, row: Row, measures: _Measures) -> bool:
    """Return whether a paragraph continues with ``row``."""
    turned = (last.page, last.column) != (row.page, row.column)
    ended = bool(ENDED.search(last.text[-4:]))
    if (
        (ended and (last.bold != row.bold or OPENS.match(row.text)))
        or row.is_bullet
        or _OF_HEAD.match(row.text)
        or abs(row.height - last.height) > 0.1 * last.height
        # A heading in capitals may be above another one.
        or (measures.is_large(last) and last.text.isupper() != row.text.isupper())
    ):
        return False
    if turned and ended and not _is_hung(last, row, measures):
        return False
    #  The first word had no room on the line above.
    is_full = last.right + SPACE * row.height + row.first > measures.edges[last.column]
    return is_full and (turned or _is_aligned(last, row, ended, measures))


def _is_hung(last: Row, row: Row, measures: _Measures) -> bool:
    """Return whether a line at the top of a column is indented like the text of the bullet that
    ends the column before.

    A gap cannot be seen between two columns, so that only the indent shows that a sentence is one
    more of the bullet.
    """
    behind = last.indent - measures.margins[last.column]
    further = measures.inset(row) - behind
    farthest = _HANGING * row.height if last.is_bullet else NEAR
    return behind > NEAR and -NEAR <= further <= farthest


def _is_aligned(last: Row, row: Row, ended: bool, measures: _Measures) -> bool:
    """Return whether a line is where the paragraph of the line above goes on: at its margin, or
    below its text.

    Behind a bullet, the text may be anywhere between the bullet and a tab: what follows the mark is
    a space or a tab, and the further lines have an indent of their own.
    """
    if abs(row.left - last.indent) <= NEAR:
        return True
    if last.is_bullet and 0 <= row.left - last.indent <= _HANGING * row.height:
        return True
    #  Elsewhere, a paragraph may begin at the margin below a bullet, so that only an unfinished
    # sentence goes on there.
    return (not ended or (last.is_bullet and measures.flush)) and abs(row.left - last.left) <= NEAR


def _write_paragraph(paragraph: Sequence[Row], measures: _Measures, hyphens: Hyphens) -> str:
    """Return the words of a paragraph with its mark: of a bullet, of a nested bullet, of a heading.

    A bullet less far in than most is that of a mode among the rules text, and stays as it is
    printed.
    """
    first = paragraph[0]
    words = first.text
    for last, row in itertools.pairwise(paragraph):
        lost, space = hyphens.between(last.text, row.text)
        words = words[: len(words) - lost] + space + row.text
    indent = measures.inset(first) - measures.bullets
    mark = BULLET.match(first.text)
    if mark and indent > -NEAR:
        return f"{'    ' if indent > NEAR else ''}- {words[mark.end() :]}"
    return (
        f"## {words}" if measures.is_large(first) and len(first.text) <= LONGEST_HEADING else words
    )


def _from_tags(structure: TaggedPart, rows: Sequence[Row]) -> tuple[str, Counter[str]] | None:
    """Return the text of a tagged PDF as Markdown, and its lines that have no tag, with how often
    each is there.

    It is None if the tags do not hold the text, or cut its sentences.
    """
    placed = [row for row in rows if row.mark]
    missed = 0  # letters that are not above or below all tagged ones of their page
    for _, group in itertools.groupby(rows, key=lambda row: row.page):
        page = list(group)
        heights = [row.bottom for row in page if row.mark]
        lowest, highest = min(heights, default=-math.inf), max(heights, default=math.inf)
        missed += sum(
            len(row.text) for row in page if not row.mark and lowest <= row.bottom <= highest
        )
    if not placed or missed > _MOST_MISSED * sum(len(row.text) for row in placed):
        return None
    body = Element("body")
    _Writer(assign_columns(placed)).fill(structure, body)
    starts = [element.text()[:1] for element in body.descendants() if element.name == "p"]
    if sum(start.islower() for start in starts) > max(1, _MOST_CUT * len(starts)):
        return None
    unfold_layout(body)
    return _MARKED_TWICE.sub(r"\1", markdown(body)), Counter(
        row.text for row in rows if not row.mark
    )


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
        self._rows = group_pairs((row.mark, row) for row in rows)
        self._edges = find_right_edges(rows)
        self._hyphens = Hyphens(row.text for row in rows)
        most = _CHIEF * sum(len(row.text) for row in rows)
        self._emphasis = {
            face for face in "bi" if sum(len(row.text) for row in rows if face in row.face) <= most
        }

    def fill(self, part: TaggedPart, element: Element, *, listed: bool = False) -> None:
        """Put the texts and blocks of a part into an element, which is in a list if ``listed``."""
        texts: list[_Text] = []
        for piece in [*self._split_part(part, element.name, listed=listed), None]:
            if isinstance(piece, _Text):
                texts.append(piece)
                continue
            placed = [(text, row) for text in texts for row in text.rows]
            if placed:
                self._write(placed, element)
            elif texts and element.name in _PLAIN:
                element.add("hr")
            texts = []
            if piece is not None:
                block = element.add(_NAMES.get(piece.role, "div"))
                self.fill(piece, block, listed=listed or block.name == "ul")

    def _split_part(
        self, part: TaggedPart, name: str, *, listed: bool, plain: bool = True
    ) -> Iterator[_Text | TaggedPart]:
        """Yield the texts and blocks in a part that becomes an element so called, without its mark
        if it is ``listed``.
        """
        for piece in part.parts:
            if isinstance(piece, TextMark):
                if piece in self._rows:
                    yield _Text(rows=self._rows[piece])
            elif piece.role == _BROWSERS_TEXT and all(
                isinstance(inner, TextMark) for inner in piece.parts
            ):
                rows = [row for mark in piece.marks() for row in self._rows.get(mark, ())]
                yield _Text(rows=rows, unbroken=True, plain=plain)
            elif piece.role == "Lbl" and listed:
                continue
            elif piece.role in _INLINE or name in _ONE_TEXT:
                yield from self._split_part(piece, name, listed=listed, plain=False)
            else:
                yield piece

    def _write(self, placed: Sequence[_Placed], element: Element) -> None:
        """Append texts to an element: elements of emphasis, and breaks where no margin ends a
        row.
        """
        words = self._words(placed, element.name)
        for outer, group in itertools.groupby(words, key=lambda pair: pair[0][:1]):
            around = element.add(outer) if outer else element
            for inner, pairs in itertools.groupby(group, key=lambda pair: pair[0][1:]):
                within = around.add(inner) if inner else around
                for at, line in enumerate("".join(words for _, words in pairs).split("\n")):
                    if at:
                        within.add("br")
                    within.children.append(line)

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
        has_room = row.right + SPACE * next_row.height + next_row.first <= self._edges[row.column]
        #  What parts two plain texts of a browser is a line break, or an element that shows in no
        # way.
        is_parted = text.plain and next_text.plain and not next_row.text[0].islower()
        if not (text is next_text and text.unbroken) and (has_room or is_parted):
            return 0, "\n"
        return self._hyphens.between(row.text, next_row.text)
