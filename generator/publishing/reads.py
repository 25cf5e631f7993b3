"""Find out what a page reads of the library, so that the next build knows whether the page would be the same.

The tables of the library are watched: each notes which of its entries are read, and whether all of its keys are. A digest of
these entries stands for all that a page is made from. Places in documents are left out, because no page but the audit
shows them; so a new line does not change what is read below it.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from ..ledger.numbers import Ledger
from ..library import CardNotes, Library, LibrarySet, SectionNotes
from ..pages.edition import Edition
from ..problems import Place
from ..rulebook import model as rulebooks
from ..system.digests import digest
from ..system.freezing import alike
from .contract import Site

K = TypeVar("K")
V = TypeVar("V")
MadeT = TypeVar("MadeT")

Read = tuple[str, str]
"""The name of a table and a key in it as JSON; the key is empty if all keys of the table were read."""
_KEYS = ""
_ABSENT, _PRESENT = "absent", "present"
_HAS = "has "
"""What the name of a table begins with if only the presence of a key was read."""
_DERIVED = (
    "set_cards",
    "departed",
    "departed_of",
    "departed_rules",
    "revisions",
    "revised",
    "mechanics_by_rule",
    "glossary_anchors",
    "quoted_as",
    "_entries",
)
"""The tables that an edition derives from the library, once for all pages."""


class Watch:
    """Notes which entries of the watched tables are read while something is made."""

    def __init__(self, known: Known | None = None) -> None:
        """Begin with the digests that are ``known`` of entries of tables that will be watched."""
        self._tables: dict[str, tuple[Mapping[Any, Any], Callable[[Any], str]]] = {}
        self._known: dict[Read, str] = dict(known.digests if known else {})
        self._reads: set[Read] | None = None
        self._keys: dict[tuple[str, Any], str] = {}
        self._value = known.values if known else Values()

    def table(self, name: str, table: Mapping[K, V], value: Callable[[Any], object] | None = None) -> Mapping[K, V]:
        """Return the ``table`` watched. ``value`` returns the part of an entry that counts, by default all of it."""
        part = value or (lambda entry: entry)
        self._tables[name] = (table, lambda entry: self._value.digest(part(entry)))
        return _Watched(self, name, table)

    def note(self, name: str, key: object = None) -> None:
        """Note that the entry of ``key`` was read; without a key, that all keys were."""
        if self._reads is not None:
            said = self._keys.get((name, key))
            if said is None:
                said = self._keys[name, key] = _KEYS if key is None else json.dumps(key, ensure_ascii=False)
            self._reads.add((name, said))

    def made(self, make: Callable[[], MadeT]) -> tuple[MadeT, tuple[Read, ...]]:
        """Return the result of ``make``, and what it read. ``make`` may call this function too."""
        outer, self._reads = self._reads, set()
        try:
            result, read = make(), self._reads
        finally:
            self._reads = outer
        self.add(read)
        return result, tuple(sorted(read))

    def add(self, reads: Iterable[Read]) -> None:
        """Note that the entries ``reads`` would have been read."""
        if self._reads is not None:
            self._reads.update(reads)

    def digest(self, reads: Iterable[Read]) -> str:
        """Return a digest of the entries that were read, as they are now."""
        return digest("".join(map(self._digest, reads)))  # the memory is sealed, so that the names need not be in it

    def value(self, value: object) -> str:
        """Return a digest of a value of the library."""
        return self._value.digest(value)

    def all(self) -> Known:
        """Return the digests of all entries of the tables."""
        for name, (table, _) in self._tables.items():
            self.digest((name, json.dumps(key, ensure_ascii=False)) for key in table)
        return Known(self._known, self._value)

    def _digest(self, read: Read) -> str:
        if read not in self._known:
            self._known[read] = self._found(*read)
        return self._known[read]

    def _found(self, name: str, said: str) -> str:
        name, asked = (name.removeprefix(_HAS), True) if name.startswith(_HAS) else (name, False)
        if name not in self._tables:
            return _ABSENT
        table, value = self._tables[name]
        if said == _KEYS:
            return self._value.digest(list(table))
        key = json.loads(said)
        key = tuple(key) if isinstance(key, list) else key
        if key not in table:
            return _ABSENT
        return _PRESENT if asked else value(table[key])


class _Watched(Mapping[K, V]):
    """A table that tells its ``watch`` what is read."""

    def __init__(self, watch: Watch, name: str, table: Mapping[K, V]) -> None:
        self._watch, self._name, self._table = watch, name, table

    def __getitem__(self, key: K) -> V:
        self._watch.note(self._name, key)
        return self._table[key]

    def __iter__(self) -> Iterator[K]:
        self._watch.note(self._name)
        return iter(self._table)

    def __len__(self) -> int:
        self._watch.note(self._name)
        return len(self._table)

    def __contains__(self, key: object) -> bool:
        self._watch.note(f"{_HAS}{self._name}", key)
        return key in self._table


class Values:
    """Digests of values of the library. An entry of a document and a rulebook are read once, however many values have them."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, str]] = {}
        self._table: dict[type, Callable[[Any], tuple[Any, ...]]] = {
            Place: _left_out,
            CardNotes: self._entry,
            SectionNotes: self._entry,
            rulebooks.Rulebook: self._book,
            rulebooks.BookRule: _fields,
        }

    def digest(self, value: object) -> str:
        """Return a digest of ``value``: the same for equal values, as far as this program makes them in the same way."""
        return digest(alike(value, self._table))

    def _entry(self, entry: object) -> tuple[Any, ...]:
        others = {kind: reduce for kind, reduce in self._table.items() if kind is not type(entry)}
        return self._once(entry, lambda: digest(alike(entry, others)))

    def _book(self, book: object) -> tuple[Any, ...]:
        return self._once(book, lambda: self.digest(_fields(book)))

    def _once(self, value: object, make: Callable[[], str]) -> tuple[Any, ...]:
        known = self._known.get(id(value))
        if known is None or known[0] is not value:  # in another process, another value can have its number
            known = self._known[id(value)] = (value, make())
        return str, (known[1],)


