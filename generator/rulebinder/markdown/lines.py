"""Elements that contain one text: paragraphs, items, abilities, and lines of facts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..pages.words import Words
from . import attributes, inline
from .attributes import escaped

_SEPARATOR = " · "
_PARTS = {".facts": "", ".also": ' class="also-name"', ".face-stats": ' class="stat"'}
"""The classes of lines with parts, and the attributes of these."""
_ALONE = re.compile('<span class="tag"[^>]*>[^<]*</span>')
_MARKS = {
    ".also": ("em", "span", "also-language"),
    ".chips": ("strong", "span", "chips-label"),
    ".face-stats": ("strong", "span", "stat-label"),
    ".members": ("em", "span", "from"),
    ".refs": ("strong", "b", "number"),
    ".sets": ("em", "span", "set-name"),
}
"""What marks mean in the lines and lists of a class: an element with a class."""
_CHANGE = re.compile("<(?P<end>/?)(?P<name>ins|del)[^>]*>")
_CHANGES = {"del": "revision_cut", "ins": "revision_put"}
"""The words that begin a change in a comparison, by its element."""


def line(words: Words, name: str, block: str, above: str = "") -> str:
    """Return ``block`` as an element with the attributes at its end, and those ``above`` it."""
    text, listed = attributes.split(block)
    listed = f"{listed} {above}"
    kinds = listed.split()
    if divided := _PARTS.keys() & kinds:
        html = parts(words, text, _PARTS[divided.pop()])
    else:
        html = inline.html(words, text)
    if ".compared" in kinds:
        html = _CHANGE.sub(lambda change: _change(words, change), html)
    elif ".jump" in kinds:
        name = "nav"
    html = with_meanings(html, kinds)
    return f"{attributes.start(name, listed.replace('.facts', '.facts-line'))}{html}</{name}>"


def with_meanings(html: str, kinds: list[str]) -> str:
    """Return ``html`` with what its marks mean in a line or list of these classes."""
    for mark, name, meaning in (_MARKS[kind] for kind in kinds if kind in _MARKS):
        html = html.replace(f"<{mark}>", f'<{name} class="{meaning}">')
        html = html.replace(f"</{mark}>", f"</{name}>")
    return html


def parts(words: Words, text: str, listed: str = "") -> str:
    """Return the parts of ``text`` that have ``·`` between them, each as an element. A ``·`` within
    ``[…]`` divides nothing.
    """
    html = ""
    for part in filter(None, _divided(text)):
        piece = inline.html(words, part)
        html += f"{piece} " if _ALONE.fullmatch(piece) else f"<span{listed}>{piece}</span> "
    return html


def _divided(text: str) -> Iterator[str]:
    pieces: list[str] = []
    depth = 0
    for piece in text.split(_SEPARATOR):
        pieces.append(piece)
        depth += piece.count("[") - piece.count("]")
        if depth <= 0:
            yield _SEPARATOR.join(pieces)
            pieces, depth = [], 0
    yield _SEPARATOR.join(pieces)


def _change(words: Words, change: re.Match[str]) -> str:
    """Return the beginning or the end of a change between two wordings.

    Screen readers say words at its beginning, and a bracket at its end.
    """
    if change["end"]:
        return f'<span class="unseen">]</span>{change[0]}'
    return f'{change[0]}<span class="unseen">[{escaped(words[_CHANGES[change["name"]]])} </span>'
