"""Finished HTML in Markdown pages.

The headings of a page are Markdown, because MkDocs makes its table of contents of them. All other lines are finished HTML.
Python-Markdown would parse them twice for nothing, which would take half of a build's time, so it reads placeholders.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from ..templating.environment import HEADING

HEADINGS = "headings"
"""The key in a page's front matter: the numbers of the lines that are Markdown, from 0. Hand-written pages lack it."""

_PLACEHOLDER = "finished-{}"
_PLACEHOLDERS = re.compile(r"<p>finished-([0-9]+)</p>\n?")


def divide(rendered: str) -> tuple[str, list[int]]:
    """Return the Markdown of a page whose headings are marked, and the numbers of the lines with headings, from 0."""
    # MkDocs takes each of these for the end of a line when it reads the page, and the numbers must count the same lines.
    text = rendered.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    headings = [number for number, line in enumerate(text.split("\n")) if line.startswith(HEADING)]
    return text.replace(HEADING, "") + "\n", headings


def hide(markdown: str, headings: Sequence[int]) -> tuple[str, list[str]]:
    """Replace all lines but ``headings`` by placeholders. Return the new Markdown, and the HTML that each placeholder replaces."""
    wanted = frozenset(headings)
    parts: list[str] = []
    finished: list[str] = []
    for written, lines in groupby(enumerate(markdown.split("\n")), key=lambda line: line[0] in wanted):
        text = "\n".join(line for _, line in lines).strip("\n")
        if written:
            parts.append(text)
        elif text.strip():
            parts.append(_PLACEHOLDER.format(len(finished)))
            finished.append(text)
    return "\n\n".join(parts), finished


def show(html: str, finished: Sequence[str]) -> str:
    """Return ``html``, which Python-Markdown made, with the finished HTML in place of its placeholders."""
    return _PLACEHOLDERS.sub(lambda match: f"{finished[int(match[1])]}\n", html)
