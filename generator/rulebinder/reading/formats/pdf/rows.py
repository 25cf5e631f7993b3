"""The lines of a PDF's pages: without running heads, in the order in which they are read."""

from __future__ import annotations

import bisect
import itertools
import math
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pdfminer.layout import LTAnno, LTChar, LTComponent, LTContainer, LTTextLine

from ....text import SYMBOL
from ...layout.hyphens import is_unspaced, without_gaps
from .pdf_pages import Dot, Page, lay_out

BULLET = re.compile(
    r"^\s*(?:\(cid:\d+\)|[•●▪◦○·‣\uf0b7\uf0a7–-]|o(?=\s+[^\W\da-zà-ÿ]))(?=\s|[A-ZÀ-Ý“\"{])\s*"
)
_LONE_BULLET = re.compile(r"^\s*(?:\(cid:\d+\)|[•●▪◦○·‣\uf0b7\uf0a7o–-])\s*$")
OPENS = re.compile(rf"^(?:(?:{SYMBOL}\s?)+[,:]|[IVX]+(?:, ?[IVX]+)*\s?[—–]|[+−–-]\d+\s?:)")
"""The openings of abilities and chapters, which come after a full stop or a head."""
NEAR = 3.0
"""The distance in points within which two positions count as the same."""
_FRAGMENT_GAP = 60.0
"""The largest gap in points between two fragments of one line of a column."""
LARGE = 1.15
"""The letters of a heading are at least this many times the usual height."""
LONGEST_HEADING = 120
SPACE = 0.3
"""The width of a space in heights of letters, rather too wide: a line that is squeezed has narrower
ones.
"""
_FULLEST = 0.98
"""The share of a column's lines that end within its right edge: a long address or a slipped symbol
may be beyond.
"""
_CLOSEST, _FARTHEST = 0.1, 3.0
"""How far the text behind a drawn dot is, in heights of its letters."""
_MOST_LEVEL = 20
"""How many rows next to a drawn dot are looked at."""
_NO_HEIGHT = 1.0
"""The height in points that letters without a height count as."""
_MOST_PAGES = 0.6
"""The share of pages that have a running head: the first one, and those between chapters, often
lack it.
"""
_OUTER = 3
"""How many lines at the head and the foot of a page may be a running head."""
_EMPTY = 0.1
"""How full the gap between two columns may be, compared with the fullest place: headings go across
it.
"""
_MOST_STRIPS = 2_000
_NARROWEST = 0.12
"""The least width of a column, as a share of the page: bullets at the margin are no column."""
_LEAST_ROWS = 0.1
"""The least share of lines in a column."""
_MOST_ACROSS = 0.2
"""The largest share of lines that go across columns."""
ACROSS = -1
"""The column of a line that goes across several ones."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """A line of a page: its text, and its frame in points from the lower left corner."""

    text: str
    left: float
    right: float
    bottom: float
    height: float
    page: int
    indent: float
    """The left edge of the text behind a bullet."""
    first: float
    """The width of the first word; in a script without spaces, of the first two letters and the
    marks behind them.
    """
    bold: bool = False
    slanted: bool = False
    column: int = 0

    @property
    def is_bullet(self) -> bool:
        """Whether it begins with the mark of a bullet."""
        return bool(BULLET.match(self.text))


def rows_of(page: Page, number: int) -> list[Row]:
    """Return the lines of a page that have text, also those outside of text boxes, such as a bullet
    of an unknown font.
    """
    lay_out(page.letters)
    found = [
        row for line in _text_lines(page.letters) if (row := row_of(list(line), number)) is not None
    ]
    return with_dots(found, page.dots)


def with_dots(rows: Sequence[Row], dots: Iterable[Dot]) -> list[Row]:
    """Return the rows of a page, those behind a drawn dot with a bullet."""
    found = list(rows)
    upwards = sorted(range(len(found)), key=lambda at: found[at].bottom)
    heights = [found[at].bottom for at in upwards]
    for dot in dots:
        middle = (dot.bottom + dot.top) / 2
        end = bisect.bisect(heights, middle)
        near = (at for at in upwards[max(0, end - _MOST_LEVEL) : end] if found[at].right > dot.left)
        at = min(
            (at for at in near if _is_behind(dot, found[at])),
            key=lambda at: found[at].left,
            default=None,
        )
        if at is not None and not found[at].is_bullet:
            found[at] = replace(
                found[at], text=f"• {found[at].text}", left=dot.left, indent=found[at].left
            )
    return found


def _is_behind(dot: Dot, row: Row) -> bool:
    """Return whether a row is the text of a bullet."""
    level = (
        dot.bottom + dot.top
    ) / 2 < row.bottom + row.height and dot.top - dot.bottom < row.height
    return level and _CLOSEST * row.height <= row.left - dot.right <= _FARTHEST * row.height


def _text_lines(container: LTContainer[LTComponent]) -> Iterator[LTTextLine]:
    for part in container:
        if isinstance(part, LTTextLine):
            yield part
        elif isinstance(part, LTContainer):
            yield from _text_lines(part)


def _first_word(word: Sequence[LTChar | LTAnno]) -> Sequence[LTChar | LTAnno]:
    """Return the part of the first word that no margin parts: all of it, or two letters of a script
    without spaces.

    Such a script moves a letter to the next line if a full stop, which may not begin a line, comes
    after it.
    """
    texts = [char.get_text() if isinstance(char, LTChar) else "" for char in word]
    if not is_unspaced(texts[0]):
        return word
    end = min(2, len(word))
    while end < len(word) and is_unspaced(texts[end]) and not texts[end].isalpha():
        end += 1
    return word[:end]


def row_of(line: Sequence[LTChar | LTAnno], page: int) -> Row | None:
    """Return the row of a line of letters, and of the spaces that are only seen; None if it has no
    text.
    """
    text = without_gaps(" ".join("".join(part.get_text() for part in line).split()))
    chars = [char for char in line if isinstance(char, LTChar) and char.get_text().strip()]
    if not chars:
        return None
    mark = BULLET.match(text)
    behind = len(mark.group().replace(" ", "")) if mark else 0
    behind = 1 if text.startswith("(cid:") else behind
    word = list(
        itertools.takewhile(
            lambda char: char.get_text().strip(),
            itertools.dropwhile(lambda char: char is not chars[0], line),
        )
    )
    last = next(char for char in reversed(_first_word(word)) if isinstance(char, LTChar))
    return Row(
        text=text,
        left=chars[0].x0,
        right=chars[-1].x1,
        bottom=min(char.y0 for char in chars),
        height=statistics.median(abs(char.size) for char in chars) or _NO_HEIGHT,
        page=page,
        indent=chars[min(behind, len(chars) - 1)].x0,
        first=last.x1 - chars[0].x0,
        bold=_has_face(chars, "bold"),
        slanted=_has_face(chars, "italic", "oblique"),
    )


def _has_face(chars: Iterable[LTChar], *faces: str) -> bool:
    names = {char.fontname.casefold() for char in chars}
    return all(any(face in name for face in faces) for name in names)


def without_running_heads(
    pages: Sequence[Sequence[Row]], page_words: Iterable[str]
) -> tuple[list[list[Row]], Counter[str]]:
    """Return the pages without their running heads and page numbers, and the texts left out, with
    ``#`` for numbers.

    A running head is in the same place on most pages, ignoring numbers. What is beside it belongs
    to it: a browser prints the date and the number of the page there. ``page_words`` come between
    the number of a page and that of all pages.
    """
    between = "|".join(map(re.escape, ("/", *page_words)))
    running_line = re.compile(rf"[^\W\d_]{{4}}|^\W*\d{{1,3}}(?:\s*(?:{between})\s*\d{{1,3}})?\W*$")
    seen = Counter(
        key
        for page in pages
        for key in {_place(row) for row in page if running_line.search(row.text)}
    )
    least = max(2, _MOST_PAGES * len(pages))
    kept: list[list[Row]] = []
    left_out: Counter[str] = Counter()
    for number, page in enumerate(pages, start=1):
        outer = _outer(page)
        heights = {
            _height(row) + near
            for row in outer
            if seen[_place(row)] >= least
            for near in (-1, 0, 1)
        }
        edges = (
            {min(page, key=lambda row: row.bottom), max(page, key=lambda row: row.bottom)}
            if page
            else set()
        )
        running = {row for row in outer if _height(row) in heights} | {
            row for row in edges if row.text == str(number)
        }
        kept.append([row for row in page if row not in running])
        left_out.update(_place(row)[0] for row in running)
    return kept, left_out


def _place(row: Row) -> tuple[str, int]:
    return re.sub(r"\d+", "#", row.text), _height(row)


def _height(row: Row) -> int:
    return round(row.bottom / NEAR)


def _outer(page: Sequence[Row]) -> list[Row]:
    """Return the lines at the three uppermost and the three lowest heights of a page."""
    heights = sorted({_height(row) for row in page})
    outer = {*heights[:_OUTER], *heights[-_OUTER:]}
    return [row for row in page if _height(row) in outer]


def ordered(rows: Sequence[Row]) -> list[Row]:
    """Return the lines as they are read: page by page, column by column, from the top; fragments of
    a line are joined.
    """
    band = 0
    placed: list[tuple[int, Row]] = []
    for row in in_columns(sorted(rows, key=lambda row: (row.page, -row.bottom))):
        across = row.column == ACROSS
        band += across
        placed.append((band, row))
        band += across
    place = [(row.page, band, row.column) for band, row in placed]
    found = sorted(zip(place, (row for _, row in placed), strict=True), key=lambda pair: pair[0])
    groups = itertools.groupby(found, key=lambda pair: pair[0])
    return _joined(row for _, group in groups for row in _levelled(row for _, row in group))


def in_columns(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with the numbers of their columns."""
    gutters = _gutters(rows)
    return [replace(row, column=_column(row, gutters)) for row in rows]


