"""Vectors of words and of texts: numbers that are alike if what they belong to means something alike.

``content/vectors/<lang>.txt`` has those of words, and its README says where they come from. The vector of a text is the sum
of those of its words, so a build needs no model. web/search/ranking/meaning.js compares vectors.

A vector is written with a letter for each number, from ``#`` (-28) over ``?`` (0) to ``[`` (28). JSON escapes none of them.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Iterable, Mapping

from ...system import shipped

ZERO = ord("?")
MOST = 28
"""The greatest number that a letter stands for."""
_LANES = "utf-32-be"
"""Gives each letter four bytes of one large number. So a whole vector is added at once, and no sum reaches the next letter."""


@functools.cache
def of_words(lang: str) -> Mapping[str, str]:
    """Return the vectors of the words of a language, as letters. There are none in languages that have no file."""
    file = shipped.VECTORS / f"{lang}.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else ()
    return dict(line.split(" ") for line in lines)


def of_text(words: Iterable[str], lang: str) -> str:
    """Return the vector of a text with these words, as letters. It is empty if no word has a vector."""
    known = _lanes(lang)
    found = [known[word] for word in words if word in known]
    if not found:
        return ""
    size = len(next(iter(of_words(lang).values())))
    sums = struct.unpack(f">{size}I", sum(found).to_bytes(4 * size))
    return letters([each - ZERO * len(found) for each in sums])


def letters(numbers: Iterable[float]) -> str:
    """Return the letters of a vector. Its greatest number becomes MOST or -MOST: only the direction of a text's vector counts."""
    held = list(numbers)
    most = max(map(abs, held)) or 1
    return "".join(chr(ZERO + round(MOST * each / most)) for each in held)


@functools.cache
def _lanes(lang: str) -> Mapping[str, int]:
    return {word: int.from_bytes(vector.encode(_LANES)) for word, vector in of_words(lang).items()}
