"""Pages of sets, cards and mechanics that the site no longer has: each says so, and shows what its
rulings were.

The ledger has every entry that there ever was, and the history the last words of its rulings. A
mechanic that only a document explained has the name of its section. A set is gone if its owner
removed it for good: see :class:`.library.RemovedSet`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ..joining.identity.card_identity import slug as slug_of
from ..ledger.numbers import LedgerEntry
from ..library import LibraryCard
from ..notes import is_day
from ..pages import addresses
from ..pages.changes import departures
from ..pages.changes.earlier_words import quoted
from ..pages.edition import Edition, Phrase, Reference, View
from ..pages.words import Words
from ..site.model import Site
from ..system.grouping import grouped
from . import redirects, short_pages


@dataclass(frozen=True, kw_only=True)
class _Entry:
    """An entry or a section that is gone: its anchor, the link to a page about it, and its rulings
    if they are on no other page.
    """

    anchor: str
    reference: Reference
    rulings: tuple[View, ...] = ()


@dataclass(frozen=True, kw_only=True)
class _Page:
    """The page of something that is gone.

    All texts are plain, to be escaped. Addresses are from the folder of the language.
    """

    address: str
    best: str
    """The address of the page that says the same, if several do."""
    words: Words
    name: Phrase
    facts: tuple[str, ...]
    description: str
    """It says that this is gone."""
    entries: tuple[_Entry, ...]
    moves_to: None = None
    """None: readers stay on the page."""
    verdict: None = None
    """None: nobody decides about what is gone."""

    @property
    def is_list(self) -> bool:
        """Whether it lists what is gone.

        A card that only a section showed has no rulings, and its set may still be there.
        """
        return self.address.startswith(addresses.SETS) or any(each.rulings for each in self.entries)

    @property
    def url(self) -> str:
        """The address from the site's root."""
        return f"{self.words.lang}/{self.address}"

    @property
    def title(self) -> str:
        """A title like ``Tarmogoyf · Future Sight``."""
        return " · ".join((self.name.text, *self.facts))


def files(site: Site) -> Iterator[tuple[str, str]]:
    """Return the pages of what is gone, in every language of ``site``."""
    template = short_pages.template(site, "departed")
    gone = _gone(next(iter(site.editions.values())))
    for lang, edition in site.editions.items():
        for page in _Pages(edition, gone).all():
            content = template.render(
                page=page,
                words=page.words,
                canonical=site.canonical(page.url, f"{lang}/{page.best}"),
                up=addresses.relative(page.url, ""),
                home=addresses.relative(page.address, addresses.HOME),
                last_words=functools.partial(quoted, edition),
            )
            yield f"{page.url}index.html", content


def _gone(edition: Edition) -> Mapping[str, list[str]]:
    """Return the address of each card or mechanic that is gone, with the ids of its entries.

    A card that has a page in another set, or a new address, is not gone.
    """
    library = edition.library
    taken = {
        *redirects.redirects(library),
        *redirects.mechanics(library),
        *map(addresses.card_page, library.cards),
        *map(addresses.mechanic_page, library.mechanics),
    }
    pages: list[tuple[str, str]] = []
    for code, ledger in library.ledgers.items():
        entries = [
            ledger.entries[each.removeprefix(f"{code}/")]
            for each in edition.derived.departed.get(code, ())
        ]
        by_slug = {entry.slug: entry for entry in entries}
        shown = (
            replace(by_slug.get(card, LedgerEntry(key=card, slug=card)), formerly=(name,))
            for name, card in ledger.cards.items()
        )
        pages += [
            (page, f"{code}/{entry.key}")
            for entry in (*entries, *shown)
            for page in _addresses(edition, entry)
            if page not in taken
        ]
    return grouped(dict.fromkeys(pages))


