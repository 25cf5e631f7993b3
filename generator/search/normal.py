"""Words as the search compares them; web/search/folding.js does the same in the browser."""

from __future__ import annotations

import functools
import re
import unicodedata

_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})
_ELIDED = re.compile(r"\b([cdjlmnst]|qu|dell|nell|all|sull|un)['’‘ʼ](?=\w{3})")
"""An article or the like without its vowel: ``l'énergie`` is two words, ``dryad's`` one."""
_APOSTROPHES = re.compile(r"['’‘ʼ]")
_BETWEEN = re.compile(r"[\W_]+")


@functools.lru_cache(maxsize=1 << 16)
def folded(text: str) -> str:
    """``text`` in lower case, without accents, ligatures, apostrophes and marks, single spaces between words."""
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = "".join(char for char in plain if not unicodedata.category(char).startswith("M")).translate(_LIGATURES)
    return " ".join(_BETWEEN.split(_APOSTROPHES.sub("", _ELIDED.sub(r"\1 ", plain)))).strip()