def _column(row: Row, gutters: Sequence[float]) -> int:
    column = bisect.bisect(gutters, row.left + NEAR)
    return column if column == bisect.bisect(gutters, row.right - NEAR) else ACROSS


def right_edges(rows: Iterable[Row]) -> dict[int, float]:
    """Return the right edges of columns, by their numbers."""
    columns: dict[int, list[float]] = {}
    for row in rows:
        columns.setdefault(row.column, []).append(row.right)
    return {
        column: sorted(rights)[
            max(0, int(_FULLEST * len(rights)) - 1) if len(rights) > 1 / (1 - _FULLEST) else -1
        ]
        for column, rights in columns.items()
    }


def _gutters(rows: Sequence[Row]) -> list[float]:
    """Return the middles of the gaps between columns: hardly any line goes across them, and many
    begin behind them.
    """
    low, high = min(row.left for row in rows), max(row.right for row in rows)
    gaps = list(_gaps(rows, low, high))
    gutters: list[float] = []
    for gap in gaps:
        if gap - max([low, *gutters]) >= _NARROWEST * (high - low) and high - gap >= _NARROWEST * (
            high - low
        ):
            gutters.append(gap)
    columns = Counter(_column(row, gutters) for row in rows)
    few = any(columns[column] < _LEAST_ROWS * len(rows) for column in range(len(gutters) + 1))
    return [] if few or columns[ACROSS] > _MOST_ACROSS * len(rows) else gutters


