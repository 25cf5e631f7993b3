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
from ..layout import SENTENCE_END, Hyphens
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
from .web_markdown import HEADINGS, Element, to_markdown
from .webpages import unfold_layout

_HEAD_LINE = re.compile(rf"^(?:/{{2,}}|[+\-−]?[\dX*]+/[+\-−]?[\dX*+]+|\d{{1,2}}|(?:{SYMBOL}\s?)+)$")
"""Lines that are never the rest of another one: a cost, a size, a loyalty, the line between two
faces.
"""
_PARAGRAPH_GAP = 1.4
"""Lines between two paragraphs are farther apart than this many times the usual distance."""
_WIDEST_HANG = 2.0
"""How much farther in than the text behind a bullet its further lines may be, in heights of
letters: tabs are that wide.
"""
_NAMES_OF_ROLES = {
    **{name.upper(): name for name in HEADINGS},
    "Title": "h1", "H": "h2", "P": "p", "L": "ul", "LI": "li", "BlockQuote": "blockquote",
    "Table": "table", "TR": "tr", "TH": "th", "TD": "td",
}  # fmt: skip
"""The elements of a web page for roles; other roles are plain blocks."""
_INLINE_ROLES = {
    "Span", "Strong", "Em", "Link", "Code", "Quote", "Lbl", "Reference", "Annot", "Sub", "Ruby",
}  # fmt: skip
_TEXT_NAMES = {"p", *HEADINGS}
"""Elements that have texts in them, and no blocks."""
_BOLD_NAMES = {"th", *HEADINGS}
"""Elements whose letters are bold without any emphasis."""
_PLAIN_NAMES = {"body", "div"}
_BROWSER_TEXT = "NonStruct"
"""The role that browsers give a text without any element or line break in it, and a line across the
page.
"""
_MOST_CUT_SHARE = 0.05
"""The share of paragraphs that may begin in lower case: with more of them, each line has a tag of
its own, which is of no use.
"""
_USUAL_SHARE = 0.5
"""The share of letters above which bold or slanted is not emphasis, but usual."""
_MOST_MISSED_SHARE = 0.02
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
    """The usual distances of a document, in points; those of columns by their numbers."""

    height: float
    """The height of letters."""
    leading: float
    """The distance of a line to the next one, in heights of its letters."""
    margins: Mapping[int, float]
    """The left edges of columns."""
    right_edges: Mapping[int, float]
    bullet_inset: float
    """How far most bullets are from the margin."""
    has_flush_bullets: bool
    """Whether most bullets that go on in lower case do so below their marks."""

    def is_large(self, row: Row) -> bool:
        """Return whether a line has the letters of a heading."""
        return row.height > LARGE * self.height

    def inset(self, row: Row) -> float:
        """Return how far a line is from the margin of its column."""
        return row.left - self.margins[row.column]


def _measure_page(rows: Sequence[Row]) -> _Measures:
    """Return the usual distances of these rows, which come in the order of reading."""
    margins: dict[int, float] = {}
    for row in rows:
        margins[row.column] = min(row.left, margins.get(row.column, row.left))
    insets = Counter(round(row.left - margins[row.column]) for row in rows if row.is_bullet)
    pairs = list(itertools.pairwise(rows))
    leadings = [
        (above.bottom - below.bottom) / above.height
        for above, below in pairs
        if (above.page, above.column) == (below.page, below.column) and above.bottom > below.bottom
    ]
    offsets = [
        below.left - above.left
        for above, below in pairs
        if above.is_bullet and below.text[0].islower()
    ]
    return _Measures(
        height=statistics.median(row.height for row in rows),
        #  The least quarter: in a document of short paragraphs, most distances are gaps.
        leading=statistics.quantiles(leadings, n=4)[0] if len(leadings) > 1 else 1.2,
        margins=margins,
        right_edges=find_right_edges(rows),
        bullet_inset=max(insets, key=lambda inset: insets[inset], default=0),
        has_flush_bullets=2 * sum(abs(offset) <= NEAR for offset in offsets) > len(offsets),
    )


def _write_paragraphs(rows: Sequence[Row]) -> Iterator[str]:
    """Yield one line for each paragraph, with marked headings and bullets, and a blank line for
    each gap of the page.
    """
    measures = _measure_page(rows)
    hyphens = Hyphens(row.text for row in rows)
    paragraph = [rows[0]]
    for last, row in itertools.pairwise(rows):
        step = (last.bottom - row.bottom) / max(last.height, row.height)
        is_beside = (last.page, last.column) == (row.page, row.column)
        gap = is_beside and step > _PARAGRAPH_GAP * measures.leading
        if gap or not _continues(last, row, measures):
            yield _write_paragraph(paragraph, measures, hyphens)
            if gap:
                yield ""
            paragraph = []
        paragraph.append(row)
    yield _write_paragraph(paragraph, measures, hyphens)


