"""Tells the language of a text: first by its script, then by the commonest words of each
language.
"""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from ...facts.languages import Languages
from ..notation.word_boundaries import UNCASED

_ADDRESS = re.compile(r"\]\([^()]*\)|<[^<>]*>|https?:\S+")
_SAMPLE = 60_000
_WORD = re.compile(rf"{UNCASED.pattern}|(?:(?!{UNCASED.pattern})[^\W\d_])+")
"""A word. If no spaces part words, or particles are joined to them, each letter counts as one."""
_SPACED_WORD = re.compile(r"[^\W\d_]+")
"""The same for a text without such letters, in a tenth of the time."""
_LEAST_SCRIPT = 0.15
"""How many letters of another script a document in it has for each Latin one, at least: names are
often in English.
"""
_LATIN = re.compile(r"[a-z\u00c0-\u024f]", re.IGNORECASE)
_NOT_LATIN = re.compile(r"[^\W\d_\u0000-\u036f\u1e00-\u1eff\u2000-\u2fff]")


class Heard(NamedTuple):
    """How many of the words of a text are among the commonest of each language of its script."""

    counts: dict[str, int]
    words: int

    def share(self, lang: str) -> float:
        """Return the share of the words that are among the commonest of a language."""
        return self.counts.get(lang, 0) / max(self.words, 1)

    @property
    def best(self) -> str | None:
        """The language with the largest share; None if there is none in the script of the text."""
        return max(self.counts, key=lambda lang: (self.counts[lang], lang), default=None)


def heard(text: str, languages: Languages) -> Heard:
    """Return how much of the beginning of a text is in each language.

    Languages in another script are left out.
    """
    sample = _ADDRESS.sub(" ", text[:_SAMPLE]).casefold()
    words = (_WORD if UNCASED.search(sample) else _SPACED_WORD).findall(sample)
    latin = _is_latin(sample)
    counts = {}
    for lang, language in languages.items():
        common, is_latin = _commonest(language.reading.stopwords)
        if common and is_latin is latin:
            counts[lang] = sum(map(common.__contains__, words))
    return Heard(counts, len(words))


@functools.lru_cache(maxsize=64)
def _commonest(stopwords: tuple[str, ...]) -> tuple[frozenset[str], bool]:
    """Return the commonest words of a language, and whether they are in the Latin script."""
    return frozenset(word.casefold() for word in stopwords), _is_latin("".join(stopwords))


def _is_latin(text: str) -> bool:
    """Whether a text is in the Latin script.

    Documents in other scripts name cards, people and sets in Latin letters.
    """
    others = len(_NOT_LATIN.findall(text))
    return not others or others <= _LEAST_SCRIPT * len(_LATIN.findall(text))
