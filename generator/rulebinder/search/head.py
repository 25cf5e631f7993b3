"""The files that the search in the browser reads for each language."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..facts import search_words
from ..facts.languages import Languages
from ..pages.edition import Edition
from . import facets
from .compression import compressed
from .words import normal_form

_SAID = (
    "none",
    "near",
    "tips",
    "meant",
    "corrected",
    "unknown",
    "strange",
    "unquoted",
    "missing",
    "absent",
    "unsure",
    "close",
    "gone",
    "correct",
    "changed",
    "answer",
    "recent",
    "forget_all",
    "jump",
    "all",
    "more",
    "further",
    "copies",
    "others",
)


def head(
    edition: Edition,
    counts: Mapping[str, int],
    languages: Languages,
    files: Mapping[str, object],
) -> bytes:
    """Return what the browser reads first on pages of one language.

    ``counts`` says how many records each language has, and ``files`` where the others are. Then
    come words that questions have and answers lack, words that mean several things, sets with their
    day, the filters, and the words of the language files.
    """
    lang, library = edition.lang, edition.library
    searching, words = languages[lang].searching, search_words.of(library.synonyms, lang)
    elisions = normal_form.elisions(languages)
    fold = normal_form.folding(elisions)
    order = sorted(counts, key=lambda code: (code != lang, code != "en", code))
    return compressed(
        {
            "files": files,
            "languages": {code: counts[code] for code in order},
            "pages": sorted(edition.languages),
            "ignored": sorted(set(map(fold, words.ignored))),
            # the name of a day says the day
            "sets": {
                code: [of_set.facts.name(lang), None if of_set.is_day else of_set.facts.released]
                for code, of_set in library.sets.items()
            },
            "endings": {code: normal_form.endings(languages, code) for code in order},
            "elisions": elisions,
            "articles": searching.articles,
            "links": languages[lang].reading.name_links,
            "explaining": searching.explaining,
            "senses": [[sense.words, dict(sense.senses)] for sense in words.senses],
            "keys": normal_form.filter_keys(languages, lang),
            "values": facets.named(edition.words, fold),
            "filters": facets.published(),
        }
    )


def labels(edition: Edition) -> bytes:
    """Return the names of the library's mechanics in one language, for the filters."""
    names = {
        slug: edition.mechanic_name(slug).text
        for slug, each in edition.library.mechanics.items()
        if each.in_library
    }
    return compressed(names)


def spoken() -> tuple[str, ...]:
    """Return the keys of the interface words that the search says."""
    return (
        *(f"search_{key}" for key in _SAID),
        "rulings_one",
        "rulings_many",
        "rule_title",
        "revised",
        "filter_all",
        *facets.spoken(),
    )


def said(edition: Edition, indexed: Collection[str]) -> bytes:
    """Return the words that the search says in one language: interface words, names of sets and of
    languages, the filters.
    """
    sets = {code: each.facts.name(edition.lang) for code, each in edition.library.sets.items()}
    languages = {each: edition.words.language(each) for each in sorted(indexed)}
    tables = {"sets": sets, "languages": languages, "filters": facets.published()}
    return compressed({**{key: edition.words[key] for key in spoken()}, **tables})
