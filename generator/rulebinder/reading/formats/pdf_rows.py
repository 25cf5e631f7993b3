"""The lines of a PDF's pages: without running heads, in the order in which they are read.

pdfminer gives the letters in their places, and the structure of a tagged PDF: which letters are a
heading, an item of a list, a paragraph.
"""

from __future__ import annotations

import bisect
import itertools
import logging
import math
import re
import statistics
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pdfminer.converter import PDFLayoutAnalyzer
from pdfminer.layout import LTChar, LTComponent
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.pdfpage import PDFPage
from pdfminer.pdftypes import PDFObjRef, resolve1
from pdfminer.utils import apply_matrix_pt

from ...system import group_pairs
from ...text import SYMBOL
from ..layout import first_word, without_gaps
from ..symbols import COST

BULLET = re.compile(
    r"^\s*(?:\(cid:\d+\)|[•●▪◦○·‣\uf0b7\uf0a7–-]|o(?=\s+[^\W\da-zà-ÿ]))(?=\s|[A-ZÀ-Ý“\"{])\s*"
)
OPENS = re.compile(rf"^(?:(?:{SYMBOL}\s?)+[,:]|[IVX]+(?:, ?[IVX]+)*\s?[—–]|[+−–-]\d+\s?:)")
"""The openings of abilities and chapters, which come after a full stop or a head."""
NEAR = 3.0
"""The distance in points within which two positions count as the same."""
_FARTHEST_FRAGMENT = 60.0
"""The largest gap in points between two parts of one line of a column."""
LARGE = 1.15
"""The letters of a heading are at least this many times the usual height."""
LONGEST_HEADING = 120
SPACE = 0.3
"""The width of a space in heights of letters, rather too wide: a line that is squeezed has narrower
ones.
"""
_OVERLONG_SHARE = 0.02
"""The share of a column's lines that may end beyond its right edge: a long address, or a
slipped symbol.
"""
_NEAREST_TEXT, _FARTHEST_TEXT = 0.1, 3.0
"""How far the text behind a drawn dot is, at least and at most, in heights of its letters."""
_MOST_CANDIDATES = 20
"""How many rows next to a drawn dot are looked at."""
GAP = 0.12
"""The width of the narrowest space between two words, in heights of letters."""
_FARTHEST_LETTER = 2.0
"""How far two letters of a row may be apart, in heights of letters."""
_NAMES_OF_FACES = {"b": re.compile("bold", re.I), "i": re.compile("italic|oblique", re.I)}
"""The names of fonts of each face."""
_LEAST_HEIGHT = 1.0
"""The height in points of letters that claim to have none."""
_RUNNING_SHARE = 0.6
"""The share of pages that have a running head: the first one, and those between chapters, often
lack it.
"""
_MOST_HEADS = 3
"""How many lines at the head of a page may be a running head, and how many at its foot."""
_EMPTY_SHARE = 0.1
"""How many lines may go across the gap between two columns, as headings do: a share of those at the
fullest place.
"""
_STRIPS = 500
"""In how many strips the width of the text is looked at: it may claim to be miles wide.
"""
_NARROWEST_SHARE = 0.12
"""The least width of a column, as a share of the page: bullets at the margin are not one."""
_ROWS_SHARE = 0.1
"""The least share of lines in a column."""
ACROSS = -1
"""The column of a line that goes across several ones."""
_LineWords = list[list[LTChar]]
"""The words of a line, each as its letters."""
_FEWEST_CORNERS, _LONGEST_PATH = 4, 20
"""How many corners the outline of a dot has at least, and how many steps at most."""
_LEAST_DOT, _LARGEST_DOT = 1.2, 9.0
"""The least and the largest height of a dot in points."""
_SKEW = 0.25
"""How much the width of a dot may differ from its height, as a share of the height."""
_UNMARKED = -1
"""The mark of letters that no element of the document's structure holds."""
DEEPEST = 60
"""How many elements may be within each other; deeper ones count as part of that one."""


