"""The vocabulary of each language: which phrases of its texts can be a mention, and which words are
ordinary ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...facts.catalogue import Catalogue, SetFacts
from ...facts.languages import Languages
from ...notes import ReleaseNotes
from ...text import Text
from ..identity.card_identity import KnownCards
from ..identity.sections import Topics
from .mention_spans import Mentioner
from .name_meanings import (
    Meaning,
    Target,
    alias_phrases,
    card_phrases,
    mechanic_phrases,
    ordinary_words,
    set_phrases,
    surroundings,
)


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """The words of one language."""

    mentioner: Mentioner
    """Finds the names that are the same in all documents of the language."""
    ordinary: frozenset[str]
    """Words that documents also write in lower case, so a single one is no name."""
    supertypes: tuple[str, ...]
    numerals: frozenset[str]
    """Numbers in words from *two* on: *one* is a pronoun too, and *zero* changes what a ruling
    says.
    """

    def named(self, text: Text) -> set[Target]:
        """Return the things that ``text`` mentions."""
        return {hit.meaning.target for hit in self.mentioner.hits(text.plain())}


@dataclass(frozen=True, kw_only=True)
class Nameable:
    """Everything with a name that texts in any language can mention."""

    catalogue: Catalogue
    cards: KnownCards
    topics: Topics
    sets: Mapping[str, SetFacts]

    def phrases(self, lang: str, ordinary: Collection[str]) -> Iterator[tuple[str, Meaning]]:
        """Yield the names in ``lang`` and their meanings; a name that is an ``ordinary`` word needs
        more than itself.
        """
        yield from card_phrases(self.cards.names, lang, ordinary)
        yield from alias_phrases(self.cards.also, lang, ordinary)
        for facts in self.catalogue.mechanics.values():
            yield from mechanic_phrases(facts, lang)
        for made, names in self.topics.made.items():
            if lang in names:
                yield names[lang], Meaning(("mechanic", made))
        yield from set_phrases(self.sets, ordinary)


def vocabularies(
    documents: Sequence[ReleaseNotes], nameable: Nameable, languages: Languages
) -> dict[str, Vocabulary]:
    """Return the vocabulary of every language of ``documents``.

    All documents of a language are read first: a word is ordinary if any of them uses it so.
    """
    found: dict[str, Vocabulary] = {}
    around = surroundings(languages)
    for lang in sorted({document.lang for document in documents}):
        ordinary = set[str]().union(
            *(ordinary_words(document.texts()) for document in documents if document.lang == lang)
        )
        language = languages.get(lang)
        numerals = language.interface.get("numerals", "").split() if language else []
        found[lang] = Vocabulary(
            mentioner=Mentioner(language, nameable.phrases(lang, ordinary), around),
            ordinary=frozenset(ordinary),
            supertypes=language.reading.supertypes if language else (),
            numerals=frozenset(numerals[2:]),
        )
    return found