def _addresses(edition: Edition, entry: LedgerEntry) -> Iterator[str]:
    """Yield the addresses that the page of an entry had, and those that led there."""
    for key in (entry.key, *entry.formerly, entry.slug):
        name = departures.named(key)
        yield addresses.mechanic_page(name) if "/" in key else addresses.card_page(name)
    for name in edition.catalogued.get(entry.slug, {}).values():
        yield addresses.card_page(slug_of(name))


@dataclass(frozen=True)
class _Pages:
    """The pages of what is gone in one language.

    ``gone`` are the addresses of cards and mechanics with their entries.
    """

    edition: Edition
    gone: Mapping[str, list[str]]

    def all(self) -> Iterator[_Page]:
        """Yield all pages."""
        for page, entries in self.gone.items():
            yield self._of_entries(page, entries)
        for code in self.edition.library.removed:
            further = () if is_day(code) else (addresses.document_page, addresses.sheet_page)
            for page_of in (addresses.set_page, *further):
                yield self._of_set(page_of(code), code)

    def _of_entries(self, page: str, entries: list[str]) -> _Page:
        """Return the page of a card or a mechanic. Its ``entries`` have the names of their sets."""
        views = tuple(self._in_set(page, each) for each in entries)
        return _Page(
            address=page,
            best=page,
            words=self.edition.words,
            name=departures.name(self.edition, self._entry(entries[0])),
            facts=tuple(dict.fromkeys(each.reference.phrase.text for each in views)),
            description=self.edition.words["departed_entry"],
            entries=views,
        )

    def _in_set(self, page: str, entry_id: str) -> _Entry:
        code, _, key = entry_id.partition("/")
        card = LibraryCard(slug=self._entry(entry_id).slug, names={})
        is_section = "/" in key
        anchor: Callable[[str], str] = (
            addresses.section_note_anchor
            if is_section
            else functools.partial(addresses.ruling_anchor, card)
        )
        return _Entry(
            anchor=addresses.set_section_anchor(entry_id)
            if is_section
            else addresses.entry_anchor(card, entry_id),
            reference=self.edition.set_reference(page, code),
            rulings=departures.removed(self.edition, page, entry_id, anchor),
        )

    def _of_set(self, page: str, code: str) -> _Page:
        """Return the page of a removed set: its sections with their rulings, then links to its
        cards, which have theirs.
        """
        removed, words = self.edition.library.removed[code], self.edition.words
        keys = sorted(removed.given.entries, key=lambda key: "/" not in key)
        return _Page(
            address=page,
            best=addresses.set_page(code),
            words=words,
            name=self.edition.set_name(code),
            facts=tuple(filter(None, [addresses.plate(code)])),
            description=words.say("departed_set", date=words.date(removed.day)),
            entries=tuple(self._of_whole(page, f"{code}/{key}") for key in keys),
        )

    def _of_whole(self, page: str, entry_id: str) -> _Entry:
        """Return an entry of a removed set. A card's page has another set's rulings too if the card
        is not gone.
        """
        entry, library = self._entry(entry_id), self.edition.library
        name = departures.name(self.edition, entry)
        if "/" in entry.key:
            anchor = addresses.section_anchor(entry_id)
            there = f"{addresses.set_page(entry_id.partition('/')[0])}#{anchor}"
            note_anchor = addresses.section_note_anchor
            rulings = departures.removed(self.edition, page, entry_id, note_anchor)
        else:
            anchor, rulings = addresses.document_anchor(entry_id), ()
            there = addresses.card_page(entry.slug)
            if entry.slug in library.cards or there in self.gone:
                card = library.cards.get(entry.slug, LibraryCard(slug=entry.slug, names={}))
                there += f"#{addresses.entry_anchor(card, entry_id)}"
        link = Reference(addresses.relative(page, there), name)
        return _Entry(anchor=anchor, reference=link, rulings=rulings)

    def _entry(self, entry_id: str) -> LedgerEntry:
        code, _, key = entry_id.partition("/")
        return self.edition.library.ledgers[code].entries.get(
            key, LedgerEntry(key=key, slug=key)
        )  # or a card without an entry
