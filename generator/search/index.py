"""What the browser's search reads: files by name for each language, and the pages that the indexer reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from ..library import Library
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
    *(f"filter_{key}" for key in ("kind", "set", "mechanic", "type", "colour", "year")),
    *(f"hit_{key}" for key in KINDS),
    *(f"type_{key}" for key in TYPES),
    *(f"colour_{key}" for key in "wubrgc"),
)
"""The interface words that the search says."""
_BETWEEN = "~-~"
"""Between the parts of a page's name; no slug is a mere hyphen, and ``~`` stands for a slash."""
_LONGEST = 200
"""How long a file's name may be; a longer one becomes folders."""
TEXT = "⁂"
"""Stands between the names and the text of a record in the index."""
_SYMBOLS = re.compile(r"(?<=\})(?=\{)")


def page(record: Record) -> tuple[str, str]:
    """The path and the HTML of the page that stands for a record in the index.

    All that a hit needs beside its text stands in the path, because the index would search any
    other field too: kind and id, page, anchor, languages. The path has no folders where it can do
    without, since making and removing them takes longer than all else.
    """
    url, _, anchor = record.url.partition("#")
    parts = (f"{record.kind}/{record.id}", url.rstrip("/"), anchor or "-", "~".join(record.langs))
    text = "".join(f"<p>{_apart(line)}</p>" for line in record.text.split("\n"))
    names = f"<h2>{_apart(' / '.join(record.names))}</h2>" if record.names else ""
    content = f'<!doctype html><html lang="{record.lang}"><body data-pagefind-body><h1>{_apart(record.title)}</h1>{names}<p>{TEXT}</p>{text}</body></html>'
    name = _BETWEEN.join(parts).replace("/", "~")
    return "/".join(name[start : start + _LONGEST] for start in range(0, len(name), _LONGEST)) + ".html", content


def head(editions: Mapping[str, Edition], lang: str, records: Mapping[str, Sequence[Record]], depth: int, files: int) -> bytes:
    """What the search of the language ``lang`` reads first.

    The languages that have an index, this one first, and how many records each has; by how many
    letters its lexicon is filed, in how many files; sets with their day; words that questions have and answers lack.
    """
    library = editions[lang].library
    return lexicon.compressed(
        {
            "languages": {
                each: len(records[each]) for each in sorted(records, key=lambda each: (each != lang, each != "en", each))
            },
            "depth": depth,
            "files": files,
            "ignored": sorted(folded(word) for word in library.synonyms[lang].ignored) if lang in library.synonyms else [],
            "sets": {code: [each.facts.name(lang), each.facts.released] for code, each in library.sets.items()},
        }
    )


def facets(records: Sequence[Record], pages: Mapping[str, str]) -> bytes:
    """The table of what hits are filtered by. ``pages`` is each record's key in the index, by the path of its page.

    ``values`` names each column's values, ``rows`` has for each key a cell a column: positions in ``values``.
    """
    columns = {name: sorted({value for record in records for value in _values(record)[name]}) for name in FACETS}
    places = {name: {value: place for place, value in enumerate(values)} for name, values in columns.items()}
    rows = {}
    for record in records:
        values = _values(record)
        rows[pages[page(record)[0]]] = [[places[name][value] for value in values[name]] for name in FACETS]
    return lexicon.compressed({"columns": FACETS, "values": columns, "rows": dict(sorted(rows.items()))})


def labels(edition: Edition) -> bytes:
    """The names of the mechanics in one language, for the filters."""
    names = {slug: edition.mechanic_name(slug).text for slug in edition.library.mechanics}
    return lexicon.compressed(names)


def said(editions: Mapping[str, Edition], lang: str, indexed: Iterable[str]) -> bytes:
    """What the search says in one language: interface words, and the names of sets and of the languages in the index."""
    edition = editions[lang]
    sets = {code: each.facts.name(lang) for code, each in edition.library.sets.items()}
    languages = {each: edition.words.language(each) for each in sorted(indexed)}
    return lexicon.compressed({**{key: edition.words[key] for key in SAID}, "sets": sets, "languages": languages})


def words(library: Library, lang: str, records: Iterable[Record]) -> tuple[int, list[bytes]]:
    """The lexicon of one language: see :func:`.lexicon.files`."""
    groups = synonyms.groups(lang, library)
    return lexicon.files(lexicon.names(library), records, groups)


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
    """Escaped, with a space between symbols, which makes each a word of its own; the browser takes it away again."""
    return escape(_SYMBOLS.sub(" ", text))
