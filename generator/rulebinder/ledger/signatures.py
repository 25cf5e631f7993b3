"""Hash and sign texts. The ledger stores the hashes and signatures instead of the text, and
recognizes a changed text by them.

A signature has the sorted hashes of the words in four parts: the words that first occur in the
first quarter of the text, in the second, and so on. This keeps enough order to distinguish a
reworded ruling from another ruling on the same subject, and too little to restore the text.
"""

from __future__ import annotations

import functools
import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

_WORD = re.compile(r"\{[^{}]+\}|[^\W_]+(?:'[^\W_]+)*")
_SAME = {0x2019: "'", 0x2018: "'", 0x2212: "-"}
"""Signs that make no difference, as ``str.translate`` asks for them."""
_WORDS = 128
"""The most hashes. It covers all words of every ruling that was ever printed,
and a sample of longer texts.
"""
_QUARTERS = 4
_ELSEWHERE = 0.5
"""How much a common word counts if it is in another quarter: a new first sentence moves all later
words.
"""
_PRIOR = 300
"""How many texts the list of a language's common words counts for, compared with those of the
ledger.

A ledger of a whole set (200 texts or more) shows better which words are common in it. A ledger of a
few cards shows nothing.
"""
_RARE = 0.004
"""The assumed share of texts with a word that is not in the list: the lists end at twice that."""
_LIGHTEST = 0.05
"""The least weight of a word, so that texts of only common words can still be compared."""
_UNSPACED = re.compile(r"[぀-ヿ㐀-鿿]{3,}")
"""Japanese and Chinese have no spaces between words, so they are compared by pairs of characters.
"""


@dataclass(frozen=True)
class Wording:
    """A ruling's text in one language, as the ledger stores it."""

    hash: str
    like: str
    """The signature: the sorted hashes of its words, four hexadecimal digits each.

    ``/`` separates the quarters.
    """
    revision: int = 1
    day: str | None = None
    """The day of the document with these words."""


@dataclass(frozen=True)
class Signature:
    """A parsed signature."""

    quarters: Mapping[str, int]
    """The quarter of each word's hash."""
    highest: str | None
    """The greatest hash that is kept; words with greater ones are unknown.

    None if all words of the text are known.
    """


@functools.lru_cache(maxsize=1 << 14)
def wording(text: str) -> Wording:
    """Return the hash and the signature of a text.

    Spaces, emphasis and the form of quotes make no difference.
    """
    words = _words(text)
    joined = " ".join(words)
    pieces = (
        [piece for word in words for piece in _pieces(word)] if _UNSPACED.search(joined) else words
    )
    quarters: dict[str, int] = {}
    for at, each in enumerate(map(mark, pieces)):
        if each not in quarters:
            quarters[each] = at * _QUARTERS // len(pieces)
    parts: list[list[str]] = [[] for _ in range(_QUARTERS)]
    for each in sorted(quarters)[:_WORDS]:
        parts[quarters[each]].append(each)
    return Wording(
        hashlib.blake2b(joined.encode(), digest_size=8).hexdigest(), "/".join(map("".join, parts))
    )


@functools.lru_cache(maxsize=1 << 16)
def mark(word: str) -> str:
    """Return the hash of a word in a signature."""
    return hashlib.blake2b(word.encode(), digest_size=2).hexdigest()


@functools.lru_cache(maxsize=1 << 14)
def signature(like: str) -> Signature:
    """Return the words of a signature."""
    quarters = {
        part[at : at + 4]: quarter
        for quarter, part in enumerate(like.split("/"))
        for at in range(0, len(part), 4)
    }
    return Signature(quarters, max(quarters) if len(quarters) >= _WORDS else None)


class Weights:
    """The weights of words: high for a rare word, and almost nothing for a word of most texts."""

    def __init__(self, lang: str, texts: Iterable[Wording]) -> None:
        """``texts`` are those of a ledger and of the document that is compared with it. They are
        only looked at if a text has changed.
        """
        self._listed = common(lang)
        self._texts = texts

    def among(self, *groups: Sequence[Wording]) -> Mapping[str, float]:
        """Return the weights of the words of ``groups``: an entry's known texts, and its new ones.

        A word in most of an entry's texts, such as the name of its card, does not help to
        distinguish them.
        """
        local: Counter[str] = Counter()
        for group in groups:
            held = Counter(word for each in group for word in signature(each.like).quarters)
            for word, count in held.items():
                local[word] = max(local[word], count)
        most = max(map(len, groups), default=0)
        return {
            word: self._weight(word, (count - 1) / max(most, 1)) for word, count in local.items()
        }

    @functools.cached_property
    def _held(self) -> tuple[Counter[str], int]:
        """How many texts have each word, and how many there are."""
        texts = [signature(each.like).quarters for each in self._texts]
        return Counter(word for words in texts for word in words), len(texts)

    def _weight(self, word: str, here: float) -> float:
        held, count = self._held
        share = (_PRIOR * self._listed.get(word, _RARE) + held[word]) / (_PRIOR + count)
        return max(-math.log(max(share, here, _RARE)), _LIGHTEST)


def alike(one: Wording, other: Wording, weights: Mapping[str, float]) -> float:
    """Return how much two texts have in common, 0 to 1: the weight of their common words, reduced
    for words in other quarters.
    """
    if one.hash == other.hash:
        return 1.0
    a, b = _comparable(one, other)
    both = math.fsum(
        weights[word] * (1.0 if a[word] == b[word] else _ELSEWHERE) for word in a.keys() & b.keys()
    )
    return 2 * both / max(_sum(a, weights) + _sum(b, weights), _LIGHTEST)


def contained(part: Wording, whole: Wording, weights: Mapping[str, float]) -> float:
    """Return the share of ``part``'s words, by weight, that ``whole`` also has."""
    a, b = _comparable(part, whole)
    return _sum(a.keys() & b.keys(), weights) / max(_sum(a, weights), _LIGHTEST)


@functools.cache
def common(lang: str) -> Mapping[str, float]:
    """Return the share of rulings in ``lang`` with a word, by its hash.

    It is empty if there is no list of the language.
    """
    file = resources.files(__package__).joinpath("commonness", f"{lang}.txt")
    if not file.is_file():
        return {}
    rows = (
        line.split(" ", 1)
        for line in file.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    )
    return {mark(word): float(share) for share, word in rows}


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text that its signature has, before they are hashed."""
    return frozenset(piece for word in _words(text) for piece in _pieces(word))


def _comparable(one: Wording, other: Wording) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return the words of both signatures, without words that the other one may have dropped
    because of their hashes.
    """
    a, b = signature(one.like), signature(other.like)
    bounds = [each.highest for each in (a, b) if each.highest is not None]
    if not bounds:
        return a.quarters, b.quarters
    bound = min(bounds)
    known, new = (
        {word: at for word, at in each.quarters.items() if word <= bound} for each in (a, b)
    )
    return known, new


def _sum(words: Iterable[str], weights: Mapping[str, float]) -> float:
    return math.fsum(weights[word] for word in words)


def _pieces(word: str) -> Iterable[str]:
    if not _UNSPACED.search(word):
        return (word,)
    return (word[at : at + 2] for at in range(len(word) - 1))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold().translate(_SAME))