#  What pdfminer finds odd in a file is not a problem of ours.
logging.getLogger("pdfminer").setLevel(logging.ERROR)


class DrawnPage(PDFLayoutAnalyzer):
    """A page: it takes its letters and dots as pdfminer draws them."""

    def __init__(self, resources: PDFResourceManager, name: object) -> None:
        super().__init__(resources)
        self.name = name
        """The number by which the structure of the document names the page."""
        self.letters: list[tuple[int, LTChar]] = []
        """Each letter with its mark, a number by which the structure names it."""
        self.dots: list[LTComponent] = []
        """Small filled circles and squares, as bullets are drawn."""
        self._marks = [_UNMARKED]

    #  These methods are pdfminer's, which calls them while it draws the page.

    def begin_tag(self, _: Any, props: Any = None) -> None:
        mark = props.get("MCID") if isinstance(props, dict) else None
        if not isinstance(mark, int) or self._stack:  # a figure counts its marks by itself
            mark = self._marks[-1]
        self._marks.append(mark)

    def end_tag(self) -> None:
        if len(self._marks) > 1:
            self._marks.pop()

    def render_char(self, *args: Any, **options: Any) -> float:
        width = float(super().render_char(*args, **options))
        letter = self.cur_item._objs.pop()  # the letter that was drawn by that call
        assert isinstance(letter, LTChar)
        self.letters.append((self._marks[-1], letter))
        return width

    def paint_path(
        self, _state: Any, _stroke: Any, fill: Any, _evenodd: Any, path: Sequence[tuple[Any, ...]]
    ) -> None:
        """Take the small dots.

        Leave out other lines and areas: they are not text, and may be millions.
        """
        if not fill or len(path) > _LONGEST_PATH:
            return
        corners = [apply_matrix_pt(self.ctm, step[-2:]) for step in path if len(step) > 1]
        if len(corners) < _FEWEST_CORNERS:
            return
        across, upward = [x for x, _ in corners], [y for _, y in corners]
        dot = LTComponent((min(across), min(upward), max(across), max(upward)))
        is_small = _LEAST_DOT <= dot.height <= _LARGEST_DOT
        if is_small and abs(dot.width - dot.height) <= _SKEW * dot.height:
            self.dots.append(dot)

    def render_image(self, *_: Any, **__: Any) -> None:
        """Leave out pictures."""


def draw_pages(document: PDFDocument) -> Iterator[DrawnPage]:
    """Yield each page. Raises whatever a broken file makes pdfminer raise."""
    resources = PDFResourceManager()
    for drawn in PDFPage.create_pages(document):
        page = DrawnPage(resources, drawn.pageid)
        PDFPageInterpreter(resources, page).process_page(drawn)
        yield page


class TextMark(NamedTuple):
    """Letters of a page, by the numbers of the page and of their mark."""

    page: object
    number: int


@dataclass(frozen=True)
class TaggedPart:
    """A part of a document: its role, such as ``H1`` or ``LI``, and what is in it, in the order of
    reading.
    """

    role: str
    parts: list[TaggedPart | TextMark] = field(default_factory=list)

    def marks(self) -> Iterator[TextMark]:
        """Yield all marks within, in the order of reading."""
        for part in self.parts:
            if isinstance(part, TextMark):
                yield part
            else:
                yield from part.marks()


