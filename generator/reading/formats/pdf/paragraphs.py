"""Convert PDFs to Markdown: join the lines of each page into paragraphs by their positions.

A PDF knows no paragraphs, only lines in places. A line goes on with the paragraph above if the page shows no new
beginning (no gap, no bullet, no other size or indent) and if its first word had no room at the end of the line above.
"""

from __future__ import annotations

import itertools
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ....text import SYMBOL
from ...layout.hyphens import Hyphens
from ...layout.line_wraps import ENDED, sentences_within
from ...notation.picture_symbols import COST
from . import pdf_pages
from .rows import BULLET, LARGE, LONGEST_HEADING, NEAR, OPENS, SPACE, Row, ordered, right_edge, rows_of, without_running_heads
from .tagged import from_tags

_OF_HEAD = re.compile(rf"^(?:/{{2,}}|[+\-−]?[\dX*]+/[+\-−]?[\dX*+]+|\d{{1,2}}|(?:{SYMBOL}\s?)+)$")
"""Lines that are never the rest of another one: a cost, a size, a loyalty, the line between two faces."""
_LEADING = 1.4
"""A gap between paragraphs is at least this many times the usual distance of two lines."""
_HANGING = 2.0
"""How much farther in than the text behind a bullet its further lines may be, in heights of letters: tabs are that wide."""


@dataclass(frozen=True)
class Converted:
    """The text of a PDF as Markdown, and the lines of its pages that are no part of it, with how often each is there."""

    text: str
    left_out: Mapping[str, int]


def from_pdf(data: bytes, page_words: Iterable[str] = ()) -> Converted:
    """Return the text of a PDF; it is empty if the PDF has none.

    The text does not include page numbers, nor the lines that most pages have at their heads or feet.
    ``page_words`` are the words between the number of a page and the number of all pages.
    Raises UnreadableError.
    """
    tagged = from_tags(data)
    if tagged is not None:
        return Converted(*tagged)
    pages = [rows_of(page, number) for number, page in enumerate(pdf_pages.pages(data))]
    kept, left_out = without_running_heads(pages, page_words)
    rows = [row for page in kept for row in page]
    return Converted("\n".join(_markdown(ordered(rows))) if rows else "", left_out)


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

    flush: bool
    """Whether the further lines of a bullet begin below its mark."""
    runs_on: bool = True
    """Whether a sentence that ends a full line, outside of bullets, is likely followed by one of its own paragraph."""

    def is_large(self, row: Row) -> bool:
        """Return whether a line has the letters of a heading."""
        return row.height > LARGE * self.height

    def inset(self, row: Row) -> float:
        """Return how far a line is from the margin of its column."""
        return row.left - self.margins[row.column]


def _looks(rows: Sequence[Row]) -> _Looks:
    looks = _distances(rows)
    return replace(looks, runs_on=_sentences_run_on(rows, looks))


def _sentences_run_on(rows: Sequence[Row], looks: _Looks) -> bool:
    """Return whether more sentences end inside of lines than with lines that have room left, where no gap parts paragraphs.

    Both end at the right edge by the same chance: see :mod:`generator.reading.layout.line_wraps`.
    """
    inner = outer = 0
    inside = bracketed = False
    for one, two, after in zip(rows, rows[1:], [*rows[2:], None], strict=False):
        inside = one.is_bullet or inside
        if _has_gap(one, two, looks.leading) or (one.page, one.column) != (two.page, two.column):
            inside = bracketed = False
        elif not inside and not two.is_bullet and not _OF_HEAD.match(two.text) and abs(one.left - two.left) <= NEAR:
            count, bracketed = sentences_within(one.text, bracketed)
            inner += count
            fresh = OPENS.match(two.text) or two.bold or (after is not None and COST.match(after.text))
            outer += bool(ENDED.search(one.text[-4:])) and not fresh and not _is_full(one, two, looks)
    return inner >= outer


def _distances(rows: Sequence[Row]) -> _Looks:
    columns = {column: [row for row in rows if row.column == column] for column in {row.column for row in rows}}
    margins = {column: min(row.left for row in found) for column, found in columns.items()}
    insets = Counter(round(row.left - margins[row.column]) for row in rows if row.is_bullet).most_common(1)
    return _Looks(
        height=statistics.median(row.height for row in rows),
        leading=_usual_leading(rows),
        margins=margins,
        edges={column: right_edge(found) for column, found in columns.items()},
        bullets=insets[0][0] if insets else 0,
        flush=_is_flush(rows),
    )


def _is_flush(rows: Sequence[Row]) -> bool:
    """Return whether most bullets that go on in lower case do so below their marks."""
    below = [two.left - one.left for one, two in itertools.pairwise(rows) if one.is_bullet and two.text[0].islower()]
    return 2 * sum(abs(offset) <= NEAR for offset in below) > len(below)


def _usual_leading(rows: Sequence[Row]) -> float:
    steps = [
        (one.bottom - two.bottom) / one.height
        for one, two in itertools.pairwise(rows)
        if (one.page, one.column) == (two.page, two.column) and one.bottom > two.bottom
    ]
    return statistics.quantiles(steps, n=4)[0] if len(steps) > 1 else 1.2


