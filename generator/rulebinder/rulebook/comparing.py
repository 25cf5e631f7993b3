"""Compare texts of rules: which rule says nearly the same, which words differ, and what changed
between two editions.
"""

from __future__ import annotations

import difflib
import functools
import hashlib
import heapq
import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ..system import group_pairs
from .book import BookRule, Rulebook

_WORD = re.compile(r"\{[^{}\s]{1,9}\}|[^\W_]+(?:'[^\W_]+)*|[+-][\dX]+/[+-][\dX]+")
_TOKEN = re.compile(r"\s+|[^\s]+")
_SPACES = re.compile(r"\s+")
_CITED = re.compile(
    r"\b[0-9]{3}\.[0-9]{1,3}[a-z]{0,2}\b|(?<=\b[Rr]ule )[0-9]{3}\b|(?<=\b[Rr]ules )[0-9]{3}\b"
)
"""A rule that another one names."""
_ANY_RULE = "000"
_LONGEST = 600
"""Texts with more words are not compared word by word, because the time would not be linear in
their length.
"""
_ALIKE = 0.6
"""How alike two texts of two editions are at least, if one is the other with changes."""
_NEARLY = 0.8
"""How alike they are at least if the rule surely stayed at its number."""
_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "-"})
_COMMONEST = 400
"""A word that more rules have tells nothing about one of them, and makes a search slow."""


@functools.lru_cache(maxsize=1 << 12)
def _count_words(text: str) -> Counter[str]:
    """Return how often a text has each word: case folded, with one kind of apostrophe."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("−", "-")
    return Counter(_WORD.findall(folded))


class RuleIndex:
    """Finds the rule that says nearly the same as a text.

    A rare word counts more than a common one.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._words = {number: _count_words(text) for number, text in texts.items()}
        self._having = group_pairs(
            (word, number) for number, counts in self._words.items() for word in counts
        )
        self._unknown = math.log(len(self._words) + 1) + 1
        self._weights = {
            word: self._unknown - math.log(len(having) + 1) for word, having in self._having.items()
        }
        self._sizes = {number: self._size(counts) for number, counts in self._words.items()}

    def likeness(self, text: str, number: str) -> float:
        """Return how alike a text and the rule ``number`` are: from 0 to 1."""
        #  The weight of the words that both have, as a share of that of all their words (Dice).
        asked, have = _count_words(text), self._words[number]
        both = sum(
            min(count, have[word]) * self._weights[word]
            for word, count in asked.items()
            if word in have
        )
        size = self._size(asked) + self._sizes[number]
        return 2 * both / size if size else 0.0

    def best(self, text: str) -> list[tuple[str, float]]:
        """Return the rules that are most like a text, best first, with their likeness; at most
        ten.
        """
        shared: dict[str, float] = defaultdict(float)
        for word in _count_words(text):
            having = self._having.get(word, ())
            if len(having) <= _COMMONEST:
                for number in having:
                    shared[number] += self._weights[word]
        likely = heapq.nsmallest(
            50, shared, key=lambda number: (-shared[number] / (self._sizes[number] + 1), number)
        )
        rated = [(number, self.likeness(text, number)) for number in likely]
        return sorted(rated, key=lambda pair: (-pair[1], pair[0]))[:10]

    def _size(self, counts: Counter[str]) -> float:
        return sum(count * self._weights.get(word, self._unknown) for word, count in counts.items())


@dataclass(frozen=True)
class Stretch:
    """A part of a comparison: ``kept``, ``gone`` (only in the older text) or ``new`` (only in the
    newer one).
    """

    kind: str
    text: str


@functools.cache
def compare_words(older: str, newer: str) -> tuple[Stretch, ...] | None:
    """Return the words that two texts share and those that only one has, in order; None if they are
    too long to compare.
    """
    first, second = _TOKEN.findall(older), _TOKEN.findall(newer)
    if len(first) + len(second) > 2 * _LONGEST:
        return None
    matcher = difflib.SequenceMatcher(
        None, [*map(_to_plain, first)], [*map(_to_plain, second)], autojunk=False
    )
    pieces: list[Stretch] = []
    gone = new = ""
    for tag, start, end, begin, stop in matcher.get_opcodes():
        old, text = "".join(first[start:end]), "".join(second[begin:stop])
        if tag == "equal" and text.strip():
            pieces += [*_make_change(gone, new), Stretch("kept", text)]
            gone = new = ""
        else:  # changed words with only spaces between them are one change
            gone, new = gone + old, new + text
    return (*pieces, *_make_change(gone, new))