def _continues(last: Row, row: Row, measures: _Measures) -> bool:
    """Return whether the paragraph of the line ``last`` continues with ``row``."""
    is_elsewhere = (last.page, last.column) != (row.page, row.column)
    has_end = bool(SENTENCE_END.search(last.text[-4:]))
    if (
        (has_end and (last.bold != row.bold or OPENS.match(row.text)))
        or row.is_bullet
        or _HEAD_LINE.match(row.text)
        or abs(row.height - last.height) > 0.1 * last.height
        # A heading in capitals may be above another one.
        or (measures.is_large(last) and last.text.isupper() != row.text.isupper())
    ):
        return False
    if is_elsewhere and has_end and not _hangs_below_bullet(last, row, measures):
        return False
    #  The first word had no room on the line above.
    is_full = last.right + SPACE * row.height + row.first_width > measures.right_edges[last.column]
    return is_full and (is_elsewhere or _is_aligned(last, row, has_end, measures))


def _hangs_below_bullet(last: Row, row: Row, measures: _Measures) -> bool:
    """Return whether a line at the top of a column is indented like the text of the bullet that
    ends the column before.

    A gap cannot be seen between two columns, so that only the indent shows that a sentence is one
    more of the bullet.
    """
    text_inset = last.indent - measures.margins[last.column]
    offset = measures.inset(row) - text_inset
    farthest = _WIDEST_HANG * row.height if last.is_bullet else NEAR
    return text_inset > NEAR and -NEAR <= offset <= farthest


def _is_aligned(last: Row, row: Row, has_end: bool, measures: _Measures) -> bool:
    """Return whether a line is where the paragraph of the line above goes on: at its margin, or
    below its text.

    Behind a bullet, the text may be anywhere between the bullet and a tab: what follows the mark is
    a space or a tab, and the further lines have an indent of their own.
    """
    if abs(row.left - last.indent) <= NEAR:
        return True
    if last.is_bullet and 0 <= row.left - last.indent <= _WIDEST_HANG * row.height:
        return True
    #  Elsewhere, a paragraph may begin at the margin below a bullet, so that only an unfinished
    # sentence goes on there.
    return (not has_end or (last.is_bullet and measures.has_flush_bullets)) and abs(
        row.left - last.left
    ) <= NEAR


def _write_paragraph(paragraph: Sequence[Row], measures: _Measures, hyphens: Hyphens) -> str:
    """Return the words of a paragraph with its mark: of a bullet, of a nested bullet, of a heading.

    A bullet less far in than most is that of a mode among the rules text, and stays as it is
    printed.
    """
    first = paragraph[0]
    words = first.text
    for last, row in itertools.pairwise(paragraph):
        lost, space = hyphens.find_seam(last.text, row.text)
        words = words[: len(words) - lost] + space + row.text
    indent = measures.inset(first) - measures.bullet_inset
    mark = BULLET.match(first.text)
    if mark and indent > -NEAR:
        return f"{'    ' if indent > NEAR else ''}- {words[mark.end() :]}"
    return (
        f"## {words}" if measures.is_large(first) and len(first.text) <= LONGEST_HEADING else words
    )


