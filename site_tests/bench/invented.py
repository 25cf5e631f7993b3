"""Makes a library of any size. Its cards and rulings are invented, but have words and lengths like
real ones.

The words of a language come from our own explanations of the mechanics, the most common first,
followed by invented ones. Their frequencies follow Zipf's law. The same size always gives the same
library.
"""

from __future__ import annotations

import functools
import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulebinder.notes import ReleaseNotes
from site_tests import builders
from site_tests.bench.setting import content

SEED = 6
WORDS = 30_000
"""How many words a language has."""
EXPONENT, OFFSET = 1.5, 2.7
"""How much rarer each word is than the one before it (the exponent of the Zipf-Mandelbrot law)."""
SHARED = slice(100, 5_000)
"""How many words names share."""
CARDS, RULINGS, NOTES = 150, 3, 8
"""The numbers of cards in a set, rulings of a card, and notes on the set's mechanic."""
MARKS = ("{T}", "{2}{W}", "+1/+1", "702.62a", "{X}")
_TYPES = {"en": "Creature — Spirit", "es": "Criatura — Espíritu", "fr": "Créature : esprit"}
_SYLLABLES = [
    f"{first}{second}"
    for first in ("b", "ch", "d", "f", "gr", "k", "l", "m", "n", "p", "r", "st", "t", "v")
    for second in "aeiou"
]


@dataclass
class Tongue:
    """Makes random texts in one language."""

    lang: str
    choose: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.choose = random.Random(f"{SEED} {self.lang}")

    @functools.cached_property
    def _words(self) -> tuple[list[str], list[float]]:
        facts = content().catalogue.mechanics.values()
        said = " ".join(
            each.explanation[self.lang] for each in facts if self.lang in each.explanation
        )
        known = [word for word, _ in Counter(re.findall(r"[^\W\d_]+", said.lower())).most_common()]
        words = list(dict.fromkeys([*known, *(self._invent() for _ in range(WORDS - len(known)))]))
        weights = itertools.accumulate(
            (rank + OFFSET) ** -EXPONENT for rank in range(1, len(words) + 1)
        )
        return words, list(weights)

    def _invent(self) -> str:
        return "".join(self.choose.choices(_SYLLABLES, k=self.choose.choice((2, 2, 3, 3, 4))))

    def say(self, count: int) -> list[str]:
        """Return this number of words."""
        words, weights = self._words
        return self.choose.choices(words, cum_weights=weights, k=count)

    def name(self) -> str:
        """Return a card's name: an invented word, and one that other names have too."""
        return f"{self._invent()} {self.choose.choice(self._words[0][SHARED])}".title()

    def ruling(self, name: str) -> str:
        """Return a ruling on the card ``name``."""
        words = self.say(self.choose.randint(9, 55))
        if self.choose.random() < 0.6:
            words[0] = name
        if self.choose.random() < 0.3:
            words[-2] = self.choose.choice(MARKS)
        text = " ".join(words)
        return f"{text[0].upper()}{text[1:]}."


def documents(rulings: int, langs: Sequence[str]) -> Iterator[ReleaseNotes]:
    """Yield documents with about this number of rulings and notes in total. Each belongs to another
    set, and the languages take turns.
    """
    tongues = [Tongue(lang) for lang in langs]
    for number in range(max(len(langs), round(rulings / (CARDS * RULINGS + NOTES)))):
        yield _document(tongues[number % len(tongues)], f"{_letters(number)}{number % 10}")


def _document(tongue: Tongue, code: str) -> ReleaseNotes:
    entries = []
    for _ in range(CARDS):
        name = tongue.name()
        face = builders.face(
            name,
            _TYPES[tongue.lang],
            tongue.ruling(name),
            mana_cost="{2}{U}",
            power="2",
            toughness="1",
        )
        entries.append(
            builders.entry(builders.card(face), *(tongue.ruling(name) for _ in range(RULINGS)))
        )
    section = builders.section(tongue.name(), *(tongue.ruling("") for _ in range(NOTES)))
    return builders.notes(*entries, set_code=code, lang=tongue.lang, sections=[section])


def _letters(number: int) -> str:
    return "".join(chr(ord("a") + number // 10 // 26**place % 26) for place in (1, 0))
