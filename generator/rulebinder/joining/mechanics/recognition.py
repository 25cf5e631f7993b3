"""The mechanics that a section's title names, and those that a card has or gives."""

from __future__ import annotations

from collections.abc import Iterable

from ...facts.catalogue import Catalogue
from ...facts.languages import Language
from ...notes import Section
from ..phrases import Hit, Phrases, longest
from .membership import CardMechanics
from .word_forms import WordForm, forms

_UNEXPLAINING = ("legality", "release")
"""Kinds of sections that explain no mechanic, even if their titles name one."""

_LIST_LENGTH = 3
"""An introduction with at least this many mechanics is a list of the mechanics that its section
covers.
"""


def subject(title: str) -> str:
    """Return the words of a title after its first colon, else all of them."""
    head, colon, rest = title.replace("：", ":").partition(":")
    return (rest if colon else head).strip(" \u00a0\u202f\t*")


class MechanicFinder:
    """Finds the catalogue's mechanics in one language."""

    def __init__(self, catalogue: Catalogue, lang: str, language: Language | None = None) -> None:
        mechanics = catalogue.mechanics.values()
        self._phrases = Phrases(pair for facts in mechanics for pair in forms(facts, lang))
        reading = language.reading if language else None
        self.of_card = CardMechanics(mechanics, self._phrases, reading).of_card
        """Returns which mechanics a card has, and which it gives."""

    def of_section(self, section: Section) -> tuple[str, ...]:
        """Return the mechanics that a section explains, in the order it names them.

        Its title names them after the colon. If it names none, an introduction may list them.
        """
        if section.kind in _UNEXPLAINING:
            return ()
        about = subject(section.title)
        explains = section.kind == "mechanic"
        named = _slugs(
            hit
            for hit in self._hits(about)
            if explains or not hit.meaning.everyday or hit.end - hit.start == len(about)
        )
        if named or not explains or about == section.title:
            return named
        lists = (self._hits(text.plain()) for text in section.introduction)
        return _slugs(hit for hits in lists if len(_slugs(hits)) >= _LIST_LENGTH for hit in hits)

    def _hits(self, text: str) -> list[Hit[WordForm]]:
        return longest(self._phrases.hits(text))


def _slugs(hits: Iterable[Hit[WordForm]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(hit.meaning.slug for hit in hits))
