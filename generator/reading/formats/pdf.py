"""Convert PDFs to Markdown: join the lines of each page into paragraphs by their positions."""

from __future__ import annotations

import itertools
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pdfminer.layout import LTChar, LTComponent, LTContainer, LTPage, LTTextLine

from . import pdfpages

_BULLET = re.compile(r"^\s*(?:\(cid:\d+\)|[•●▪◦○·‣\uf0b7\uf0a7–-]|o(?=\s+[^\W\da-zà-ÿ]))(?=\s|[A-ZÀ-Ý“\"{])\s*")
_LONE_BULLET = re.compile(r"^\s*(?:\(cid:\d+\)|[•●▪◦○·‣\uf0b7\uf0a7o–-])\s*$")
_CUT_WORD = re.compile(r"(?P<head>[^\W\d_]+)(?:-|\u00ad)$")
_ENDS = re.compile(r"[.!?:)\]”\"»—*。）]$")
_COST = re.compile(r"^(?:\{[^{}\s]+\}\s?)+$")
_BEGINS = re.compile(r"^(?:/{2,}$|\d+/\d+$|(?:\{[^{}\s]+\}\s?)+(?:$|[,:])|[IVX]+(?:, ?[IVX]+)*\s?[—–]|[+−–-]\d+\s?:)")
"""Lines that never continue a sentence: a cost, a size, a chapter, the line between two faces."""
_NEAR = 3.0
"""The distance in points within which two positions count as the same."""
_FRAGMENT_GAP = 60.0
"""The largest gap in points between two fragments of one line of a column."""
_LEADING = 1.4
"""A gap between paragraphs is at least this many times the usual distance of two lines."""
_LARGE = 1.15
"""The letters of a heading are at least this many times the usual height."""
_HEADING_LENGTH = 120
_NO_HEIGHT = 1.0
"""The height in points that letters without a height count as."""


@dataclass(frozen=True)
class _Row:
    """A line of a page: its text, its frame in points from the lower left corner, and the start of its text behind a bullet."""

    text: str
    left: float
    right: float
    bottom: float
    height: float
    page: int
    indent: float
    bold: bool = False
    column: int = 0

    @property
    def is_bullet(self) -> bool:
        return bool(_BULLET.match(self.text))


def from_pdf(data: bytes, page_words: Iterable[str] = ()) -> str:
    """Return the text of a PDF as Markdown; return an empty string if it has no text.

    The text does not include page numbers, nor the lines that every page has at its head or foot.
    ``page_words`` are the words between the number of a page and the number of all pages.
    Raises UnreadableError.
    """
    pages = [_rows(page, number) for number, page in enumerate(pdfpages.pages(data))]
    rows = [row for page in _without_running_heads(pages, _running(page_words)) for row in page]
    return "\n".join(_markdown(_ordered(rows))) if rows else ""


def _rows(page: LTPage, number: int) -> list[_Row]:
    return [row for line in _text_lines(page) if (row := _row(line, number)).text]


def _text_lines(container: LTContainer[LTComponent]) -> Iterator[LTTextLine]:
    """Return all lines of a page, also those outside of text boxes, such as a bullet of an unknown font."""
    for part in container:
        if isinstance(part, LTTextLine):
            yield part
        elif isinstance(part, LTContainer):
            yield from _text_lines(part)


def _row(line: LTTextLine, page: int) -> _Row:
    chars = [char for char in line if isinstance(char, LTChar) and char.get_text().strip()]
    text = " ".join(line.get_text().split())
    mark = _BULLET.match(text)
    behind = len(mark.group().replace(" ", "")) if mark else 0
    behind = 1 if text.startswith("(cid:") else behind
    if not chars:
        return _Row("", line.x0, line.x1, line.y0, line.height, page, line.x0)
    height = statistics.median(abs(char.size) for char in chars) or _NO_HEIGHT
    bold = all("bold" in char.fontname.casefold() for char in chars)
    return _Row(text, chars[0].x0, chars[-1].x1, line.y0, height, page, chars[min(behind, len(chars) - 1)].x0, bold)


