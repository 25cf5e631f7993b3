"""The words that search knows: those that mean the same, those that mean several things, and usual questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Ambiguous:
    """A word that means several things."""

    words: tuple[str, ...]
    """Its forms."""
    senses: Mapping[str, tuple[str, ...]]
    """For each sense the phrase that says it alone, with the words beside which the word has this sense."""


@dataclass(frozen=True)
class SearchWords:
    """Words of a language for search."""

    same: tuple[tuple[str, ...], ...]
    """Groups of words that mean the same to those who search."""
    ignored: tuple[str, ...]
    """Words that questions have and answers lack."""
    senses: tuple[Ambiguous, ...] = ()
    """Words that mean several things."""


@dataclass(frozen=True, kw_only=True)
class UsualQuestion:
    """A question that players ask of many cards, and that release notes answer in the same few ways."""

    asked: Mapping[str, tuple[str, ...]]
    """Words in which people ask it, by language."""
    said: Mapping[str, tuple[str, ...]]
    """Phrases of the rulings that answer it, by language."""


def words(data: Mapping[str, Any]) -> SearchWords:
    """Return the words of a language from its part of synonyms.yml."""
    return SearchWords(
        same=tuple(map(tuple, data["same"])),
        ignored=tuple(data["ignored"]),
        senses=tuple(_ambiguous(each) for each in data.get("senses", ())),
    )


def _ambiguous(data: Mapping[str, Any]) -> Ambiguous:
    return Ambiguous(tuple(data["words"]), {phrase: tuple(beside) for phrase, beside in data["senses"].items()})


def question(by_lang: Mapping[str, Mapping[str, Sequence[str]]]) -> UsualQuestion:
    """Return a usual question from its words by language."""
    asked, said = ({lang: tuple(found[key]) for lang, found in by_lang.items() if key in found} for key in ("asked", "said"))
    return UsualQuestion(asked=asked, said=said)