def read_structure(document: PDFDocument) -> TaggedPart:
    """Return the structure of a document, which is a tree; it is empty if the document has none, or
    one in which an element is twice.
    """
    whole = TaggedPart("Document")
    seen: set[int] = set()
    try:
        root = resolve1(document.catalog.get("StructTreeRoot"))
        roles = resolve1(root.get("RoleMap"))
        #  What is still to be read, the last one first: a part, the element around it, its page,
        # its depth.
        waiting: list[tuple[Any, TaggedPart, object, int]] = [(root["K"], whole, 0, 0)]
        while waiting:
            part, around, page, depth = waiting.pop()
            if isinstance(part, PDFObjRef):
                if part.objid in seen:
                    return TaggedPart("")
                seen.add(part.objid)
                part = resolve1(part)
            if isinstance(part, list):
                waiting += [(kid, around, page, depth) for kid in reversed(part)]
            elif isinstance(part, int):
                around.parts.append(TextMark(page, part))
            elif isinstance(part, dict):
                page = getattr(part.get("Pg"), "objid", page)
                if "S" in part:
                    element = (
                        TaggedPart(_find_standard_role(part["S"], roles))
                        if depth < DEEPEST
                        else around
                    )
                    if element is not around:
                        around.parts.append(element)
                    waiting.append((part.get("K"), element, page, depth + 1))
                elif isinstance(part.get("MCID"), int) and "Stm" not in part:
                    #  With Stm, it is a mark inside of a figure.
                    around.parts.append(TextMark(page, part["MCID"]))
    except Exception:  # a broken file makes pdfminer raise anything
        return TaggedPart("")
    return whole


def _find_standard_role(name: Any, roles: Any) -> str:
    """Return the standard name of a role: a program may have its own names, each with the one that
    it stands for.
    """
    role = str(getattr(name, "name", ""))
    names: set[str] = set()
    while isinstance(roles, dict) and role in roles and role not in names:
        names.add(role)
        role = str(getattr(resolve1(roles[role]), "name", ""))
    return role


class Row(NamedTuple):
    """A line of a page, or a part of one: its text, and its frame in points from the lower left
    corner.
    """

    text: str
    left: float
    right: float
    bottom: float
    height: float
    page: int
    indent: float
    """The left edge of the text behind a bullet; without a bullet that of the row."""
    first_width: float
    """The width of the first word; in a script without spaces, of the first two letters and the
    marks behind them.
    """
    face: str
    """``b`` if it is bold, then ``i`` if it is slanted."""
    mark: TextMark | None
    """What the structure of the document calls it; None if it does not name it."""
    column: int = 0

    @property
    def bold(self) -> bool:
        """Whether its letters are bold."""
        return "b" in self.face

    @property
    def is_bullet(self) -> bool:
        """Whether it begins with the mark of a bullet."""
        return bool(BULLET.match(self.text))


def find_rows(page: DrawnPage, number: int, marks: Container[TextMark]) -> list[Row]:
    """Return the rows of a page in the order in which they are drawn. ``number`` is that of the
    page, from 0.

    Only ``marks`` are kept, which the structure of the document names: other rows have none.
    """
    rows: list[Row] = []
    for mark_number, group in itertools.groupby(page.letters, key=lambda pair: pair[0]):
        mark = TextMark(page.name, mark_number)
        rows += [
            _make_row(words, number, mark if mark in marks else None)
            for words in _split_lines(letter for _, letter in group)
        ]
    return _add_bullets(rows, page.dots)


def _split_lines(letters: Iterable[LTChar]) -> Iterator[_LineWords]:
    """Yield the words of each line. A line ends where the next letter is on another height, farther
    left, or far to the right.
    """
    words: _LineWords = []
    last: LTChar | None = None
    spaced = False
    for letter in letters:
        if not letter.get_text().strip():
            spaced = True
            continue
        size = max(last.size, letter.size) if last else 0.0
        if not (
            last
            and abs(last.y0 - letter.y0) < size / 2
            and letter.x0 > last.x0 - size
            and letter.x0 - last.x1 < _FARTHEST_LETTER * size
        ):  # it is not on the line of the letter before, or far behind it
            if words:
                yield words
            words = [[]]
        elif spaced or letter.x0 - last.x1 > GAP * letter.size:
            words.append([])
        words[-1].append(letter)
        last, spaced = letter, False
    if words:
        yield words


