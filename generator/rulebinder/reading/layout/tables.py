"""Tables of Markdown that lay out the faces of a card side by side: their cells, one below the
other.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

from ..patterns import Patterns, stats

_Numbered = tuple[int, str]
_HEAD = re.compile(
    r"^[^\S\n]*\|(?:[^\S\n]*\|)+[^\S\n]*\n[^\S\n]*\|(?:[^\S\n]*:?-{3,}:?[^\S\n]*\|)+[^\S\n]*$",
    re.MULTILINE,
)
"""The first two lines of a table without a heading."""
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
    page: list[_Numbered] = []
    for _, group in itertools.groupby(lines, key=lambda line: not line[1].strip()):
        block = list(group)
        text = "\n".join(line for _, line in block)
        head = _HEAD.search(text)
        start = text.count("\n", 0, head.start()) if head else len(block)
        rows = list(_cell_lines(block[start + 2 :], words))
        if any(words.is_type_line(text) for _, text in rows):
            block[start:] = [(block[start][0], ""), *rows]
        page += block
    return page


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
