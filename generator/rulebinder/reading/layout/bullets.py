"""Bullets that no dialect knows. The mark that most marked lines of a page begin with is one.

Writers and converters use hundreds of marks: ``–``, ``■``, ``・``, an ``o`` or an ``n`` that had a
font of its own, or numbers. The page itself shows which mark it is, so that no list has to name it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from ...problems import Place, Problem, repair
from . import questions

_KNOWN = frozenset("-*+•●▪·‣\uf0b7＊")
"""The marks that dialects know, each in its own way."""
_OTHERS = frozenset("#>|=<\\/…:;,.\"'")
"""Signs that begin headings, quotes, tables, tags, and the rest of a line that lost its symbols."""
_OPENINGS = ("Ps", "Pi")
_MARKED = re.compile(
    r"^(?P<indent>[^\S\n]*)\\?(?P<mark>[^\w\s](?=[^\S\n]+\S)|(?![\s\w])[\u2022-\u2211\u2213-\uffff](?=\S)"
    r"|[a-zØü](?=[^\S\n]+[^\sa-zà-ÿ])|\d{1,2}[.)](?=[^\S\n]+\S))[^\S\n]*(?=\S)",
    re.MULTILINE,
)
"""A sign and a space; a sign that is no dash, quotation mark or minus, and no space; a small letter
or a number alone.
"""
_NUMBER = "1."
"""The mark that stands for all numbers."""
_LEAST_SHARE = 0.05
"""The share of lines up to which a mark may be that of modes."""
_LEAST = 3


def with_known_bullets(text: str, path: str) -> tuple[str, list[Problem]]:
    """Return the text with a star for each of its bullets, and what was done.

    A text whose bullets a dialect knows comes back as it is.
    """
    text, asked = questions.with_bullets(text, path)
    found = [
        each
        for each in _MARKED.finditer(text)
        if each["mark"] not in _OTHERS and unicodedata.category(each["mark"][0]) not in _OPENINGS
    ]
    counts = Counter(map(_mark, found))
    mark = max(sorted(counts), key=counts.__getitem__, default="*")
    if mark in _KNOWN or counts[mark] < max(_LEAST, _LEAST_SHARE * text.count("\n")):
        return text, asked
    found = [each for each in found if _mark(each) == mark]
    margin = min(len(each["indent"]) for each in found)
    parts: list[str] = []
    at = 0
    for each in found:
        parts += (text[at : each.start()], each["indent"][margin:], "* ")
        at = each.end()
    shown = mark if mark.isprintable() else f"U+{ord(mark):04X}"
    message = f"“{shown}” begins {len(found)} lines: it is read as a bullet"
    line = text.count("\n", 0, found[0].start()) + 1
    return "".join((*parts, text[at:])), [*asked, repair(Place(path, line), message)]


def _mark(found: re.Match[str]) -> str:
    return _NUMBER if found["mark"][0].isdecimal() else found["mark"]
