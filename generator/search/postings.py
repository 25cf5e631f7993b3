"""The words of the records: which records have each, and at which places.

The browser finds records by these, and phrases by the places. A word is in the form that is compared
(:mod:`.normal`), and web/search/postings.js reads what :func:`postings` writes.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable, Mapping, Sequence

from ..text import SYMBOL
from .normal import Fold
from .records import SearchRecord

Postings = Mapping[str, str]
"""The records and the places of each word, as :func:`postings` writes them."""

_MARKED = re.compile(rf"{SYMBOL}|(?:[+\-−]|(?<![\dx*]))[\dx*]++/[+\-−]?[\dx*]+|\b\d{{3}}\.\d+[a-z]?\b")
"""Symbols, power and toughness, and numbers of rules. A long run of digits is tried once, from its beginning."""
_MINUS = re.compile("[-−]")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
"""The letters of Chinese and Japanese, which have no spaces between words: each is a word of its own."""
_GAP = 2
"""How far the last word of a title is from the first of the text, so that no phrase has both."""


@functools.lru_cache(maxsize=1 << 15)  # the lexicon of each language needs the words of all
def tokens(text: str, fold: Fold) -> tuple[str, ...]:
    """Return the words of a text in order, those with marks as people type them, but without minus signs."""
    found: list[str] = []
    low, at = text.lower(), 0
    for match in _MARKED.finditer(low):
        found += fold(low[at : match.start()]).split()
        found.append(_MINUS.sub("", match[0]))
        at = match.end()
    return (*found, *fold(low[at:]).split())


def postings(records: Iterable[SearchRecord], fold: Fold) -> dict[str, str]:
    """Return the words of the records in the order of the alphabet, each with the records that have it: ``12,3,5 4,-2``.

    A run is a record: how far its number is from the one before, then its places, each as far from the one before. The
    places of the text begin at 0, and those of the title and of the other names end before it. This example is record 12
    with the word at the places 3 and 8, and record 16 with the word in its title.
    """
    runs: dict[str, list[str]] = {}
    last: dict[str, int] = {}
    for number, record in enumerate(records):
        for word, places in _places(record, fold).items():
            steps = (place - before for before, place in zip((0, *places), places, strict=False))
            runs.setdefault(word, []).append(",".join(map(str, (number - last.get(word, 0), *steps))))
            last[word] = number
    return {word: " ".join(runs[word]) for word in sorted(runs)}


def lengths(records: Iterable[SearchRecord], fold: Fold) -> str:
    """Return a letter for the length of each record: ``a`` for a word, and the next letter each time it doubles."""
    return "".join(chr(ord("a") + round(math.log2(max(1, len(tokens(record.text, fold)))))) for record in records)


def _places(record: SearchRecord, fold: Fold) -> dict[str, list[int]]:
    heading = _words(" ".join((record.title, *record.names)), fold)
    found: dict[str, list[int]] = {}
    for place, word in enumerate(heading, 1 - _GAP - len(heading)):
        found.setdefault(word, []).append(place)
    for place, word in enumerate(_words(record.text, fold)):
        found.setdefault(word, []).append(place)
    return found


def _words(text: str, fold: Fold) -> Sequence[str]:
    words = tokens(text, fold)
    if not _UNSPACED.search(text):
        return words
    return [part for word in words for part in _UNSPACED.sub(r" \g<0> ", word).split()]
