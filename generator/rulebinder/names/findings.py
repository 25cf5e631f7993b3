"""Judge what a lexicon has collected: whether cards print the catalogue's name of a mechanic, or
which other one.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from ..facts.catalogue import MechanicFacts
from ..joining.identity.card_identity import folded
from .lexicon import Lexicon, Mentions, Sighting, Word

_RECENT = 20
"""The cards that say what is printed today: the newest ones."""
_ENOUGH = 0.6
"""The share of those cards that must have the name."""
_ALONE = 0.5
"""The share of the cards with a word that must have its English one too: an ordinary word proves
nothing.
"""


_LEAST = 2
"""How many cards must have a name that only sentences show, or a former one."""


class Verdict(StrEnum):
    """What a bulk file says of a name."""

    CONFIRMED = "confirmed"
    """Cards print the name."""
    OTHER = "other"
    """Cards print another one."""
    PROPOSED = "proposed"
    """The catalogue has no name, and cards print one."""
    NOT_FOUND = "not found"
    """Too few cards have the mechanic, or they do not agree."""


@dataclass(frozen=True)
class Former:
    """A name that older cards print."""

    name: str
    last: Sighting
    cards: int
    known: bool
    """Whether the catalogue has it already."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What a bulk file says of the name of a mechanic in a language."""

    facts: MechanicFacts
    lang: str
    verdict: Verdict
    printed: str = ""
    """The name that cards print in lines of keywords; empty if only sentences have it."""
    proof: Sighting | None
    """A printing that has it; the one that the catalogue names, if the file confirms it."""
    cards: int
    """How many cards have it."""
    former: tuple[Former, ...] = ()
    refuted: bool = False
    """Whether the card that the catalogue names does not print the name."""


def judged(lexicon: Lexicon) -> Iterator[Finding]:
    """Yield a finding for each mechanic and language, by the English name."""
    for facts in sorted(
        lexicon.mechanics.values(), key=lambda facts: (facts.names.get("en", ""), facts.slug)
    ):
        for lang in lexicon.languages:
            finding = _by_lines(lexicon, facts, lang) or _by_sentences(lexicon, facts, lang)
            key = facts.slug, lang
            is_refuted = key in lexicon.refuted and key not in lexicon.proven
            yield replace(finding, refuted=is_refuted)


def _by_lines(lexicon: Lexicon, facts: MechanicFacts, lang: str) -> Finding | None:
    """Return what lines of keywords say; None if they say nothing, or print only what the catalogue
    knows as former names.
    """
    former = {folded(each) for each in facts.formerly.get(lang, ())}
    known = {folded(each) for each in facts.all_forms(lang)} - former
    words = {
        spelled: word
        for spelled, word in lexicon.words.get((facts.slug, lang), {}).items()
        if word.alone or word.cards > 1
    }
    ours = [word for spelled, word in words.items() if any(_opens(name, spelled) for name in known)]
    current = _current([word for spelled, word in words.items() if spelled not in former])
    if current is None:
        return None
    if ours and current not in ours and max(word.newest.day for word in ours) >= current.newest.day:
        current = max(ours, key=lambda word: word.newest)
    verdict = Verdict.CONFIRMED if current in ours else Verdict.OTHER
    return Finding(
        facts=facts,
        lang=lang,
        verdict=verdict if lang in facts.names else Verdict.PROPOSED,
        printed=current.spelled,
        proof=max(lexicon.proven.get((facts.slug, lang)) or current.seen),
        cards=current.cards,
        former=tuple(_former(words, [*ours, current], former)),
    )


def _opens(name: str, line: str) -> bool:
    """Return whether a line is the name, or goes on after it: ``shuffle it``."""
    return line.startswith(name) and not line[len(name) : len(name) + 1].isalnum()


def _by_sentences(lexicon: Lexicon, facts: MechanicFacts, lang: str) -> Finding:
    """Return what the cards say that have the mechanic's word in English: whether most new ones
    have ours in the language.
    """
    mentions = lexicon.mentions.get((facts.slug, lang), Mentions())
    having = {sighting for sighting, has in mentions.newest.values() if has}
    recent = heapq.nlargest(_RECENT, mentions.newest.values())
    usual = sum(has for _, has in recent) >= max(_LEAST, _ENOUGH * len(recent))
    likely = usual and len(having) >= _ALONE * (len(having) + len(mentions.strays))
    confirmed = lang in facts.names and (likely or (facts.slug, lang) in lexicon.proven)
    return Finding(
        facts=facts,
        lang=lang,
        verdict=Verdict.CONFIRMED if confirmed else Verdict.NOT_FOUND,
        proof=max(lexicon.proven.get((facts.slug, lang)) or having) if confirmed else None,
        cards=len(having) if confirmed else len(mentions.newest),
    )


def _current(words: Collection[Word]) -> Word | None:
    """Return the word that most of the newest cards print; None if no word has most of them."""
    newest = heapq.nlargest(
        _RECENT, ((each, number) for number, word in enumerate(words) for each in word.last())
    )
    counts = Counter(number for _, number in newest)
    best = max(counts, key=lambda number: (counts[number], -number), default=None)
    return list(words)[best] if best is not None and counts[best] >= _ENOUGH * len(newest) else None


def _former(
    words: dict[str, Word], today: Collection[Word], known: Collection[str]
) -> Iterator[Former]:
    """Yield the words of at least two cards that are all older than those with the word of
    today.
    """
    first = min(each.day for word in today for each in word.seen)
    for spelled, word in words.items():
        if word not in today and word.cards >= _LEAST and word.newest.day < first:
            yield Former(word.spelled, word.newest, word.cards, spelled in known)
