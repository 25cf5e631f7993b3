"""Compare how several documents print one card: its costs, its stats, and the symbols of its rules
text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ..facts.catalogue import Catalogue
from ..facts.languages import Languages
from ..library import Library, PrintedCard
from ..notes import Card, Face
from ..problems import Problem, warning
from ..text import SYMBOL, UNKNOWN_PICTURE

_REMINDER = re.compile(r"[(（][^()（）]*[)）]")
_SIGN = re.compile(rf"{SYMBOL}|[+−-][\dX]+/[+−-][\dX]+|{UNKNOWN_PICTURE}")
"""What no language says in words: symbols, and changes of power and toughness."""


def printed_differently(
    library: Library, _catalogue: Catalogue, _languages: Languages
) -> Iterator[Problem]:
    """Yield a problem for each cost, number or symbol of a card that two documents print
    differently.

    Costs and stats are compared in all documents, the signs in rules text only between the
    languages of one set: rules text changes with the years.
    """
    for card in library.cards.values():
        printings = list(card.prints())
        for at, printing in enumerate(printings):
            for earlier in printings[:at]:
                found = _difference(earlier, printing)
                if found:
                    other = f"{earlier.card.place.path}:{earlier.card.place.line}"
                    message = f"{printing.card.name} has {found} at {other}"
                    yield warning(
                        printing.card.place,
                        message,
                        "one of them is misprinted or misread: compare both with the card",
                    )
                    break


def _difference(first: PrintedCard, second: PrintedCard) -> str:
    """Describe the first difference, ``second`` before ``first``; empty if there is none or the
    faces are not the same.
    """
    if len(first.card.faces) != len(second.card.faces):
        return ""
    for one, other in zip(first.card.faces, second.card.faces, strict=True):
        for name, value in _numbers(one).items():
            have = _numbers(other)[name]
            if have != value:
                return f"the {name} {have or 'none'}, but {value or 'none'}"
    if first.set_code == second.set_code and first.lang != second.lang:
        signs, others = _signs(first.card), _signs(second.card)
        if signs != others:
            return (
                f"the symbols {' '.join(others) or 'none'} in its rules text, but"
                f" {' '.join(signs) or 'none'}"
            )
    return ""


def _numbers(face: Face) -> dict[str, str]:
    """The cost and the stats of a face, in one spelling."""
    size = f"{face.power}/{face.toughness}" if face.power is not None else ""
    found = {
        "mana cost": face.mana_cost,
        "size": size,
        "loyalty": face.loyalty,
        "defense": face.defense,
    }
    return {name: _plain(value or "").upper() for name, value in found.items()}


def _signs(card: Card) -> list[str]:
    """The signs in the rules text of a card, sorted, without reminders: a document may leave them
    out.
    """
    texts = [text for face in card.faces for text in face.rules_text] + list(card.shared_rules_text)
    return sorted(
        _SIGN.findall(_plain(_REMINDER.sub("", "\n".join(text.source() for text in texts))))
    )


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).replace("−", "-")
