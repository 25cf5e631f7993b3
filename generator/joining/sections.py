"""The sections of a set's documents: their ids, the same in every language, and what they explain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..catalogue import Names
from ..notes import ReleaseNotes, Section
from .identity import slug, unique
from .mechanics import MechanicFinder, subject
from .numbering import reference


@dataclass(frozen=True)
class Topic:
    """A section and what it is about."""

    section: Section
    id: str
    mechanics: tuple[str, ...]


@dataclass(frozen=True)
class Topics:
    """The topics of all documents, and the mechanics that only documents know."""

    of: Mapping[tuple[str, str], tuple[Topic, ...]]
    """By the documents' keys (set and language), in document order."""
    made: Mapping[str, Names]
    """Names, by slug, of mechanics that a section explains and the catalogue does not hold."""


def topics(documents: Iterable[ReleaseNotes], finders: Mapping[str, MechanicFinder]) -> Topics:
    """What every section of the documents is about.

    A translation is measured by its set's English document, or the first where there is none: if
    both have the same kinds of sections in the same order, they are the same sections.
    """
    sets: dict[str, list[ReleaseNotes]] = {}
    for document in documents:
        sets.setdefault(document.set_code, []).append(document)
    of: dict[tuple[str, str], tuple[Topic, ...]] = {}
    made: dict[str, dict[str, str]] = {}
    for group in sets.values():
        model = reference(group)
        for document in sorted(group, key=lambda document: (document is not model, document.lang)):
            originals = model if _aligned(document, model) else document
            of[document.key] = _topics(document, originals, finders, made)
    return Topics(of, {slug: made[slug] for slug in sorted(made)})


def _aligned(document: ReleaseNotes, model: ReleaseNotes) -> bool:
    return [section.kind for section in document.sections] == [section.kind for section in model.sections]


def _topics(
    document: ReleaseNotes, model: ReleaseNotes, finders: Mapping[str, MechanicFinder], made: dict[str, dict[str, str]]
) -> tuple[Topic, ...]:
    found: list[Topic] = []
    taken: set[str] = set()
    for section, original in zip(document.sections, model.sections, strict=True):
        named = finders[model.lang].of_section(original)
        if not named and _makes_mechanic(original):
            named = (slug(subject(original.title), "mechanic"),)
            made.setdefault(named[0], {}).setdefault(document.lang, subject(section.title))
        found.append(Topic(section, _id(document.set_code, original, named, taken), named))
    return tuple(found)


def _makes_mechanic(section: Section) -> bool:
    """Whether a section that names no known mechanic explains one: what stands after its colon."""
    about = subject(section.title)
    return section.kind == "mechanic" and about not in ("", section.title)


def _id(set_code: str, section: Section, mechanics: Sequence[str], taken: set[str]) -> str:
    short = mechanics[0] if len(mechanics) == 1 else slug(section.title, "section")
    short = unique(f"section-{short}" if short.isdigit() else short, taken)
    taken.add(short)
    return f"{set_code}/notes/{short}"
