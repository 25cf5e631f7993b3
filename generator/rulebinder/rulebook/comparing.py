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
_CITED_NUMBER = re.compile(
    r"\b[0-9]{3}\.[0-9]{1,3}[a-z]{0,2}\b|(?<=\b[Rr]ule )[0-9]{3}\b|(?<=\b[Rr]ules )[0-9]{3}\b"
)
"""A rule that another one names."""
_ANY_RULE = "000"
"""What stands for every number of a cited rule."""
_MOST_WORDS = 600
"""How many words and spaces a text may have that is compared word by word: for longer ones it takes
too long, because the time grows with the square.
"""
_LEAST_ALIKE = 0.6
"""How alike two texts of two editions are at least (0 to 1), if one is the other with changes."""
_LEAST_UNMOVED = 0.8
"""How alike they are at least if the rule surely stayed at its number."""
_PLAIN_SIGNS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "-"})
_MOST_RULES = 400
"""How many rules may have a word with which rules are searched: a more common one tells nothing,
and makes a search slow.
"""


@functools.lru_cache(maxsize=1 << 12)
def _count_words(text: str) -> Counter[str]:
    """Return how often a text has each word: case folded, with one kind of apostrophe."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("−", "-")
    return Counter(_WORD.findall(folded))


class RuleIndex:
    """Finds the rule that says nearly the same as a text.

    A word weighs the more, the fewer rules have it. A word of no rule weighs most.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        """``texts`` are those of the rules, by their numbers."""
        self._words = {number: _count_words(text) for number, text in texts.items()}
        self._numbers_with = group_pairs(
            (word, number) for number, counts in self._words.items() for word in counts
        )
        self._unknown_weight = math.log(len(self._words) + 1) + 1
        self._weights = {
            word: self._unknown_weight - math.log(len(numbers) + 1)
            for word, numbers in self._numbers_with.items()
        }
        self._totals = {number: self._weigh(counts) for number, counts in self._words.items()}

    def likeness(self, text: str, number: str) -> float:
        """Return how alike a text and the rule ``number`` are: from 0 to 1."""
        #  The weight of the words that both have, as a share of that of all their words (Dice).
        words, rule_words = _count_words(text), self._words[number]
        shared = sum(
            min(count, rule_words[word]) * self._weights[word]
            for word, count in words.items()
            if word in rule_words
        )
        total = self._weigh(words) + self._totals[number]
        return 2 * shared / total if total else 0.0

    def find_alike(self, text: str) -> list[tuple[str, float]]:
        """Return the numbers of the ten rules that are most like a text, with their likeness; the
        best first.
        """
        #  The likeness takes long. So it is asked only of the 50 rules of which the words that are
        # rare and in the text are the largest share.
        shared: dict[str, float] = defaultdict(float)
        for word in _count_words(text):
            numbers = self._numbers_with.get(word, ())
            if len(numbers) <= _MOST_RULES:
                for number in numbers:
                    shared[number] += self._weights[word]
        likely = heapq.nsmallest(
            50, shared, key=lambda number: (-shared[number] / (self._totals[number] + 1), number)
        )
        rated = [(number, self.likeness(text, number)) for number in likely]
        return sorted(rated, key=lambda pair: (-pair[1], pair[0]))[:10]

    def _weigh(self, counts: Counter[str]) -> float:
        """Return the weight of all words of a text together."""
        return sum(
            count * self._weights.get(word, self._unknown_weight) for word, count in counts.items()
        )


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
    old_words, new_words = _TOKEN.findall(older), _TOKEN.findall(newer)
    if len(old_words) + len(new_words) > 2 * _MOST_WORDS:
        return None
    matcher = difflib.SequenceMatcher(
        None, [*map(_to_plain, old_words)], [*map(_to_plain, new_words)], autojunk=False
    )
    stretches: list[Stretch] = []
    gone = new = ""
    for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        old_text = "".join(old_words[old_start:old_end])
        new_text = "".join(new_words[new_start:new_end])
        if tag == "equal" and new_text.strip():
            stretches += [*_make_change(gone, new), Stretch("kept", new_text)]
            gone = new = ""
        else:  # changed words with only spaces between them are one change
            gone, new = gone + old_text, new + new_text
    return (*stretches, *_make_change(gone, new))


