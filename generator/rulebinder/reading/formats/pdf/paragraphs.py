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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfparser import PDFParser

from ....text import SYMBOL
from ...layout.hyphens import Hyphens
from ...layout.line_wraps import ENDED, sentences_within
from ...notation.picture_symbols import COST
from .pdf_pages import UnreadableError, bounded, pages
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
from .structure import structure_of
from .tagged import from_tags

_OF_HEAD = re.compile(rf"^(?:/{{2,}}|[+\-−]?[\dX*]+/[+\-−]?[\dX*+]+|\d{{1,2}}|(?:{SYMBOL}\s?)+)$")
"""Lines that are never the rest of another one: a cost, a size, a loyalty, the line between two
faces.
"""
_LEADING = 1.4
"""A gap between paragraphs is at least this many times the usual distance of two lines."""
_ITEMS = 1.12
"""A gap between items without bullets is at least this many times the usual distance of two lines.
"""
_LEAST_ITEMS = 0.15
"""The least share of rows in a list without bullets, and of them those that are not the first of an
item.
"""
_FEW_BULLETS = 0.1
"""The share of bullets from which on a list has them: without any in lists, those of modes are
left.
"""
_WIDE = 0.7
"""The least share of a column's width that the paragraph below a heading fills."""
_HANGING = 2.0
"""How much farther in than the text behind a bullet its further lines may be, in heights of
letters: tabs are that wide.
"""


@dataclass(frozen=True)
class Converted:
    """The text of a PDF as Markdown, and the lines of its pages that are no part of it, with how
    often each is there.
    """

    text: str
    left_out: Mapping[str, int]


def from_pdf(data: bytes, page_words: Iterable[str] = ()) -> Converted:
    """Return the text of a PDF, read by its tags if they hold it; it is empty if the PDF has none.

    The text does not include page numbers, nor the lines that most pages have at their heads or
    feet. ``page_words`` are the words between the number of a page and the number of all pages.
    Raises UnreadableError.
    """
    try:
        with bounded(len(data)) as drawn:
            document = PDFDocument(PDFParser(io.BytesIO(data)))
            structure = structure_of(document)
            marks = set(structure.marks())
            rows = [
                row
                for number, page in enumerate(pages(document, drawn))
                for row in rows_of(page, number, marks)
            ]
    except UnreadableError:
        raise
    except Exception as failure:  # a broken file makes pdfminer raise anything
        raise UnreadableError(f"{type(failure).__name__}: {failure}") from failure
    tagged = from_tags(structure, rows)
    if tagged is not None:
        return Converted(*tagged)
    kept, left_out = without_running_heads(rows, page_words)
    return Converted("\n".join(_markdown(ordered(kept))) if kept else "", left_out)


@dataclass(frozen=True, kw_only=True)
class _Looks:
    """The usual distances of a document; those of columns by their numbers."""

    height: float
    leading: float
    """The distance of a line to the next one, in heights of its letters."""
    margins: Mapping[int, float]
    edges: Mapping[int, float]
    bullets: float
    """How far in most bullets are."""
    items: float | None
    """How far in the items of lists are that have no bullets; None if there are none."""
    bold_is_usual: bool

    flush: bool
    """Whether the further lines of a bullet begin below its mark."""
    runs_on: bool = True
    """Whether a sentence that ends a full line, outside of bullets, is likely followed by one of
    its own paragraph.
    """

    def is_large(self, row: Row) -> bool:
        """Return whether a line has the letters of a heading."""
        return row.height > LARGE * self.height

    def inset(self, row: Row) -> float:
        """Return how far a line is from the margin of its column."""
        return row.left - self.margins[row.column]

    def is_item(self, row: Row) -> bool:
        """Return whether a line is as far in as the items of lists without bullets."""
        return (
            self.items is not None
            and abs(self.inset(row) - self.items) <= NEAR
            and not row.is_bullet
        )


