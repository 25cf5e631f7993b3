"""What the search knows of the phrases of a language: which mean the same, which it has instead of
those of other languages, and in which words people ask usual questions.

Usual questions are those that release notes answer again and again, and that people ask in quite
other words. The browser recognizes one by the words that people use for it, and finds the records
that answer it by the phrases that such rulings have. Words for mechanics are among the names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from ..facts import search_words
from ..facts.languages import Languages
from ..library import Library
from .normal_form import Fold

ZERO, MOST = ord("?"), 28
"""The letter of ``content/vectors`` for 0, and the greatest number: letters are from ``#`` to
``[``.
"""
_STEPS = 2
_COARSE = {
    ZERO + number: chr(ZERO + round(number * _STEPS / MOST)) for number in range(-MOST, MOST + 1)
}
"""The letters of ``content/vectors`` in fewer steps: as good for questions, and half as large."""


def content(
    lang: str, library: Library, languages: Languages, fold: Fold, in_texts: Set[str]
) -> dict[str, object]:
    """Return the phrases of ``lang``, of which the texts have the words ``in_texts``.

    ``same`` are groups of phrases that mean the same: those of content/synonyms.yml, and words of
    older documents. ``abroad`` are phrases of a concept with those of other ``languages``; a group
    of synonyms that begins with one of them belongs to it, so that slang is understood in every
    language. ``asked`` has the words in which people ask each usual question. ``players`` are
    mechanics with what players ask about them and words of the ruling that answers it, if any are
    known. ``vectors`` are words, their vectors one after the other (a letter for each number, ``?``
    for 0), and everyday words that neither texts nor phrases have: it is enough to know that there
    are such words.
    """

    def compared(phrases: Iterable[str]) -> tuple[str, ...]:
        """Return phrases as they are compared; symbols stay as they are."""
        return tuple(
            sorted({text.lower() if {"{", "*"} & {*text} else fold(text) for text in phrases})
        )

    words = search_words.of(library.synonyms, lang)
    eras = (era.words[lang] for era in library.eras.values() if lang in era.words)
    renamed = ((*era.then, era.now) for era in eras if era.now)
    slang: dict[str, list[str]] = {}
    for group in words.same:
        slang.setdefault(group[0], []).extend(group)
    concepts = {code: language.searching.concepts for code, language in languages.items()}
    abroad = [
        [
            compared((*native, *(phrase for word in native for phrase in slang.get(word, ())))),
            {
                code: compared(of[key])
                for code, of in concepts.items()
                if code != lang and key in of
            },
        ]
        for key, native in concepts.get(lang, {}).items()
    ]
    same = sorted(group for group in {*map(compared, (*words.same, *renamed))} if len(group) > 1)
    asked = [
        " ".join(map(fold, question.asked.get(lang, ()))) for question in library.questions.values()
    ]
    phrases = (*asked, *(phrase for group in same for phrase in group))
    used = in_texts | {word for phrase in phrases for word in phrase.split()}
    vectors = {word: vector for word, vector in words.vectors.items() if word in used}
    return {
        "same": same,
        "abroad": abroad,
        "asked": asked,
        "vectors": [
            " ".join(vectors),
            "".join(vectors.values()).translate(_COARSE),
            " ".join(word for word in words.vectors if word not in used),
        ],
        "players": [
            [mechanic.slug, question, answer or ""]
            for mechanic in library.mechanics.values()
            if mechanic.facts
            for question, answer in mechanic.facts.questions.get(lang, {}).items()
        ],
    }


def answers(lang: str, library: Library) -> list[Sequence[str]]:
    """Return the phrases of the rulings in ``lang`` that answer each usual question: the beginnings
    of their words, in order.
    """
    return [question.said.get(lang, ()) for question in library.questions.values()]
