"""What the browser's search reads: files by name for each language, and the pages that the indexer reads."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from itertools import groupby

from ..pages.edition import Edition
from ..pages.facets import TYPES
from . import lexicon, synonyms
from .normal import folded
from .records import KINDS, Record

FACETS = ("sets", "kinds", "years", "types", "colours", "mechanics")
"""The order of the columns of the facets' table."""
SAID = (
    *(
        f"search_{key}"
        for key in ("count_one", "count_many", "none", "tips", "meant", "corrected", "jump", "all", "more", "others", "filters")
    ),
    *(f"filter_{key}" for key in ("kind", "set", "mechanic", "type", "colour", "year", "lang")),
    *(f"hit_{key}" for key in KINDS),
    *(f"type_{key}" for key in TYPES),
    *(f"colour_{key}" for key in "wubrgc"),
)
"""The interface words that the search says."""
TOGETHER = 8
"""So many records stand in one file of texts: most hits of a query share some."""
_SYMBOLS = re.compile(r"(?<=\})(?=\{)")


def ordered(records: Iterable[Record]) -> list[Record]:
    """The records in the order of their numbers, from 0: those of a page together, by kind, else as they come."""
    return sorted(records, key=lambda record: (_page(record), KINDS.index(record.kind)))


def page(record: Record) -> str:
    """The HTML of the page that stands for a record in the index."""
    text = "".join(f"<p>{_apart(line)}</p>" for line in record.text.split("\n"))
    names = f"<h2>{_apart(' / '.join(record.names))}</h2>" if record.names else ""
    return f'<!doctype html><html lang="{record.lang}"><body data-pagefind-body><h1>{_apart(record.title)}</h1>{names}{text}</body></html>'


def texts(records: Sequence[Record]) -> list[bytes]:
    """What the browser reads of the records, TOGETHER a file: a row for each, with the cells
    kind, id, page, anchor, languages, title, other names, text."""
    rows = [
        (each.kind, each.id, _page(each), each.url.partition("#")[2], each.langs, each.title, " / ".join(each.names), each.text)
        for each in records
    ]
    return [lexicon.compressed(rows[start : start + TOGETHER]) for start in range(0, len(rows), TOGETHER)]


def places(records: Sequence[Record]) -> str:
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


def head(version: str, records: Sequence[Record], entry: object, metadata: bytes) -> dict[str, object]:
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
    }


def speech(
    edition: Edition, records: Mapping[str, Sequence[Record]], lexicon: lexicon.Lexicon, beginnings: Sequence[str]
) -> dict[str, object]:
    """What the search of a language that has pages reads first beside its index's head.

    The languages that have an index, this one first, and how many records each has; sets with their
    day; how the lexicon is filed, with the ``beginnings`` of its files; the words that are looked up
    hardly ever, because questions have them and answers lack them.
    """
    lang, library = edition.lang, edition.library
    order = sorted(records, key=lambda each: (each != lang, each != "en", each))
    return {
        "languages": {each: len(records[each]) for each in order},
        "pages": sorted(edition.languages),
        "depth": lexicon.depth,
        "beginnings": beginnings,
        "near": len(lexicon.near),
        "ignored": sorted(_ignored(edition)),
        "sets": {code: [each.facts.name(lang), each.facts.released] for code, each in library.sets.items()},
    }


def facets(records: Sequence[Record]) -> bytes:
    """The table of what hits are filtered by.

    ``values`` names each column's values, ``rows`` has for each record a cell a column: positions in ``values``.
    """
    columns = {name: sorted({value for record in records for value in _values(record)[name]}) for name in FACETS}
    positions = {name: {value: place for place, value in enumerate(values)} for name, values in columns.items()}
    found = [_values(record) for record in records]
    rows = [[[positions[name][value] for value in values[name]] for name in FACETS] for values in found]
    return lexicon.compressed({"columns": FACETS, "values": columns, "rows": rows})


def labels(edition: Edition) -> bytes:
    """The names of the mechanics in one language, for the filters."""
    names = {slug: edition.mechanic_name(slug).text for slug in edition.library.mechanics}
    return lexicon.compressed(names)


def said(edition: Edition, indexed: Collection[str]) -> bytes:
    """What the search says in one language: interface words, and the names of sets and of the languages in the index."""
    sets = {code: each.facts.name(edition.lang) for code, each in edition.library.sets.items()}
    languages = {each: edition.words.language(each) for each in sorted(indexed)}
    return lexicon.compressed({**{key: edition.words[key] for key in SAID}, "sets": sets, "languages": languages})


def words(edition: Edition, records: Iterable[Record]) -> lexicon.Lexicon:
    """The lexicon of one language."""
    groups = synonyms.groups(edition.lang, edition.library)
    return lexicon.lexicon(lexicon.names(edition.library), records, groups, _ignored(edition))


def _ignored(edition: Edition) -> frozenset[str]:
    """The words that questions have and answers lack."""
    said = edition.library.synonyms.get(edition.lang)
    return frozenset(folded(word) for word in said.ignored) if said else frozenset()


def _values(record: Record) -> Mapping[str, Sequence[str]]:
    found = record.facets
    return {
        "sets": found.sets,
        "kinds": (record.kind,),
        "years": found.years,
        "types": found.types,
        "colours": found.colours,
        "mechanics": found.mechanics,
    }


def _apart(text: str) -> str:
    """Escaped, with a space between symbols, which makes each a word of its own."""
    return escape(_SYMBOLS.sub(" ", text))


def _page(record: Record) -> str:
    """The page of the site that holds it, from the folder of a language."""
    return record.url.partition("#")[0].rstrip("/")
