"""What the search knows of the phrases of a language: which mean the same, which it has instead of
those of other languages, and in which words people ask usual questions.

Usual questions are those that release notes answer again and again, and that people ask in quite
other words. The browser recognizes one by the words that people use for it, and finds the records
that answer it by the phrases that such rulings have.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..facts import search_words
from ..facts.languages import Languages
from ..library import Library
from .words import synonyms
from .words.normal_form import Fold

_ZERO, _MOST, _STEPS = ord("?"), 28, 2
_COARSE = {
    _ZERO + number: chr(_ZERO + round(number * _STEPS / _MOST))
    for number in range(-_MOST, _MOST + 1)
}
"""The letters of ``content/vectors`` in fewer steps: as good for questions, and half as large."""


def content(lang: str, library: Library, languages: Languages, fold: Fold) -> dict[str, object]:
    """Return the phrases of ``lang``.

    ``same`` are groups of phrases that mean the same, ``abroad`` such groups with those of other
    ``languages``. ``asked`` has the words in which people ask each usual question. ``players`` are
    mechanics with what players ask about them and words of the ruling that answers it, if any are
    known. ``vectors`` are the words that have one, and their vectors one after the other: a letter
    for each number, ``?`` for 0.
    """
    words = search_words.of(library.synonyms, lang)
    return {
        "same": synonyms.groups(lang, library, fold),
        "abroad": [
            [own, dict(others)] for own, others in synonyms.meanings(lang, library, languages, fold)
        ],
        "asked": [
            " ".join(map(fold, question.asked.get(lang, ())))
            for question in library.questions.values()
        ],
        "players": [
            [mechanic.slug, question, answer or ""]
            for mechanic in library.mechanics.values()
            if mechanic.facts
            for question, answer in mechanic.facts.questions.get(lang, {}).items()
        ],
        "vectors": [" ".join(words.vectors), "".join(words.vectors.values()).translate(_COARSE)],
    }


def answers(lang: str, library: Library) -> list[Sequence[str]]:
    """Return the phrases of the rulings in ``lang`` that answer each usual question: the beginnings
    of their words, in order.
    """
    return [question.said.get(lang, ()) for question in library.questions.values()]
