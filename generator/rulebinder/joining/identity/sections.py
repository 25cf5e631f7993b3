"""The sections of a set's documents: their ids, the same in every language, and the mechanics that
they explain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ...facts.catalogue import Names
from ...notes import Introduction, ReleaseNotes, Section
from ...system.grouping import grouped
from ..alignment.ruling_numbers import InLanguage, reference
from ..alignment.text_alignment import align
from ..mechanics.membership import MechanicFinder, subject
from .card_identity import slug, unique

_SAME_KIND = 1.5
_SAME_MECHANICS = 3.0
"""The gain if two sections have the same kind, and if they name the same mechanics.

Otherwise it is the loss.
"""


@dataclass(frozen=True, kw_only=True)
class Topic:
    """A section, its id and its mechanics."""

    section: Section
    id: str
    """Its permanent id in :meth:`Topics.settled`; before that, the id by which it is compared."""
    mechanics: tuple[str, ...]
    compared: str
    """The id by which it is compared with the set's other documents: that of the section it
    translates.
    """
    former: str
    """The last parts of the id that it has while its document is the only one of its set."""

    @property
    def paragraphs(self) -> tuple[Introduction, ...]:
        """The paragraphs that introduce the section."""
        return tuple(block for block in self.section.body if isinstance(block, Introduction))


@dataclass(frozen=True)
class Topics:
    """The topics of all documents, and the mechanics that only documents know."""

    of: Mapping[InLanguage, tuple[Topic, ...]]
    """By the documents' keys (set and language), in document order."""
    made: Mapping[str, Names]
    """Return the names, by slug, of mechanics that a section explains and the catalogue lacks."""

    def settled(self, ids: Mapping[InLanguage, str]) -> Topics:
        """Return the topics with their permanent ``ids``, which are given by compared id and
        language.
        """
        of = {
            (code, lang): tuple(replace(topic, id=ids[topic.compared, lang]) for topic in own)
            for (code, lang), own in self.of.items()
        }
        return replace(self, of=of)


def topics(documents: Iterable[ReleaseNotes], finders: Mapping[str, MechanicFinder]) -> Topics:
    """Return the id and the mechanics of every section of the documents.

    A translation's sections are aligned with those of its set's reference: by their order, their
    kinds, the mechanics they name, the cards they show and the number of their notes.
    """
    of: dict[InLanguage, tuple[Topic, ...]] = {}
    made: dict[str, dict[str, str]] = {}
    for group in grouped((document.set_code, document) for document in documents).values():
        model = reference(group)
        for document in sorted(group, key=lambda document: (document is not model, document.lang)):
            of[document.key] = _topics(
                document, _originals(document, model, finders), finders, made
            )
    return Topics(of, {slug: made[slug] for slug in sorted(made)})


def _originals(
    document: ReleaseNotes, model: ReleaseNotes, finders: Mapping[str, MechanicFinder]
) -> list[tuple[Section, str]]:
    """Return the section that each section of the document translates, or else the section itself,
    with its language.
    """
    if [section.kind for section in document.sections] == [
        section.kind for section in model.sections
    ]:
        return [(section, model.lang) for section in model.sections]

    def alike(one: Section, other: Section) -> float:
        score = _SAME_KIND if one.kind == other.kind else -_SAME_KIND
        named, also = (
            set(finders[each.lang].of_section(section))
            for each, section in ((model, one), (document, other))
        )
        if named and also:
            score += _SAME_MECHANICS if named == also else -_SAME_MECHANICS
        return (
            score
            - abs(len(one.examples) - len(other.examples))
            - abs(len(one.rulings) - len(other.rulings)) / 2
        )

    pairs = align(model.sections, document.sections, alike)
    found = {
        at: (model.sections[original], model.lang)
        for original, at in pairs
        if original is not None and at is not None
    }
    return [found.get(at, (section, document.lang)) for at, section in enumerate(document.sections)]


def _topics(
    document: ReleaseNotes,
    originals: Iterable[tuple[Section, str]],
    finders: Mapping[str, MechanicFinder],
    made: dict[str, dict[str, str]],
) -> tuple[Topic, ...]:
    found: list[Topic] = []
    taken: set[str] = set()
    formerly: set[str] = set()
    for section, (original, lang) in zip(document.sections, originals, strict=True):
        named = finders[lang].of_section(original)
        if not named and (named := _made(original)):
            made.setdefault(named[0], {}).setdefault(document.lang, subject(section.title))
        alone = finders[document.lang].of_section(section) or _made(section)
        former = _short(section, alone, formerly)
        short = _short(original, named, taken)
        found.append(
            Topic(
                section=section,
                id=f"{document.set_code}/{short}",
                mechanics=named,
                compared=f"{document.set_code}/{short}",
                former=former,
            )
        )
    return tuple(found)


def _made(section: Section) -> tuple[str, ...]:
    """Return the mechanic of a section that names no known one: the words after its colon."""
    about = subject(section.title)
    explains = section.kind == "mechanic" and about not in ("", section.title)
    return (slug(about, "mechanic"),) if explains else ()


def _short(section: Section, mechanics: Sequence[str], taken: set[str]) -> str:
    """Return the last two parts of a section's id."""
    short = mechanics[0] if len(mechanics) == 1 else slug(section.title, "section")
    short = unique(f"section-{short}" if short.isdigit() else short, taken)
    taken.add(short)
    return f"notes/{short}"