def _sentences_run_on(rows: Sequence[Row], looks: _Looks) -> bool:
    """Return whether more sentences end inside of lines than with lines that have room left, where
    no gap parts paragraphs.

    Both end at the right edge by the same chance: see :mod:`rulebinder.reading.layout.line_wraps`.
    """
    inner = outer = 0
    inside = bracketed = False
    for one, two, after in zip(rows, rows[1:], [*rows[2:], None], strict=False):
        inside = one.is_bullet or inside
        if _has_gap(one, two, looks.leading) or (one.page, one.column) != (two.page, two.column):
            inside = bracketed = False
        elif (
            not inside
            and not two.is_bullet
            and not _OF_HEAD.match(two.text)
            and abs(one.left - two.left) <= NEAR
        ):
            count, bracketed = sentences_within(one.text, bracketed)
            inner += count
            fresh = (
                OPENS.match(two.text) or two.bold or (after is not None and COST.match(after.text))
            )
            outer += (
                bool(ENDED.search(one.text[-4:])) and not fresh and not _is_full(one, two, looks)
            )
    return inner >= outer


def _distances(rows: Sequence[Row]) -> _Looks:
    margins: dict[int, float] = {}
    for row in rows:
        margins[row.column] = min(row.left, margins.get(row.column, row.left))
    insets = Counter(
        round(row.left - margins[row.column]) for row in rows if row.is_bullet
    ).most_common(1)
    return _Looks(
        height=statistics.median(row.height for row in rows),
        leading=_usual_leading(rows),
        margins=margins,
        edges=right_edges(rows),
        bullets=insets[0][0] if insets else 0,
        items=_items(rows, margins),
        bold_is_usual=2 * sum(row.bold for row in rows) > len(rows),
        flush=_is_flush(rows),
    )


def _items(rows: Sequence[Row], margins: Mapping[int, float]) -> float | None:
    """Return how far in most rows are that are not at a margin, if they are whole items and hardly
    any has a bullet.
    """
    insets = [round(row.left - margins[row.column]) for row in rows]
    usual = Counter(inset for inset in insets if inset > NEAR).most_common(1)
    if not usual:
        return None
    item, count = usual[0]
    longer = sum(one == two == item for one, two in itertools.pairwise(insets))
    bullets = sum(row.is_bullet for row in rows)
    whole = count >= _LEAST_ITEMS * len(rows) and longer >= _LEAST_ITEMS * count
    return item if whole and bullets < _FEW_BULLETS * count else None


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
    looks = _distances(rows)
    looks = replace(looks, runs_on=_sentences_run_on(rows, looks))
    hyphens = Hyphens(row.text for row in rows)
    paragraph: list[Row] = []
    bulleted = False
    for row, following in itertools.zip_longest(rows, rows[1:]):
        last = paragraph[-1] if paragraph else None
        gap = last is not None and _has_gap(last, row, looks.leading)
        named = following is not None and bool(COST.match(following.text))
        if last is None or gap or not _runs_on(last, row, looks, named, bulleted):
            if last is not None:
                yield _marked(paragraph, row, looks, _joined(paragraph, hyphens))
            if gap:
                yield ""
            paragraph = []
            bulleted = row.is_bullet
        paragraph.append(row)
    yield _marked(paragraph, None, looks, _joined(paragraph, hyphens))


def _joined(paragraph: Sequence[Row], hyphens: Hyphens) -> str:
    """Return the words of a paragraph."""
    parts = [paragraph[0].text]
    for row in paragraph[1:]:
        lost, space = hyphens.between(parts[-1], row.text)
        parts[-1] = parts[-1][: len(parts[-1]) - lost] + space
        parts.append(row.text)
    return "".join(parts)


def _has_gap(last: Row, row: Row, leading: float) -> bool:
    if (last.page, last.column) != (row.page, row.column):
        return False
    return _step(last, row) > _LEADING * leading


def _step(last: Row, row: Row) -> float:
    """Return the distance of two lines in heights of their letters."""
    return (last.bottom - row.bottom) / max(last.height, row.height)


