"""The line FAQ: ``-----`` between blocks, ``* `` bullets, ``//`` between halves, one paragraph a
line; entries of a list inside a bullet are indented and begin with ``-``.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ..dialect import (
    DASHES,
    STARRED,
    Dialect,
    DocumentText,
    Kind,
    Layout,
    Likeness,
    Line,
    Lines,
    classify_line,
    count_marks,
    describe_counts,
    list_spaced_lines,
)
from ..patterns import Patterns
from ..symbols import normalise

_BULLET = re.compile(r"^\*(?=\s)|^\*(?=[^\s*/][^*]*$)")
_ITEM = re.compile(r"^\s+-\s+(?=\S)")
_OTHER_BULLET = re.compile(r"[•●▪·‣-]\s+\S")
"""The bullet of a page in another layout; in this one, a few dots are modes."""


def likeness(page: DocumentText) -> Likeness:
    """Count dividers and starred bullets.

    A page with any mark of Markdown or HTML is not plain text.
    """
    marked = count_marks(page.text)
    if marked:
        return Likeness(0.0, f"no plain text: {describe_counts(marked)}")
    lines = page.printed_lines
    dividers = sum(bool(DASHES.match(line) or STARRED.match(line)) for line in lines)
    if not dividers:
        return Likeness(0.0, describe_counts({"divider": 0, "line": len(lines)}))
    bullets = sum(line.startswith("* ") for line in lines)
    others = sum(bool(_OTHER_BULLET.match(line)) for line in lines)
    #  A divider for every 16 lines is enough. Starred bullets speak for the dialect, others against
    # it; a page with as many of both, or none, may still be one.
    by_dividers = min(1.0, 16 * dividers / len(lines))
    by_bullets = max(0.0, min(1.0, 0.4 + 4 * (bullets - others) / len(lines)))
    score = by_dividers * by_bullets
    counts = {
        "divider": dividers,
        "starred bullet": bullets,
        "other bullet": others,
        "line": len(lines),
    }
    return Likeness(score, describe_counts(counts))


def read_lines(page: DocumentText, _words: Patterns) -> Lines:
    """Return each line of the page as one: a divider, an item, a bullet, a heading between stars or
    text. A bullet may lack its space.
    """
    lines = []
    for place, raw, after_blank in list_spaced_lines(page):
        bare = raw.strip()
        heading = STARRED.match(bare)
        line = classify_line(heading["title"] if heading else raw, place, after_blank, _BULLET)
        if DASHES.match(bare):
            line = Line(kind=Kind.DIVIDER, place=place, after_blank=after_blank)
        elif _ITEM.match(raw):
            text = normalise(bare[1:].lstrip())
            line = Line(kind=Kind.ITEM, text=text, place=place, after_blank=after_blank)
        if line is not None:
            lines.append(replace(line, marked=bool(heading)))
    return lines


DIALECT = Dialect("line-faq", Layout(divided=True), likeness, read_lines)
"""A FAQ whose blocks are divided by lines of dashes."""
