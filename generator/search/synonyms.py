"""Words with the same meaning for the search."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ..facts.catalogue import EraTerm
from ..library import Library, LibraryMechanic
from .normal import Fold

_MARKED = re.compile(r"[{*]")
"""Symbols stay as they are."""
SynonymGroup = tuple[str, ...]


def groups(lang: str, library: Library, fold: Fold) -> list[SynonymGroup]:
    """Return the groups of one language, each sorted: those of content/synonyms.yml, each mechanic's names and forms, old words.

    A mechanic's names in other languages are among them, so that a question may mix languages.
    """
    written = library.synonyms[lang].same if lang in library.synonyms else ()
    found = {_group(group, fold) for group in (*written, *_of_mechanics(lang, library.mechanics), *_of_eras(lang, library.eras))}
    return sorted(group for group in found if len(group) > 1)


def _group(words: Sequence[str], fold: Fold) -> SynonymGroup:
    return tuple(sorted({word.lower() if _MARKED.search(word) else fold(word) for word in words}))


def _of_mechanics(lang: str, mechanics: Mapping[str, LibraryMechanic]) -> Iterator[list[str]]:
    for mechanic in mechanics.values():
        forms = mechanic.facts.all_forms(lang) if mechanic.facts else ()
        if lang in mechanic.names:
            yield [*forms, *mechanic.names.values()]


def _of_eras(lang: str, eras: Mapping[str, EraTerm]) -> Iterator[list[str]]:
    for term in eras.values():
        words = term.words.get(lang)
        if words and words.now:
            yield [*words.then, words.now]