def _markdown(rows: Sequence[Row]) -> Iterator[str]:
    """Yield one line for each paragraph, with marked headings and bullets, and a blank line for each gap of the page."""
    looks = _looks(rows)
    hyphens = Hyphens(row.text for row in rows)
    paragraph: list[str] = []
    last: Row | None = None
    bulleted = False
    for row, following in itertools.zip_longest(rows, rows[1:]):
        gap = last is not None and _has_gap(last, row, looks.leading)
        named = following is not None and bool(COST.match(following.text))
        if last is not None and not gap and _runs_on(last, row, looks, named, bulleted):
            lost, space = hyphens.between(paragraph[-1], row.text)
            paragraph[-1] = paragraph[-1][: len(paragraph[-1]) - lost] + space
            paragraph.append(row.text)
        else:
            if last is not None:
                yield "".join(paragraph)
            if gap:
                yield ""
            paragraph = [_opening(row, looks)]
            bulleted = row.is_bullet
        last = row
    yield "".join(paragraph)


def _has_gap(last: Row, row: Row, leading: float) -> bool:
    if (last.page, last.column) != (row.page, row.column):
        return False
    return (last.bottom - row.bottom) / max(last.height, row.height) > _LEADING * leading


def _runs_on(last: Row, row: Row, looks: _Looks, named: bool, bulleted: bool) -> bool:
    """Return whether a paragraph continues with ``row``; it is ``bulleted`` if it began with a bullet.

    ``named`` says that a cost follows, below a card's name.
    """
    turned = (last.page, last.column) != (row.page, row.column)
    ended = bool(ENDED.search(last.text[-4:]))
    if _begins(last, row, looks):
        return False
    goes_on = _is_hung(last, row, looks) if turned else bulleted or looks.runs_on or _is_rest(row)
    if ended and (named or not goes_on or _is_new(last, row)):
        return False
    if not turned and not _is_aligned(last, row, ended, looks) and not _is_centered(last, row, looks):
        return False
    return _is_full(last, row, looks)


def _begins(last: Row, row: Row, looks: _Looks) -> bool:
    """Return whether a line shows by itself that it is no rest of the line above."""
    if row.is_bullet or _OF_HEAD.match(row.text) or abs(row.height - last.height) > 0.1 * last.height:
        return True
    # A name in bold letters is above its type line, a heading in capitals above another one.
    return (last.bold and not row.bold) or (looks.is_large(last) and last.text.isupper() != row.text.isupper())


def _is_new(last: Row, row: Row) -> bool:
    """Return whether a line is likely no further sentence of the paragraph above."""
    return last.bold != row.bold or bool(OPENS.match(row.text))


def _is_rest(row: Row) -> bool:
    """Return whether a line begins as no paragraph does, in lower case or with a bracket."""
    return row.text.startswith("(") or row.text[0].islower()


def _is_hung(last: Row, row: Row, looks: _Looks) -> bool:
    """Return whether a line at the top of a column is indented like the text of the bullet that ends the column before.

    A gap cannot be seen between two columns, so that only the indent shows that a sentence is one more of the bullet.
    """
    behind = last.indent - looks.margins[last.column]
    return behind > NEAR and -NEAR <= looks.inset(row) - behind <= (_HANGING * row.height if last.is_bullet else NEAR)


def _is_aligned(last: Row, row: Row, ended: bool, looks: _Looks) -> bool:
    """Return whether a line is where the paragraph of the line above goes on: at its margin, or below its text.

    Behind a bullet, the text may be anywhere between the bullet and a tab: what follows the mark is a space or a tab,
    and the further lines have an indent of their own.
    """
    if abs(row.left - last.indent) <= NEAR:
        return True
    if last.is_bullet and 0 <= row.left - last.indent <= _HANGING * row.height:
        return True
    # Elsewhere, a paragraph may begin at the margin below a bullet, so that only an unfinished sentence goes on there.
    return (not ended or (last.is_bullet and looks.flush)) and abs(row.left - last.left) <= NEAR


def _is_centered(last: Row, row: Row, looks: _Looks) -> bool:
    """Return whether both lines are those of one centered heading."""
    middle = (last.left + last.right) / 2
    large = (looks.is_large(last) and looks.is_large(row)) or (last.bold and row.bold)
    return large and abs(middle - (row.left + row.right) / 2) <= NEAR


def _is_full(last: Row, row: Row, looks: _Looks) -> bool:
    """Return whether the first word of a line had no room on the line above; widths count, as a heading may be centered."""
    edge = looks.edges[last.column]
    end = last.right
    if _is_centered(last, row, looks):
        end = looks.margins[last.column] + last.right - last.left
    return end + SPACE * row.height + row.first > edge


def _opening(row: Row, looks: _Looks) -> str:
    """Return the first line of a paragraph with its mark: of a bullet, of a nested bullet, of a heading.

    A bullet less far in than most is that of a mode among the rules text, and stays as it is printed.
    """
    indent = looks.inset(row) - looks.bullets
    mark = BULLET.match(row.text)
    if mark and indent > -NEAR:
        return f"{'    ' if indent > NEAR else ''}- {row.text[mark.end() :]}"
    if looks.is_large(row) and len(row.text) <= LONGEST_HEADING:
        return f"## {row.text}"
    return row.text
