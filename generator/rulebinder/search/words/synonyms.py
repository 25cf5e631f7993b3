"""Words with the same meaning for the search."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ...facts import search_words
from ...facts.catalogue import EraTerm
from ...facts.languages import Languages
from ...library import Library, LibraryMechanic
from .normal_form import Fold

_MARKED = re.compile(r"[{*]")
"""Symbols stay as they are."""
SynonymGroup = tuple[str, ...]
Meaning = tuple[SynonymGroup, tuple[tuple[str, SynonymGroup], ...]]
"""The phrases of a language for something, and those of other languages, each language with its
own.
"""


def groups(lang: str, library: Library, fold: Fold) -> list[SynonymGroup]:
    """Return the groups of one language, each sorted: those of content/synonyms.yml, each
    mechanic's names and forms, old words.

    A mechanic's names in other languages are among them, so that a question may mix languages,
    but for those that are words of this one: the French "Rage" is no mechanic in English.
    """
    words = search_words.of(library.synonyms, lang)
    everyday = words.vectors.keys()
    found = {
        _group(group, fold)
        for group in (
            *words.same,
            *_of_mechanics(lang, library.mechanics, lambda name: fold(name) in everyday),
            *_of_eras(lang, library.eras),
        )
    }
    return sorted(group for group in found if len(group) > 1)


def meanings(lang: str, library: Library, languages: Languages, fold: Fold) -> list[Meaning]:
    """Return the phrases of one language with those of the others that mean the same.

    They are the concepts of the language files and the names and forms of mechanics. A written
    group whose first phrase is one of a concept belongs to the concept, so that slang is understood
    in every language.
    """
    written = search_words.of(library.synonyms, lang).same
    found = []
    own_concepts = languages[lang].searching.concepts if lang in languages else {}
    slang: dict[str, list[str]] = {}
    for group in written:
        slang.setdefault(group[0], []).extend(group)
    for key, words in own_concepts.items():
        own = {*words, *(phrase for word in words for phrase in slang.get(word, ()))}
        others = {
            each: language.searching.concepts.get(key, ()) for each, language in languages.items()
        }
        found.append(_meaning(lang, own, others, fold))
    for mechanic in library.mechanics.values():
        if mechanic.facts:
            others = {each: mechanic.facts.all_forms(each) for each in languages}
            own = {*mechanic.facts.all_forms(lang), *mechanic.names.values()}
            found.append(_meaning(lang, own, others, fold))
    return sorted(meaning for meaning in found if meaning[1])


def _meaning(
    lang: str, own: Iterable[str], others: Mapping[str, Sequence[str]], fold: Fold
) -> Meaning:
    further = tuple(
        (each, _group(phrases, fold))
        for each, phrases in sorted(others.items())
        if phrases and each != lang
    )
    return _group(own, fold), further


def _group(words: Iterable[str], fold: Fold) -> SynonymGroup:
    return _sorted(tuple(words), fold)


@functools.lru_cache(maxsize=1 << 14)  # each language needs the phrases of all
def _sorted(words: tuple[str, ...], fold: Fold) -> SynonymGroup:
    return tuple(sorted({_compared(word, fold) for word in words}))


@functools.lru_cache(maxsize=1 << 14)
def _compared(word: str, fold: Fold) -> str:
    return word.lower() if _MARKED.search(word) else fold(word)


def _of_mechanics(
    lang: str, mechanics: Mapping[str, LibraryMechanic], is_everyday: Callable[[str], bool]
) -> Iterator[list[str]]:
    for mechanic in mechanics.values():
        forms = mechanic.facts.all_forms(lang) if mechanic.facts else ()
        names = (
            name for code, name in mechanic.names.items() if code == lang or not is_everyday(name)
        )
        if lang in mechanic.names:
            yield [*forms, *names]


def _of_eras(lang: str, eras: Mapping[str, EraTerm]) -> Iterator[list[str]]:
    for term in eras.values():
        words = term.words.get(lang)
        if words and words.now:
            yield [*words.then, words.now]