@dataclasses.dataclass(frozen=True)
class Known:
    """The digests of entries of the library, so that not each language makes them."""

    digests: Mapping[Read, str]
    values: Values
    """The digests of the parts of entries."""


def _left_out(_: object) -> tuple[Any, ...]:
    return str, ()


def _fields(value: Any) -> tuple[Any, ...]:
    """Reduce a value to its fields, without what it derives from them and keeps."""
    return tuple, ([getattr(value, field.name) for field in dataclasses.fields(value)],)


def edition(site: Site, lang: str, watch: Watch) -> Edition:
    """Return the edition of ``lang`` whose tables are watched."""
    plain = site.editions[lang]
    return _edition(plain, _library(plain.library, watch), watch)


def site(plain: Site, watch: Watch) -> Site:
    """Return the site whose tables are watched in all languages. It lacks what the files of outputs must not be made from."""
    library = replace(_library(plain.library, watch), problems=(), synonyms={}, catalogued=())
    watched = replace(plain, library=library, pictures=watch.table("pictures", plain.pictures))
    editions = {lang: _edition(each, library, watch, f"{lang} ") for lang, each in plain.editions.items()}
    catalogued = watch.table("catalogued", next(iter(plain.editions.values())).catalogued)
    for each in editions.values():  # the names of gone cards are the same in all, and only outputs read them
        each.__dict__["catalogued"] = catalogued
    watched.__dict__["editions"] = editions
    return watched


def _edition(plain: Edition, library: Library, watch: Watch, mark: str = "") -> Edition:
    """Return an edition of the watched ``library``. The names of its own tables begin with ``mark``."""
    watched = replace(plain, library=library)
    for name in _DERIVED:
        watched.__dict__[name] = watch.table(f"{mark}{name}", getattr(plain, name))
    return watched


def known(library: Library) -> Known:
    """Return the digests of the entries of ``library``, which are the same for all languages."""
    watch = Watch()
    _library(library, watch)
    found = watch.all()
    found.values.digest(library.rulebooks)
    return found


def _library(library: Library, watch: Watch) -> Library:
    """Return the library with its tables watched."""
    return replace(
        library,
        sets=watch.table("sets", {code: _set(each, watch) for code, each in library.sets.items()}, _facts),
        cards=watch.table("cards", library.cards),
        mechanics=watch.table("mechanics", library.mechanics),
        rules=watch.table("rules", library.rules),
        families=watch.table("families", library.families),
        ledgers=watch.table("ledgers", {code: _ledger(code, each, watch) for code, each in library.ledgers.items()}, _nothing),
        earlier=watch.table("earlier", library.earlier),
    )


def beside(site: Site, lang: str, known: Known) -> str:
    """Return a digest of all that pages in ``lang`` are made from, and that is in no table."""
    library, edition = site.library, site.editions[lang]
    return known.values.digest([*_untabled(library), edition.languages, edition.short_pages, lang, site.owner.edit])


def around(site: Site, known: Known) -> str:
    """Return a digest of all that the files of outputs are made from, and that is in no table."""
    library, editions = site.library, site.editions
    settings = [site.address, site.quoting, site.short_pages, site.owner, site.name]
    offered = [(lang, each.languages) for lang, each in editions.items()][:1]  # all have the same
    return known.values.digest([*_untabled(library), *settings, site.langs, offered])


def _untabled(library: Library) -> list[object]:
    """Return what pages and outputs read of the library, and what is in no table."""
    return [library.eras, library.removed, library.former_langs, library.rulebooks, library.rule_changes]


def _set(each: LibrarySet, watch: Watch) -> LibrarySet:
    documents = watch.table(f"documents of {each.code}", each.documents)
    return replace(each, documents=documents, translations=watch.table(f"translations of {each.code}", each.translations))


def _facts(each: LibrarySet) -> object:
    return each.code, each.facts


def _ledger(code: str, each: Ledger, watch: Watch) -> Ledger:
    return replace(each, entries=watch.table(f"ledger of {code}", each.entries))


def _nothing(_each: Ledger) -> object:
    """Pages read only the entries of a ledger, which are in a table of their own."""
    return None
