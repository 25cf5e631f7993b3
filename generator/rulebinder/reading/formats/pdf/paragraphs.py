"""Convert PDFs to Markdown: by their tags, or else by joining the lines of each page into
paragraphs by their positions.

A PDF without tags knows no paragraphs, only lines in places. A line goes on with the paragraph
above if the page shows no new beginning (no gap, no bullet, no other size or indent) and if its
first word had no room at the end of the line above.
"""

from __future__ import annotations

import io
import itertools
import re
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfparser import PDFParser

from ....text import SYMBOL
from ...layout.hyphens import Hyphens
from ...layout.line_wraps import ENDED
from ..converted import Conversion
from .pdf_pages import pages, structure_of
from .rows import (
    BULLET,
    LARGE,
    LONGEST_HEADING,
    NEAR,
    OPENS,
    SPACE,
    Row,
    ordered,
    right_edges,
    rows_of,
    without_running_heads,
)
from .tagged import from_tags

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


def from_pdf(data: bytes) -> Conversion:
    """Return the text of a PDF, read by its tags if they hold it; it is empty if the PDF has none.

    The text does not include page numbers, nor the lines that most pages have at their heads or
    feet. Raises whatever a broken file makes pdfminer raise.
    """
    document = PDFDocument(PDFParser(io.BytesIO(data)))
    structure = structure_of(document)
    marks = set(structure.marks())
    rows: list[Row] = []
    letters: Counter[str] = Counter()
    for number, page in enumerate(pages(document)):
        letters.update(letter.get_text() for _, letter in page.letters)
        rows += rows_of(page, number, marks)
    tagged = from_tags(structure, rows)
    if tagged is not None:
        text, left_out = tagged
    else:
        kept, left_out = without_running_heads(rows)
        text = "\n".join(_markdown(ordered(kept))) if kept else ""
    return Conversion(
        text=text,
        letters=letters,
        left_out=left_out,
        left_out_as=("line", "at the heads and feet of pages"),
    )


class _Looks(NamedTuple):
    """The usual distances of a document; those of columns by their numbers."""

    height: float
    leading: float
    """The distance of a line to the next one, in heights of its letters."""
    margins: Mapping[int, float]
    edges: Mapping[int, float]
    bullets: float
    """How far in most bullets are."""
    flush: bool
    """Whether the further lines of a bullet begin below its mark."""

    def is_large(self, row: Row) -> bool:
        """Return whether a line has the letters of a heading."""
        return row.height > LARGE * self.height

    def inset(self, row: Row) -> float:
        """Return how far a line is from the margin of its column."""
        return row.left - self.margins[row.column]


def _looks(rows: Sequence[Row]) -> _Looks:
    margins: dict[int, float] = {}
    for row in rows:
        margins[row.column] = min(row.left, margins.get(row.column, row.left))
    insets = Counter(round(row.left - margins[row.column]) for row in rows if row.is_bullet)
    return _Looks(
        height=statistics.median(row.height for row in rows),
        leading=_usual_leading(rows),
        margins=margins,
        edges=right_edges(rows),
        bullets=max(insets, key=lambda inset: insets[inset], default=0),
        flush=_is_flush(rows),
    )


def _is_flush(rows: Sequence[Row]) -> bool:
    """Return whether most bullets that go on in lower case do so below their marks."""
    below = [
        two.left - one.left
        for one, two in itertools.pairwise(rows)
        if one.is_bullet and two.text[0].islower()
    ]
    return 2 * sum(abs(offset) <= NEAR for offset in below) > len(below)


def _usual_leading(rows: Sequence[Row]) -> float:
    steps = [
        (one.bottom - two.bottom) / one.height
        for one, two in itertools.pairwise(rows)
        if (one.page, one.column) == (two.page, two.column) and one.bottom > two.bottom
    ]
    return statistics.quantiles(steps, n=4)[0] if len(steps) > 1 else 1.2


def _markdown(rows: Sequence[Row]) -> Iterator[str]:
    """Yield one line for each paragraph, with marked headings and bullets, and a blank line for
    each gap of the page.
    """
    looks = _looks(rows)
    hyphens = Hyphens(row.text for row in rows)
    paragraph = [rows[0]]
    for last, row in itertools.pairwise(rows):
        step = (last.bottom - row.bottom) / max(last.height, row.height)
        is_beside = (last.page, last.column) == (row.page, row.column)
        gap = is_beside and step > _LEADING * looks.leading
        if gap or not _runs_on(last, row, looks):
            yield _marked(paragraph, looks, hyphens)
            if gap:
                yield ""
            paragraph = []
        paragraph.append(row)
    yield _marked(paragraph, looks, hyphens)


def _runs_on(last: Row, row: Row, looks: _Looks) -> bool:
    """Return whether a paragraph continues with ``row``."""
    turned = (last.page, last.column) != (row.page, row.column)
    ended = bool(ENDED.search(last.text[-4:]))
    is_new = ended and (last.bold != row.bold or OPENS.match(row.text))
    if is_new or _begins(last, row, looks):
        return False
    if turned and ended and not _is_hung(last, row, looks):
        return False
    #  The first word had no room on the line above.
    is_full = last.right + SPACE * row.height + row.first > looks.edges[last.column]
    return is_full and (turned or _is_aligned(last, row, ended, looks))


def _begins(last: Row, row: Row, looks: _Looks) -> bool:
    """Return whether a line shows by itself that it is no rest of the line above."""
    return (
        row.is_bullet
        or _OF_HEAD.match(row.text) is not None
        or abs(row.height - last.height) > 0.1 * last.height
        # A heading in capitals may be above another one.
        or (looks.is_large(last) and last.text.isupper() != row.text.isupper())
    )


def _is_hung(last: Row, row: Row, looks: _Looks) -> bool:
    """Return whether a line at the top of a column is indented like the text of the bullet that
    ends the column before.

    A gap cannot be seen between two columns, so that only the indent shows that a sentence is one
    more of the bullet.
    """
    behind = last.indent - looks.margins[last.column]
    further = looks.inset(row) - behind
    farthest = _HANGING * row.height if last.is_bullet else NEAR
    return behind > NEAR and -NEAR <= further <= farthest


def _is_aligned(last: Row, row: Row, ended: bool, looks: _Looks) -> bool:
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
    return (not ended or (last.is_bullet and looks.flush)) and abs(row.left - last.left) <= NEAR


def _marked(paragraph: Sequence[Row], looks: _Looks, hyphens: Hyphens) -> str:
    """Return the words of a paragraph with its mark: of a bullet, of a nested bullet, of a heading.

    A bullet less far in than most is that of a mode among the rules text, and stays as it is
    printed.
    """
    first = paragraph[0]
    words = first.text
    for last, row in itertools.pairwise(paragraph):
        lost, space = hyphens.between(last.text, row.text)
        words = words[: len(words) - lost] + space + row.text
    indent = looks.inset(first) - looks.bullets
    mark = BULLET.match(first.text)
    if mark and indent > -NEAR:
        return f"{'    ' if indent > NEAR else ''}- {words[mark.end() :]}"
    return f"## {words}" if looks.is_large(first) and len(first.text) <= LONGEST_HEADING else words
