"""The list of all mechanics, by kind: those of the library first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...library import LibraryMechanic, Passage
from .. import addresses
from ..edition import Edition, Page, Phrase, View, overview, refer
from ..indexes import collation
from ..parts.lists import choices

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
"""The kinds of mechanics, in the order of the page.

A mechanic that the catalogue does not contain is a ``mechanic``.
"""


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the list of mechanics."""
    words, library = edition.words, edition.library
    by_kind: dict[str, list[LibraryMechanic]] = {kind: [] for kind in MECHANIC_KINDS}
    for mechanic in library.mechanics.values():
        by_kind[kind_of(mechanic)].append(mechanic)
    groups = tuple(_group(edition, kind, found) for kind, found in by_kind.items() if found)
    count = words.count("mechanics", len(library.mechanics))
    view = {
        "count": count,
        "groups": groups,
        #  The link to the numbers of the Comprehensive Rules.
        "rules": refer(addresses.MECHANICS, addresses.RULES, words["rules"]),
    }
    forms = {"filter": _filter(edition, groups, count)}
    yield overview(edition, addresses.MECHANICS, "mechanics", view, forms=forms)


def _filter(edition: Edition, groups: Sequence[View], count: str) -> View:
    words, titles = edition.words, {group["kind"]: group["title"] for group in groups}
    kinds = {
        "name": "k",
        "label": words["filter_kind"],
        "choices": choices(
            titles,
            ((group["kind"],) for group in groups for _ in (*group["mechanics"], *group["others"])),
            lambda kind: Phrase(titles[kind]),
        ),
    }
    return {
        "label": words["filter_mechanics"],
        "text": words["filter_name"],
        "fields": (kinds,),
        "all": count,
    }


def _group(edition: Edition, kind: str, mechanics: Iterable[LibraryMechanic]) -> View:
    lists: dict[bool, list[View]] = {True: [], False: []}
    for mechanic in mechanics:
        lists[mechanic.in_library].append(
            {
                "mechanic_page": edition.mechanic_reference(addresses.MECHANICS, mechanic.slug),
                #  The number of cards that have it.
                "has": len(mechanic.cards),
            }
        )
    own, others = (
        tuple(sorted(lists[here], key=lambda line: collation(line["mechanic_page"].phrase.text)))
        for here in (True, False)
    )
    title = edition.words[f"kinds_{kind}"]
    return {
        "title": title,
        "kind": kind,
        "anchor": addresses.kind_anchor(kind),
        #  Those of the library.
        "mechanics": own,
        #  Those that only the catalogue has.
        "others": others,
    }


def mentions(mechanic: LibraryMechanic) -> tuple[Passage, ...]:
    """Return the passages that mention a mechanic, without the rules text of cards that have it or
    give it.
    """
    listed = {*mechanic.cards, *mechanic.givers}
    return tuple(
        each for each in mechanic.mentioned_in if each.kind != "card" or each.card not in listed
    )


def kind_of(mechanic: LibraryMechanic) -> str:
    """Return the kind of a mechanic, one of MECHANIC_KINDS."""
    return mechanic.facts.kind if mechanic.facts else "mechanic"


def explained(edition: Edition, slug: str) -> Phrase:
    """Return our explanation of a mechanic; empty if the catalogue does not contain it."""
    facts = edition.library.mechanics[slug].facts
    return edition.name(facts.explanation) if facts else Phrase("")
