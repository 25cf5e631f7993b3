"""Tagged PDFs as Markdown: browsers and word processors say which lines are headings, lists and
paragraphs.

The tags say what belongs together, and in which order it is read. So they become elements of a web
page.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...layout.hyphens import Hyphens
from ...layout.line_wraps import ENDED
from ..web.elements import MOST_LISTS, Element
from ..web.layout_tables import unfolded
from ..web.markdown_writer import markdown
from .rows import (
    BULLET,
    LARGE,
    LONGEST_HEADING,
    OPENS,
    SPACE,
    Row,
    in_columns,
    is_level,
    numberless,
    right_edges,
)
from .structure import Mark, Tagged

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


_CHIEF = 0.5
"""The share of letters from which on a face is no emphasis, but the usual one."""
_LEAST_GAP = 0.12
"""The width of a space between two texts on a line, in heights of letters."""
_ONE_FACE = {"h1", "h2", "h3", "h4", "h5", "h6", "th"}
"""Elements whose letters are bold without any emphasis."""


_MOST_MISSED = 0.02
"""The share of letters in the midst of the text that may have no tag: with more of them, the tags
are of no use.
"""


def from_tags(structure: Tagged, rows: Sequence[Row]) -> tuple[str, Counter[str]] | None:
    """Return the text of a tagged PDF as Markdown, and its lines that have no tag, with how often
    each is there.

    It is None if the tags do not hold the text, or cut its sentences.
    """
    placed = [row for row in rows if row.mark]
    outside, inside = _untagged(rows)
    missed = sum(len(text) * count for text, count in inside.items() if text not in outside)
    if missed > _MOST_MISSED * sum(len(row.text) for row in placed) or not placed:
        return None
    body = Element("body")
    _Elements(in_columns(placed)).fill(structure, body)
    if _is_cut(body):
        return None
    unfolded(body)
    return markdown(body), outside + inside


def _untagged(rows: Iterable[Row]) -> tuple[Counter[str], Counter[str]]:
    """Return the lines without a tag above and below the tagged ones of their page, and the others,
    all with ``#`` for numbers.
    """
    outside: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    for _, group in itertools.groupby(rows, key=lambda row: row.page):
        page = list(group)
        heights = [row.bottom for row in page if row.mark]
        lowest, highest = min(heights, default=-math.inf), max(heights, default=math.inf)
        for row in page:
            if row.mark is None:
                lines = inside if lowest <= row.bottom <= highest else outside
                lines[numberless(row.text)] += 1
    return outside, inside


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

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows: defaultdict[Mark | None, list[Row]] = defaultdict(list)
        for row in rows:
            self._rows[row.mark].append(row)
        self._writer = text_writer(rows)

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
                rows = [row for mark in each.marks() for row in self._rows.get(mark, ())]
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
            row.text[0].isdigit() for mark in label.marks() for row in self._rows.get(mark, ())
        )


@dataclass(frozen=True, kw_only=True)
class Text:
    """The rows of a part of a paragraph."""

    rows: Sequence[Row]
    unbroken: bool = False
    """Whether no line break is in it, so that only the margin ends its rows: so browsers tag texts.
    """
    plain: bool = False
    """Whether it is in the paragraph itself, and in no emphasis or link."""


@dataclass(frozen=True, kw_only=True)
class TextWriter:
    """Writes texts into elements."""

    edges: Mapping[int, float]
    """The right edges of columns."""
    height: float
    """The usual height of letters."""
    hyphens: Hyphens
    bold_is_usual: bool
    slanted_is_usual: bool

    def write(self, texts: Iterable[Text], element: Element) -> None:
        """Append texts to an element: elements of emphasis, and breaks where no margin ends a
        row.
        """
        groups = itertools.groupby(self._pieces(texts, element), key=lambda piece: piece[0][:1])
        for outer, group in groups:
            around = _inside(element, outer)
            for inner, pieces in itertools.groupby(group, key=lambda piece: piece[0][1:]):
                _add("".join(words for _, words in pieces), _inside(around, inner))

    def is_heading(self, texts: Iterable[Text]) -> bool:
        """Return whether texts are printed like a heading."""
        rows = [row for text in texts for row in text.rows]
        short = sum(len(row.text) for row in rows) <= LONGEST_HEADING
        return bool(rows) and short and all(row.height > LARGE * self.height for row in rows)

    def _pieces(self, texts: Iterable[Text], element: Element) -> Iterator[tuple[str, str]]:
        """Yield the words of texts, and what is between them, each with the names of the elements
        of emphasis around it.
        """
        placed = [(text, row) for text in texts for row in text.rows]
        if not placed:
            return
        first = placed[0][1]
        words, face = first.text, self._face(first, element.name)
        if _begins_item(element):
            words = BULLET.sub("", words)
        for one, two in itertools.pairwise(placed):
            lost, between = self._between(*one, *two)
            yield face, words[: len(words) - lost]
            before, words, face = face, two[1].text, self._face(two[1], element.name)
            yield (
                ("" if between == "\n" else "".join(name for name in before if name in face)),
                between,
            )
        yield face, words

    def _between(self, text: Text, row: Row, next_text: Text, next_row: Row) -> tuple[int, str]:
        """Return how many letters a row loses, and what is between it and the next one: a line
        break if no margin is.
        """
        if is_level(row, next_row) and next_row.left > row.left:
            return 0, " " if next_row.left - row.right > _LEAST_GAP * row.height else ""
        if not (text is next_text and text.unbroken) and self._is_broken(
            text, row, next_text, next_row
        ):
            return 0, "\n"
        return self.hyphens.between(row.text, next_row.text)

    def _is_broken(self, text: Text, row: Row, next_text: Text, next_row: Row) -> bool:
        if row.right + SPACE * next_row.height + next_row.first <= self.edges[row.column]:
            return True
        if ENDED.search(row.text[-4:]) and OPENS.match(next_row.text):
            return True
        #  What parts two plain texts of a browser is a line break, or an element that shows in no
        # way.
        plain = text.unbroken and text.plain and next_text.unbroken and next_text.plain
        return plain and not next_row.text[0].islower()

    def _face(self, row: Row, name: str) -> str:
        """Return the elements of emphasis around a row in an element so called."""
        if name in _ONE_FACE:
            return ""
        return "b" * (row.bold and not self.bold_is_usual) + "i" * (
            row.slanted and not self.slanted_is_usual
        )


def text_writer(rows: Sequence[Row]) -> TextWriter:
    """Return the writer for a document with these rows."""
    letters = sum(len(row.text) for row in rows)
    return TextWriter(
        edges=right_edges(rows),
        height=statistics.median(row.height for row in rows),
        hyphens=Hyphens(row.text for row in rows),
        bold_is_usual=sum(len(row.text) for row in rows if row.bold) > _CHIEF * letters,
        slanted_is_usual=sum(len(row.text) for row in rows if row.slanted) > _CHIEF * letters,
    )


def _begins_item(element: Element) -> bool:
    """Return whether the next text of an element is the first one of an item of a list, in which
    its mark may be drawn.
    """
    if element.children:
        return False
    around = element.parent
    return element.name == "li" or (
        around is not None and around.name == "li" and around.children == [element]
    )


def _inside(element: Element, name: str) -> Element:
    """Return a new element in another one, or that one if there is no name."""
    if not name:
        return element
    element.children.append(new := Element(name, parent=element))
    return new


def _add(words: str, element: Element) -> None:
    for at, line in enumerate(words.split("\n")):
        element.children += [Element("br", parent=element), line] if at else [line]
