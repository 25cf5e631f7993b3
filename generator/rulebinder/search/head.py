"""The files that the search in the browser reads for each language."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..facts import search_words
from ..facts.languages import Languages
from ..pages.edition import Edition
from . import facets, normal_form

_SPOKEN = ("search_", "rulings_", "rule_title", "revised", "filter_", "hit_", "type_", "colour_")
"""How the keys of the interface words begin that the search says."""


def head(
    edition: Edition,
    counts: Mapping[str, int],
    languages: Languages,
    files: Mapping[str, object],
) -> dict[str, object]:
    """Return what the browser reads first on pages of one language.

    ``counts`` says how many records each language has, and ``files`` where the others are. Then
    come words that questions have and answers lack (those of questions for an explanation, too),
    words that mean several things, sets with their day, the filters, and the words of the language
    files.
    """
    lang, library = edition.lang, edition.library
    searching, words = languages[lang].searching, search_words.of(library.synonyms, lang)
    elisions = normal_form.elisions(languages)
    fold = normal_form.folding(elisions)
    asking = fold(" ".join(form.replace("{name}", "") for form in searching.explaining)).split()
    order = sorted(counts, key=lambda code: (code != lang, code != "en", code))
    return {
        "files": files,
        "languages": {code: counts[code] for code in order},
        "pages": sorted(edition.languages),
        "ignored": sorted({*map(fold, words.ignored), *asking}),
        # the name of a day says the day
        "sets": {
            code: [of_set.facts.name(lang), None if of_set.is_day else of_set.facts.released]
            for code, of_set in library.sets.items()
        },
        "endings": {code: normal_form.endings(languages, code) for code in order},
        "elisions": elisions,
        "links": languages[lang].reading.name_links,
        "senses": [[sense.words, dict(sense.senses)] for sense in words.senses],
        "keys": normal_form.filter_keys(languages, lang),
        "values": facets.named(edition.words, fold),
        "filters": facets.published(),
    }


def labels(edition: Edition) -> dict[str, str]:
    """Return the names of the library's mechanics in one language, for the filters."""
    return {
        slug: edition.mechanic_name(slug).text
        for slug, mechanic in edition.library.mechanics.items()
        if mechanic.in_library
    }


def said(edition: Edition, languages: Languages, langs: Collection[str]) -> dict[str, object]:
    """Return the words that the search says in one language: interface words, names of sets and of
    the languages ``langs``, the filters.
    """
    return {
        **{
            key: word
            for key, word in languages[edition.lang].interface.items()
            if key.startswith(_SPOKEN)
        },
        "sets": {
            code: of_set.facts.name(edition.lang) for code, of_set in edition.library.sets.items()
        },
        "languages": {lang: edition.words.language(lang) for lang in sorted(langs)},
        "filters": facets.published(),
    }
