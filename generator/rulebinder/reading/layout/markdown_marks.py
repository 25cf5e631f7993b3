"""The marks of Markdown and HTML on a page, counted: plain text has none of them."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

_LINK = re.compile(
    r"\]\([^\s()\[\]]+(?:\([^\s()]*\)[^\s()]*)?(?:\s\"[^\"\n]*\")?\)|\]\[[^\[\]\n]{1,80}\]|<a\s[^<>]*>",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"!\[[^\[\]\n]*\]\(|<img\s", re.IGNORECASE)
_TAG = re.compile(r"</?(?:br|p|i|b|em|strong|span|div|ul|ol|li|h[1-6])\b[^<>\n]*>", re.IGNORECASE)
_EMPHASIS = re.compile(
    r"(?P<stars>\*(?<![\w*\\]\*)\*?)(?=[^\s*/])[^*\n]{1,200}(?<=[^\s*])(?P=stars)(?![\w*])"
)
"""Words between stars, not the power and toughness ``*/*``. FAQs of plain text have words between
underscores, and titles between three stars.
"""
_MARKS: Mapping[str, tuple[re.Pattern[str], tuple[str, ...]]] = {
    "link": (_LINK, ("](", "][", "<a", "<A")),
    "picture": (_PICTURE, ("![", "<i", "<I")),
    "heading": (re.compile(r"^ {0,3}#{1,6}[^\S\n]+\S", re.MULTILINE), ("#",)),
    "emphasized word": (_EMPHASIS, ("*",)),
    "block quote": (re.compile(r"^ {0,3}>(?:\s|$)", re.MULTILINE), (">",)),
    "tag": (_TAG, ("<",)),
}
"""The marks that plain text never has, and what a page with some of them has."""
_RULE = re.compile(r"-{3,}|={3,}")
_LONG_TITLE = 120
_FEW = 1
"""How many emphasized words a plain text may have: a star may be a footnote or a bullet without a
space.
"""


@functools.lru_cache(maxsize=1)
def marks(text: str) -> Mapping[str, int]:
    """Return how often the page has each mark that plain text never has; marks that it lacks are
    left out. A single emphasized word is not a mark.
    """
    counts = {
        name: sum(1 for _ in pattern.finditer(text))
        for name, (pattern, signs) in _MARKS.items()
        if any(sign in text for sign in signs)
    }
    counts["underlined heading"] = _underlined(text.splitlines())
    least = {"emphasized word": _FEW}
    return MappingProxyType(
        {name: count for name, count in counts.items() if count > least.get(name, 0)}
    )


def _underlined(lines: Sequence[str]) -> int:
    """Return how many headings have a line of ``===`` below them, or as many dashes as they have
    letters.

    Dividers have one length on the whole page, so dashes of the length of a divider are none.
    """
    rules = [
        (above.strip(), line.strip())
        for above, line in itertools.pairwise(("", *lines))
        if _RULE.fullmatch(line.strip())
    ]
    dividers = {rule for above, rule in rules if len(above) != len(rule) or _RULE.fullmatch(above)}
    return sum(
        0 < len(above) <= _LONG_TITLE and (rule[0] == "=" or rule not in dividers)
        for above, rule in rules
        if not _RULE.fullmatch(above)
    )


def counted(counts: Mapping[str, int]) -> str:
    """Return the counts as words: ``3 links, 1 picture``."""
    return ", ".join(f"{count} {noun}{'s' * (count != 1)}" for noun, count in counts.items())
