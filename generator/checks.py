"""What is doubtful in a library that could be joined: a list of small functions, each one question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from .catalogue import CardFacts, Catalogue, in_language
from .joining.identity import folded
from .languages import Languages
from .library import Library
from .notes import Unread
from .problems import Problem, warning

Check = Callable[[Library, Catalogue, Languages], Iterator[Problem]]

_SHOWN = 60
"""How many letters of a paragraph a problem quotes."""
_NAMED = 5
"""How many of many a problem names."""


def run(library: Library, catalogue: Catalogue, languages: Languages) -> Iterator[Problem]:
    """Everything that the checks find, by place."""
    found = [problem for check in CHECKS for problem in check(library, catalogue, languages)]
    yield from sorted(found, key=lambda problem: (problem.place, problem.message))


def unread_text(library: Library, _catalogue: Catalogue, _languages: Languages) -> Iterator[Problem]:
    """Paragraphs that no reader understood: they are on the site, but as what they are nobody knows."""
    for document in library.documents():
        bodies = chain((section.body for section in document.sections), (entry.body for entry in document.cards))
        blocks = [block for body in bodies for block in body if isinstance(block, Unread)]
        for number, block in enumerate(blocks, 1):
            text = " ".join(block.text.plain().split())
            quoted = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
            yield warning(
                block.place,
                f"text that was not understood ({number} of {len(blocks)} in {document.notes.source.name}): {quoted!r}",
                "import the document and say in its structured file what it is",
            )


def unknown_mechanics(library: Library, _catalogue: Catalogue, _languages: Languages) -> Iterator[Problem]:
    """Sections that explain a mechanic of which nothing is known but its title."""
    for document in library.documents():
        for section in document.sections:
            for slug in section.mechanics:
                if library.mechanics[slug].facts is None:
                    message = f"nothing is known of the mechanic that {section.section.title!r} explains"
                    yield warning(section.section.place, message, f"add content/mechanics/{slug}.yml")


def ambiguous_names(_library: Library, catalogue: Catalogue, _languages: Languages) -> Iterator[Problem]:
    """Official names that two cards share in one language."""
    first: dict[tuple[str, str], CardFacts] = {}
    for card in catalogue.cards:
        for lang, name in card.names.items():
            known = first.setdefault((lang, folded(name)), card)
            if known is not card:
                cards = f"{in_language(known.names, 'en')!r} and {in_language(card.names, 'en')!r}"
                message = f"the name {name!r} ({lang}) stands for two cards, {cards}; the first counts"
                hint = f"the other stands at {known.place_of(lang)}: make one entry of them, or mend the name"
                yield warning(card.place_of(lang), message, hint)


def untranslated_mechanics(library: Library, catalogue: Catalogue, languages: Languages) -> Iterator[Problem]:
    """Languages that lack mechanics: explanations where the site speaks them, names where documents are written in them too."""
    spoken = {lang for lang, language in languages.items() if language.interface}
    written = {lang for each in library.sets.values() for lang in each.documents if lang in languages}
    mechanics = sorted(catalogue.mechanics.values(), key=lambda facts: facts.slug)
    for lang in sorted(spoken | written):
        without = {"name": [facts.slug for facts in mechanics if lang not in facts.names]}
        if lang in spoken:
            without["explanation"] = [facts.slug for facts in mechanics if lang not in facts.explanation]
        for words, slugs in without.items():
            if slugs:
                some = ", ".join(slugs[:_NAMED]) + (", …" if len(slugs) > _NAMED else "")
                message = f"{len(slugs)} of {len(mechanics)} mechanics have no {words} in {lang!r}: {some}"
                yield warning(languages[lang].place, message, "add it to their files in content/mechanics")


CHECKS: tuple[Check, ...] = (unread_text, unknown_mechanics, ambiguous_names, untranslated_mechanics)
