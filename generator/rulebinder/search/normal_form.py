"""Words as the search compares them, and the data for that in the language files.

web/search/words/folding.js compares words in the same way in the browser, by the same data, which
``bundle.py`` publishes.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence, Set

from ..facts.languages import Languages
from ..facts.search_words import SearchWords
from ..library import Library
from ..system import group_pairs

Fold = Callable[[str], str]
"""Returns a text in lower case, without accents, ligatures, apostrophes and marks, with single
spaces between words.
"""


class _StrippedChars(dict[int, str | None]):
    """What :meth:`str.translate` makes of each character: letters of ligatures, nothing of marks,
    and the same of all others. A character is entered when it first occurs.
    """

    def __missing__(self, code: int) -> str | None:
        char = chr(code)
        self[code] = None if unicodedata.category(char).startswith("M") else char
        return self[code]


_STRIPPED = _StrippedChars(
    {ord("æ"): "ae", ord("œ"): "oe", ord("ø"): "o", ord("ł"): "l", ord("đ"): "d"}
)
_APOSTROPHES = "'’‘ʼ"
_APOSTROPHE = re.compile(f"[{_APOSTROPHES}]")
_WORD = re.compile(r"[^\W_]+")


@functools.cache
def make_fold(elisions: tuple[str, ...]) -> Fold:
    """Return the function that folds a text, with the ``elisions`` of all languages.

    One of ``elisions`` with its apostrophe before a word of three letters or more becomes a word of
    its own: ``l'énergie`` is two words, ``dryad's`` one.
    """
    words = "|".join(map(re.escape, elisions)) or "(?!)"  # which never matches
    elided = re.compile(rf"\b({words})[{_APOSTROPHES}](?=\w{{3}})", re.IGNORECASE)

    @functools.lru_cache(maxsize=1 << 16)
    def fold(text: str) -> str:
        text = text.lower()
        if not text.isascii():  # most texts are, and have nothing to strip
            text = unicodedata.normalize("NFKD", text).translate(_STRIPPED)
        if _APOSTROPHE.search(text):
            text = _APOSTROPHE.sub("", elided.sub(r"\1 ", text))
        return " ".join(_WORD.findall(text))

    return fold


_fold_word = make_fold(())
"""Folds a word of a language file, which has letters only."""
_POINTED = re.compile(r"(?<=\w)[.-](?=\w)|(?<=\.\w)\.")


def strip_points(name: str) -> str:
    """Return a name without the full stops and hyphens in its words, as many people type it:
    ``USB`` for ``U.S.B.``.
    """
    return _POINTED.sub("", name)


def list_elisions(languages: Languages) -> tuple[str, ...]:
    """Return the elisions of all languages, because a text in one may have a name of another."""
    words = (word for language in languages.values() for word in language.searching.elisions)
    return tuple(sorted({*map(_fold_word, words)}))


def list_endings(languages: Languages, lang: str) -> list[str]:
    """Return the endings of the forms of words in ``lang``; English ones for a language without
    any.
    """
    for code in (lang, "en"):
        if code in languages and (endings := languages[code].searching.endings):
            return list(dict.fromkeys(map(_fold_word, endings)))
    return []


def filter_keys(languages: Languages, lang: str) -> dict[str, str]:
    """Return the name of the filter that each key names on a page in ``lang``.

    The keys of all languages work. If two languages differ, the page's own wins, then English, then
    the first by code.
    """
    names: dict[str, str] = {}
    for code in sorted(languages, key=lambda code: (code != lang, code != "en", code)):
        for name, keys in languages[code].searching.filter_keys.items():
            for key in keys:
                names.setdefault(_fold_word(key), name)
    return names


ZERO_LETTER, GREATEST = ord("?"), 28
"""The letter of ``content/vectors`` for 0, and the greatest number: letters are from ``#`` to
``[``.
"""
_COARSE_STEPS = 2
"""The greatest number that is published."""
_COARSE_LETTERS = {
    ZERO_LETTER + number: chr(ZERO_LETTER + round(number * _COARSE_STEPS / GREATEST))
    for number in range(-GREATEST, GREATEST + 1)
}
"""The letters of ``content/vectors`` in fewer steps: as good for questions, and half as large."""


def phrase_content(
    lang: str, library: Library, languages: Languages, fold: Fold, in_texts: Set[str]
) -> dict[str, object]:
    """Return the phrases of ``lang``, whose texts have the words ``in_texts``.

    ``same`` are groups of phrases that mean the same: those of content/synonyms.yml, and words of
    older documents. ``abroad`` are phrases of a concept with those of other ``languages``; a group
    of synonyms that begins with one of them belongs to it, so that slang is understood in every
    language. ``asked`` has the words in which people ask each usual question. ``players`` are
    mechanics with what players ask about them and words of the ruling that answers it, if any are
    known. ``vectors`` are words, their vectors one after the other (a letter for each number, ``?``
    for 0), and everyday words that neither texts nor phrases have: it is enough to know that there
    are such words.
    """

    def fold_all(phrases: Iterable[str]) -> tuple[str, ...]:
        """Return phrases as they are compared; symbols stay as they are."""
        return tuple(
            sorted({text.lower() if {"{", "*"} & {*text} else fold(text) for text in phrases})
        )

    words = library.synonyms.get(lang, SearchWords())
    eras = (era.words[lang] for era in library.eras.values() if lang in era.words)
    # what older documents say, and what newer ones do
    renamed = ((*era.then, era.now) for era in eras if era.now)
    slang = group_pairs((group[0], phrase) for group in words.same for phrase in group)
    concepts = {code: language.searching.concepts for code, language in languages.items()}
    abroad = [
        [
            fold_all((*phrases, *(other for phrase in phrases for other in slang.get(phrase, ())))),
            {
                code: fold_all(concepts_there[key])
                for code, concepts_there in concepts.items()
                if code != lang and key in concepts_there
            },
        ]
        for key, phrases in concepts.get(lang, {}).items()
    ]
    same = sorted(group for group in {*map(fold_all, (*words.same, *renamed))} if len(group) > 1)
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
            "".join(vectors.values()).translate(_COARSE_LETTERS),
            " ".join(word for word in words.vectors if word not in used),
        ],
        "players": [
            [mechanic.slug, question, answer or ""]
            for mechanic in library.mechanics.values()
            if mechanic.facts
            for question, answer in mechanic.facts.questions.get(lang, {}).items()
        ],
    }


def list_answers(lang: str, library: Library) -> list[Sequence[str]]:
    """Return the phrases of the rulings in ``lang`` that answer each usual question: the beginnings
    of their words, in order.
    """
    return [question.answers.get(lang, ()) for question in library.questions.values()]
