"""The views of the site's pages.

Each kind of pages has a name in :data:`LISTS` or :data:`SUBJECTS`, and a template of that name in
``templates/pages``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from ..joining.slices import Slice, Slices
from . import addresses, audit, card, home, mechanic, overviews, revision, rules, set, sheet
from .edition import Edition, Page

LISTS: dict[str, tuple[Callable[[Edition], Iterable[Page]], str | None]] = {
    "audit": (audit.pages, addresses.AUDIT),
    "cards": (overviews.cards_page, addresses.CARDS),
    "glossary": (overviews.glossary, None),
    "home": (home.pages, addresses.HOME),
    "mechanics": (overviews.mechanics_page, addresses.MECHANICS),
    "offline": (home.offline, addresses.OFFLINE),
    "revision": (revision.pages, None),
    "rules": (overviews.rules_pages, addresses.RULES),
    "search": (home.search, addresses.SEARCH),
    "sets": (overviews.sets_page, addresses.SETS),
    "table": (home.table, addresses.TABLE),
}
"""The kinds with one or a few pages: what makes them all, and the address of a kind that always has
one page.
"""


@dataclass(frozen=True)
class SubjectKind:
    """A kind with a page for each subject."""

    subjects: Callable[[Edition], Iterable[str]]
    """Returns the keys of the subjects that have a page in this language."""
    pages: Callable[[Edition, str], Iterable[Page]]
    """Makes the page of the subject with a key."""
    address: Callable[[str], str]
    """Returns the address of that page."""
    part: Callable[[Slices, str], Slice]
    """Returns the slice of the library that it shows."""

    def make(self, edition: Edition, slices: Slices, key: str) -> Iterable[Page]:
        """Return the page of a subject, made from its slice of the library."""
        return self.pages(edition.of(self.part(slices, key)), key)


SUBJECTS = {
    "card": SubjectKind(card.subjects, card.pages, addresses.card_page, Slices.card),
    "document": SubjectKind(
        lambda edition: edition.library.released_sets,
        set.document_pages,
        addresses.document_page,
        Slices.set,
    ),
    "mechanic": SubjectKind(
        lambda edition: edition.library.mechanics,
        mechanic.pages,
        addresses.mechanic_page,
        Slices.mechanic,
    ),
    "rule": SubjectKind(rules.subjects, rules.pages, addresses.rule_page, Slices.rule),
    "set": SubjectKind(
        lambda edition: edition.library.sets, set.pages, addresses.set_page, Slices.set
    ),
    "sheet": SubjectKind(
        lambda edition: edition.library.released_sets,
        sheet.pages,
        addresses.sheet_page,
        Slices.set,
    ),
}
KINDS = tuple(sorted((*LISTS, *SUBJECTS)))
"""The names of all kinds."""


@dataclass(frozen=True, kw_only=True)
class PageBatch:
    """Pages that are made together: one, or all of a kind that has few or whose pages depend on
    each other.
    """

    kind: str
    name: str
    make: Callable[[], Iterable[Page]]
    address: str | None = None
    """The address of its only page; None if it is not known before the page is made."""
    part: Callable[[], Slice] | None = None
    """Returns the slice of the library that the pages show; None if they may show all of it."""


def batches(edition: Edition, slices: Slices) -> Iterator[PageBatch]:
    """Yield every page of the site in the language of ``edition``; none is made yet.

    ``slices`` cuts its library.
    """
    for name, (pages, address) in LISTS.items():
        yield PageBatch(kind=name, name=name, make=partial(pages, edition), address=address)
    for name, kind in SUBJECTS.items():
        for key in kind.subjects(edition):
            yield PageBatch(
                kind=name,
                name=f"{name} {key}",
                make=partial(kind.make, edition, slices, key),
                address=kind.address(key),
                part=partial(kind.part, slices, key),
            )
