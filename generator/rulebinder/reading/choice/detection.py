"""Detection: the language, the dialect and the set of a document, from the document itself.

The user's choice overrules the document. If nothing is found, the problem lists the choices.

The language of a text is told by its script, then by the commonest words of each language.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

from ...facts.catalogue import SetFacts
from ...facts.languages import Language, Languages
from ...problems import Place, Problem, error
from ..dialect import Dialect, DocumentText
from ..dialects import DIALECTS
from ..notation.word_boundaries import UNCASED
from .set_detection import Choice, Evidence, again, hints, ranked

_LEAST_STOPWORDS = 0.07
_ADDRESS = re.compile(r"\]\([^()]*\)|<[^<>]*>|https?:\S+")
_SAMPLE = 60_000
_WORD = re.compile(rf"{UNCASED.pattern}|(?:(?!{UNCASED.pattern})[^\W\d_])+")
"""A word. If no spaces part words, or particles are joined to them, each letter counts as one."""
_SPACED_WORD = re.compile(r"[^\W\d_]+")
"""The same for a text without such letters, in a tenth of the time."""
_LEAST_SCRIPT = 0.15
"""How many letters of another script a document in it has for each Latin one, at least: names are
often in English.
"""
_LATIN = re.compile(r"[a-z\u00c0-\u024f]", re.IGNORECASE)
_NOT_LATIN = re.compile(r"[^\W\d_\u0000-\u036f\u1e00-\u1eff\u2000-\u2fff]")


class Overrides(NamedTuple):
    """The user's choices, which overrule the document; None if the document decides."""

    set_code: str | None = None
    lang: str | None = None
    dialect: str | None = None


NOTHING = Overrides()
"""The document decides everything."""


class Detection(NamedTuple):
    """The choices about a document, in their order; those after a failed one are None."""

    language: Choice[Language]
    dialect: Choice[Dialect] | None = None
    set_facts: Choice[SetFacts] | None = None

    @property
    def problems(self) -> list[Problem]:
        """The problems of all choices."""
        return [problem for _, choice in self.choices() for problem in choice.problems]

    def choices(
        self,
    ) -> Iterator[tuple[str, Choice[Language] | Choice[Dialect] | Choice[SetFacts]]]:
        """Yield the choices that were made, each with its name."""
        names = ("language", "dialect", "set")
        for name, choice in zip(names, (self.language, self.dialect, self.set_facts), strict=True):
            if choice is not None:
                yield name, choice


def find_language(page: DocumentText, languages: Languages, asked: str | None) -> Choice[Language]:
    """Return the language whose commonest words fill the document, among those of its script."""
    place = Place(page.path)
    if asked is not None:
        if asked in languages:
            return Choice(value=languages[asked], by="--lang")
        unknown = error(
            place, f"no language {asked!r}", f"choose one of {', '.join(sorted(languages))}"
        )
        return Choice(value=None, by="--lang", problems=(unknown,))
    found = heard(page.text, languages)
    evidence = [
        Evidence(lang, found.share(lang), f"{count} of {found.words} words are its commonest")
        for lang, count in found.counts.items()
    ]
    if found.best is not None and found.share(found.best) >= _LEAST_STOPWORDS:
        return Choice(value=languages[found.best], evidence=ranked(evidence))
    hint = hints(page.path)[1]
    looked = f"its commonest words are of none of {', '.join(sorted(languages))}"
    new = hint if hint and hint not in languages else "LANG"
    fix = (
        f"{again(page.path, '--lang LANG')} if it is one of them; `rulebinder language new {new}`"
        " adds another"
    )
    unknown = error(place, f"the language cannot be told: {looked}", fix)
    return Choice(value=None, evidence=ranked(evidence), problems=(unknown,))


def find_dialects(page: DocumentText, asked: str | None = None) -> tuple[Choice[Dialect], ...]:
    """Return the dialects that are possible for the page, in the order of their likeness to it;
    only the one that is ``asked`` for.

    Each choice has the evidence for all of them. A dialect that is not known is a choice without a
    value.
    """
    named = {dialect.name: dialect for dialect in DIALECTS}
    likeness = {name: dialect.likeness(page) for name, dialect in named.items()}
    evidence = ranked([Evidence(name, each.score, each.reason) for name, each in likeness.items()])
    if asked is None:
        return tuple(
            Choice(value=named[each.name], evidence=evidence)
            for each in evidence
            if likeness[each.name].is_possible
        )
    if asked in named:
        return (Choice(value=named[asked], by="--dialect", evidence=evidence),)
    unknown = error(
        Place(page.path), f"no dialect {asked!r}", f"choose one of {', '.join(sorted(named))}"
    )
    return (Choice(value=None, by="--dialect", problems=(unknown,)),)


class Heard(NamedTuple):
    """How many of the words of a text are among the commonest of each language of its script."""

    counts: dict[str, int]
    words: int

    def share(self, lang: str) -> float:
        """Return the share of the words that are among the commonest of a language."""
        return self.counts.get(lang, 0) / max(self.words, 1)

    @property
    def best(self) -> str | None:
        """The language with the largest share; None if there is none in the script of the text."""
        return max(self.counts, key=lambda lang: (self.counts[lang], lang), default=None)


def heard(text: str, languages: Languages) -> Heard:
    """Return how much of the beginning of a text is in each language.

    Languages in another script are left out.
    """
    sample = _ADDRESS.sub(" ", text[:_SAMPLE]).casefold()
    words = (_WORD if UNCASED.search(sample) else _SPACED_WORD).findall(sample)
    latin = _is_latin(sample)
    counts = {}
    for lang, language in languages.items():
        common, is_latin = _commonest(language.reading.stopwords)
        if common and is_latin is latin:
            counts[lang] = sum(map(common.__contains__, words))
    return Heard(counts, len(words))


@functools.lru_cache(maxsize=64)
def _commonest(stopwords: tuple[str, ...]) -> tuple[frozenset[str], bool]:
    """Return the commonest words of a language, and whether they are in the Latin script."""
    return frozenset(word.casefold() for word in stopwords), _is_latin("".join(stopwords))


def _is_latin(text: str) -> bool:
    """Whether a text is in the Latin script.

    Documents in other scripts name cards, people and sets in Latin letters.
    """
    others = len(_NOT_LATIN.findall(text))
    return not others or others <= _LEAST_SCRIPT * len(_LATIN.findall(text))
