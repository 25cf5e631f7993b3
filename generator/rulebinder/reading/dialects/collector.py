"""The collector dialect: one paragraph a line, no bullets, a collector line before each card.

Pages saved as bare text look the same without the collector lines.
"""

from __future__ import annotations

import re

from ..dialect import (
    Dialect,
    DocumentText,
    Layout,
    Likeness,
    Lines,
    classify_line,
    describe_counts,
    is_label,
    list_spaced_lines,
)
from ..patterns import Patterns, is_cost

_NO_BULLET = re.compile(r"(?!)")
_MARKED = re.compile(
    r"\s*(?:\\?\*|[-•●▪])(?:\s+\S|\s*$)|\s*＊\s*[^\s/／+＋]|\s*-{3,}\s*$|#+\s|\s*>"
)
_BULLET = re.compile(r"(?:\\?\*|-)\s+\S")
"""The bullet of a ruling; dots are modes on these pages."""
_FEW_LINES = 0.1
"""The share of marked lines up to which a page has no bullets: modes have them everywhere."""
_SURE_LABELS = 3
"""How many collector lines make the dialect certain."""


def likeness(page: DocumentText) -> Likeness:
    """Count collector lines, of which most pages have hundreds; without one, costs on lines of
    their own may do.

    A page with bullets has another layout, even if its pictures have collector lines.
    """
    lines = page.printed_lines
    labels = sum(map(is_label, lines))
    marked = sum(_MARKED.match(line) is not None or "**" in line for line in lines)
    costs = sum(map(is_cost, lines))
    is_bulleted = sum(bool(_BULLET.match(line)) for line in lines) >= _FEW_LINES * len(lines)
    has_bare_costs = marked < _FEW_LINES * len(lines) and costs > 0
    by_labels = min(1.0, labels / _SURE_LABELS) * (0.1 if is_bulleted else 1.0)
    score = max(by_labels, 0.3 * has_bare_costs)
    counts = {"collector line": labels, "cost": costs, "marked line": marked, "line": len(lines)}
    return Likeness(score, describe_counts(counts))


def read_lines(page: DocumentText, _words: Patterns) -> Lines:
    """Return each line of the page as a paragraph; the text of a collector line is its label."""
    lines = (
        classify_line(raw, place, after_blank, _NO_BULLET)
        for place, raw, after_blank in list_spaced_lines(page)
    )
    return list(filter(None, lines))


DIALECT = Dialect("collector-lines", Layout(), likeness, read_lines)
"""Release notes whose cards are announced by their collector lines: ``0029_MTGMH3_Main: Name``."""