def _running(page_words: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of a line at the head or foot of a page: it has a word, or is a page number."""
    between = "|".join(map(re.escape, ("/", *page_words)))
    return re.compile(rf"[^\W\d_]{{4}}|^\W*\d{{1,3}}(?:\s*(?:{between})\s*\d{{1,3}})?\W*$")


def _without_running_heads(pages: Sequence[Sequence[_Row]], running_line: re.Pattern[str]) -> list[list[_Row]]:
    """Return the pages without running heads and page numbers: lines in the same place on most pages, ignoring numbers."""
    seen = Counter(key for page in pages for key in {_place(row) for row in page if running_line.search(row.text)})
    least = max(2, 0.6 * len(pages))
    found = []
    for number, page in enumerate(pages, start=1):
        outer = {min(page, key=lambda row: row.bottom), max(page, key=lambda row: row.bottom)} if page else set()
        numbers = {row for row in outer if row.text == str(number)}
        low, high = _outermost(page) if page else (0.0, 0.0)
        running = {row for row in page if seen[_place(row)] >= least and (row.bottom <= low or row.bottom >= high)}
        found.append([row for row in page if row not in running | numbers])
    return found


def _place(row: _Row) -> tuple[str, int]:
    return re.sub(r"\d+", "#", row.text), round(row.bottom / _NEAR)


def _outermost(page: Sequence[_Row]) -> tuple[float, float]:
    """Return the upper edge of the three lowest rows of a page, and the lower edge of the three topmost ones."""
    bottoms = sorted(row.bottom for row in page)
    return bottoms[min(2, len(bottoms) - 1)] + _NEAR, bottoms[max(-3, -len(bottoms))] - _NEAR


def _ordered(rows: Sequence[_Row]) -> list[_Row]:
    """Return the rows in reading order: page by page, column by column, from the top."""
    middle = (min(row.left for row in rows) + max(row.right for row in rows)) / 2
    left = sum(row.right <= middle + _NEAR for row in rows)
    right = sum(row.left >= middle - _NEAR for row in rows)
    if min(left, right) < 0.2 * len(rows) or left + right < 0.8 * len(rows):
        return _joined(_levelled(rows))
    band = 0
    placed: list[tuple[int, _Row]] = []
    for row in sorted(rows, key=lambda row: (row.page, -row.bottom)):
        across = row.left < middle - _NEAR and row.right > middle + _NEAR
        band += across
        placed.append((band, replace(row, column=int(row.left >= middle - _NEAR))))
        band += across
    groups = itertools.groupby(
        sorted(placed, key=lambda pair: (pair[1].page, pair[0], pair[1].column)),
        key=lambda pair: (pair[1].page, pair[0], pair[1].column),
    )
    return _joined(row for _, group in groups for row in _levelled([row for _, row in group]))


def _levelled(rows: Iterable[_Row]) -> list[_Row]:
    """Return the rows of a column from its top, and those of one line from the left: a bullet may be lower than its text."""
    found: list[_Row] = []
    for row in sorted(rows, key=lambda row: (row.page, -row.bottom)):
        at = len(found)
        while at and _is_level(found[at - 1], row) and row.left < found[at - 1].left:
            at -= 1
        found.insert(at, row)
    return found


def _is_level(one: _Row, two: _Row) -> bool:
    return one.page == two.page and abs(one.bottom - two.bottom) < 0.5 * min(one.height, two.height)


def _joined(rows: Iterable[_Row]) -> list[_Row]:
    """Return the rows with neighboring fragments joined: a bullet and its text, or words far apart."""
    found: list[_Row] = []
    for row in rows:
        last = found[-1] if found else None
        if last and _is_beside(last, row):
            indent = row.left if _LONE_BULLET.match(last.text) else last.indent
            found[-1] = replace(
                last, text=f"{last.text} {row.text}", right=row.right, indent=indent, height=max(last.height, row.height)
            )
        else:
            found.append(row)
    return found


def _is_beside(last: _Row, row: _Row) -> bool:
    return _is_level(last, row) and last.column == row.column and 0 <= row.left - last.right + _NEAR < _FRAGMENT_GAP


def _markdown(rows: Sequence[_Row]) -> Iterator[str]:
    """Return one line for each paragraph, with marked headings and bullets, and a blank line for each gap of the page."""
    edges = {column: max(row.right for row in rows if row.column == column) for column in {row.column for row in rows}}
    height = statistics.median(row.height for row in rows)
    leading = _usual_leading(rows)
    words = Counter(word for row in rows for word in re.findall(r"[^\W\d_]+", row.text.casefold()))
    margins = {column: min(row.left for row in rows if row.column == column) for column in edges}
    outer = Counter(round(row.left - margins[row.column]) for row in rows if row.is_bullet).most_common(1)
    paragraph = ""
    last: _Row | None = None
    for row, following in itertools.zip_longest(rows, rows[1:]):
        gap = last is not None and _has_gap(last, row, leading)
        named = following is not None and bool(_COST.match(following.text))
        if last is not None and not gap and _runs_on(last, row, edges[row.column], named):
            paragraph = _glued(paragraph, row.text, words)
        else:
            if last is not None:
                yield paragraph
            if gap:
                yield ""
            paragraph = _opening(row, height, row.left - margins[row.column] - (outer[0][0] if outer else 0))
        last = row
    yield paragraph


def _usual_leading(rows: Sequence[_Row]) -> float:
    """Return the usual distance of a line to the next one, in heights of its letters."""
    steps = [
        (one.bottom - two.bottom) / one.height
        for one, two in itertools.pairwise(rows)
        if (one.page, one.column) == (two.page, two.column) and one.bottom > two.bottom
    ]
    return statistics.quantiles(steps, n=4)[0] if len(steps) > 1 else 1.2


def _has_gap(last: _Row, row: _Row, leading: float) -> bool:
    if (last.page, last.column) != (row.page, row.column):
        return False
    return (last.bottom - row.bottom) / max(last.height, row.height) > _LEADING * leading


def _runs_on(last: _Row, row: _Row, edge: float, named: bool) -> bool:
    """Return whether a paragraph continues: the first word of the next line had no room left, and nothing shows a new start.

    ``named`` says that a cost follows the next line, which then may be a card's name.
    """
    if row.is_bullet or abs(row.height - last.height) > 0.1 * last.height:
        return False
    ended = bool(_ENDS.search(last.text))
    turned = (last.page, last.column) != (row.page, row.column)
    if ended and (turned or named or _BEGINS.match(row.text)):
        return False
    if not turned and abs(row.left - last.indent) > _NEAR and (ended or abs(row.left - last.left) > _NEAR):
        return False
    first = row.text.split(" ", maxsplit=1)[0]
    letter = (row.right - row.left) / max(len(row.text), 1)
    return last.right + letter * (len(first) + 0.5) > edge


def _glued(paragraph: str, following: str, words: Counter[str]) -> str:
    """Return two lines as one. A hyphenated word is joined if the document has it in one piece elsewhere."""
    cut = _CUT_WORD.search(paragraph)
    rest = re.match(r"[a-zà-ÿ]+", following)
    if not cut or not rest:
        return f"{paragraph} {following}"
    whole = words[f"{cut['head']}{rest.group()}".casefold()] > 0 or paragraph.endswith("\u00ad")
    return f"{paragraph[:-1] if whole else paragraph}{following}"


def _opening(row: _Row, height: float, indent: float) -> str:
    """Return the first line of a paragraph with its mark: of a bullet, of a nested bullet, of a heading.

    ``indent`` is how much farther in it stands than most bullets: modes, which stand with the rules text, stay as printed.
    """
    mark = _BULLET.match(row.text)
    if mark and indent > -_NEAR:
        return f"{'    ' if indent > _NEAR else ''}- {row.text[mark.end() :]}"
    if row.height > _LARGE * height and len(row.text) <= _HEADING_LENGTH:
        return f"## {row.text}"
    return row.text