def _gaps(rows: Sequence[Row], low: float, high: float) -> Iterator[float]:
    """Yield the middle of each strip of the page's width that hardly any line covers."""
    strip = max(1.0, (high - low) / _MOST_STRIPS)  # a broken file may claim to be miles wide
    last = int((high - low) / strip)
    changes = Counter(int((row.left - low) / strip) for row in rows)
    changes.subtract(int((row.right - low) / strip) + 1 for row in rows)
    covered = list(itertools.accumulate(changes[at] for at in range(last + 1)))
    least = _EMPTY * max(covered)
    for empty, group in itertools.groupby(range(last + 1), key=lambda at: covered[at] <= least):
        strips = list(group)
        if empty and strips[0] > 0 and strips[-1] < last:
            yield low + strip * (strips[0] + strips[-1] + 1) / 2


def _levelled(rows: Iterable[Row]) -> list[Row]:
    """Return the rows of a column from its top, and those of one line from the left: a bullet may
    be lower than its text.
    """
    found: list[Row] = []
    for row in sorted(rows, key=lambda row: (row.page, -row.bottom)):
        at = len(found)
        while at and is_level(found[at - 1], row) and row.left < found[at - 1].left:
            at -= 1
        found.insert(at, row)
    return found


def is_level(one: Row, two: Row) -> bool:
    """Return whether two rows are parts of one line."""
    return one.page == two.page and abs(one.bottom - two.bottom) < 0.5 * min(one.height, two.height)


def _joined(rows: Iterable[Row]) -> list[Row]:
    """Return the rows with neighboring fragments joined: a bullet and its text, or words far
    apart.
    """
    found: list[Row] = []
    for row in rows:
        last = found[-1] if found else None
        if last and _is_beside(last, row):
            indent = row.left if _LONE_BULLET.match(last.text) else last.indent
            found[-1] = replace(
                last,
                text=f"{last.text} {row.text}",
                right=row.right,
                indent=indent,
                height=max(last.height, row.height),
            )
        else:
            found.append(row)
    return found


def _is_beside(last: Row, row: Row) -> bool:
    # The words of a heading that is justified may be as far apart as a column is wide.
    farthest = math.inf if last.bold and row.bold else _FRAGMENT_GAP
    return (
        is_level(last, row)
        and last.column == row.column
        and 0 <= row.left - last.right + NEAR < farthest
    )
