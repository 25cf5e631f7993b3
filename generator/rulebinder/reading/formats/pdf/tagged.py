"""Tagged PDFs as Markdown: browsers and word processors say which lines are headings, lists and
paragraphs.

The tags say what belongs together, and in which order it is read. So they become elements of a web
page.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ..web.elements import MOST_LISTS, Element
from ..web.layout_tables import unfolded
from ..web.markdown_writer import markdown
from . import pdf_pages
from .rows import Row, in_columns
from .structure import Mark, Tagged, marks, structure_of
from .tagged_pages import MarkedLines
from .tagged_texts import Text, text_writer

_NAMES = {
    **{f"H{level}": f"h{level}" for level in range(1, 7)},
    "Title": "h1", "H": "h2", "P": "p", "L": "ul", "LI": "li", "BlockQuote": "blockquote",
    "Table": "table", "TR": "tr", "TH": "th", "TD": "td",
}  # fmt: skip
"""The elements of a web page for roles; other roles are plain blocks."""
_INLINE = {
    "Span",
    "Strong",
    "Em",
    "Link",
    "Code",
    "Quote",
    "Lbl",
    "Reference",
    "Annot",
    "Sub",
    "Ruby",
}
_ONE_TEXT = {"h1", "h2", "h3", "h4", "h5", "h6", "p"}
"""Elements that hold no blocks."""
_PLAIN = {"body", "div"}
_BROWSERS_TEXT = "NonStruct"
"""The role that browsers give a text without any element or line break in it, and a line across the
page.
"""
_MOST_CUT = 0.05
"""The share of paragraphs that may begin in lower case: with more of them, each line has a tag of
its own.
"""


def from_tags(data: bytes) -> tuple[str, Counter[str]] | None:
    """Return the text of a tagged PDF as Markdown, and the lines at the heads and feet of its
    pages.

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
    """Return whether the tags cut sentences, as those do that a program made of a file without
    any.
    """
    texts = [
        text for element in body.descendants() if element.name == "p" and (text := element.text())
    ]
    return sum(text[0].islower() for text in texts) > max(1, _MOST_CUT * len(texts))


class _Elements:
    """Makes elements of a web page from the parts of a document."""

    def __init__(self, rows: Mapping[Mark, Sequence[Row]]) -> None:
        placed = in_columns([row for found in rows.values() for row in found])
        each = iter(placed)
        self._rows = {mark: [next(each) for _ in found] for mark, found in rows.items()}
        self._writer = text_writer(placed)

    def fill(self, part: Tagged, element: Element, lists: int = 0) -> None:
        """Put the texts and blocks of a part into an element that is in so many lists."""
        texts: list[Text] = []
        found = [*self._texts_and_blocks(part, element.name, listed=lists > 0)]
        for each, following in itertools.zip_longest(found, found[1:]):
            if isinstance(each, Text):
                texts.append(each)
                last = not isinstance(following, Text)
                if element.name in _PLAIN and last and not any(text.rows for text in texts):
                    element.children.append(Element("hr", parent=element))
                continue
            self._writer.write(texts, element)
            texts = []
            block = Element(self._name(each, lists), parent=element)
            element.children.append(block)
            self.fill(each, block, lists + (block.name in ("ul", "ol")))
        if not element.children and element.name in ("p", "div") and self._writer.is_heading(texts):
            element.name = "h2"
        self._writer.write(texts, element)

    def _texts_and_blocks(
        self, part: Tagged, name: str, *, listed: bool, plain: bool = True
    ) -> Iterator[Text | Tagged]:
        """Yield the texts and blocks in a part that becomes an element so called, without its mark
        if it is ``listed``.
        """
        for each in part.parts:
            if isinstance(each, Mark):
                if each in self._rows:
                    yield Text(rows=self._rows[each])
            elif each.role == _BROWSERS_TEXT and all(
                isinstance(inner, Mark) for inner in each.parts
            ):
                rows = [row for mark in marks(each) for row in self._rows.get(mark, ())]
                yield Text(rows=rows, unbroken=True, plain=plain)
            elif each.role == "Lbl" and listed:
                continue
            elif each.role in _INLINE or name in _ONE_TEXT:
                yield from self._texts_and_blocks(each, name, listed=listed, plain=False)
            else:
                yield each

    def _name(self, part: Tagged, lists: int) -> str:
        """Return the name of the element for a part inside of so many lists."""
        name = _NAMES.get(part.role, "div")
        if name != "ul":
            return name
        return "div" if lists >= MOST_LISTS else "ol" if self._is_numbered(part) else "ul"

    def _is_numbered(self, part: Tagged) -> bool:
        """Return whether the first item of a list has a number."""
        item = next((each for each in part.parts if isinstance(each, Tagged)), Tagged(""))
        label = next(
            (each for each in item.parts if isinstance(each, Tagged) and each.role == "Lbl"),
            Tagged(""),
        )
        return any(
            row.text[0].isdigit() for mark in marks(label) for row in self._rows.get(mark, ())
        )
