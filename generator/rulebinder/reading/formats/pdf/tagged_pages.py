"""The lines of a tagged PDF's pages, by the marks that its structure names; and those that no mark
holds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pdfminer.layout import LTAnno, LTChar

from .pdf_pages import ARTIFACT, Page
from .rows import Row, row_of, with_dots
from .structure import Mark

_MOST_MISSED = 0.02
"""The share of letters in the midst of the text that may have no tag: with more of them, the tags
are of no use.
"""
_GAP = 0.15
"""The width of the narrowest space between two words, in heights of letters."""


@dataclass
class MarkedLines:
    """The lines of a tagged document."""

    rows: dict[Mark, list[Row]] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)
    """The lines above and below the text of pages, with ``#`` for numbers, and how often each is
    there.
    """
    missed: Counter[str] = field(default_factory=Counter)
    """The lines that have no tag, on pages of the text."""

    @property
    def is_whole(self) -> bool:
        """Whether the marks hold the text, and do not only say where some pictures are."""
        missed = sum(
            len(text) * count for text, count in self.missed.items() if text not in self.left_out
        )
        held = sum(len(row.text) for rows in self.rows.values() for row in rows)
        return missed <= _MOST_MISSED * held

    def add(self, page: Page, number: int, used: set[Mark]) -> None:
        """Take the lines of a page; ``used`` are the marks that the structure names."""
        tagged: list[tuple[Mark, Row]] = []
        others: list[tuple[bool, Row]] = []
        for name, letters in page.marked.items():
            mark = Mark(page.name, name)
            for row in _rows(letters, number):
                if mark in used:
                    tagged.append((mark, row))
                else:
                    others.append((name == ARTIFACT, row))
        for (mark, _), row in zip(
            tagged, with_dots([row for _, row in tagged], page.dots), strict=True
        ):
            self.rows.setdefault(mark, []).append(row)
        heights = [row.bottom for _, row in tagged]
        for is_artifact, row in others:
            outside = is_artifact or (heights and not min(heights) <= row.bottom <= max(heights))
            (self.left_out if outside else self.missed)[re.sub(r"\d+", "#", row.text)] += 1


def _rows(letters: Sequence[LTChar], page: int) -> Iterator[Row]:
    """Return the rows of letters in the order in which they are drawn."""
    lines: list[list[LTChar | LTAnno]] = []
    for last, letter in zip([None, *letters], letters, strict=False):
        if last is None or not _is_beside(last, letter):
            lines.append([])
        elif letter.x0 - last.x1 > _GAP * letter.size:
            lines[-1].append(LTAnno(" "))
        lines[-1].append(letter)
    return filter(None, (row_of(line, page) for line in lines))


def _is_beside(last: LTChar, letter: LTChar) -> bool:
    """Return whether a letter is on the line of the letter before, and behind it."""
    size = max(last.size, letter.size)
    return abs(last.y0 - letter.y0) < size / 2 and letter.x0 > last.x0 - size
