"""The files of the search: the records and phrases of each language, names, and the scripts."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from ..facts.languages import Languages
from ..facts.search_words import SearchWords
from ..library import Library
from ..pages import addresses
from ..pages.edition import Edition
from ..system import group_pairs
from ..system.caches import NO_CACHE, Cache
from ..system.files import compress, digest, digests, imported_file, read_imports
from . import listing, normal_form
from .listing import Finder, SearchRecord
from .normal_form import Fold, strip_points

FOLDER = "search"
"""The folder of the search in the site: ``search/<lang>/…``, and the scripts beside the languages.
"""
NAMES_FOLDER = "names"
"""The folder with the names that all languages have in common: ``search/names/…``."""
ENTRY_SCRIPTS = {
    "worker": "engine/worker.js",
    "ui": "view/ui.js",
    "marks": "view/marks.js",
    "table": "table/table.js",
}
"""The scripts that pages load: the engine, the list of its answers, the marks after a jump, and the
rulings of a deck list.
"""
_SAID = ("search_", "rulings_", "rule_title", "revised", "filter_", "hit_", "type_", "colour_")
"""How the keys of the interface words begin that the search says."""


def search_files(
    editions: Mapping[str, Edition], languages: Languages, scripts: Path, cache: Cache = NO_CACHE
) -> dict[str, bytes]:
    """Return the files of the search by their path in the site, with the scripts of the folder
    ``scripts``.

    ``editions`` are the languages that the site is offered in, ``languages`` all that documents may
    be in. ``cache`` has the scripts of earlier builds. Raises InputError if a script is missing.

    Pages load scripts and the files ``head``, ``mechanics`` and ``said`` by a known name. ``head``
    names all others by a digest of their content, so that no browser uses an old file beside a new
    one.
    """
    fold = normal_form.make_fold(normal_form.list_elisions(languages))
    records = Finder(editions=editions, fold=fold).list_records()
    shards = {lang: listing.divide_into_files(of_lang) for lang, of_lang in records.items()}
    library = next(iter(editions.values())).library
    files: dict[str, bytes] = {}

    def put(path: str, data: object) -> str:
        """Add a file, and return its path in FOLDER: ``path`` and a digest."""
        content = _compress(data)
        address = f"{path}.{hashlib.sha256(content).hexdigest()[:8]}"
        files[f"{FOLDER}/{address}"] = content
        return address

    in_languages = {}
    for lang, (*of_sets, further) in shards.items():  # the last one has the records of no set
        words = {word for record in records[lang] for word in fold(record.text).split()}
        phrases = normal_form.phrase_content(lang, library, languages, fold, words)
        # Those of mechanics that no text is about.
        explanations = {record.id: record.explanation for record in further if record.explanation}
        in_languages[lang] = {
            "texts": [
                put(f"{lang}/texts-{number}", listing.file_content(shard))
                for number, shard in enumerate(of_sets)
            ],
            "further": put(f"{lang}/further", listing.file_content(further)),
            "explanations": put(f"{lang}/explanations", explanations),
            "phrases": put(f"{lang}/phrases", phrases),
            "answers": put(f"{lang}/answers", normal_form.list_answers(lang, library)),
        }
    others = {
        "names": put(f"{NAMES_FOLDER}/names", page_names(library, shards, fold)),
        "absent": put(f"{NAMES_FOLDER}/absent", absent_names(library, fold)),
        "languages": in_languages,
    }
    counts = {lang: len(of_lang) for lang, of_lang in records.items()}
    for lang, edition in editions.items():
        mechanics = {
            slug: edition.mechanic_name(slug).text
            for slug, mechanic in library.mechanics.items()
            if mechanic.in_library
        }
        for name, data in {
            "head": _make_head(edition, counts, languages, others, fold),
            "mechanics": mechanics,
            "said": _list_words(edition, languages, records),
        }.items():
            files[f"{FOLDER}/{lang}/{name}"] = _compress(data)

    def join() -> dict[str, bytes]:
        """Return the joined scripts by their path in the site."""
        return {
            f"{FOLDER}/{name}.js": join_scripts(scripts / entry).encode("utf-8")
            for name, entry in ENTRY_SCRIPTS.items()
        }

    return files | cache.get_or_make(digest("scripts", *digests([scripts])), join)


def _compress(data: object) -> bytes:
    """Return data as compressed JSON; the same data gives the same bytes."""
    return compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())


def _make_head(
    edition: Edition,
    counts: Mapping[str, int],
    languages: Languages,
    files: Mapping[str, object],
    fold: Fold,
) -> dict[str, object]:
    """Return what the browser reads first on pages of one language.

    ``counts`` says how many records each language has, and ``files`` where the other files are.
    ``ignored`` are words that questions have and answers lack (those of questions for an
    explanation, too), and ``senses`` words that mean several things.
    """
    lang, library = edition.lang, edition.library
    searching, words = languages[lang].searching, library.synonyms.get(lang, SearchWords())
    asking = fold(" ".join(form.replace("{name}", "") for form in searching.explaining)).split()
    order = edition.prefer(counts)
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
        "endings": {code: normal_form.list_endings(languages, code) for code in order},
        "elisions": normal_form.list_elisions(languages),
        "links": languages[lang].reading.name_links,
        "senses": [[sense.words, dict(sense.senses)] for sense in words.senses],
        "keys": normal_form.filter_keys(languages, lang),
        "values": listing.value_names(edition.words, fold),
        "filters": listing.published_filters(),
    }


def _list_words(
    edition: Edition, languages: Languages, langs: Collection[str]
) -> dict[str, object]:
    """Return what the search says in one language: interface words, the names of sets and of the
    languages ``langs``, and the filters.
    """
    interface, sets = languages[edition.lang].interface, edition.library.sets
    return {
        **{key: word for key, word in interface.items() if key.startswith(_SAID)},
        "sets": {code: of_set.facts.name(edition.lang) for code, of_set in sets.items()},
        "languages": {lang: edition.words.language(lang) for lang in sorted(langs)},
        "filters": listing.published_filters(),
    }


def page_names(
    library: Library, records: Mapping[str, Sequence[Sequence[SearchRecord]]], fold: Fold
) -> dict[str, dict[str, list[list[str]]]]:
    """Return the names of all pages: a row for each owner of names (such as a card), by its kind
    and then by its places.

    ``records`` are those of each file, by language. The places say which files have records of the
    owner: ``en 0,en 3,es 1``. A row is the id, empty if it is the folded first name, and then the
    names; ``~`` is before a nickname, and ``en:`` before each word for a mechanic in English. The
    id of a card whose page is in one language only has that language with it:
    ``lantern-keeper@en``.
    """
    places = _files_of_owners(library, records)
    rows: dict[str, dict[str, list[list[str]]]] = {}
    owners = sorted(set(_names_with_owners(library)))
    by_owner = group_pairs(((kind, owner_id), name) for name, kind, owner_id in owners)
    for (kind, owner_id), names in by_owner.items():
        # the ids that a browser derives from the names
        ids = {name: fold(name.removeprefix("en:")).replace(" ", "-") for name in names}
        first, *others = sorted(names, key=lambda name: ids[name] != owner_id)
        page = "" if ids[first] == owner_id else owner_id
        if kind == "card" and (only := library.cards[owner_id].only_in):
            page += f"@{only}"
        place, row = places.get((kind, owner_id), ""), [page, first, *others]
        rows.setdefault(kind, {}).setdefault(place, []).append(row)
    return rows


def absent_names(library: Library, fold: Fold) -> list[str]:
    """Return the names of cards that the site has nothing about: those of the catalogue, those of
    bulk files that have no ruling, and those of the list of cards.
    """
    folded_names = {""}  # those of pages
    for name, kind, _ in _names_with_owners(library):
        folded_names.add(fold(name.partition(":")[2] if kind == "mechanic" else name))
    others = {*library.unruled}
    for names in library.catalogued:
        if folded_names.isdisjoint(map(fold, names.values())):
            others |= {*names.values()}
    faces = {face for name in others for face in {name, *name.split(" // ")}}
    return sorted(face for face in faces if fold(face) not in folded_names)


def _names_with_owners(library: Library) -> Iterator[tuple[str, str, str]]:
    """Yield each name in each language, with its mark (``~`` or ``en:``), and the kind and the id
    of its owner.
    """
    slugs = {}
    for slug, card in library.cards.items():
        for name in card.every_name:
            slugs[name.casefold()] = slug
            for face in {name, *name.split(" // ")}:
                yield face, "card", slug
                yield strip_points(face), "card", slug
    for slug, mechanic in library.mechanics.items():
        yield from ((f"{lang}:{name}", "mechanic", slug) for lang, name in mechanic.names.items())
        if facts := mechanic.facts:
            for lang in {*facts.forms, *facts.formerly}:
                for form in facts.all_forms(lang):
                    yield f"{lang}:{form}", "mechanic", slug
    for code, of_set in library.sets.items():
        yield from ((name, "set", code) for name in (*of_set.facts.names.values(), code.upper()))
    titled = library.rulebook.numbers_by_title if library.rulebook else ()
    for number in {*library.rules, *titled}:
        yield number, "rule", addresses.rule_page(number).split("/")[1]
    # a pair of synonyms that begins with the name of a card has a nickname of it
    for pair in (pair for words in library.synonyms.values() for pair in words.same):
        if len(pair) == 2 and (slug := slugs.get(pair[0].casefold(), "")):
            yield f"~{pair[1]}", "card", slug


def _files_of_owners(
    library: Library, records: Mapping[str, Sequence[Sequence[SearchRecord]]]
) -> dict[tuple[str, str], str]:
    """Return which files have records of each card and of each mechanic's sections, by kind and id:
    ``{("card", "lantern-keeper"): "en 0,es 1"}``.
    """
    # A record of a card is on its page, and the id of a note begins with that of its section.
    cards = (
        (addresses.card_link(card).rstrip("/"), ("card", slug))
        for slug, card in library.cards.items()
    )
    mechanics = (
        (section.id, ("mechanic", slug))
        for slug, mechanic in library.mechanics.items()
        for section in mechanic.sections
    )
    owners = group_pairs((*cards, *mechanics))
    files = group_pairs(
        (owner, f"{lang} {number}")
        for lang, shards in records.items()
        for number, shard in enumerate(shards)
        for record in shard
        for key in (record.page, record.id.rpartition("/")[0])
        for owner in owners.get(key, ())
    )
    return {owner: ",".join(dict.fromkeys(places)) for owner, places in files.items()}


_IMPORT = re.compile(
    r'^import (?:(?P<names>\{[^}]*\}) from )?"(?P<file>\.[^"\n]+)";?\n', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def join_scripts(entry: Path, modules: Mapping[str, str] | None = None) -> str:
    """Return the module ``entry`` with all that it imports in one text, without comments.

    ``modules`` are the texts of some that are not files, by their path from the folder of
    ``entry``; they are taken as they are. Imports by ``import()`` stay imports. Raises InputError
    if an import names a module that is not there, or if modules import each other.
    """
    virtual = {entry.parent / name: text for name, text in (modules or {}).items()}
    texts = read_imports(entry, _IMPORT, virtual)
    top = os.path.commonpath([file.parent for file in texts])
    # The name of each joined module: an object with its exports.
    constants = {
        file: "$" + re.sub(r"\W", "_", os.path.relpath(file.with_suffix(""), top)) for file in texts
    }
    joined = ""
    for file, text in texts.items():

        def take_names(match: re.Match[str], file: Path = file) -> str:
            """Return the line that takes imported names from the object of the joined module."""
            if not match["names"]:
                return ""
            names = match["names"].replace(" as ", ": ")
            return f"const {names} = {constants[imported_file(file, match)]}\n"

        body = _IMPORT.sub(take_names, text if file in virtual else strip_script(text))
        exports = ", ".join(_EXPORT.findall(body))
        inner = _EXPORT.sub("", body).strip()
        # Each other module is in a function of its own, so that its names meet no others. The
        # semicolon matters: without it, the next function would be taken for an argument.
        if file == entry:
            joined += body.lstrip("\n")
        elif exports:
            name = constants[file]
            joined += f"const {name} = (() => {{\n{inner}\nreturn {{ {exports} }}\n}})();\n"
        else:
            joined += f"(() => {{\n{inner}\n}})();\n"
    return joined


def script_files(entry: Path) -> frozenset[Path]:
    """Return the files that the module ``entry`` is joined of.

    Raises InputError as :func:`join_scripts`.
    """
    return frozenset(read_imports(entry, _IMPORT))


def read_sources(scripts: Path) -> list[bytes]:
    """Return the scripts of the search as they are written, always in the same order."""
    return [path.read_bytes() for path in sorted(scripts.rglob("*.js"))]


# A script is in many pages' files, and a live site is built again and again.
@functools.lru_cache(maxsize=128)
def strip_script(script: str) -> str:
    """Return a script without its comments, the types in them and its indentation; each line that
    has code stays a line.

    A browser needs none of it, and every phone pays for it. Names are kept, so that errors can be
    read. Pygments guesses the start of a regular expression; a test compares each of our scripts
    with its stripped form.
    """
    # Most builds take over the scripts of the one before.
    from pygments.lexers.javascript import JavascriptLexer  # noqa: PLC0415
    from pygments.token import Comment, Whitespace  # noqa: PLC0415

    parts: list[str] = []
    gap = ""  # what remains of spaces and comments since the last part
    for _, kind, value in JavascriptLexer().get_tokens_unprocessed(script):
        if kind in Comment or kind in Whitespace:
            gap = "\n" if "\n" in gap + value else " "
        else:
            parts += (gap, value)
            gap = ""
    return "".join(parts).strip() + "\n"
