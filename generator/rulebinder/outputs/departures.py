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
from ..pages.changes.earlier_words import Quoted, quoted
from ..pages.edition import Edition, Phrase, Reference
from ..pages.words import Words
from ..site.model import Site
from ..theme.environment import environment
from . import redirects


@dataclass(frozen=True, kw_only=True)
class _Ruling:
    """A ruling that is gone: its anchor, the link to its short page, and its last words."""

    anchor: str
    reference: Reference
    last: Quoted


@dataclass(frozen=True, kw_only=True)
class _Entry:
    """An entry or a section that is gone: its anchor, the link to a page about it, and its rulings
    if they are on no other page.
    """

    anchor: str
    reference: Reference
    rulings: tuple[_Ruling, ...] = ()


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
        return f"{self.lang}/{self.address}"

    @property
    def lang(self) -> str:
        """The language of the page."""
        return self.words.lang

    @property
    def locale(self) -> str:
        """The language and region, as previews name them."""
        return self.words.locale

    @property
    def title(self) -> str:
        """A title like ``Tarmogoyf · Future Sight``."""
        return " · ".join((self.name.text, *self.facts))

    @property
    def home(self) -> str:
        """The link to the first page of the language."""
        return addresses.relative(self.address, addresses.HOME)


def files(site: Site) -> Iterator[tuple[str, str]]:
    """Return the pages of what is gone, in every language of ``site``."""
    template = environment(
        site_url=site.address, langs=site.langs, site_name=site.name
    ).get_template("share/departed.html.j2")
    gone = _gone(next(iter(site.editions.values())))
    for edition in site.editions.values():
        for page in _Pages(edition, gone).all():
            up = addresses.relative(page.url, "")
            canonical = (
                f"{site.address}{page.lang}/{page.best}"
                if site.address
                else addresses.relative(page.address, page.best)
            )
            values = {
                "words": edition.words,
                "canonical": canonical,
                "picture": None,
                "choose": False,
                "report": None,
                "up": up,
            }
            yield f"{page.url}index.html", template.render(page=page, **values)


def _gone(edition: Edition) -> Mapping[str, tuple[str, ...]]:
    """Return the address of each card or mechanic that is gone, with the ids of its entries.

    A card that has a page in another set, or a new address, is not gone.
    """
    library = edition.library
    taken = {*redirects.redirects(library), *redirects.mechanics(library)}
    taken |= {
        *map(addresses.card_page, library.cards),
        *map(addresses.mechanic_page, library.mechanics),
    }
    found: dict[str, dict[str, None]] = {}
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
        for entry in (*entries, *shown):
            for page in dict.fromkeys(_addresses(edition, entry)):
                if page not in taken:
                    found.setdefault(page, {})[f"{code}/{entry.key}"] = None
    return {page: tuple(ids) for page, ids in found.items()}


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
    gone: Mapping[str, tuple[str, ...]]

    def all(self) -> Iterator[_Page]:
        """Yield all pages."""
        for page, entries in self.gone.items():
            yield self._of_entries(page, entries)
        for code in self.edition.library.removed:
            document = (
                () if is_day(code) else (addresses.document_page(code), addresses.sheet_page(code))
            )
            for page in (addresses.set_page(code), *document):
                yield self._of_set(page, code)

    def _of_entries(self, page: str, entries: tuple[str, ...]) -> _Page:
        """Return the page of a card or a mechanic. Its ``entries`` have the names of their sets."""
        name = departures.name(self.edition, self._entry(entries[0]))
        views = tuple(self._in_set(page, each) for each in entries)
        facts = tuple(dict.fromkeys(each.reference.phrase.text for each in views))
        said = self.edition.words["departed_entry"]
        return _Page(
            address=page,
            best=page,
            words=self.edition.words,
            name=name,
            facts=facts,
            description=said,
            entries=views,
        )

    def _in_set(self, page: str, entry_id: str) -> _Entry:
        code, _, key = entry_id.partition("/")
        set_page = self.edition.set_reference(page, code)
        if "/" in key:
            rulings = self._rulings(page, entry_id, addresses.section_note_anchor)
            return _Entry(
                anchor=addresses.set_section_anchor(entry_id), reference=set_page, rulings=rulings
            )
        card = LibraryCard(slug=self._entry(entry_id).slug, names={})
        rulings = self._rulings(page, entry_id, functools.partial(addresses.ruling_anchor, card))
        return _Entry(
            anchor=addresses.entry_anchor(card, entry_id), reference=set_page, rulings=rulings
        )

    def _of_set(self, page: str, code: str) -> _Page:
        """Return the page of a removed set: its sections with their rulings, then links to its
        cards, which have theirs.
        """
        removed, words = self.edition.library.removed[code], self.edition.words
        keys = sorted(removed.given.entries, key=lambda key: "/" not in key)
        views = tuple(self._of_whole(page, f"{code}/{key}") for key in keys)
        return _Page(
            address=page,
            best=addresses.set_page(code),
            words=words,
            name=self.edition.set_name(code),
            facts=(addresses.plate(code),) if addresses.plate(code) else (),
            description=words.say("departed_set", date=words.date(removed.day)),
            entries=views,
        )

    def _of_whole(self, page: str, entry_id: str) -> _Entry:
        entry, code = self._entry(entry_id), entry_id.partition("/")[0]
        name = departures.name(self.edition, entry)
        if "/" in entry.key:
            anchor = addresses.section_anchor(entry_id)
            there = Reference(
                addresses.relative(page, f"{addresses.set_page(code)}#{anchor}"), name
            )
            rulings = self._rulings(page, entry_id, addresses.section_note_anchor)
            return _Entry(anchor=anchor, reference=there, rulings=rulings)
        there = Reference(addresses.relative(page, self._card_place(entry, entry_id)), name)
        return _Entry(anchor=addresses.document_anchor(entry_id), reference=there)

    def _card_place(self, entry: LedgerEntry, entry_id: str) -> str:
        """Return the address of an entry on its card's page, which has another set's rulings too if
        the card is not gone.
        """
        page = addresses.card_page(entry.slug)
        if entry.slug in self.edition.library.cards or page in self.gone:
            card = self.edition.library.cards.get(
                entry.slug, LibraryCard(slug=entry.slug, names={})
            )
            return f"{page}#{addresses.entry_anchor(card, entry_id)}"
        return page

    def _rulings(
        self, page: str, entry_id: str, anchor: Callable[[str], str]
    ) -> tuple[_Ruling, ...]:
        found = departures.removed(self.edition, page, entry_id, anchor)
        return tuple(
            _Ruling(
                anchor=each.anchor, reference=each.reference, last=quoted(self.edition, each.id)
            )
            for each in found
        )

    def _entry(self, entry_id: str) -> LedgerEntry:
        code, _, key = entry_id.partition("/")
        return self.edition.library.ledgers[code].entries.get(
            key, LedgerEntry(key=key, slug=key)
        )  # or a card without an entry
