"""Detection: the language, the dialect and the set of a document, from the document itself.

The user's choice overrules the document. If nothing is found, the problem lists the choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...facts.catalogue import SetFacts
from ...facts.languages import Language, Languages
from ...problems import Place, Problem, error
from ..dialect import Dialect, DocumentText
from ..dialects import DIALECTS
from .language_detection import heard
from .set_detection import Choice, Evidence, again, hints, ranked

_LEAST_STOPWORDS = 0.07


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
