"""The boundary between rules text and rulings, on pages that do not show it.

Rules text always comes first. Each paragraph gets a score (above zero: it sounds like rules
text; below: like a ruling), and the split with the best sum wins.

The language file gives the weights of words (``cue_weights``). In English, Spanish and French they
were fitted on documents whose bullets show the boundary (``site_tests/bench/boundaries.py``). In
the other languages they are the strongest of those cues, translated; the weights of forms are the
same for all these languages.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..notation.spellings import UNCASED, UNSPACED
from ..patterns import Patterns

_ABILITY_WORD = re.compile(r"[^\W\d_][\w'’ ]{2,30}\s?(?:—|--)\s?")
_FORMS: Mapping[str, Callable[[str], re.Match[str] | None]] = {
    "cost": re.compile(r"\{[^{}]+\}[^.。]{0,120}(?::\s|：)").match,
    "sacrifice-cost": (
        re.compile(r"[^.:{}“\"。：]{3,80}+(?:\{[^{}]+\}[^.:。：]{0,60}+)?(?:\s?:\s|：)").match
    ),
    "loyalty": re.compile(r"[+−\-–＋－]?[\dX]+(?:\s?:\s|：)").match,
    "mode": re.compile(r"[•●]").match,
    "chapter": re.compile(r"[IVX]+(?:[,，、]\s?[IVX]+)*\s?(?:—|–|--|～|―)").match,
    "ability-word": _ABILITY_WORD.match,
    "reminder": re.compile(r"\([^()]{12,}\)[.*]*$|（[^（）]{8,}）[。*]*$").search,
    "only-reminder": re.compile(r"\*?(?:\([^()]+\)|（[^（）]+）)\*?$").match,
    "choice": re.compile(r"(?:—|--|:|～|：)$").search,
    "quoted-ability": re.compile(r"[“\"«][^“”\"«»]{15,}[”\"»]|「[^「」]{8,}」").search,
    "opening-quote": re.compile(r"[“\"«「]").match,
}
"""What finds each form of paragraphs."""
_TOKEN = re.compile(r"[^\W\d_]++(?:'[^\W\d_]++)*|\{[^{}]+\}|~")
_NEVER_RULINGS = ("cost", "loyalty", "chapter")
"""The forms that no ruling has.

Rules text comes first, so every paragraph above such a one is rules text, too.
"""
_SHORT, _LONG = 9, 45
_LETTERS = 2.5
"""How many letters of a script without spaces count as a word."""
_FORM_WEIGHTS = {
    "any": 0.2, "chapter": 2.3, "choice": 1.0, "continuation": 0.8, "cost": 2.7, "keyword": 1.4,
    "long": -0.6, "loyalty": 2.5,
    "mode": 0.4, "only-reminder": 1.5, "reminder": 2.5, "sacrifice-cost": 0.5, "short": 0.9,
    "trigger": 2.4,
}  # fmt: skip
"""The weights of forms in a language whose file has none of its own, after those that were fitted.
"""


class Split(NamedTuple):
    """A decision: how many paragraphs are rules text, and how sure that is (0 to 1)."""

    rules: int
    confidence: float


def best_split(
    paragraphs: Sequence[str], name: str, words: Patterns, *, least: int = 1, ruled: bool = True
) -> Split:
    """Divide the paragraphs under a card's head: at least ``least`` of rules text.

    If ``ruled``, every card has rulings: one of two paragraphs at least is one.
    """
    never = (
        at + 1
        for at, text in enumerate(paragraphs)
        if any(_FORMS[form](text) for form in _NEVER_RULINGS)
    )
    least = max([least, *never])
    if len(paragraphs) <= least:
        return Split(len(paragraphs), 1.0)
    #  The sum of a cut is the score of its rules text minus that of its rulings: 2 * before[cut] -
    # before[-1]. What is surely rules text adds the same to each sum.
    scores = [score(paragraph, name, words) for paragraph in paragraphs[least:]]
    before = list(itertools.accumulate(scores, initial=0.0))
    sums = [2 * value - before[-1] for value in before[: len(scores) + (not ruled)]]
    best = max(range(len(sums)), key=lambda at: (sums[at], -at))
    runner_up = max((value for at, value in enumerate(sums) if at != best), default=None)
    #  A cut that is hardly better than the next one is a guess: the margin between them tells how
    # sure it is.
    margin = 10.0 if runner_up is None else sums[best] - runner_up
    return Split(best + least, round(margin / (margin + 2.0), 2))


def score(paragraph: str, name: str, words: Patterns) -> float:
    """How much a paragraph sounds like rules text (above zero) or like a ruling (below)."""
    weights = {"form": _FORM_WEIGHTS, **words.reading.cue_weights}
    total = 0.0
    for group, cues in features(paragraph, name, words).items():
        group_weights = weights.get(group, {})
        total += sum(group_weights[cue] for cue in cues if cue in group_weights)
    if UNCASED.search(paragraph):  # no spaces, or particles, join cues to other words
        joined = sum(
            weight
            for cue, weight in weights.get("phrase", {}).items()
            if UNCASED.search(cue) and cue in paragraph
        )
        openings = weights.get("opening", {}).items()
        joined += sum(weight for cue, weight in openings if paragraph.startswith(cue))
        total += joined
    return total


def features(paragraph: str, name: str, words: Patterns) -> Mapping[str, Sequence[str]]:
    """Return the cues of a paragraph by their kind: its forms, its opening words, and the words and
    pairs in it. The card's own name, full or short, counts as one word.
    """
    folded = paragraph
    for own_name in dict.fromkeys((name, name.partition(" // ")[0], name.partition(",")[0])):
        folded = folded.replace(own_name, "~") if own_name else folded
    folded = folded.casefold().replace("’", "'")
    tokens = _TOKEN.findall(folded)
    #  The first words, behind an ability word if there is one.
    ability_word = _ABILITY_WORD.match(folded)
    start = ability_word.end() if ability_word else 0
    first = [token.group() for token in itertools.islice(_TOKEN.finditer(folded, start), 2)]
    return {
        "form": list(_forms(paragraph, folded, tokens, words)),
        "opening": [first[0], " ".join(first)] if first else [],
        "phrase": list(dict.fromkeys((*tokens, *map(" ".join, itertools.pairwise(tokens))))),
    }


def _forms(paragraph: str, folded: str, tokens: Sequence[str], words: Patterns) -> Iterator[str]:
    yield "any"
    for cue, find in _FORMS.items():
        if find(paragraph):
            yield cue
    length = len(tokens) + len(UNSPACED.findall(folded)) / _LETTERS
    if length <= _SHORT:
        yield "short"
    elif length >= _LONG:
        yield "long"
    if words.keyword_prefix(folded.lstrip("*")):
        yield "keyword"
    if words.opens_trigger(paragraph):
        yield "trigger"
    if words.continues(paragraph):
        yield "continuation"
