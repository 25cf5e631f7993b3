"""Tagged PDFs as Markdown: browsers and word processors say which lines are headings, lists and paragraphs.

The tags say what belongs together, and in which order it is read. Only the ends of lines have none: a
line is broken by the margin, unless the next word had room on it.
"""

from __future__ import annotations

import itertools
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...layout.hyphens import Hyphens
from ..web.elements import MOST_LISTS, Element
from ..web.layout_tables import unfolded
from ..web.markdown_writer import markdown
from . import pdf_pages
from .rows import BULLET, LARGE, LONGEST_HEADING, SPACE, Row, in_columns, is_level, right_edge
from .structure import Mark, Tagged, marks, structure_of
from .tagged_pages import MarkedLines

_NAMES = {
    **{f"H{level}": f"h{level}" for level in range(1, 7)},
    "Title": "h1", "H": "h2", "P": "p", "L": "ul", "LI": "li", "BlockQuote": "blockquote",
    "Table": "table", "TR": "tr", "TH": "th", "TD": "td",
}  # fmt: skip
"""The elements of a web page for roles; other roles are plain blocks."""
_INLINE = {"Span", "Strong", "Em", "Link", "Code", "Quote", "Lbl", "Reference", "Annot", "Sub", "Ruby"}
_ONE_TEXT = {"h1", "h2", "h3", "h4", "h5", "h6", "p"}
"""Elements that hold no blocks."""
_PLAIN = {"body", "div"}
_BROWSERS_TEXT = "NonStruct"
"""The role that browsers give a text without any element or line break in it."""
_MOST_CUT = 0.05
"""The share of paragraphs that may begin in lower case: with more of them, each line has a tag of its own."""
_CHIEF = 0.5
"""The share of letters from which on a face is no emphasis, but the usual one."""
_LEAST_GAP = 0.12
"""The width of a space between two texts on a line, in heights of letters."""


def from_tags(data: bytes) -> tuple[str, Counter[str]] | None:
    """Return the text of a tagged PDF as Markdown, and the lines at the heads and feet of its pages.

    It is None if the document has no tags, or none of use. Raises UnreadableError.
    """
    lines = MarkedLines()
    whole: Tagged | None = None
    used: set[Mark] = set()
    for number, page in enumerate(pdf_pages.pages(data)):
        if whole is None:
            whole = _structure(page)
            used = set(marks(whole)) if whole else set()
        if whole is None or not used:
            return None
        lines.add(page, number, used)
    if whole is None or not lines.rows or not lines.is_whole:
        return None
    body = Element("body")
    _Elements(lines.rows).fill(whole, body)
    if _is_cut(body):
        return None
    unfolded(body)
    return markdown(body), lines.left_out


def _structure(page: pdf_pages.Page) -> Tagged | None:
    try:
        return structure_of(page.document)
    except Exception:  # a broken file makes pdfminer raise anything
        return None


def _is_cut(body: Element) -> bool:
    """Return whether the tags cut sentences, as those do that a program made of an untagged file."""
    texts = [text for element in body.descendants() if element.name == "p" and (text := element.text())]
    return sum(text[0].islower() for text in texts) > max(1, _MOST_CUT * len(texts))


def _begins_item(element: Element) -> bool:
    """Return whether the next text of an element is the first one of an item of a list, in which it may have its mark."""
    if element.children:
        return False
    around = element.parent
    return element.name == "li" or (around is not None and around.name == "li" and around.children == [element])


