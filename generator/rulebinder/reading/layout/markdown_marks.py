"""The marks of Markdown and HTML on a page, counted: plain text has none of them."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

_LINK = re.compile(
    r"\]\([^\s()\[\]]+(?:\([^\s()]*\)[^\s()]*)?(?:\s\"[^\"\n]*\")?\)|\]\[[^\[\]\n]{1,80}\]|<a\s[^<>]*>",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"!\[[^\[\]\n]*\]\(|<img\s", re.IGNORECASE)
_TAG = re.compile(r"</?(?:br|p|i|b|em|strong|span|div|ul|ol|li|h[1-6])\b[^<>\n]*>", re.IGNORECASE)
_HEADING = re.compile(r"^ {0,3}#{1,6}[^\S\n]+\S", re.MULTILINE)
_QUOTE = re.compile(r" {0,3}>(?:\s|$)")
_EMPHASIS = re.compile(
    r"(?P<stars>\*(?<![\w*\\]\*)\*?)(?=[^\s*/])[^*\n]{1,200}(?<=[^\s*])(?P=stars)(?![\w*])"
)
"""Words between stars, not the power and toughness ``*/*``. FAQs of plain text have words between
underscores, and titles between three stars.
"""
_DASHES = re.compile(r"-{3,}")
_EQUALS = re.compile(r"={3,}")
_FEW = 1
"""How many emphasized words a plain text may have: a star may be a footnote or a bullet without a
space.
"""
_LONG_TITLE = 120


@functools.lru_cache(maxsize=1)
def marks(text: str) -> Mapping[str, int]:
    """Return how often the page has each mark that plain text never has; marks that it lacks are
    left out.

    A single emphasized word is no mark. Lines of dashes count if they underline a heading.
    """
    lines = text.splitlines()
    emphasized = _count(_EMPHASIS, text, "*")
    found = {
        "link": _count(_LINK, text, "](", "][", "<a", "<A"),
        "picture": _count(_PICTURE, text, "![", "<i", "<I"),
        "heading": _count(_HEADING, text, "#"),
        "underlined heading": len(underlines(lines)),
        "emphasized word": emphasized if emphasized > _FEW else 0,
        "block quote": sum(1 for line in text.split("\n") if ">" in line and _QUOTE.match(line)),
        "tag": _count(_TAG, text, "<"),
    }
    return MappingProxyType({name: count for name, count in found.items() if count})


def _count(pattern: re.Pattern[str], text: str, *signs: str) -> int:
    """Return how often the pattern is in a page. It has one of the signs, which most pages lack."""
    return sum(1 for _ in pattern.finditer(text)) if any(sign in text for sign in signs) else 0


def counted(counts: Mapping[str, int]) -> str:
    """Return the counts as words: ``3 links, 1 picture``."""
    return ", ".join(f"{count} {noun}{'s' * (count != 1)}" for noun, count in counts.items())


def underlines(lines: Sequence[str]) -> frozenset[int]:
    """Return which lines underline the heading above them: ``===``, or as many dashes as the
    heading has letters.

    Dividers have one length on the whole page, so dashes of the length of a divider are none.
    """
    dashes = {
        at: len(line.strip())
        for at, line in enumerate(lines)
        if "---" in line and _DASHES.fullmatch(line.strip())
    }
    fitting = {
        at
        for at, length in dashes.items()
        if at
        and len(lines[at - 1].strip()) == length
        and not _DASHES.fullmatch(lines[at - 1].strip())
    }
    dividers = Counter(length for at, length in dashes.items() if at not in fitting)
    double = {
        at
        for at, line in enumerate(lines)
        if at and "===" in line and _is_double(line) and _is_title(lines[at - 1])
    }
    return frozenset({at for at in fitting if not dividers[dashes[at]]} | double)


def _is_double(line: str) -> bool:
    return bool(_EQUALS.fullmatch(line.strip()))


def _is_title(line: str) -> bool:
    return 0 < len(line.strip()) <= _LONG_TITLE and not _is_double(line)