def _from_tags(structure: TaggedPart, rows: Sequence[Row]) -> tuple[str, Counter[str]] | None:
    """Return the text of a tagged PDF as Markdown, and how often each line without a tag is there.

    Return None if the tags do not hold the text, or cut its sentences.
    """
    tagged = [row for row in rows if row.mark]
    missed_letters = 0  # letters that are not above or below all tagged ones of their page
    for _, group in itertools.groupby(rows, key=lambda row: row.page):
        page = list(group)
        heights = [row.bottom for row in page if row.mark]
        lowest, highest = min(heights, default=-math.inf), max(heights, default=math.inf)
        missed_letters += sum(
            len(row.text) for row in page if not row.mark and lowest <= row.bottom <= highest
        )
    if not tagged or missed_letters > _MOST_MISSED_SHARE * sum(len(row.text) for row in tagged):
        return None
    body = Element("body")
    _Writer(assign_columns(tagged)).fill(structure, body)
    starts = [element.text()[:1] for element in body.descendants() if element.name == "p"]
    if sum(start.islower() for start in starts) > max(1, _MOST_CUT_SHARE * len(starts)):
        return None
    unfold_layout(body)
    return _MARKED_TWICE.sub(r"\1", to_markdown(body)), Counter(
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


class _TextRow(NamedTuple):
    """A row, with the text that it belongs to."""

    text: _Text
    row: Row


class _Writer:
    """Makes elements of a web page from the parts of a document."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = group_pairs((row.mark, row) for row in rows)
        self._edges = find_right_edges(rows)
        self._hyphens = Hyphens(row.text for row in rows)
        #  A face that most letters have is not emphasis.
        most = _USUAL_SHARE * sum(len(row.text) for row in rows)
        self._emphasis = {
            face for face in "bi" if sum(len(row.text) for row in rows if face in row.face) <= most
        }

    def fill(self, part: TaggedPart, element: Element, *, in_list: bool = False) -> None:
        """Put the texts and blocks of a part into an element, which may be in a list."""
        texts: list[_Text] = []
        #  None ends the last texts, as a block ends those before it.
        for piece in [*self._split_part(part, element.name, in_list=in_list), None]:
            if isinstance(piece, _Text):
                texts.append(piece)
                continue
            text_rows = [_TextRow(text, row) for text in texts for row in text.rows]
            if text_rows:
                self._write_rows(text_rows, element)
            elif texts and element.name in _PLAIN_NAMES:
                element.add("hr")  # a text of a browser without letters is a line across the page
            texts = []
            if piece is not None:
                block = element.add(_NAMES_OF_ROLES.get(piece.role, "div"))
                self.fill(piece, block, in_list=in_list or block.name == "ul")

    def _split_part(
        self, part: TaggedPart, name: str, *, in_list: bool, plain: bool = True
    ) -> Iterator[_Text | TaggedPart]:
        """Yield the texts and blocks in a part that becomes an element called ``name``. In a list,
        the marks of entries are left out. ``plain`` is that of :class:`_Text`.
        """
        for piece in part.parts:
            if isinstance(piece, TextMark):
                if piece in self._rows:
                    yield _Text(rows=self._rows[piece])
            elif piece.role == _BROWSER_TEXT and all(
                isinstance(inner, TextMark) for inner in piece.parts
            ):
                rows = [row for mark in piece.marks() for row in self._rows.get(mark, ())]
                yield _Text(rows=rows, unbroken=True, plain=plain)
            elif piece.role == "Lbl" and in_list:
                continue
            elif piece.role in _INLINE_ROLES or name in _TEXT_NAMES:
                yield from self._split_part(piece, name, in_list=in_list, plain=False)
            else:
                yield piece

    def _write_rows(self, text_rows: Sequence[_TextRow], element: Element) -> None:
        """Append the words of rows to an element: in elements of emphasis, with a break where a row
        ends before the margin.
        """
        words = self._list_words(text_rows, element.name)
        #  Of ``bi``, the element of ``b`` is around that of ``i``.
        for outer, group in itertools.groupby(words, key=lambda pair: pair[0][:1]):
            around = element.add(outer) if outer else element
            for inner, pairs in itertools.groupby(group, key=lambda pair: pair[0][1:]):
                within = around.add(inner) if inner else around
                for index, line in enumerate("".join(words for _, words in pairs).split("\n")):
                    if index:
                        within.add("br")
                    within.children.append(line)

    def _list_words(self, text_rows: Sequence[_TextRow], name: str) -> list[tuple[str, str]]:
        """Return the words of rows, and what is between two rows, each after the names of the
        elements of emphasis around it: ``""``, ``"b"``, ``"i"`` or ``"bi"``. ``name`` is that of
        the element that gets them.
        """
        emphasis = set() if name in _BOLD_NAMES else self._emphasis
        faces_and_words: list[tuple[str, str]] = []
        for last, text_row in zip([None, *text_rows], text_rows, strict=False):
            face = "".join(face for face in text_row.row.face if face in emphasis)
            if last is not None:
                lost, between = self._find_seam(last, text_row)
                last_face, last_words = faces_and_words.pop()
                shared = "".join(name for name in last_face if name in face)
                faces_and_words.append((last_face, last_words[: len(last_words) - lost]))
                faces_and_words.append((shared, between))
            faces_and_words.append((face, text_row.row.text))
        return faces_and_words

    def _find_seam(self, one: _TextRow, two: _TextRow) -> tuple[int, str]:
        """Return how many letters the row ``one`` loses at its end, and what is between it and the
        row ``two``: a line break if ``one`` ends before the margin.
        """
        (text, row), (next_text, next_row) = one, two
        if is_level(row, next_row) and next_row.left > row.left:
            return 0, " " * (next_row.left - row.right > GAP * row.height)
        has_room = (
            row.right + SPACE * next_row.height + next_row.first_width <= self._edges[row.column]
        )
        #  What parts two plain texts of a browser is a line break, or an element that shows in no
        # way.
        is_parted = text.plain and next_text.plain and not next_row.text[0].islower()
        if not (text is next_text and text.unbroken) and (has_room or is_parted):
            return 0, "\n"
        return self._hyphens.find_seam(row.text, next_row.text)
