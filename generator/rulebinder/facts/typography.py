"""Typography: look for marks that a language writes in another way."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .catalogue import Catalogue, OwnText
from .languages import Languages, Typography

NO_BREAK = "\u00a0\u202f"
"""The no-break space and the narrow one."""
_APOSTROPHES = "'’‘ʼ´`"
_QUOTES = '"“”„«»'
_SHOWN = 15
"""The number of letters that a fault quotes on each side of the mark."""


def own_texts(catalogue: Catalogue, languages: Languages) -> Iterator[OwnText]:
    """Yield every text that was written for the site: of mechanics, of words of their time, and the
    interface words.
    """
    for mechanic in catalogue.mechanics.values():
        yield from mechanic.texts
    for term in catalogue.eras.values():
        yield from term.texts
    for lang, language in languages.items():
        for word, text in language.interface.items():
            place = language.word_places.get(word, language.place)
            yield OwnText(lang=lang, text=text, place=place)


def faults(text: str, rules: Typography) -> Iterator[str]:
    """Yield a sentence for each kind of mark in ``text`` that breaks ``rules``, with the first
    place that does.
    """
    yield from _wrong_marks(text, rules.apostrophe, rf"(?<=[^\W\d_])[{_APOSTROPHES}]", "apostrophe")
    yield from _wrong_marks(text, rules.quotes, f"[{_QUOTES}]", "quotation mark")
    yield from _breaks(text, rules)
    for closing, opening in rules.opened_by.items():
        if text.count(closing) != text.count(opening):
            yield f"{opening} and {closing} are not in pairs"


def _wrong_marks(text: str, right: str, pattern: str, name: str) -> Iterator[str]:
    for mark in re.finditer(pattern, text) if right else ():
        if mark[0] not in right:
            place = _around(text, mark.start())
            yield f"{mark[0]} is not the {name} of this language ({right}) in {place!r}"
            return


def _breaks(text: str, rules: Typography) -> Iterator[str]:
    """Yield the faults of the spaces before and after marks.

    A mark inside a word or a number, as in ``10:30``, has none.
    """
    before, after = re.escape(rules.no_break_before), re.escape(rules.no_break_after)
    space = rf"[^\S{NO_BREAK}][{before}]|[^\s{before}][{before}](?=\s|$)"
    if before and (fault := re.search(space, text)):
        place = _around(text, fault.end() - 1)
        yield f"there is no no-break space before {fault[0][-1]} in {place!r}"
    if after and (fault := re.search(rf"[{after}][^{NO_BREAK}]", text)):
        yield f"there is no no-break space after {fault[0][0]} in {_around(text, fault.start())!r}"


def _around(text: str, at: int) -> str:
    return text[max(0, at - _SHOWN) : at + _SHOWN]
