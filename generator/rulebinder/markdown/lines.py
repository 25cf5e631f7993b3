"""Elements that contain one text: paragraphs, items, abilities, and lines of facts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..pages.words import Words
from . import attributes, inline
from .attributes import escaped

_WORDED = re.compile(r"\{(?:[^#.{}\s=][^{}\s=]*\}|\.compared)|°")
"""What a language has words for: symbols, signs of outdated terms, and comparisons."""
_MOST = 1 << 15
"""The most elements that are remembered."""
_remembered: dict[tuple[str, str, str, Words | None], str] = {}
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
    key = name, block, above, words if _WORDED.search(block) else None
    if key not in _remembered:
        if len(_remembered) >= _MOST:
            _remembered.clear()
        _remembered[key] = _line(words, name, block, above)
    return _remembered[key]


def _line(words: Words, name: str, block: str, above: str) -> str:
    text, listed = attributes.split(block)
    kinds = attributes.read(listed).get("class", "").split()
    if "facts" in kinds:
        listed = listed.replace(".facts", ".facts-line")
        facts = (inline.html(words, part) for part in _divided(text))
        html = "".join(
            f"{fact} " if _ALONE.fullmatch(fact) else f"<span>{fact}</span> " for fact in facts
        )
    else:
        html = inline.html(words, text.strip(" \n"))
    if "chips" in kinds:
        html = _STRONG.sub(r'<span class="chips-label">\1</span>', html, count=1)
    elif "compared" in kinds:
        html = _CHANGE.sub(lambda change: _change(words, change), html)
    elif "jump" in kinds:
        name = "nav"
    return f"{attributes.start(name, f'{listed} {above}')}{html}</{name}>"


def _divided(text: str) -> Iterator[str]:
    """Yield the parts of a line of facts. A ``·`` within ``[…]`` divides nothing."""
    pieces: list[str] = []
    depth = 0
    for piece in text.split(_SEPARATOR):
        pieces.append(piece)
        depth += piece.count("[") - piece.count("]")
        if depth <= 0:
            yield _SEPARATOR.join(pieces)
            pieces, depth = [], 0
    if pieces:
        yield _SEPARATOR.join(pieces)


def _change(words: Words, change: re.Match[str]) -> str:
    """Return the beginning or the end of a change between two wordings.

    Screen readers say words at its beginning, and a bracket at its end.
    """
    if change["end"]:
        return f'<span class="unseen">]</span>{change[0]}'
    return f'{change[0]}<span class="unseen">[{escaped(words[_CHANGES[change["name"]]])} </span>'
