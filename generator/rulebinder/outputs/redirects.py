"""Pages that lead from other names of a card or a mechanic to its page, so that an address that was
once given still works.

For example, a card that only a Spanish document prints has the address of its Spanish name. When
names.yml learns the English name, the page moves to the address of that name. The ledger also has
all earlier names of each entry.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..facts.catalogue import in_language
from ..joining.identity import slug
from ..joining.identity import slug as slug_of
from ..ledger.numbers import LedgerEntry
from ..library import Library, LibraryCard
from ..notes import is_day
from ..pages import addresses, changes
from ..pages.edition import Edition, Phrase, Reference, View
from ..pages.revision import quoted
from ..pages.words import Words
from ..site.model import Site
from ..system.grouping import grouped
from ..theme.environment import environment
from . import short_pages

_GONE = {"adding/": addresses.ABOUT}
"""The addresses of hand-written pages that are gone, each with that of the page for its readers."""


def redirect_pages(site: Site) -> Iterator[tuple[str, str]]:
    """Return the redirecting pages of ``site``, in each language that has the page they lead to."""
    library = site.library
    kinds = (
        (redirects(library), addresses.card_page, library.cards),
        (mechanics(library), addresses.mechanic_page, library.mechanics),
    )
    moves = []
    for moved, page_of, subjects in kinds:
        for page, key in moved.items():
            subject = subjects[key]
            only_in = subject.only_in if isinstance(subject, LibraryCard) else None
            for lang in [only_in] if only_in else site.langs:
                name = in_language(subject.names, lang)
                moves.append((f"{lang}/{page}", f"{lang}/{page_of(key)}", name))
    return _leading(site, moves)


def gone(site: Site) -> Iterator[tuple[str, str]]:
    """Return the redirecting pages in place of hand-written ones that are gone.

    An owner may have a page at such an address.
    """
    moves = [
        (f"{lang}/{page}", f"{lang}/{target}", edition.words["about"])
        for page, target in _GONE.items()
        for lang, edition in site.editions.items()
    ]
    return _leading(site, moves)


def _leading(site: Site, moves: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str]]:
    """Yield a page for each address, with the address and the name of the page it leads to."""
    template = environment(site_name=site.name).get_template("share/redirect.html.j2")
    for page, target, name in moves:
        content = template.render(
            lang=page.partition("/")[0],
            name=name,
            link=addresses.relative(page, target),
            canonical=site.canonical(page, target),
            up=addresses.relative(page, ""),
        )
        yield f"{page}index.html", content


def redirects(library: Library) -> dict[str, str]:
    """Return the addresses that cards would have by their other names, each with the card's slug,
    sorted.

    The address of a card is never redirected. If two cards share another name, it belongs to the
    card that a document prints under it, else to the first by slug.
    """
    cards = library.cards.values()
    #  Documents print names before and after a correction.
    named = [
        (slug(name), card.slug)
        for card in cards
        for printed in card.prints()
        for name in printed.card.every_name
    ]
    named += [(slug(name), card.slug) for card in cards for name in card.names.values()]
    for ledger in library.ledgers.values():
        named += [
            (name, entry.slug)
            for key, entry in ledger.entries.items()
            for name in (key, *entry.formerly)
        ]
        named += ledger.cards.items()
    return _moved(named, library.cards, addresses.card_page)


def mechanics(library: Library) -> dict[str, str]:
    """Return the addresses that mechanics had by earlier titles of their sections, each with the
    mechanic's slug, sorted.

    Only a mechanic that the catalogue lacks has the address of its section. A section of several
    has no address.
    """
    named: list[tuple[str, str]] = []
    for mechanic in library.mechanics.values():
        for section in mechanic.sections:
            entry = library.ledgers[section.set_code].entries[section.id.partition("/")[2]]
            if len(section.mechanics) == 1 and entry.key != entry.slug:
                for name in (entry.key, *entry.formerly, entry.slug):
                    named.append((name.rpartition("/")[2], mechanic.slug))
    return _moved(named, library.mechanics, addresses.mechanic_page)


def _moved(
    named: Sequence[tuple[str, str]], slugs: Collection[str], page: Callable[[str], str]
) -> dict[str, str]:
    """Return the slugs that are among ``slugs`` by the addresses of names, sorted. Of one name, the
    first slug counts; the ``page`` of a slug is none.
    """
    moved = {page(name): target for name, target in reversed(named) if target in slugs}
    return {address: moved[address] for address in sorted(moved.keys() - set(map(page, slugs)))}


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


def departure_pages(site: Site) -> Iterator[tuple[str, str]]:
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
        *redirects(library),
        *mechanics(library),
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
        name = changes.named(key)
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
            name=changes.name(self.edition, self._entry(entries[0])),
            facts=tuple(dict.fromkeys(each.reference.phrase.text for each in views)),
            description=self.edition.words["departed_entry"],
            entries=views,
        )

    def _in_set(self, page: str, entry_id: str) -> _Entry:
        edition = self.edition.at(page)
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
            reference=edition.link_set(code),
            rulings=changes.removed(edition, entry_id, anchor),
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
        edition = self.edition.at(page)
        entry, library = self._entry(entry_id), edition.library
        name = changes.name(self.edition, entry)
        if "/" in entry.key:
            anchor = addresses.section_anchor(entry_id)
            there = f"{addresses.set_page(entry_id.partition('/')[0])}#{anchor}"
            note_anchor = addresses.section_note_anchor
            rulings = changes.removed(edition, entry_id, note_anchor)
        else:
            anchor, rulings = addresses.document_anchor(entry_id), ()
            there = addresses.card_page(entry.slug)
            if entry.slug in library.cards or there in self.gone:
                card = library.cards.get(entry.slug, LibraryCard(slug=entry.slug, names={}))
                there += f"#{addresses.entry_anchor(card, entry_id)}"
        return _Entry(anchor=anchor, reference=edition.link(there, name), rulings=rulings)

    def _entry(self, entry_id: str) -> LedgerEntry:
        code, _, key = entry_id.partition("/")
        return self.edition.library.ledgers[code].entries.get(
            key, LedgerEntry(key=key, slug=key)
        )  # or a card without an entry
