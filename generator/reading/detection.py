"""Detection: the language, the set and the dialect of a document, from the document itself.

The file's name (``mh3.en.txt``) is a hint, used if the document does not say; the user's
choice overrules both. If nothing is found, the problem lists the choices.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..facts.catalogue import Catalogue, SetFacts
from ..facts.languages import Language, Languages
from ..problems import Place, Problem, error, warning
from .dialect import Dialect, Page
from .tongues import heard
from .words import folded, whole

_HINT = re.compile(r"^(?P<set>[a-z0-9]{2,6})\.(?P<lang>[a-z]{2,3}(?:-[A-Za-z]{2,4})?)\.\w+$")
_SAMPLE = 60_000
_HEAD = 12_000
_LEAST_STOPWORDS = 0.07
_LEAST_LIKENESS = 0.05


def hints(path: str) -> tuple[str | None, str | None]:
    """Set and language that the file's name gives: ``mh3.en.txt``; None if it gives none."""
    match = _HINT.match(path.replace("\\", "/").rsplit("/", maxsplit=1)[-1])
    return (match["set"], match["lang"]) if match else (None, None)


def find_language(page: Page, languages: Languages, asked: str | None) -> Language | Problem:
    """The language whose commonest words fill the document, among those of its script."""
    if asked is not None:
        if asked in languages:
            return languages[asked]
        return error(Place(page.path), f"no language {asked!r}", f"choose one of {', '.join(sorted(languages))}")
    found = heard(page.text, languages)
    if found.best is not None and found.share(found.best) >= _LEAST_STOPWORDS:
        return languages[found.best]
    hint = hints(page.path)[1]
    looked = f"its commonest words are of none of {', '.join(sorted(languages))}"
    if hint and hint not in languages:
        return error(
            Place(page.path), f"the language cannot be told: {looked}", f"add content/languages/{hint}.yml, or give --lang"
        )
    return error(
        Place(page.path), f"the language cannot be told: {looked}", "give --lang, or add the language to content/languages"
    )


def find_dialect(page: Page, dialects: Sequence[Dialect]) -> Dialect | Problem:
    """The dialect that the page looks most like."""
    likeness = {dialect.name: dialect.likeness(page) for dialect in dialects}
    best = max(dialects, key=lambda dialect: likeness[dialect.name])
    if likeness[best.name] >= _LEAST_LIKENESS:
        return best
    return error(
        Place(page.path),
        "not release notes in a layout that is known: no bullets, dividers or collector lines",
        f"the layouts are {', '.join(sorted(likeness))}",
    )


def find_set(page: Page, language: Language, catalogue: Catalogue, asked: str | None) -> tuple[SetFacts | None, list[Problem]]:
    """The set that the document names most, its head counting more; with the problems met on the way."""
    place = Place(page.path)
    if asked is not None:
        return _given(asked, "--set", catalogue, place)
    scores = _scores(page, language, catalogue.sets)
    hint = hints(page.path)[0]
    if hint in scores:
        scores[hint] += 1
    ranked = sorted(scores, key=lambda code: (-scores[code], code))
    if ranked and scores[ranked[0]] >= 2 and (len(ranked) < 2 or scores[ranked[0]] > scores[ranked[1]]):
        found = catalogue.sets[ranked[0]]
        return (None, [_contradicted(place, hint, found.code)]) if hint not in (None, found.code) else (found, [])
    if hint:
        return _given(hint, "the file's name", catalogue, place)
    choices = ", ".join(sorted(catalogue.sets)) or "none: content/sets is empty"
    return None, [
        error(
            place,
            "the set cannot be told: no name or code of a set in content/sets stands in it",
            f"give --set; the sets are {choices}",
        )
    ]


def _contradicted(place: Place, hint: str, code: str) -> Problem:
    return error(
        place,
        f"the file's name says the set {hint!r}, and the document names {code!r} most",
        f"give --set {hint} or --set {code}, or rename the file",
    )


def _given(code: str, source: str, catalogue: Catalogue, place: Place) -> tuple[SetFacts | None, list[Problem]]:
    if code in catalogue.sets:
        return catalogue.sets[code], []
    if not re.fullmatch(r"[a-z0-9]{2,6}", code):
        return None, [error(place, f"{code!r} is no set code", "two to six lower-case letters and digits, such as mh3")]
    facts = SetFacts(code=code, names={})
    return facts, [
        warning(
            place, f"no content/sets/{code}.yml ({source} says {code})", "add it: names and release date are not known without it"
        )
    ]


def _scores(page: Page, language: Language, sets: Mapping[str, SetFacts]) -> dict[str, float]:
    """How often each set is named, longest names first so that none counts inside another."""
    text = folded(page.text[:_SAMPLE])
    head = folded(page.text[:_HEAD])
    names = {
        folded(name): code for code, facts in sets.items() for lang, name in facts.names.items() if lang in (language.lang, "en")
    }
    scores = dict.fromkeys(sets, 0.0)
    if names:
        pattern = re.compile(whole(names))
        for part, weight in ((text, 1.0), (head, 1.0), (head[:400], 5.0)):
            for match in pattern.finditer(part):
                scores[names[match.group()]] += weight
    for code in sets:
        scores[code] += 3 * len(re.findall(whole([code.upper()]), page.text[:_HEAD]))
    return scores
