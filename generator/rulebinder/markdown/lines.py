"""Elements that contain one text: paragraphs, items, abilities, and lines of facts."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import cast

from ..pages.words import Words
from . import attributes, inline
from .attributes import escaped

_WORDED = re.compile(r"\{(?:[^#.{}\s=][^{}\s=]*\}|\.compared)|°")
"""What a language has words for: symbols, signs of outdated terms, and comparisons."""
_NO_WORDS = cast("Words", None)
"""The words of texts that need none."""
_SEPARATOR = " · "
_ALONE = re.compile('<span class="tag"[^>]*>[^<]*</span>')
_STRONG = re.compile("<strong>(.*?)</strong> *")
_CHANGE = re.compile("<(?P<end>/?)(?P<name>ins|del)[^>]*>")
_CHANGES = {"del": "revision_cut", "ins": "revision_put"}
"""The words that begin a change in a comparison, by its element."""


def line(words: Words, name: str, block: str, above: str = "") -> str:
    """Return ``block`` as an element with the attributes at its end, and those ``above`` it.

    Most texts are on several pages, and in all languages; so each is read once.
    """
    return _line(words if _WORDED.search(block) else _NO_WORDS, name, block, above)


@functools.lru_cache(1 << 15)
def _line(words: Words, name: str, block: str, above: str) -> str:
    text, listed = attributes.split(block)
    kinds = listed.split()
    if ".facts" in kinds:
        listed = listed.replace(".facts", ".facts-line")
        html = facts_line(words, text)
    else:
        html = inline.html(words, text.strip(" \n"))
    if ".chips" in kinds:
        html = _STRONG.sub(r'<span class="chips-label">\1</span>', html, count=1)
    elif ".compared" in kinds:
        html = _CHANGE.sub(lambda change: _change(words, change), html)
    elif ".jump" in kinds:
        name = "nav"
    return f"{attributes.start(name, f'{listed} {above}')}{html}</{name}>"


@functools.lru_cache(1 << 10)  # the rulings of an entry have the same
def facts_line(words: Words, text: str) -> str:
    """Return facts with ``·`` between them, each as an element. A ``·`` within ``[…]`` divides
    nothing.
    """
    facts = (inline.html(words, fact) for fact in _divided(text))
    return "".join(
        f"{fact} " if _ALONE.fullmatch(fact) else f"<span>{fact}</span> " for fact in facts if fact
    )


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