def _make_row(words: _LineWords, page: int, mark: TextMark | None) -> Row:
    """Return the row of a line's words."""
    letters = list(itertools.chain.from_iterable(words))
    texts = ["".join(letter.get_text() for letter in word) for word in words]
    text = without_gaps(" ".join(" ".join(texts).split()))
    last_of_first = letters[min(len(first_word(texts[0])), len(words[0])) - 1]
    left = letters[0].x0
    fonts = {letter.fontname for letter in letters}
    return Row(
        text=text,
        left=left,
        right=letters[-1].x1,
        bottom=min(letter.y0 for letter in letters),
        height=statistics.median(abs(letter.size) for letter in letters) or _LEAST_HEIGHT,
        page=page,
        indent=letters[1].x0 if BULLET.match(text) and len(letters) > 1 else left,
        first_width=last_of_first.x1 - left,
        face="".join(
            face for face, names in _NAMES_OF_FACES.items() if all(map(names.search, fonts))
        ),
        mark=mark,
    )


def _add_bullets(rows: list[Row], dots: Iterable[LTComponent]) -> list[Row]:
    """Return the rows of a page; a row right behind one of the drawn ``dots`` gets a bullet."""
    #  The positions of rows in the list, from the bottom of the page to its top.
    upwards = sorted(range(len(rows)), key=lambda index: rows[index].bottom)
    for dot in dots:
        middle = (dot.y0 + dot.y1) / 2
        end = bisect.bisect(upwards, middle, key=lambda index: rows[index].bottom)
        behind = [
            index
            for index in upwards[max(0, end - _MOST_CANDIDATES) : end]
            if middle < rows[index].bottom + rows[index].height
            and dot.height < rows[index].height
            and _NEAREST_TEXT <= (rows[index].left - dot.x1) / rows[index].height <= _FARTHEST_TEXT
        ]
        nearest = min(behind, key=lambda index: rows[index].left, default=None)
        if nearest is not None and not rows[nearest].is_bullet:
            row = rows[nearest]
            rows[nearest] = row._replace(text=f"• {row.text}", left=dot.x0, indent=row.left)
    return rows


def drop_running_heads(rows: Iterable[Row]) -> tuple[list[Row], Counter[str]]:
    """Return the rows of pages without running heads and page numbers, and the texts left out.

    A running head is in the same place on most pages, ignoring numbers; a cost is never one. What
    is beside it belongs to it: a browser prints the date and the number of the page there.
    """
    pages = [list(page) for _, page in itertools.groupby(rows, key=lambda row: row.page)]
    pages_of_key = Counter(
        key
        for page in pages
        for key in {_make_head_key(row) for row in page if not COST.match(row.text)}
    )
    least = max(2, _RUNNING_SHARE * len(pages))
    kept: list[Row] = []
    left_out: Counter[str] = Counter()
    for page in pages:
        levels = sorted({_find_level(row) for row in page})
        outer_levels = {*levels[:_MOST_HEADS], *levels[-_MOST_HEADS:]}
        running_levels = {
            _find_level(row) for row in page if pages_of_key[_make_head_key(row)] >= least
        } & outer_levels
        edges = {min(row.bottom for row in page), max(row.bottom for row in page)}
        for row in page:
            is_page_number = row.bottom in edges and row.text == str(row.page + 1)
            if is_page_number or _find_level(row) in running_levels:
                left_out[row.text] += 1
            else:
                kept.append(row)
    return kept, left_out


def _make_head_key(row: Row) -> tuple[str, int]:
    """Return what running heads have in common: the text but for its numbers, and the level."""
    return re.sub(r"\d+", "#", row.text), _find_level(row)


def _find_level(row: Row) -> int:
    """Return how high a row is on its page; rows of one line have about the same bottom."""
    return round(row.bottom / NEAR)


def order_rows(rows: Iterable[Row]) -> list[Row]:
    """Return the lines as they are read: page by page, column by column, from the top; parts of a
    line are joined.
    """
    placed = assign_columns(sorted(rows, key=lambda row: (row.page, -row.bottom)))
    #  What is above a line across all columns is read before it, the rest after it.
    bands = itertools.accumulate(row.column == ACROSS for row in placed)
    groups = group_pairs(
        ((row.page, band, row.column), row) for row, band in zip(placed, bands, strict=True)
    )
    return [row for place in sorted(groups) for row in _join_lines(groups[place])]