class _Elements:
    """Makes the elements of a web page from the parts of a document."""

    def __init__(self, rows: Mapping[Mark, Sequence[Row]]) -> None:
        placed = iter(in_columns([row for found in rows.values() for row in found]))
        self._rows = {mark: [next(placed) for _ in found] for mark, found in rows.items()}
        every = [row for found in self._rows.values() for row in found]
        columns = {row.column for row in every}
        self._edges = {column: right_edge([row for row in every if row.column == column]) for column in columns}
        self._height = statistics.median(row.height for row in every)
        self._hyphens = Hyphens(row.text for row in every)
        letters = sum(len(row.text) for row in every)
        self._bold_marks = sum(len(row.text) for row in every if row.bold) < _CHIEF * letters
        self._slanted_marks = sum(len(row.text) for row in every if row.slanted) < _CHIEF * letters

    def fill(self, part: Tagged, element: Element, lists: int = 0) -> None:
        """Put the texts and blocks of a part into an element that is in so many lists."""
        texts: list[list[Row]] = []
        blocks = self._texts_and_blocks(part, element.name, listed=lists > 0)
        for each, following in itertools.pairwise([*blocks, None]):
            if isinstance(each, list):
                texts.append(each)
                if not each and isinstance(following, Tagged | None) and element.name in _PLAIN and not any(texts):
                    element.children.append(Element("hr", parent=element))
                continue
            if each is None:
                break
            self._write(texts, element)
            texts = []
            name = _NAMES.get(each.role, "div")
            if name == "ul":
                name = "div" if lists >= MOST_LISTS else "ol" if self._is_numbered(each) else "ul"
            block = Element(name, parent=element)
            element.children.append(block)
            self.fill(each, block, lists + (name in ("ul", "ol")))
        if not element.children and element.name in ("p", "div") and self._is_heading(texts):
            element.name = "h2"
        self._write(texts, element)

    def _texts_and_blocks(self, part: Tagged, name: str, *, listed: bool) -> Iterator[list[Row] | Tagged]:
        """Yield what is in a part that becomes an element so called; the rows of a text are a list.

        The mark of an item is left out if the part is ``listed``.
        """
        for each in part.parts:
            if isinstance(each, Mark):
                if each in self._rows:
                    yield self._rows[each]
            elif each.role == _BROWSERS_TEXT and all(isinstance(inner, Mark) for inner in each.parts):
                yield [row for mark in marks(each) for row in self._rows.get(mark, ())]
            elif each.role == "Lbl" and listed:
                continue
            elif each.role in _INLINE or name in _ONE_TEXT:
                yield from self._texts_and_blocks(each, name, listed=listed)
            else:
                yield each

    def _is_numbered(self, part: Tagged) -> bool:
        """Return whether the first item of a list has a number."""
        item = next((each for each in part.parts if isinstance(each, Tagged)), Tagged(""))
        label = next((each for each in item.parts if isinstance(each, Tagged) and each.role == "Lbl"), Tagged(""))
        return any(row.text[0].isdigit() for mark in marks(label) for row in self._rows.get(mark, ()))

    def _is_heading(self, texts: Iterable[Sequence[Row]]) -> bool:
        rows = [row for text in texts for row in text]
        long = sum(len(row.text) for row in rows) > LONGEST_HEADING
        return bool(rows) and not long and all(row.height > LARGE * self._height for row in rows)

    def _write(self, texts: Sequence[Sequence[Row]], element: Element) -> None:
        """Append texts to an element: those of one face together, with breaks where no margin breaks a line."""
        pieces: list[tuple[str, str]] = []
        last: Row | None = None
        for text in texts:
            for at, row in enumerate(text):
                words = BULLET.sub("", row.text) if last is None and _begins_item(element) else row.text
                if last is not None:
                    lost, between = self._between(last, row, one=at > 0)
                    face, before = pieces[-1]
                    pieces[-1] = face, before[: len(before) - lost]
                    pieces.append(("" if between == "\n" else face, between))
                pieces.append((self._face(row, element.name), words))
                last = row
        for face, group in itertools.groupby(pieces, key=lambda piece: piece[0]):
            inner = element
            for name in face:
                inner.children.append(mark := Element(name, parent=inner))
                inner = mark
            for at, line in enumerate("".join(words for _, words in group).split("\n")):
                inner.children += [Element("br", parent=inner), line] if at else [line]

    def _between(self, last: Row, row: Row, *, one: bool) -> tuple[int, str]:
        """Return how many letters a row loses, and what is between it and the next one, a line break if none broke it.

        ``one`` says that both are of one text.
        """
        if is_level(last, row) and row.left > last.left:
            return 0, " " if row.left - last.right > _LEAST_GAP * row.height else ""
        if not one and last.right + SPACE * row.height + row.first <= self._edges[last.column]:
            return 0, "\n"
        return self._hyphens.between(last.text, row.text)

    def _face(self, row: Row, name: str) -> str:
        """Return the elements of emphasis around a row in an element so called; a heading has none."""
        if name in _ONE_TEXT - {"p"} or name == "th":
            return ""
        return "b" * (row.bold and self._bold_marks) + "i" * (row.slanted and self._slanted_marks)
