"""Find many phrases in a text at once: whole words in any case, the longest first."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ahocorasick_rs import AhoCorasick

from ..system import group_pairs
from ..system.caches import comparable_bytes
from ..system.files import digest
from ..text import level

T = TypeVar("T")

_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Letters of languages without spaces between words."""


@dataclass(frozen=True)
class Hit(Generic[T]):
    """A phrase found at ``text[start:end]``, and its meaning."""

    start: int
    end: int
    meaning: T


class Phrases(Generic[T]):
    """Phrases and their meanings; a phrase may have several."""

    def __init__(self, phrases: Iterable[tuple[str, T]]) -> None:
        meanings = group_pairs(
            (level(phrase), meaning) for phrase, meaning in phrases if phrase.strip()
        )
        self._found = tuple(meanings)
        self._meanings = list(meanings.values())
        self._automaton = AhoCorasick(list(meanings))

    @functools.cached_property
    def key(self) -> str:
        """A digest of the phrases and their meanings."""
        return digest(comparable_bytes((self._found, self._meanings)))

    def hits(self, text: str) -> Iterator[Hit[T]]:
        """Yield every phrase that ``text`` has as whole words, including overlapping ones."""
        if not self._meanings:
            return
        for index, start, end in self._automaton.find_matches_as_indexes(
            level(text), overlapping=True
        ):
            if _is_edge(text, start) and _is_edge(text, end):
                for meaning in self._meanings[index]:
                    yield Hit(start, end, meaning)


def longest(hits: Iterable[Hit[T]]) -> list[Hit[T]]:
    """Return the hits that overlap no longer one, in order.

    Of two equally long ones, the first given is kept.
    """
    found = sorted(hits, key=lambda hit: (hit.start - hit.end, hit.start))
    taken = bytearray(max((hit.end for hit in found), default=0))
    kept = []
    for hit in found:
        if not any(taken[hit.start : hit.end]):
            taken[hit.start : hit.end] = b"\1" * (hit.end - hit.start)
            kept.append(hit)
    return sorted(kept, key=lambda hit: hit.start)


def _is_edge(text: str, at: int) -> bool:
    """Return whether a word may begin or end at ``at``."""
    if at in (0, len(text)):
        return True
    before, after = text[at - 1], text[at]
    if not (before.isalnum() and after.isalnum()):
        return True
    return bool(_UNSPACED.match(before) or _UNSPACED.match(after))


def few(names: Sequence[str], most: int) -> str:
    """Return the first of ``names``, at ``most`` so many, and an ``…`` if there are more."""
    return ", ".join((*names[:most], *(["…"] if len(names) > most else [])))
