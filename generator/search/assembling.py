"""Put index and lexicon of one language together, or take both from an earlier build that made them from the same."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path

from ..facts.languages import Languages
from ..pages.edition import Edition
from ..system.caching import Cache
from ..system.digests import digest, of_files
from ..system.freezing import alike
from . import engine, index, lexicon, normal, packing
from .lexicon import EMPTY, KnownName, Lexicon, Sayings
from .packing import Packed
from .records import SearchRecord


@dataclass(frozen=True, kw_only=True)
class Assembled:
    """Index and lexicon of one language, with the parts of Pagefind that read them."""

    packed: Packed
    lexicon: Lexicon
    """Without its beginnings, which are in the files of the index."""
    library: str
    wasm: bytes


@dataclass(frozen=True, kw_only=True)
class Parts:
    """All that index and lexicon of one language are made from."""

    lang: str
    records: Sequence[SearchRecord]
    names: Sequence[KnownName] = ()
    sayings: Sayings | None = None
    """None for a language without pages: nobody types in it, and it has no lexicon."""
    elisions: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The key of the result in a cache."""
        said = self.sayings or Sayings()
        sets = sorted(said.ignored), sorted(said.others)
        texts = [(record.title, record.names, record.text) for record in self.records]
        own = of_files([Path(__file__).parent])
        versions = sys.version, metadata.version("pagefind"), metadata.version("cbor2")
        values = (self.lang, texts, self.names, self.sayings is None, said.groups, said.meanings, sets, self.elisions)
        return digest(*own, *versions, alike(values))


def parts(lang: str, edition: Edition | None, records: Mapping[str, Sequence[SearchRecord]], languages: Languages) -> Parts:
    """Return the parts of one language. ``records`` are those of all, in the order of their numbers."""
    elisions = normal.elisions(languages)
    if edition is None:
        return Parts(lang=lang, records=records[lang], elisions=elisions)
    said = index.sayings(edition, records, languages, normal.folding(elisions))
    return Parts(lang=lang, records=records[lang], names=index.named(edition, records), sayings=said, elisions=elisions)


def assembled(of: Parts, work: Path, cache: Cache | None) -> Assembled:
    """Return index and lexicon of one language, from the ``cache`` if they are there. Pagefind works in the folder ``work``.

    Raises InputError if Pagefind fails.
    """
    return cache.value(of.key, lambda: _made(of, work, cache)) if cache else _made(of, work, None)


def _made(of: Parts, work: Path, cache: Cache | None) -> Assembled:
    fold, apart = normal.folding(of.elisions), normal.parting(of.elisions)
    words = lexicon.lexicon(of.names, of.records, of.sayings, fold) if of.sayings else EMPTY
    found = engine.indexed([index.page(record, apart) for record in of.records], of.lang, work, cache)
    packed = packing.pack(found.index, words.beginnings, words.depth)
    return Assembled(packed=packed, lexicon=replace(words, beginnings={}), library=found.library, wasm=found.wasm)
