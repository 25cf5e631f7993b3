"""The views of the site's pages.

Each kind of page has a row in :data:`PAGE_KINDS`, and a template of its name in
``templates/pages``.
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
    """Makes the page of a subject by its key, such as the slug of a card."""
    address: Callable[[str], str]
    """Returns the address of that page, by the same key."""
    subjects: Callable[[Edition], Iterable[str]]
    """Returns the keys of the subjects that have a page in the language of an edition."""
    cut: Callable[[Slices, str], Slice] | None = None
    """Returns the slice of the library that the page shows, by the same key. None if pages of this
    kind may show all of the library.
    """


def _single_page(
    make: Callable[[Edition], Page],
    address: str,
    is_wanted: Callable[[Edition], bool] = lambda _edition: True,
) -> PageKind:
    """Return the kind of a single page, such as a list. Editions where it ``is_wanted`` have it."""
    return PageKind(
        make=lambda edition, _key: make(edition),
        address=lambda _key: address,
        subjects=lambda edition: [""] if is_wanted(edition) else [],  # its subject has no key
    )


PAGE_KINDS = {
    "audit": _single_page(audit.page, addresses.AUDIT),
    "card": PageKind(card.page, addresses.card_page, card.subjects, Slices.card),
    "cards": _single_page(overviews.cards_page, addresses.CARDS),
    "document": PageKind(
        set.document_page,
        addresses.document_page,
        lambda edition: edition.library.released_sets,
        Slices.set,
    ),
    "glossary": _single_page(overviews.glossary_page, addresses.GLOSSARY, overviews.has_glossary),
    "home": _single_page(home.page, addresses.HOME),
    "mechanic": PageKind(
        mechanic.page,
        addresses.mechanic_page,
        lambda edition: edition.library.mechanics,
        Slices.mechanic,
    ),
    "mechanics": _single_page(overviews.mechanics_page, addresses.MECHANICS),
    "offline": _single_page(home.offline_page, addresses.OFFLINE),
    "revision": PageKind(revision.page, revision.address, revision.subjects),
    "rule": PageKind(rules.page, addresses.rule_page, rules.subjects, Slices.rule),
    "rules": _single_page(overviews.rules_page, addresses.RULES),
    "search": _single_page(home.search_page, addresses.SEARCH),
    "set": PageKind(set.page, addresses.set_page, lambda edition: edition.library.sets, Slices.set),
    "sets": _single_page(overviews.sets_page, addresses.SETS),
    "sheet": PageKind(sheet.page, addresses.sheet_page, sheet.subjects, Slices.set),
    "table": _single_page(home.table_page, addresses.TABLE),
}


@dataclass(frozen=True)
class PagePlan:
    """A page that is not made yet."""

    kind: str
    """A key of PAGE_KINDS."""
    key: str
    """The key of its subject; empty for a kind with a single page."""
    address: str
    edition: Edition
    slices: Slices

    @property
    def name(self) -> str:
        """Its kind and the key of its subject: ``card tarmogoyf``."""
        return f"{self.kind} {self.key}".strip()

    def cut_slice(self) -> Slice | None:
        """Return the slice of the library that it shows; None if it may show all of it."""
        cut = PAGE_KINDS[self.kind].cut
        return cut(self.slices, self.key) if cut else None

    def make(self) -> Page:
        """Make the page from its slice of the library, or from all of it."""
        part, here = self.cut_slice(), self.address
        edition = self.edition.of_slice(part, here) if part else self.edition.on_page(here)
        return replace(PAGE_KINDS[self.kind].make(edition, self.key), url=here)


def plan_pages(edition: Edition, slices: Slices) -> Iterator[PagePlan]:
    """Yield a plan of every page in the language of ``edition``. ``slices`` cuts its library."""
    for name, kind in PAGE_KINDS.items():
        for key in kind.subjects(edition):
            yield PagePlan(name, key, kind.address(key), edition, slices)
