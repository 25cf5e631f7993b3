"""What the browser's search reads: files by name for each language, and the pages that the indexer reads."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from itertools import groupby

from ..facts.languages import Languages
from ..pages.edition import Edition
from . import facets, lexicon, normal, synonyms
from .compressing import compressed
from .normal import Fold
from .records import KINDS, SearchRecord

_SAID = ("count_one", "count_many", "none", "tips", "meant", "corrected", "jump", "all", "more", "others", "filters")
TOGETHER = 8
"""So many records stand in one file of texts: most hits of a query share some."""
_SYMBOLS = re.compile(r"(?<=\})(?=\{)")


def ordered(records: Iterable[SearchRecord]) -> list[SearchRecord]:
    """The records in the order of their numbers, from 0: those of a page together, by kind, else as they come."""
    return sorted(records, key=lambda record: (_page(record), KINDS.index(record.kind)))


def page(record: SearchRecord) -> str:
    """The HTML of the page that stands for a record in the index."""
    text = "".join(f"<p>{_apart(line)}</p>" for line in record.text.split("\n"))
    names = f"<h2>{_apart(' / '.join(record.names))}</h2>" if record.names else ""
    return f'<!doctype html><html lang="{record.lang}"><body data-pagefind-body><h1>{_apart(record.title)}</h1>{names}{text}</body></html>'


def texts(records: Sequence[SearchRecord]) -> list[bytes]:
    """What the browser reads of the records, TOGETHER a file: a row for each, with the cells
    kind, id, page, anchor, languages, title, other names, text."""
    rows = [
        (each.kind, each.id, _page(each), each.url.partition("#")[2], each.langs, each.title, " / ".join(each.names), each.text)
        for each in records
    ]
    return [compressed(rows[start : start + TOGETHER]) for start in range(0, len(rows), TOGETHER)]


def places(records: Sequence[SearchRecord]) -> str:
    """Of what kind each record is and which of them share a page, by their numbers: ``Da3Db``.

    The letters are the KINDS in their order, a capital for the first record of a page; a number
    says how many of a kind follow each other.
    """
    found = ""
    for _, held in groupby(records, _page):
        runs = [(chr(ord("a") + KINDS.index(kind)), len([*run])) for kind, run in groupby(held, lambda record: record.kind)]
        parts = [f"{letter}{count if count > 1 else ''}" for letter, count in runs]
        found += f"{parts[0][0].upper()}{parts[0][1:]}{''.join(parts[1:])}"
    return found


def head(
    version: str, records: Sequence[SearchRecord], entry: object, metadata: bytes, endings: Sequence[str]
) -> dict[str, object]:
    """What is read first of a language's index.

    ``version``, the folder of its other files; ``entry`` and ``metadata`` (in base 64), what Pagefind
    reads first of its own; and what the records are (:func:`places`).
    """
    return {
        "version": version,
        "entry": entry,
        "metadata": b64encode(metadata).decode("ascii"),
        "kinds": KINDS,
        "together": TOGETHER,
        "places": places(records),
        "endings": endings,
    }


def speech(
    edition: Edition,
    records: Mapping[str, Sequence[SearchRecord]],
    lexicon: lexicon.Lexicon,
    beginnings: Sequence[str],
    languages: Languages,
) -> dict[str, object]:
    """What the search of a language that has pages reads first beside its index's head.

    The languages that have an index, this one first, and how many records each has; sets with their
    day; how the lexicon is filed, with the ``beginnings`` of its files; the words that are looked up
    hardly ever, because questions have them and answers lack them.
    """
    lang, library = edition.lang, edition.library
    elisions = normal.elisions(languages)
    order = sorted(records, key=lambda each: (each != lang, each != "en", each))
    return {
        "languages": {each: len(records[each]) for each in order},
        "pages": sorted(edition.languages),
        "depth": lexicon.depth,
        "beginnings": beginnings,
        "near": len(lexicon.near),
        "ignored": sorted(_ignored(edition, normal.folding(elisions))),
        "sets": {code: [each.facts.name(lang), each.facts.released] for code, each in library.sets.items()},
        "elisions": elisions,
        "keys": normal.filter_keys(languages, lang),
        "filters": facets.published(facets.FILTERS),
    }


def labels(edition: Edition) -> bytes:
    """The names of the mechanics in one language, for the filters."""
    names = {slug: edition.mechanic_name(slug).text for slug in edition.library.mechanics}
    return compressed(names)


def spoken() -> tuple[str, ...]:
    """Return the keys of the interface words that the search says."""
    return (*(f"search_{key}" for key in _SAID), *facets.spoken(facets.FILTERS))


def said(edition: Edition, indexed: Collection[str]) -> bytes:
    """What the search says in one language: interface words, and the names of sets and of the languages in the index."""
    sets = {code: each.facts.name(edition.lang) for code, each in edition.library.sets.items()}
    languages = {each: edition.words.language(each) for each in sorted(indexed)}
    tables = {"sets": sets, "languages": languages, "filters": facets.published(facets.FILTERS)}
    return compressed({**{key: edition.words[key] for key in spoken()}, **tables})


def words(edition: Edition, records: Iterable[SearchRecord], fold: Fold) -> lexicon.Lexicon:
    """Return the lexicon of one language."""
    groups = synonyms.groups(edition.lang, edition.library, fold)
    return lexicon.lexicon(lexicon.names(edition.library), records, groups, _ignored(edition, fold), fold)


def _ignored(edition: Edition, fold: Fold) -> frozenset[str]:
    """The words that questions have and answers lack."""
    said = edition.library.synonyms.get(edition.lang)
    return frozenset(fold(word) for word in said.ignored) if said else frozenset()


def _apart(text: str) -> str:
    """Escaped, with a space between symbols, which makes each a word of its own."""
    return escape(_SYMBOLS.sub(" ", text))


def _page(record: SearchRecord) -> str:
    """The page of the site that holds it, from the folder of a language."""
    return record.url.partition("#")[0].rstrip("/")
