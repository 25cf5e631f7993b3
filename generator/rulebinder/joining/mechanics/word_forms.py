"""The words for a mechanic in one language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...facts.catalogue import MechanicFacts


@dataclass(frozen=True, kw_only=True)
class WordForm:
    """A word for a mechanic; ``everyday`` if the word is an ordinary one too."""

    slug: str
    kind: str
    everyday: bool
    opens: bool = False
    """Whether it may open a line of keywords and continue with words, like ``protection from``."""


def forms(facts: MechanicFacts, lang: str) -> Iterable[tuple[str, WordForm]]:
    """Yield every word for the mechanic in ``lang``."""
    everyday = {word.casefold() for word in facts.everyday.get(lang, ())}
    openings = {word.casefold() for word in facts.openings.get(lang, ())}
    for word in dict.fromkeys((*facts.all_forms(lang), *facts.openings.get(lang, ()))):
        yield (
            word,
            WordForm(
                slug=facts.slug,
                kind=facts.kind,
                everyday=word.casefold() in everyday,
                opens=word.casefold() in openings,
            ),
        )
