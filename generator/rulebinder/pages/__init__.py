"""The views of the site's pages.

Each kind of page has a row in :data:`KINDS`, and a template of its name in ``templates/pages``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from ..joining.slices import Slice, Slices
from . import addresses, audit, card, home, mechanic, overviews, revision, rules, set, sheet
from .edition import Edition, Page


@dataclass(frozen=True)
class PageKind:
    """A kind of page: one that a language has once, or with a page for each subject."""

    make: Callable[[Edition, str], Page]
    """Makes the page of the subject with a key."""
    address: Callable[[str], str]
    """Returns the address of that page."""
    subjects: Callable[[Edition], Iterable[str]]
    """Returns the keys of the subjects that have a page in this language."""
    part: Callable[[Slices, str], Slice] | None = None
    """Returns the slice of the library that the page shows; None if it may show all of it."""


def _once(
    make: Callable[[Edition], Page],
    address: str,
    is_there: Callable[[Edition], bool] = lambda _edition: True,
) -> PageKind:
    """Return a kind with one page, or none if it ``is_there`` not."""
    return PageKind(
        lambda edition, _key: make(edition),
        lambda _key: address,
        lambda edition: [""] if is_there(edition) else [],
    )


KINDS = {
    "audit": _once(audit.page, addresses.AUDIT),
    "card": PageKind(card.page, addresses.card_page, card.subjects, Slices.card),
    "cards": _once(overviews.cards_page, addresses.CARDS),
    "document": PageKind(
        set.document_page,
        addresses.document_page,
        lambda edition: edition.library.released_sets,
        Slices.set,
    ),
    "glossary": _once(overviews.glossary_page, addresses.GLOSSARY, overviews.has_glossary),
    "home": _once(home.page, addresses.HOME),
    "mechanic": PageKind(
        mechanic.page,
        addresses.mechanic_page,
        lambda edition: edition.library.mechanics,
        Slices.mechanic,
    ),
    "mechanics": _once(overviews.mechanics_page, addresses.MECHANICS),
    "offline": _once(home.offline_page, addresses.OFFLINE),
    "revision": PageKind(revision.page, revision.address, revision.subjects),
    "rule": PageKind(rules.page, addresses.rule_page, rules.subjects, Slices.rule),
    "rules": _once(overviews.rules_page, addresses.RULES),
    "search": _once(home.search_page, addresses.SEARCH),
    "set": PageKind(set.page, addresses.set_page, lambda edition: edition.library.sets, Slices.set),
    "sets": _once(overviews.sets_page, addresses.SETS),
    "sheet": PageKind(sheet.page, addresses.sheet_page, sheet.subjects, Slices.set),
    "table": _once(home.table_page, addresses.TABLE),
}


@dataclass(frozen=True)
class PagePlan:
    """A page that is not made yet."""

    kind: str
    key: str
    """The key of its subject."""
    address: str
    edition: Edition
    slices: Slices

    @property
    def name(self) -> str:
        """Its kind and its subject."""
        return f"{self.kind} {self.key}".strip()

    def part(self) -> Slice | None:
        """Return the slice of the library that it shows; None if it may show all of it."""
        cut = KINDS[self.kind].part
        return cut(self.slices, self.key) if cut else None

    def make(self) -> Page:
        """Make the page."""
        part, here = self.part(), self.address
        edition = self.edition.of(part, here) if part else self.edition.at(here)
        return replace(KINDS[self.kind].make(edition, self.key), url=here)


def plan(edition: Edition, slices: Slices) -> Iterator[PagePlan]:
    """Yield every page of the site in the language of ``edition``.

    ``slices`` cuts its library.
    """
    for name, kind in KINDS.items():
        for key in kind.subjects(edition):
            yield PagePlan(name, key, kind.address(key), edition, slices)