def _find_column(row: Row, gutters: Sequence[float]) -> int:
    """Return the number of a row's column, from the left; ACROSS if it goes across a gutter."""
    column = bisect.bisect(gutters, row.left + NEAR)
    return column if column == bisect.bisect(gutters, row.right - NEAR) else ACROSS


def find_right_edges(rows: Iterable[Row]) -> dict[int, float]:
    """Return the right edges of columns, by their numbers. A few lines may be longer."""
    return {
        column: sorted(rights)[-1 - int(_OVERLONG_SHARE * len(rights))]
        for column, rights in group_pairs((row.column, row.right) for row in rows).items()
    }


def assign_columns(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with the numbers of their columns. Hardly any line goes across the gap
    between two columns, and each column has many lines.
    """
    low, high = min(row.left for row in rows), max(row.right for row in rows)
    narrowest = _NARROWEST_SHARE * (high - low)
    gutters: list[float] = []  # the middles of the gaps between columns
    width = (high - low) / _STRIPS or 1.0  # the width of a strip
    #  How many lines begin in each strip, less those that end before it. The sum up to a strip is
    # how many lines cover it.
    changes = Counter(int((row.left - low) / width) for row in rows)
    changes.subtract(int((row.right - low) / width) + 1 for row in rows)
    covered = list(itertools.accumulate(changes[strip] for strip in range(_STRIPS + 1)))
    limit = _EMPTY_SHARE * max(covered)
    for empty, group in itertools.groupby(
        range(_STRIPS + 1), key=lambda strip: covered[strip] <= limit
    ):
        strips = list(group)
        if not empty or strips[0] == 0 or strips[-1] == _STRIPS:
            continue
        gutter = low + width * (strips[0] + strips[-1] + 1) / 2
        if min(gutter - max([low, *gutters]), high - gutter) >= narrowest:
            gutters.append(gutter)
    columns = Counter(_find_column(row, gutters) for row in rows)
    fewest = _ROWS_SHARE * len(rows)
    if any(columns[column] < fewest for column in range(len(gutters) + 1)):
        gutters = []
    return [row._replace(column=_find_column(row, gutters)) for row in rows]


def _join_lines(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the lines of a column. ``rows`` come from its top; those of the same height that are
    near each other are parts of one line, such as a bullet and its text, and become one row.
    """
    lines: list[list[Row]] = []
    for row in rows:
        if not lines or not is_level(lines[-1][0], row):
            lines.append([])
        lines[-1].append(row)
    for line in lines:
        parts: list[Row] = []
        for row in sorted(line, key=lambda row: row.left):
            if parts:
                last = parts[-1]
                # The words of a heading that is justified may be as far apart as a column is wide.
                farthest = math.inf if last.bold and row.bold else _FARTHEST_FRAGMENT
                gap = row.left - last.right
                if not -NEAR <= gap < farthest - NEAR:
                    yield _join_parts(parts)
                    parts = []
            parts.append(row)
        yield _join_parts(parts)


def is_level(row: Row, other: Row) -> bool:
    """Return whether two rows are parts of one line."""
    return row.page == other.page and abs(row.bottom - other.bottom) < 0.5 * min(
        row.height, other.height
    )


def _join_parts(parts: Sequence[Row]) -> Row:
    """Return the parts of a line, from the left, as one row."""
    text = parts[0].text
    for last, row in itertools.pairwise(parts):
        text += " " * (row.left - last.right > GAP * row.height) + row.text
    #  A bullet that is a part by itself: the text behind it is the next part.
    is_lone_bullet = parts[0].indent == parts[0].left and BULLET.match(text)
    return parts[0]._replace(
        text=text,
        right=parts[-1].right,
        indent=parts[:2][-1].left if is_lone_bullet else parts[0].indent,
        height=max(row.height for row in parts),
    )
