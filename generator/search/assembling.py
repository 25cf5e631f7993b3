"""Put index and lexicon of one language together, or take both from an earlier build that made them from the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..facts.languages import Languages
from ..pages.edition import Edition
from ..system.digests import digest
from ..system.freezing import alike
from . import index, lexicon, normal, packing
from .filing import Shelved
from .lexicon import KnownName, Sayings
from .packing import Packed
from .postings import Said
from .records import SearchRecord
from .remembering import Memory


@dataclass(frozen=True, kw_only=True)
class Assembled:
    """Index and lexicon of one language."""

    packed: Packed
    """The words, with the beginnings of the lexicon."""
    near: tuple[bytes, ...]
    """The files that help with an error in the beginning of a word."""
    depth: int
    """By how many letters words are filed."""
    lengths: str
    """How long the records are (:attr:`.Said.lengths`)."""

    @property
    def head(self) -> dict[str, object]:
        """The data that the browser reads first: the lengths of the records, and how words are divided into files."""
        return {"lengths": self.lengths, "depth": self.depth, "starts": self.packed.starts, "near": len(self.near)}


@dataclass(frozen=True, kw_only=True)
class _Own:
    """Index and lexicon of one language, but for the words of others."""

    packed: Packed
    depth: int
    near: tuple[Shelved, ...]


@dataclass(frozen=True, kw_only=True)
class Common:
    """What all languages have in common."""

    languages: Languages
    """All that documents may be in."""
    records: Mapping[str, Sequence[SearchRecord]]
    """Those of each language, in the order of their numbers."""
    said: Mapping[str, Said]
    """The words of each language."""
    names: Sequence[KnownName]
    """The names that each lexicon has."""

    @cached_property
    def names_key(self) -> str:
        """A digest of the names."""
        return digest(alike([(each.text, each.kind, each.target, each.where) for each in self.names]))


@dataclass(frozen=True, kw_only=True)
class Parts:
    """All that index and lexicon of one language are made from."""

    lang: str
    said: Said
    titles: frozenset[str] = frozenset()
    """The titles of its records. They need no place in the key, because that of ``said`` depends on them."""
    names: Sequence[KnownName] = ()
    names_key: str = ""
    sayings: Sayings | None = None
    """None for a language without pages: nobody types in it, so its lexicon has only the words of its records."""
    elisions: tuple[str, ...] = ()

    @property
    def own_key(self) -> str:
        """The key of all that the words of other languages do not change, in the memory."""
        known = self.sayings or Sayings()
        values = (self.sayings is None, known.groups, known.meanings, sorted(known.ignored), self.elisions)
        return digest("own", self.lang, self.said.key, self.names_key, alike(values))

    @property
    def key(self) -> str:
        """The key of all, in the memory."""
        others = sorted(self.sayings.others) if self.sayings else []
        return digest("near", self.own_key, alike(others))


def parts(lang: str, edition: Edition | None, common: Common) -> Parts:
    """Return the parts of one language; ``edition`` is None if it has no pages."""
    elisions = normal.elisions(common.languages)
    if edition is None:
        return Parts(lang=lang, said=common.said[lang], elisions=elisions)
    return Parts(
        lang=lang,
        said=common.said[lang],
        titles=frozenset(record.title for record in common.records[lang]),
        names=common.names,
        names_key=common.names_key,
        sayings=index.sayings(edition, common.said, common.languages, normal.folding(elisions)),
        elisions=elisions,
    )


def assembled(of: Parts, memory: Memory) -> Assembled:
    """Return index and lexicon of one language, from the ``memory`` if they are there."""

    words = f"words {of.lang}"

    def own() -> _Own:
        with memory.pieces(words):
            return memory.value(of.own_key, lambda: _made(of))

    with memory.pieces(f"near {of.lang}"):
        return memory.value(of.key, lambda: _near(of, own()), needs=(of.own_key, words))


def _made(of: Parts) -> _Own:
    words = lexicon.lexicon(of.names, of.titles, of.said, of.sayings or Sayings(), normal.folding(of.elisions))
    packed = packing.pack(of.said.postings, words.beginnings, words.depth)
    return _Own(packed=packed, depth=words.depth, near=words.near)


def _near(of: Parts, own: _Own) -> Assembled:
    near = lexicon.forgiving(own.near, own.depth, of.sayings.others, of.said.counted) if of.sayings else ()
    return Assembled(packed=own.packed, near=near, depth=own.depth, lengths=of.said.lengths)
