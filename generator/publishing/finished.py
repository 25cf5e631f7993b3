"""Finished HTML in Markdown pages.

The headings of a page are Markdown, because MkDocs makes its table of contents of them. All other lines are finished HTML.
Python-Markdown would parse them twice for nothing, which would take half of a build's time, so it reads only the headings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

from ..templating.environment import HEADING

Token = dict[str, Any]
"""An entry of Python-Markdown's table of contents, without those below it."""
Convert = Callable[[str], tuple[str, tuple[Token, ...]]]
"""Turns a heading into HTML and its entries in the table of contents."""


def divide(rendered: str) -> tuple[str, list[int]]:
    """Return the Markdown of a page whose headings are marked, and the numbers of the lines with headings, from 0."""
    # MkDocs takes each of these for the end of a line when it reads the page, and the numbers must count the same lines.
    text = rendered.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    headings = [number for number, line in enumerate(text.split("\n")) if line.startswith(HEADING)]
    return text.replace(HEADING, "") + "\n", headings


def convert(markdown: str, headings: Iterable[int], heading: Convert) -> tuple[str, list[Token]]:
    """Return the HTML of a page, and the entries of its table of contents. ``heading`` turns each of the ``headings`` into HTML."""
    parts: list[str] = []
    tokens: list[Token] = []
    for text, is_heading in _pieces(markdown, frozenset(headings)):
        html, found = heading(text) if is_heading else (text, ())
        parts.append(f"{html}\n")
        tokens += map(dict, found)
    return "".join(parts), tokens


def _pieces(markdown: str, headings: frozenset[int]) -> Iterator[tuple[str, bool]]:
    """Yield the headings, each alone, and the lines between them. Say whether it is a heading."""
    for is_heading, lines in groupby(enumerate(markdown.split("\n")), key=lambda line: line[0] in headings):
        texts = [line for _, line in lines]
        if is_heading:
            yield from ((text, True) for text in texts)
        elif any(text.strip() for text in texts):
            yield "\n".join(texts).strip("\n"), False
