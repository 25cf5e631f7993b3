"""The list of all mechanics, by kind: those of the library first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..library import LibraryMechanic
from . import paths
from .edition import Edition, Page, Phrase, Reference, collation

MECHANIC_KINDS = (
    "keyword-ability",
    "keyword-action",
    "ability-word",
    "counter",
    "token",
    "card-type",
    "subtype",
    "layout",
    "game-rule",
    "mechanic",
)
"""The kinds of mechanics, in the order of the page. A mechanic that the catalogue does not contain is a ``mechanic``."""


@dataclass(frozen=True, kw_only=True)
class MechanicGroup:
    """The mechanics of one kind."""

    title: str
    anchor: str
    mechanics: tuple[Reference, ...]
    """Those of the library."""
    others: tuple[Reference, ...]
    """Those that only the catalogue has."""


@dataclass(frozen=True)
class View:
    """The list of mechanics."""

    count: str
    groups: tuple[MechanicGroup, ...]
    rules: Reference
    """The link to the numbers of the Comprehensive Rules."""


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the list of mechanics."""
    words, library = edition.words, edition.library
    by_kind: dict[str, list[LibraryMechanic]] = {kind: [] for kind in MECHANIC_KINDS}
    for mechanic in library.mechanics.values():
        by_kind[kind_of(mechanic)].append(mechanic)
    groups = tuple(_group(edition, kind, found) for kind, found in by_kind.items() if found)
    rules = Reference(paths.relative(paths.MECHANICS, paths.RULES), Phrase(words["rules"]))
    view = View(words.count("mechanics", len(library.mechanics)), groups, rules)
    yield Page(url=paths.MECHANICS, title=words["mechanics"], description=words["mechanics_description"], view=view)


def _group(edition: Edition, kind: str, mechanics: Iterable[LibraryMechanic]) -> MechanicGroup:
    lists: dict[bool, list[Reference]] = {True: [], False: []}
    for mechanic in mechanics:
        lists[mechanic.in_library].append(edition.mechanic_reference(paths.MECHANICS, mechanic.slug))
    own, others = (tuple(sorted(lists[here], key=lambda each: collation(each.phrase.text))) for here in (True, False))
    return MechanicGroup(title=edition.words[f"kinds_{kind}"], anchor=paths.kind_anchor(kind), mechanics=own, others=others)


def kind_of(mechanic: LibraryMechanic) -> str:
    """Return the kind of a mechanic, one of MECHANIC_KINDS."""
    return mechanic.facts.kind if mechanic.facts else "mechanic"
