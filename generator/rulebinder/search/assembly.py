"""Put index and lexicon of one language together, or take both from an earlier build that made them
from the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..facts.languages import Languages
from ..library import Library
from ..pages.edition import Edition
from ..system.caches.frozen_values import alike
from ..system.digests import digest
from . import index
from .piece_cache import PieceCache
from .records import SearchRecord
from .usual_questions import UsualQuestions
from .words import lexicon, normal_form, word_files
from .words.lexicon import FiledName, KnownName, NamedWords, Sayings
from .words.normal_form import Fold
from .words.postings import RecordWords
from .words.word_files import Packed


@dataclass(frozen=True, kw_only=True)
class Assembled:
    """Index and lexicon of one language."""

    packed: Packed
    """The words, with the beginnings of the lexicon."""
    near: tuple[bytes, ...]
    """The files that help with an error in the beginning of a word."""
    depth: int
    """By how many letters words are filed."""


@dataclass(frozen=True, kw_only=True)
class _Own:
    """Index and lexicon of one language, but for the words of others."""

    packed: Packed
    depth: int
    near: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Common:
    """What all languages have in common."""

    library: Library
    languages: Languages
    """All that documents may be in."""
    records: Mapping[str, Sequence[SearchRecord]]
    """Those of each language, in the order of their numbers."""
    said: Mapping[str, RecordWords]
    """The words of each language."""
    names: Sequence[KnownName]
    """The names that each lexicon has."""

    @property
    def elisions(self) -> tuple[str, ...]:
        """Those of all languages."""
        return normal_form.elisions(self.languages)

    @property
    def fold(self) -> Fold:
        """Compares the texts of all languages."""
        return normal_form.folding(self.elisions)

    @cached_property
    def filed(self) -> Sequence[FiledName]:
        """The names, with the words that they are filed by."""
        return lexicon.named(self.names, self.fold)

    @property
    def named(self) -> Sequence[str]:
        """The words that names have, in the order of the alphabet."""
        fold = self.fold
        return sorted({word for name in self.names for word in fold(name.text).split()})

    @cached_property
    def names_key(self) -> str:
        """A digest of the names."""
        return digest(
            alike([(each.text, each.kind, each.target, each.where) for each in self.names])
        )

    @cached_property
    def sayings_key(self) -> str:
        """A digest of all that :func:`.index.sayings` reads. What it reads further belongs here."""
        library = self.library
        mechanics = [(slug, each.names, each.facts) for slug, each in library.mechanics.items()]
        searching = [(lang, language.searching) for lang, language in self.languages.items()]
        return digest(
            alike(
                (
                    library.synonyms,
                    library.eras,
                    mechanics,
                    searching,
                    library.unruled,
                    [*self.said],
                )
            )
        )


@dataclass(frozen=True, kw_only=True)
class IndexInput:
    """All that index and lexicon of one language are made from."""

    lang: str
    common: Common
    edition: Edition | None
    """None for a language without pages: nobody types in it, so its lexicon has only the words of
    its records.
    """
    asked: UsualQuestions
    """The usual questions that people ask in it."""

    @property
    def said(self) -> RecordWords:
        """The words of its records."""
        return self.common.said[self.lang]

    @property
    def own_key(self) -> str:
        """A digest of all that the words of other languages do not change."""
        spoken = (
            (self.common.names_key, self.common.sayings_key, alike([*self.asked.cues.values()]))
            if self.edition
            else ()
        )
        return digest("own", self.lang, self.said.key, *spoken)

    @property
    def key(self) -> str:
        """A digest of all."""
        return digest("near", self.own_key, *(said.words_key for said in self.others))

    @property
    def others(self) -> list[RecordWords]:
        """The words of other languages."""
        return [said for lang, said in self.common.said.items() if lang != self.lang]


def assembled(of: IndexInput, memory: PieceCache) -> Assembled:
    """Return index and lexicon of one language, from the ``memory`` if they are there."""
    words = f"words {of.lang}"

    def own() -> _Own:
        with memory.pieces(words):
            return memory.value(of.own_key, lambda: _made(of))

    with memory.pieces(f"near {of.lang}"):
        return memory.value(of.key, lambda: _near(of, own()), needs=(of.own_key, words))


def named(common: Common, memory: PieceCache) -> NamedWords:
    """Return the words that names have, which all languages share, from the ``memory`` if they are
    there.
    """
    words = common.named
    with memory.pieces("named"):
        return memory.value(digest("named", " ".join(words)), lambda: lexicon.named_words(words))


def _made(of: IndexInput) -> _Own:
    common = of.common
    sayings = (
        index.sayings(of.edition, common.said, common.languages, common.fold, of.asked)
        if of.edition
        else Sayings()
    )
    titles = frozenset(
        record.title for record in common.records[of.lang]
    )  # the key of the words depends on them
    words = lexicon.lexicon(common.filed if of.edition else (), titles, of.said, sayings)
    packed = word_files.pack(of.said.postings, words.beginnings, words.depth)
    return _Own(packed=packed, depth=words.depth, near=words.near if of.edition else ())


def _near(of: IndexInput, own: _Own) -> Assembled:
    others = set[str]().union(*(said.counted for said in of.others)) - of.said.counted.keys()
    near = lexicon.forgiving(own.near, own.depth, others) if of.edition else ()
    return Assembled(packed=own.packed, near=near, depth=own.depth)
