"""Put index and lexicon of one language together, or take both from an earlier build that made them from the same."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..facts.languages import Languages
from ..pages.edition import Edition
from ..system.caching import Cache
from ..system.digests import digest, of_files
from ..system.freezing import alike
from . import index, lexicon, normal, packing, postings
from .lexicon import KnownName, Lexicon, Sayings
from .packing import Packed
from .records import SearchRecord


@dataclass(frozen=True, kw_only=True)
class Assembled:
    """Index and lexicon of one language."""

    packed: Packed
    lexicon: Lexicon
    """Without its beginnings, which are in the files of the index."""
    lengths: str
    """How long the records are (:func:`.postings.lengths`)."""
    usual: Sequence[str] = ()
    """The usual questions (:func:`.usual.rows`). They are in no cache, because the records of all languages answer them."""

    @property
    def head(self) -> dict[str, object]:
        """The data that the browser reads first: the lengths of the records, and how words are divided into files."""
        lexicon = self.lexicon
        return {"lengths": self.lengths, "depth": lexicon.depth, "starts": self.packed.starts, "near": len(lexicon.near)}


@dataclass(frozen=True, kw_only=True)
class Parts:
    """All that index and lexicon of one language are made from."""

    lang: str
    records: Sequence[SearchRecord]
    names: Sequence[KnownName] = ()
    sayings: Sayings | None = None
    """None for a language without pages: nobody types in it, so its lexicon has only the words of its records."""
    elisions: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The key of the result in a cache."""
        said = self.sayings or Sayings()
        sets = sorted(said.ignored), sorted(said.others)
        texts = [(record.title, record.names, record.text) for record in self.records]
        own = of_files([Path(__file__).parent])
        values = (self.lang, texts, self.names, self.sayings is None, said.groups, said.meanings, sets, self.elisions)
        return digest(*own, sys.version, alike(values))


def parts(lang: str, edition: Edition | None, records: Mapping[str, Sequence[SearchRecord]], languages: Languages) -> Parts:
    """Return the parts of one language. ``records`` are those of all, in the order of their numbers."""
    elisions = normal.elisions(languages)
    if edition is None:
        return Parts(lang=lang, records=records[lang], elisions=elisions)
    said = index.sayings(edition, records, languages, normal.folding(elisions))
    return Parts(lang=lang, records=records[lang], names=index.named(edition, records), sayings=said, elisions=elisions)


def assembled(of: Parts, cache: Cache | None) -> Assembled:
    """Return index and lexicon of one language, from the ``cache`` if they are there."""
    return cache.value(of.key, lambda: _made(of)) if cache else _made(of)


def _made(of: Parts) -> Assembled:
    fold = normal.folding(of.elisions)
    words = lexicon.lexicon(of.names, of.records, of.sayings or Sayings(), fold)
    packed = packing.pack(postings.postings(of.records, fold), words.beginnings, words.depth)
    near = words.near if of.sayings else ()
    return Assembled(packed=packed, lexicon=replace(words, beginnings={}, near=near), lengths=postings.lengths(of.records, fold))
