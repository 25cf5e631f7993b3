"""Chooses the words that get a vector, and the texts by which the vectors are fitted."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from wordfreq import top_n_list

from rulebinder.facts.content import Content
from rulebinder.joining import join
from rulebinder.pages.edition import editions
from rulebinder.reading import inputs
from rulebinder.search.listing import Finder
from rulebinder.search.normal_form import Fold, list_elisions, make_fold

from ..bench.setting import content

LANGS = ("en", "es", "fr")
COMMONEST = {"en": 10_000, "es": 9_000, "fr": 9_000}
"""How many of the commonest words of a language get a vector, beside those of texts and of lists.
"""
OFTEN = 3
"""A word of the texts gets a vector if it occurs so often."""
TEXTS, LONGEST = 3_000, 600
"""The most texts of a language, and the most letters of one."""
_KINDS = frozenset({"ruling", "note"})
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")

Words = Mapping[str, str]
"""Words as they are compared, each with its commonest spelling, which the model sees."""


def fold() -> Fold:
    """Return the function that makes words as they are compared."""
    return make_fold(list_elisions(content().languages))


def texts(notes: Path) -> dict[str, list[str]]:
    """Return texts of the rulings and notes in the folder ``notes``, always the same ones, by
    language.
    """
    known = content()
    library = join(
        inputs.read_folder(notes, known, lambda *_: None)[0].documents,
        known.catalogue,
        known.languages,
    )[0]
    records = Finder(editions=editions(library, known.languages), fold=fold()).list_records()
    found = {
        lang: {each.text for each in records.get(lang, ()) if each.kind in _KINDS} for lang in LANGS
    }
    short = {
        lang: sorted(text for text in own if len(text) < LONGEST) for lang, own in found.items()
    }
    return {lang: random.Random(1).sample(own, min(TEXTS, len(own))) for lang, own in short.items()}


def words(lang: str, said: Iterable[str]) -> Words:
    """Return the words of a language: those of texts (``said``) and of the repository's lists, and
    the commonest of all.
    """
    spellings: dict[str, Counter[str]] = {}
    folded = fold()
    for word, count in chain(
        ((word, 1) for word in _words(said)),
        ((word, OFTEN) for word in _words(_listed(lang, content()))),
        ((word, OFTEN) for word in top_n_list(lang, COMMONEST[lang])),
    ):
        *elided, key = folded(word).split() or [""]
        spellings.setdefault(key, Counter())[word.rpartition("'")[2] if elided else word] += count
    ignored = {folded(word) for word in content().catalogue.synonyms[lang].ignored}
    return {
        key: spelt.most_common(1)[0][0]
        for key, spelt in sorted(spellings.items())
        if spelt.total() >= OFTEN
        and len(key) > 1
        and key.isalpha()
        and key.islower()
        and key not in ignored
    }


def _words(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from _WORD.findall(text.lower().replace("’", "'"))


def _listed(lang: str, known: Content) -> Sequence[str]:
    """Return the phrases that people wrote for the search: synonyms, concepts, names and forms of
    mechanics.
    """
    mechanics = known.catalogue.mechanics.values()
    return [
        *(phrase for group in known.catalogue.synonyms[lang].same for phrase in group),
        *(
            phrase
            for phrases in known.languages[lang].searching.concepts.values()
            for phrase in phrases
        ),
        *(form for mechanic in mechanics for form in mechanic.all_forms(lang)),
    ]
