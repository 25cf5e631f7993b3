"""Tables of Markdown that lay out the faces of a card side by side: their cells, one below the
other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..patterns import Patterns, stats

_Numbered = tuple[int, str]
_NO_HEADING = re.compile(r"^\s*\|(?:\s*\|)+\s*$")
_RULER = re.compile(r"^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$")
_BAR = re.compile(r"(?<!\\)\|")
_GAP = re.compile(r"\s{2,}")
_MISSING = re.compile(r"\s(?=[:,]\s)")
"""The place of a picture of mana that a copy of a page lost, with the end of the line before it."""


def untabled(lines: Iterable[_Numbered], words: Patterns) -> list[_Numbered]:
    """Return the lines of a page; in a table without a heading that shows a card, each line of a
    cell is one.

    Copies of web pages keep the lines of a cell as lines, or part them by two spaces. Other tables
    stay as they are.
    """
    page = list(lines)
    found: list[_Numbered] = []
    at = 0
    while at < len(page):
        end = _end(page, at)
        rows = list(_cell_lines(page[at + 2 : end], words)) if end > at else []
        if any(words.is_type_line(text) for _, text in rows):
            found += [(page[at][0], ""), *rows]
        else:
            found += page[at : max(end, at + 1)]
        at = max(end, at + 1)
    return found


def _end(page: list[_Numbered], at: int) -> int:
    """Return the end of the table without a heading that begins at ``at``; ``at`` if none does."""
    if "|" not in page[at][1] or not _NO_HEADING.match(page[at][1]):
        return at
    if at + 1 >= len(page) or not _RULER.match(page[at + 1][1]):
        return at
    return next((end for end in range(at + 2, len(page)) if not page[end][1].strip()), len(page))


def _cell_lines(rows: list[_Numbered], words: Patterns) -> Iterator[_Numbered]:
    """Yield the lines of all cells of a table."""
    for number, row in rows:
        cells = _BAR.split(row)
        parted = len(cells) > 3  # a row with all of its cells
        for cell in cells:
            for line in _GAP.split(cell.strip()) if parted else (cell.strip(),):
                yield from ((number, part) for part in _with_ends(line, words) if part)


def _with_ends(line: str, words: Patterns) -> list[str]:
    """The line, or the two lines that became one with the loss of the picture of mana between
    them.
    """
    lost = _MISSING.search(line)
    before = line[: lost.start()] if lost else ""
    return (
        [before, line[lost.end() :]]
        if lost and (stats(before) or words.is_type_line(before))
        else [line]
    )
