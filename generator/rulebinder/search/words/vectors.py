"""Vectors of words and of texts: numbers that are alike if what they belong to means something
alike.

``content/vectors/<lang>.txt`` has those of words, and its README says where they come from. The
vector of a text is the sum of those of its words, so a build needs no model.
web/search/ranking/meaning.js compares vectors.

A vector is written with a letter for each number, from ``#`` (-28) over ``?`` (0) to ``[`` (28).
JSON escapes none of them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping

ZERO = ord("?")
MOST = 28
"""The greatest number that a letter stands for."""
_LANES = "utf-32-be"
"""Gives each letter four bytes of one large number.

So a whole vector is added at once, and no sum reaches the next letter.
"""


class Summing:
    """Makes the vectors of texts, from those of the words of their language."""

    def __init__(self, vectors: Mapping[str, str]) -> None:
        self._size = len(next(iter(vectors.values()), ""))
        self._known = {
            word: int.from_bytes(vector.encode(_LANES)) for word, vector in vectors.items()
        }

    def of_text(self, words: Iterable[str]) -> str:
        """Return the vector of a text with these words, as letters.

        It is empty if no word has a vector.
        """
        found = [self._known[word] for word in words if word in self._known]
        if not found:
            return ""
        sums = struct.unpack(f">{self._size}I", sum(found).to_bytes(4 * self._size))
        return letters([each - ZERO * len(found) for each in sums])


def letters(numbers: Iterable[float]) -> str:
    """Return the letters of a vector.

    Its greatest number becomes MOST or -MOST: only the direction of a text's vector counts.
    """
    held = list(numbers)
    most = max(map(abs, held)) or 1
    return "".join(chr(ZERO + round(MOST * each / most)) for each in held)
