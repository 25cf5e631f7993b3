"""The texts of a tagged PDF: their rows are joined, unless a line break ends one of them, and
emphasis is kept.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...layout.hyphens import Hyphens
from ...layout.line_wraps import ENDED
from ..web.elements import Element
from .rows import BULLET, LARGE, LONGEST_HEADING, OPENS, SPACE, Row, is_level, right_edges

_CHIEF = 0.5
"""The share of letters from which on a face is no emphasis, but the usual one."""
_LEAST_GAP = 0.12
"""The width of a space between two texts on a line, in heights of letters."""
_ONE_FACE = {"h1", "h2", "h3", "h4", "h5", "h6", "th"}
"""Elements whose letters are bold without any emphasis."""


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