def _make_change(gone: str, new: str) -> list[Stretch]:
    """Return a change. Spaces around it, or only in one text, are not a difference."""
    space = Stretch("kept", " ")
    before = (gone + "x")[:1].isspace() or (new + "x")[:1].isspace()
    pieces = [space] if before else []
    pieces += [
        Stretch(kind, text.strip()) for kind, text in (("gone", gone), ("new", new)) if text.strip()
    ]
    after = gone[-1:].isspace() or new[-1:].isspace()
    return [*pieces, space] if after and pieces != [space] else pieces


def _to_meaning(rule: BookRule) -> str:
    """Return the text of a rule without differences that are not in its meaning: typography, and
    the numbers of the rules that it names.
    """
    return _CITED.sub(_ANY_RULE, _to_plain(rule.text))


def hash_rule(rule: BookRule) -> str:
    """Return the hash of a rule's text, which is the same if only typography, examples or numbers
    of other rules differ.
    """
    return hashlib.blake2b(_to_meaning(rule).encode(), digest_size=8).hexdigest()


def _to_plain(text: str) -> str:
    """Return a text as it is compared: the kind of its quotes, apostrophes and spaces is no
    difference.
    """
    return _SPACES.sub(" ", text.translate(_PLAIN).replace("--", "—"))


class RuleChangeKind(StrEnum):
    """How a rule differs between two editions."""

    NEW = "new"
    GONE = "gone"
    CHANGED = "changed"
    MOVED = "moved"


@dataclass(frozen=True, kw_only=True)
class RuleChange:
    """A rule that differs between two editions. A rule that moved may have changed too."""

    kind: RuleChangeKind
    number: str
    """Its number in the newer edition; of a rule that is gone, the number in the older one."""
    before: str | None = None
    """Its number in the older edition; None if it is new."""
    reworded: bool = False
    """Whether both editions have it, with other words."""


def compare_books(older: Rulebook, newer: Rulebook) -> tuple[RuleChange, ...]:
    """Return the rules that differ between two editions: by number, those that are gone last."""
    before, after = (
        {number: _to_meaning(rule) for number, rule in book.rules.items()}
        for book in (older, newer)
    )
    origins = _find_origins(older, newer, before, after)
    changes: list[RuleChange] = []
    for number, text in after.items():
        origin = origins.get(number)
        reworded = origin is not None and before[origin] != text
        if origin is None:
            kind = RuleChangeKind.NEW
        elif origin != number:
            kind = RuleChangeKind.MOVED
        elif reworded:
            kind = RuleChangeKind.CHANGED
        else:
            continue
        changes.append(RuleChange(kind=kind, number=number, before=origin, reworded=reworded))
    remaining = set(origins.values())
    gone = (
        RuleChange(kind=RuleChangeKind.GONE, number=number, before=number)
        for number in before
        if number not in remaining
    )
    return (*changes, *gone)


def _find_origins(
    older: Rulebook, newer: Rulebook, before: Mapping[str, str], after: Mapping[str, str]
) -> dict[str, str]:
    """Return the older number of each rule of the newer edition that has one; ``before`` and
    ``after`` have the meanings of the rules. No older rule has two newer ones.

    A rule that still has nearly its text never moves: other rules may say something alike, as
    mechanics often do.
    """
    origins = {number: number for number, text in after.items() if before.get(number) == text}
    index = RuleIndex({number: text for number, text in before.items() if number not in origins})

    def find_unmoved(least: float, *, titled: bool) -> None:
        """Find the rules whose text at the same number is alike; with ``titled``, only those under
        the same title.
        """
        free = before.keys() - origins.values()
        for number in [number for number in after if number in free and number not in origins]:
            same = not titled or older.title(number) == newer.title(number)
            if same and index.likeness(after[number], number) >= least:
                origins[number] = number

    find_unmoved(_NEARLY, titled=True)
    taken = set(origins.values())
    by_text = group_pairs((text, number) for number, text in before.items() if number not in taken)
    for number, text in after.items():
        if number not in origins and by_text.get(text):
            origins[number] = by_text[text].pop(0)
    find_unmoved(_ALIKE, titled=False)
    #  The rules that moved and changed, the most alike first. If a title remains, its rules remain
    # under it.
    pairs = [
        (-likeness, number, origin)
        for number, text in after.items()
        if number not in origins
        for origin, likeness in index.best(text)
        if likeness >= _ALIKE
        and (
            older.title(origin) == newer.title(number)
            or older.title(origin).casefold() not in newer.titled
        )
    ]
    taken = set(origins.values())
    for _, number, origin in sorted(pairs):
        if number not in origins and origin not in taken:
            origins[number] = origin
            taken.add(origin)
    return origins
