"""The Markdown dialect: ``- `` bullets; blank lines prove nothing; a cost or type line makes a card."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .dialects import Layout, Page
from .lines import Kind, Line, classify
from .spans import normalise, without_emphasis
from .words import Words

_BULLET = re.compile(r"^[-*–](?:\s+|$)(?!\s*[-*]\s*$)")
_HEADING = re.compile(r"^#{1,6}\s+(?P<text>.*?)\s*#*$")


class Markdown:
    """Release notes as Markdown, converted from a page or a scan."""

    name = "markdown"
    layout = Layout(broken_lines=True)

    def likeness(self, page: Page) -> float:
        """The share of ``- `` bullets among the lines, and whether there is any emphasis or link."""
        lines = [line for line in page.text.splitlines() if line.strip()]
        bullets = sum(line.lstrip().startswith("- ") for line in lines)
        marked = bool(re.search(r"\]\(https?:|^#|\*\w", page.text, re.MULTILINE))
        return min(1.0, 4 * bullets / max(len(lines), 1)) * (0.8 + 0.2 * marked)

    def lines(self, page: Page, words: Words) -> Sequence[Line]:
        """One line a line; headings marked with ``#`` are titles unless they are the document's own."""
        found = []
        blank = True
        for number, raw in enumerate(page.text.split("\n"), start=1):
            line = classify(raw, number, blank, _BULLET)
            blank = not raw.strip()
            if line is not None:
                found.append(_normalised(line, words))
        return found


def _normalised(line: Line, words: Words) -> Line:
    heading = _HEADING.match(line.text)
    text = normalise(heading["text"] if heading else line.text, markdown=True)
    if heading and words.section_kind(without_emphasis(text)):
        return Line(Kind.TITLE, text, line.number, line.after_blank)
    return Line(line.kind, text, line.number, line.after_blank)
