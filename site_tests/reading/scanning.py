"""Documents that repeat one token, in every dialect: reading them must cost as much a byte however
long they are.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_LINES = """Foo Release Notes

These are the notes for the set that you and the others of the team play with.

GENERAL NOTES

Card Legality

All of the cards are legal.

CARD-SPECIFIC NOTES

{label}Apple Warden
{{1}}{{G}}
Creature — Treefolk
2/3
Vigilance
{bullet}It is the one that you may play with and not the other.
{bullet}It is {run}

{between}
{label}Bell Tree
{{2}}
Artifact
{{T}}: Add {{G}}.
{bullet}This is the other one.
"""
_ONE_LINE = (
    "Foo FAQ GENERAL NOTES ***Card Legality*** All of the cards are legal. * You may play with"
    " them. ----- CARD-SPECIFIC NOTES Apple Warden {1}{G} Creature -- Treefolk 2/3 Vigilance * It"
    " is the one. ----- Bell Tree {2} Artifact {T}: Add {G}. * This is the other one. ----- Cart"
    " {2} Artifact {T}: Add {G}. * It is a cart. ----- Door {2} Artifact {T}: Add {G}. %s * It is a"
    " door. ----- Elm {2} Artifact {T}: Add {G}. * It is %s "
)


def _lines(bullet: str, between: str, label: str) -> Callable[[str], str]:
    return lambda run: _LINES.format(bullet=bullet, between=between, label=label, run=run)


DIALECTS: dict[str, Callable[[str], str]] = {
    "markdown": _lines("- ", "", ""),
    "quoted Markdown": lambda run: _lines("* ", "---", "")(
        "\n" + "\n".join(f"> {line}" for line in run.split("\n"))
    ),
    "rules text": lambda run: _lines("* ", "", "")("it.").replace("Vigilance", f"Vigilance\n{run}"),
    "head": lambda run: f"{run}\n\n{_lines('* ', '', '')('it.')}",
    "general notes": lambda run: _lines("* ", "", "")("it.").replace("All of", f"{run}\nAll of"),
    "collector lines": _lines("", "", "0001_MTGX_Main: Apple Warden\n"),
    "line FAQ": _lines("* ", "-----", ""),
    "one line": lambda run: _ONE_LINE % (run, run),
}


def repeated(token: str, joint: str, dialect: str) -> Callable[[int], bytes]:
    """Return a function that makes a document with about so many characters of the token."""
    return lambda size: DIALECTS[dialect](
        joint.join([token] * (size // len(token + joint)))
    ).encode()


TIMES = (4, 16)
"""How many times as long the documents are whose cost is compared with that of the first."""
GROWTH = 2
"""How much more a token may cost in a longer document: what a busy machine adds is less in one
attempt of all.
"""
_FLOOR = 0.05
"""Seconds below which a document costs too little for its growth to be told from chance."""
_ATTEMPTS = 6


def excess(document: Callable[[int], T], work: Callable[[T], object], size: int) -> float:
    """By how much the cost a token grows beyond :data:`GROWTH` in the longer documents: above 1 if
    it does.

    ``document`` gives a document of about so many characters. The costs are compared with the
    number of the tokens, not with the documents' lengths: the text around the tokens may cost much
    less a byte, and then a longer document costs more a byte though nothing grows. Whatever
    disturbs a measurement makes it longer, so that the least of some counts.
    """
    return max(
        _excess(document(size), document(size * times), work, times * GROWTH) for times in TIMES
    )


def _excess(short: T, long: T, work: Callable[[T], object], growth: int) -> float:
    most = least = float("inf")
    for _ in range(_ATTEMPTS):
        most = min(most, _seconds(work, long))
        if most < _FLOOR:
            return 0.0
        least = min(least, _seconds(work, short))
        if most <= least * growth:
            return most / least / growth
    return most / least / growth


def _seconds(work: Callable[[T], object], document: T) -> float:
    start = time.process_time()
    work(document)
    return time.process_time() - start
