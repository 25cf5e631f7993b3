"""The files that the search in the browser reads for each language."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby

from ..facts import search_words
from ..facts.languages import Languages
from ..pages.edition import Edition
from . import facets
from .compression import compressed
from .records import KINDS, SearchRecord
from .usual_questions import UsualQuestions
from .words import lexicon, normal_form, synonyms
from .words.normal_form import Fold

_SAID = (
    "count_one",
    "count_many",
    "none",
    "near",
    "tips",
    "meant",
    "corrected",
    "unknown",
    "strange",
    "unquoted",
    "missing",
    "unsure",
    "gone",
    "correct",
    "changed",
    "elsewhere",
    "answer",
    "recent",
    "forget",
    "forget_all",
    "jump",
    "all",
    "more",
    "rulings_one",
    "rulings_many",
    "further_one",
    "further_many",
    "copies",
    "others",
)
TOGETHER = 10
"""The number of records in one file of texts: most hits of a query share some."""


def ordered(records: Iterable[SearchRecord]) -> list[SearchRecord]:
    """Return the records in the order of their numbers, from 0: those of a page together and by
    kind, else as they come.
    """
    return sorted(records, key=lambda record: (_page(record), KINDS.index(record.kind)))


def texts(records: Sequence[SearchRecord], vectors: Sequence[str]) -> list[bytes]:
    """Return the files with the texts of the records and their ``vectors``, TOGETHER a file.

    Each record is a row with the cells kind (or ``paragraph``), id, page, anchor, languages, title,
    other names, text, vector; that of a revised ruling has the day of the revision too, and one
    with a verdict that day or None, and the key of the verdict.
    """
    rows = [_row(each, vector) for each, vector in zip(records, vectors, strict=True)]
    return [compressed(rows[start : start + TOGETHER]) for start in range(0, len(rows), TOGETHER)]


def _row(each: SearchRecord, vector: str) -> tuple[object, ...]:
    page, _, anchor = each.url.partition("#")
    names = " / ".join(each.names)
    more = (
        (each.revised_at, each.still)
        if each.still
        else (each.revised_at,)
        if each.revised_at
        else ()
    )
    text = f"{each.explanation}\n{each.text}".strip() if each.explanation else each.text
    return (
        "paragraph" if each.is_paragraph else each.kind,
        each.id,
        page.rstrip("/"),
        anchor,
        each.langs,
        each.title,
        names,
        text,
        vector,
        *more,
    )


def places(records: Sequence[SearchRecord]) -> str:
    """Return the kinds of the records by their numbers, with the records that share a page:
    ``Da3Db``.

    The letters are the KINDS in their order, a capital for the first record of a page; a number
    says how many of a kind follow each other.
    """
    found = ""
    for _, held in groupby(records, _page):
        runs = [
            (chr(ord("a") + KINDS.index(kind)), len([*run]))
            for kind, run in groupby(held, lambda record: record.kind)
        ]
        parts = [f"{letter}{count if count > 1 else ''}" for letter, count in runs]
        found += f"{parts[0][0].upper()}{parts[0][1:]}{''.join(parts[1:])}"
    return found


def twins(lang: str, records: Mapping[str, Sequence[SearchRecord]]) -> str:
    """Return which records of ``lang`` an earlier language has too: ``12 en 40 3,88 en 90``.

    Each run has the number of the first record here, the earliest language, its number there, and
    how many follow if there are several. The browser counts such a record once.
    """
    first: dict[tuple[str, str], tuple[str, int]] = {}
    for each in sorted(code for code in records if code <= lang):
        for number, record in enumerate(records[each]):
            first.setdefault((record.kind, record.id), (each, number))
    runs: list[tuple[int, str, int, int]] = []
    for number, record in enumerate(records[lang]):
        other, there = first[record.kind, record.id]
        if (other, there) == (lang, number):
            continue
        start, before, begun, count = runs[-1] if runs else (0, "", 0, 0)
        if (before, begun + count, start + count) == (other, there, number):
            runs[-1] = (start, before, begun, count + 1)
        else:
            runs.append((number, other, there, 1))
    return ",".join(
        f"{start} {other} {there}{f' {count}' if count > 1 else ''}"
        for start, other, there, count in runs
    )


def head(
    version: str, lang: str, records: Mapping[str, Sequence[SearchRecord]], endings: Sequence[str]
) -> dict[str, object]:
    """Return the data that the browser reads first of a language's index.

    ``version``, the folder of its other files; the kinds of the records (:func:`places`), and which
    of them another language has too (:func:`twins`); and the ``endings`` of the forms of words.
    """
    return {
        "version": version,
        "kinds": KINDS,
        "together": TOGETHER,
        "places": places(records[lang]),
        "twins": twins(lang, records),
        "endings": endings,
    }


def speech(
    edition: Edition,
    records: Mapping[str, Sequence[SearchRecord]],
    languages: Languages,
    asked: UsualQuestions,
) -> dict[str, object]:
    """Return the further data of the head of a language that has pages.

    The languages that have an index, this one first, and how many records each has; sets with their
    day; the words that are looked up hardly ever, because questions have them and answers lack
    them. How many usual questions have an answer, and the cues that come with those words. Then the
    words of the language files: elisions, articles, links of names, questions for explanations,
    keys of filters; words that mean several things; and the table of filters.
    """
    lang, library = edition.lang, edition.library
    searching, said = languages[lang].searching, search_words.of(library.synonyms, lang)
    elisions = normal_form.elisions(languages)
    fold = normal_form.folding(elisions)
    order = sorted(records, key=lambda each: (each != lang, each != "en", each))
    ignored = sorted(_ignored(edition, fold))
    return {
        "languages": {each: len(records[each]) for each in order},
        "pages": sorted(edition.languages),
        "ignored": ignored,
        "questions": asked.count,
        "asked": asked.spoken(ignored, normal_form.endings(languages, lang)),
        # the name of a day says the day
        "sets": {
            code: [each.facts.name(lang), None if each.is_day else each.facts.released]
            for code, each in library.sets.items()
        },
        "elisions": elisions,
        "articles": searching.articles,
        "links": languages[lang].reading.name_links,
        "explaining": searching.explaining,
        "senses": [[each.words, dict(each.senses)] for each in said.senses],
        "keys": normal_form.filter_keys(languages, lang),
        "values": facets.named(edition.words, fold),
        "filters": facets.published(),
    }


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


def sayings(
    edition: Edition,
    indexed: Collection[str],
    languages: Languages,
    fold: Fold,
    asked: UsualQuestions,
) -> lexicon.Sayings:
    """Return what the lexicon of one language has besides names and words.

    ``indexed`` are the languages that have an index.
    """
    lang, library = edition.lang, edition.library
    known = {each: languages[each] for each in languages if each in indexed or each == lang}
    return lexicon.Sayings(
        groups=synonyms.groups(lang, library, fold),
        ignored=_ignored(edition, fold),
        meanings=synonyms.meanings(lang, library, known, fold),
        vectors=search_words.of(library.synonyms, lang).vectors,
        unruled={face: fold(face) for name in library.unruled for face in lexicon.faces(name)},
        asked=asked.cues,
    )


def _ignored(edition: Edition, fold: Fold) -> frozenset[str]:
    """Return the words that questions have and answers lack."""
    return frozenset(map(fold, search_words.of(edition.library.synonyms, edition.lang).ignored))


def _page(record: SearchRecord) -> str:
    """Return the page of a record, from the folder of a language."""
    return record.url.partition("#")[0].rstrip("/")
