"""The English words that do not tell two rulings apart. Rulings are published in no other
language."""

from __future__ import annotations

PHRASES = (
    "his or hers?",
    "he or she",
    "him or her",
    "himself or herself",
    "in order(?= to )",
    "(?<=whether )or not",
    "in fact",
    "keep in mind",
)
"""Phrases that are left out, as patterns. They stand for a pronoun or say nothing."""

STANDING_IN = (
    "this (?:card|creature|permanent|spell|artifact|enchantment|land|planeswalker)(?:'s)?",
    "this (?:aura|equipment|vehicle|saga)(?:'s)?",
    "(?:the|that) player(?:'s)?",
)
"""Phrases that may stand for the card's own name or a pronoun, as patterns."""

_SMALL = """
a an the this that these those there here which who whom whose what
it its itself they them their theirs themselves he him his she her hers
is are be being am will shall do does
and but although though however so thus therefore then because since also too just simply even
still already
of to for in at on into onto with as when whenever while about like such upon per
both instead indeed itself actually basically notably normally usually generally typically
specifically particularly
effectively essentially merely really perhaps probably likely possibly somehow likewise similarly
accordingly consequently
furthermore moreover additionally very quite rather own certainly clearly obviously always ever
yet
example instance note please remember course well tm s
"""
SMALL = frozenset(_SMALL.split())
"""Words that are left out. A word whose opposite changes a ruling is not here together with it:
*to* but not
*from*, *and* but not *or*. No negation, number, *if*, player or past tense is here."""

SAME = {
    "may": "can", "every": "each", "another": "other", "till": "until",
    "has": "have", "were": "was", "your": "you", "yours": "you", "yourself": "you",
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
    "thirteen": "13", "twenty": "20",
}  # fmt: skip
"""Words that mean the same as another one."""