def _make_change(gone: str, new: str) -> list[Stretch]:
    """Return the stretches of one change, of which either text may be empty. Spaces around it, or
    only in one text, are not a difference.
    """
    space = Stretch("kept", " ")
    has_space_before = gone[:1].isspace() or new[:1].isspace()
    stretches = [space] if has_space_before else []
    stretches += [
        Stretch(kind, text.strip()) for kind, text in (("gone", gone), ("new", new)) if text.strip()
    ]
    has_space_after = gone[-1:].isspace() or new[-1:].isspace()
    return [*stretches, space] if has_space_after and stretches != [space] else stretches


def _to_meaning(rule: BookRule) -> str:
    """Return the text of a rule without differences that are not in its meaning: typography, and
    the numbers of the rules that it names.
    """
    return _CITED_NUMBER.sub(_ANY_RULE, _to_plain(rule.text))


def hash_rule(rule: BookRule) -> str:
    """Return a short hash of what a rule says: the same if only typography, examples or numbers of
    other rules differ.
    """
    return hashlib.blake2b(_to_meaning(rule).encode(), digest_size=8).hexdigest()


def _to_plain(text: str) -> str:
    """Return a text as it is compared: with one kind of quotes, apostrophes, dashes and spaces."""
    return _SPACES.sub(" ", text.translate(_PLAIN_SIGNS).replace("--", "—"))


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
    old_texts, new_texts = (
        {number: _to_meaning(rule) for number, rule in book.rules.items()}
        for book in (older, newer)
    )
    origins = _find_origins(older, newer, old_texts, new_texts)
    changes: list[RuleChange] = []
    for number, text in new_texts.items():
        origin = origins.get(number)
        reworded = origin is not None and old_texts[origin] != text
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
        for number in old_texts
        if number not in remaining
    )
    return (*changes, *gone)


def _find_origins(
    older: Rulebook, newer: Rulebook, old_texts: Mapping[str, str], new_texts: Mapping[str, str]
) -> dict[str, str]:
    """Return the older number of each rule of the newer edition that has one; the texts are those
    of :func:`_to_meaning`, by number. No older rule has two newer ones.

    The surest pairs are made first. So a rule that has nearly its text at its number stays there,
    although others may say something alike, as mechanics often do.
    """
    origins = {
        number: number for number, text in new_texts.items() if old_texts.get(number) == text
    }
    index = RuleIndex({number: text for number, text in old_texts.items() if number not in origins})

    def find_unmoved(least: float, *, same_title: bool) -> None:
        """Add the rules whose texts at the same number are alike by ``least`` or more; with
        ``same_title``, only those that are under the same title in both editions.
        """
        free = old_texts.keys() - origins.values()
        for number, text in new_texts.items():
            if number in origins or number not in free:
                continue
            may_stay = not same_title or older.title(number) == newer.title(number)
            if may_stay and index.likeness(text, number) >= least:
                origins[number] = number

    find_unmoved(_LEAST_UNMOVED, same_title=True)
    #  The rules that moved and did not change.
    taken = set(origins.values())
    by_text = group_pairs(
        (text, number) for number, text in old_texts.items() if number not in taken
    )
    for number, text in new_texts.items():
        if number not in origins and by_text.get(text):
            origins[number] = by_text[text].pop(0)
    find_unmoved(_LEAST_ALIKE, same_title=False)
    #  The rules that moved and changed, the most alike first. If a title remains, its rules remain
    # under it.
    pairs = [
        (-likeness, number, origin)
        for number, text in new_texts.items()
        if number not in origins
        for origin, likeness in index.find_alike(text)
        if likeness >= _LEAST_ALIKE
        and (
            older.title(origin) == newer.title(number)
            or older.title(origin).casefold() not in newer.numbers_by_title
        )
    ]
    taken = set(origins.values())
    for _, number, origin in sorted(pairs):
        if number not in origins and origin not in taken:
            origins[number] = origin
            taken.add(origin)
    return origins
