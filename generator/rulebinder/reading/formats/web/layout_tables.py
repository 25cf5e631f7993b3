"""Tables and lists that only lay out a page: cards in rows, boxes or entries, whole pages in
columns.

Their cells and entries become plain blocks, which are read one after the other. A table of data,
such as one of dates, has one line in each cell, and stays a table.
"""

from __future__ import annotations

import itertools

from ...notation.picture_symbols import COST
from .elements import CELLS, Element

_PARTS = {"table", "thead", "tbody", "tfoot", "tr", "caption", *CELLS}
_LISTS = {"ul", "ol"}
_LINES = {"br", "p", "div", *_LISTS}
_BROKEN = {"br", "hr", "li", "table", "h1", "h2", "h3", "h4", "h5", "h6", "dd"}
"""Elements that make several lines of a cell."""
_FEWEST = 3
"""The fewest rows and columns of a table that may have a heading."""
_HEADING = 40
"""The longest text in a cell of a heading."""


def unfold(root: Element) -> list[str]:
    """Make plain blocks of the tables and lists inside ``root`` that lay out a page; return the
    headings taken out.

    A table without any sign of its own follows the others of its page: a card without a cost is a
    card, too.
    """
    for element in root.descendants():
        entries = element.named("li") if element.name in _LISTS else []
        if 2 * sum(map(_is_card, entries)) > len(entries):
            for part in (element, *entries):
                part.name = "div"
    tables = [element for element in root.descendants() if element.name == "table"]
    if 2 * sum(map(_lays_out, tables)) < max(1, len(tables)):
        return []
    headings: list[str] = []
    for table in tables:
        heading = _heading(table)
        if heading is not None:
            headings.append(" | ".join(cell.text() for cell in heading.named(*CELLS)))
            heading.children = []
    for element in root.descendants():
        if element.name in _PARTS:
            element.name = "div"
    return headings


def _is_card(entry: Element) -> bool:
    """Whether an entry of a list has several lines, and then a list of its own, as a card and its
    rulings have.
    """
    names = [part.name for part in entry.descendants() if part.name in _LINES]
    return bool(names) and names[0] not in _LISTS and not _LISTS.isdisjoint(names)


def _lays_out(table: Element) -> bool:
    """Whether a cell has several lines, nothing but a cost, or pictures only."""
    return any(
        _has_lines(cell)
        or COST.match(cell.text())
        or (not cell.text() and cell.find("img") is not None)
        for cell in table.descendants()
        if cell.name in CELLS
    )


def _has_lines(cell: Element) -> bool:
    blocks = 0
    for element in cell.descendants():
        blocks += element.name in ("p", "div") and bool(element.text())
        if element.name in _BROKEN or blocks > 1:
            return True
    return False


def _heading(table: Element) -> Element | None:
    """Return the first row of a table if it names the columns: a short text in each cell, in none a
    cost or several lines.
    """
    rows = (element for element in table.descendants() if element.name == "tr")
    first = list(itertools.islice(rows, _FEWEST))
    cells = first[0].named(*CELLS) if len(first) == _FEWEST else []
    is_heading = len(cells) >= _FEWEST and all(
        0 < len(cell.text()) <= _HEADING and not COST.match(cell.text()) and not _has_lines(cell)
        for cell in cells
    )
    return first[0] if is_heading else None