def _runs_on(last: Row, row: Row, looks: _Looks, named: bool, bulleted: bool) -> bool:
    """Return whether a paragraph continues with ``row``; it is ``bulleted`` if it began with a
    bullet.

    ``named`` says that a cost follows, below a card's name.
    """
    turned = (last.page, last.column) != (row.page, row.column)
    ended = bool(ENDED.search(last.text[-4:]))
    if _begins(last, row, looks) or (
        looks.is_item(row) and not turned and _step(last, row) > _ITEMS * looks.leading
    ):
        return False
    goes_on = _is_hung(last, row, looks) if turned else bulleted or looks.runs_on or _is_rest(row)
    if ended and (named or not goes_on or _is_new(last, row)):
        return False
    if (
        not turned
        and not _is_aligned(last, row, ended, looks)
        and not _is_centered(last, row, looks)
    ):
        return False
    return _is_full(last, row, looks)


def _begins(last: Row, row: Row, looks: _Looks) -> bool:
    """Return whether a line shows by itself that it is no rest of the line above."""
    if (
        row.is_bullet
        or _OF_HEAD.match(row.text)
        or abs(row.height - last.height) > 0.1 * last.height
    ):
        return True
    # A name in bold letters is above its type line, a heading in capitals above another one.
    return (last.bold and not row.bold) or (
        looks.is_large(last) and last.text.isupper() != row.text.isupper()
    )


def _is_new(last: Row, row: Row) -> bool:
    """Return whether a line is likely no further sentence of the paragraph above."""
    return last.bold != row.bold or bool(OPENS.match(row.text))


def _is_rest(row: Row) -> bool:
    """Return whether a line begins as no paragraph does, in lower case or with a bracket."""
    return row.text.startswith("(") or row.text[0].islower()


def _is_hung(last: Row, row: Row, looks: _Looks) -> bool:
    """Return whether a line at the top of a column is indented like the text of the bullet that
    ends the column before.

    A gap cannot be seen between two columns, so that only the indent shows that a sentence is one
    more of the bullet.
    """
    behind = last.indent - looks.margins[last.column]
    return behind > NEAR and -NEAR <= looks.inset(row) - behind <= (
        _HANGING * row.height if last.is_bullet else NEAR
    )


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


def _is_centered(last: Row, row: Row, looks: _Looks) -> bool:
    """Return whether both lines are those of one centered heading."""
    middle = (last.left + last.right) / 2
    large = (looks.is_large(last) and looks.is_large(row)) or (last.bold and row.bold)
    return large and abs(middle - (row.left + row.right) / 2) <= NEAR


def _is_full(last: Row, row: Row, looks: _Looks) -> bool:
    """Return whether the first word of a line had no room on the line above; widths count, as a
    heading may be centered.
    """
    edge = looks.edges[last.column]
    end = last.right
    if _is_centered(last, row, looks):
        end = looks.margins[last.column] + last.right - last.left
    return end + SPACE * row.height + row.first > edge


def _marked(paragraph: Sequence[Row], behind: Row | None, looks: _Looks, words: str) -> str:
    """Return the words of a paragraph with its mark: of a bullet, of a nested bullet, of a heading.

    A bullet less far in than most is that of a mode among the rules text, and stays as it is
    printed. ``behind`` is the row below the paragraph.
    """
    first = paragraph[0]
    indent = looks.inset(first) - looks.bullets
    mark = BULLET.match(first.text)
    if mark and indent > -NEAR and looks.items is None:
        return f"{'    ' if indent > NEAR else ''}- {words[mark.end() :]}"
    if looks.is_large(first) and len(first.text) <= LONGEST_HEADING:
        return f"## {words}"
    if looks.is_item(first):
        return f"- {words}"
    return f"## {words}" if _is_bold_heading(paragraph, behind, looks) else words


def _is_bold_heading(paragraph: Sequence[Row], behind: Row | None, looks: _Looks) -> bool:
    """Return whether a paragraph is in bold letters, and one in other letters that is as wide as
    the column is below it.

    Below a card's name are its cost and its type, which are short.
    """
    if (
        looks.bold_is_usual
        or behind is None
        or behind.bold
        or not all(row.bold for row in paragraph)
    ):
        return False
    width = looks.edges[behind.column] - looks.margins[behind.column]
    short = (
        sum(len(row.text) for row in paragraph) <= LONGEST_HEADING and not paragraph[0].is_bullet
    )
    return short and behind.right - behind.left > _WIDE * width
