"""Hashes and signatures of texts: the ledger keeps them instead of the text, and finds a changed text again by them.

A signature holds the hashes of the words, sorted, in four parts: the words that first occur in the
first quarter of the text, in the second, and so on. That is order enough to tell a reworded ruling
from one that only speaks of the same things, and too little to give the text back. Ledgers of
before hold a sample of the hashes in one part; both forms are compared with each other.
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

_SAMPLE = 32
"""How many hashes the older form held at most: the smallest ones."""
_WORDS = 128
"""How many the form of today holds: every word of any ruling that was ever printed, a sample of longer texts."""
_QUARTERS = 4
_ELSEWHERE = 0.5
"""The share that a common word counts if it is in another quarter: a new first sentence moves all later words."""
_ANYWHERE = 0.75
"""The share that it counts if an older signature does not say in which quarter it was: the mean of both."""
_PRIOR = 300
"""How many texts the list of a language's common words counts for, beside those of the ledger.

A ledger of a whole set (200 texts or more) knows better which words are common in it; one of a few cards knows nothing.
"""
_RARE = 0.004
"""The share of texts that hold a word which is not in the list: the lists end at twice that."""
_LIGHTEST = 0.05
"""The least weight of a word: texts made only of words that all hold still have something to be compared by."""
_UNSPACED = re.compile(r"[぀-ヿ㐀-鿿]{3,}")
"""Japanese and Chinese, whose words have no spaces between them, are compared by pairs of characters."""


@dataclass(frozen=True)
class Wording:
    """A ruling's text in one language, as the ledger knows it."""

    hash: str
    like: str
    """The signature: hashes of its words, four hexadecimal digits each, sorted; its quarters are parted by ``/``."""
    revision: int = 1
    day: str | None = None
    """The day of the document that brought these words; None until an older ledger is updated."""

    @property
    def is_sample(self) -> bool:
        """Whether the signature has the older form, without quarters."""
        return "/" not in self.like


@dataclass(frozen=True)
class Signature:
    """A signature taken apart."""

    quarters: Mapping[str, int | None]
    """The quarter of each word's hash; None in the older form, which does not say."""
    highest: str | None
    """The greatest hash that is kept: greater ones are unknown. None if all words of the text are known."""


@functools.lru_cache(maxsize=1 << 14)
def wording(text: str) -> Wording:
    """Return the hash and the signature of a text. Spaces, emphasis and the form of quotes make no difference."""
    words = _words(text)
    pieces = [piece for word in words for piece in _pieces(word)]
    quarters: dict[str, int] = {}
    for at, piece in enumerate(pieces):
        quarters.setdefault(mark(piece), at * _QUARTERS // len(pieces))
    kept = sorted(quarters)[:_WORDS]
    like = "/".join("".join(each for each in kept if quarters[each] == quarter) for quarter in range(_QUARTERS))
    return Wording(hashlib.blake2b(" ".join(words).encode(), digest_size=8).hexdigest(), like)


def mark(word: str) -> str:
    """Return the hash of a word in a signature."""
    return hashlib.blake2b(word.encode(), digest_size=2).hexdigest()


@functools.lru_cache(maxsize=1 << 14)
def signature(like: str) -> Signature:
    """Return the words of a signature of either form."""
    parts = like.split("/")
    quarters = {
        part[at : at + 4]: None if len(parts) == 1 else quarter
        for quarter, part in enumerate(parts)
        for at in range(0, len(part), 4)
    }
    bound = _SAMPLE if len(parts) == 1 else _WORDS
    return Signature(quarters, max(quarters) if len(quarters) >= bound else None)


class Weights:
    """The weights of words: great for a rare word, next to nothing for one that most texts have."""

    def __init__(self, lang: str, texts: Iterable[Wording]) -> None:
        """``texts`` are those of a ledger and of the document that is compared with it."""
        self._listed = common(lang)
        self._held: Counter[str] = Counter()
        self._count = 0
        for each in texts:
            self._held.update(signature(each.like).quarters.keys())
            self._count += 1

    def among(self, *groups: Sequence[Wording]) -> Mapping[str, float]:
        """The weights of the words of ``groups``: an entry's known texts, and its new ones.

        A word that most of an entry's texts have, such as the name of its card, does not help to tell them apart.
        """
        local: Counter[str] = Counter()
        for group in groups:
            held = Counter(word for each in group for word in signature(each.like).quarters)
            for word, count in held.items():
                local[word] = max(local[word], count)
        most = max(map(len, groups), default=0)
        return {word: self._weight(word, (count - 1) / max(most, 1)) for word, count in local.items()}

    def _weight(self, word: str, here: float) -> float:
        share = (_PRIOR * self._listed.get(word, _RARE) + self._held[word]) / (_PRIOR + self._count)
        return max(-math.log(max(share, here, _RARE)), _LIGHTEST)


def alike(one: Wording, other: Wording, weights: Mapping[str, float]) -> float:
    """How much of two texts is common, 0 to 1: the weight of their common words, less if they are in other quarters."""
    if one.hash == other.hash:
        return 1.0
    a, b = _comparable(one, other)
    both = 0.0
    for word in a.keys() & b.keys():
        places = {a[word], b[word]}
        both += weights[word] * (_ANYWHERE if None in places else 1.0 if len(places) == 1 else _ELSEWHERE)
    return 2 * both / max(_sum(a, weights) + _sum(b, weights), _LIGHTEST)


def contained(part: Wording, whole: Wording, weights: Mapping[str, float]) -> float:
    """The share of ``part``'s words, by their weight, that ``whole`` holds."""
    a, b = _comparable(part, whole)
    return _sum(a.keys() & b.keys(), weights) / max(_sum(a, weights), _LIGHTEST)


@functools.cache
def common(lang: str) -> Mapping[str, float]:
    """The share of rulings in ``lang`` that hold a word, by its hash; empty if no list of the language is there."""
    file = resources.files(__package__).joinpath("commonness", f"{lang}.txt")
    if not file.is_file():
        return {}
    rows = (line.split(" ", 1) for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {mark(word): float(share) for share, word in rows}


def words_of(text: str) -> frozenset[str]:
    """The words of a text as its signature holds them, before they are hashed."""
    return frozenset(piece for word in _words(text) for piece in _pieces(word))


def _comparable(one: Wording, other: Wording) -> tuple[Mapping[str, int | None], Mapping[str, int | None]]:
    """Return the words of both, without those whose hashes are above the greatest one kept of the other."""
    a, b = signature(one.like), signature(other.like)
    bounds = [each.highest for each in (a, b) if each.highest is not None]
    if not bounds:
        return a.quarters, b.quarters
    bound = min(bounds)
    known, new = ({word: at for word, at in each.quarters.items() if word <= bound} for each in (a, b))
    return known, new


def _sum(words: Iterable[str], weights: Mapping[str, float]) -> float:
    return math.fsum(weights[word] for word in words)


def _pieces(word: str) -> Iterable[str]:
    if not _UNSPACED.search(word):
        return (word,)
    return (word[at : at + 2] for at in range(len(word) - 1))


def _words(text: str) -> list[str]:
    folded = text.casefold().translate({0x2019: "'", 0x2018: "'", 0x2212: "-"})
    return re.findall(r"\{[^{}]+\}|[^\W_]+(?:'[^\W_]+)*", folded)
