"""Pages at addresses that were given once, so that none leads nowhere: pages that lead from other
names of a card or a mechanic to its page, and pages of what is gone.

For example, a card that only a Spanish document prints has the address of its Spanish name. When
names.yml learns the English name, the page moves to the address of that name. The ledger also has
all earlier names of each entry.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ..facts.catalogue import in_language
from ..joining.identity import slug as slug_of
from ..ledger.numbers import LedgerEntry, is_section
from ..library import Library, LibraryCard
from ..notes import is_day
from ..pages import addresses
from ..pages.citation import list_removed, name_entry, name_in_id, quote_last
from ..pages.edition import Edition, View
from ..site.model import Site
from ..system import group_pairs
from ..theme.environment import html_environment
from . import short_pages

_HANDWRITTEN = {"adding/": addresses.ABOUT}
"""The addresses of hand-written pages that are gone, each with that of the page for its readers."""


def make_redirects(site: Site) -> Iterator[tuple[str, str]]:
    """Yield the redirecting pages of ``site``, in each language that has the page they lead to."""
    library = site.library
    kinds = (
        (find_card_moves(library), addresses.card_page, library.cards),
        (find_mechanic_moves(library), addresses.mechanic_page, library.mechanics),
    )
    moves = []
    for targets, page_of, subjects in kinds:
        for page, key in targets.items():
            subject = subjects[key]
            only_in = subject.only_in if isinstance(subject, LibraryCard) else None
            for lang in [only_in] if only_in else site.langs:
                name = in_language(subject.names, lang)
                moves.append((f"{lang}/{page}", f"{lang}/{page_of(key)}", name))
    return _redirect(site, moves)


def redirect_handwritten(site: Site) -> Iterator[tuple[str, str]]:
    """Yield the redirecting pages in place of hand-written ones that are gone.

    An owner may have a page at such an address.
    """
    moves = [
        (f"{lang}/{page}", f"{lang}/{target}", edition.words["about"])
        for page, target in _HANDWRITTEN.items()
        for lang, edition in site.editions.items()
    ]
    return _redirect(site, moves)


def _redirect(site: Site, moves: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str]]:
    """Yield a page for each address, with the address and the name of the page it leads to."""
    template = html_environment(site_name=site.name).get_template("share/redirect.html.j2")
    for page, target, name in moves:
        content = template.render(
            lang=page.partition("/")[0],
            name=name,
            link=addresses.relative(page, target),
            canonical=site.canonical(page, target),
            up=addresses.relative(page, ""),
        )
        yield f"{page}index.html", content


def find_card_moves(library: Library) -> dict[str, str]:
    """Return the addresses that cards would have by their other names, each with the card's slug,
    sorted.

    The address of a card is never redirected. If two cards share another name, it belongs to the
    card that a document prints under it, else to the first by slug.
    """
    cards = library.cards.values()
    #  Documents print names before and after a correction.
    names = [
        (slug_of(name), card.slug)
        for card in cards
        for printed in card.prints()
        for name in printed.card.both_names
    ]
    names += [(slug_of(name), card.slug) for card in cards for name in card.names.values()]
    for ledger in library.ledgers.values():
        names += [
            (name, entry.slug)
            for key, entry in ledger.entries.items()
            for name in (key, *entry.formerly)
        ]
        names += ledger.cards.items()
    return _find_moves(names, library.cards, addresses.card_page)


def find_mechanic_moves(library: Library) -> dict[str, str]:
    """Return the addresses that mechanics had by earlier titles of their sections, each with the
    mechanic's slug, sorted.

    Only a mechanic that the catalogue lacks has the address of its section. A section of several
    has no address.
    """
    names = [
        (name_in_id(name), mechanic.slug)
        for mechanic in library.mechanics.values()
        for section in mechanic.sections
        for entry in [library.ledgers[section.set_code].entries[section.id.partition("/")[2]]]
        if len(section.mechanics) == 1 and entry.key != entry.slug
        for name in (entry.key, *entry.formerly, entry.slug)
    ]
    return _find_moves(names, library.mechanics, addresses.mechanic_page)


def _find_moves(
    names: Sequence[tuple[str, str]], slugs: Collection[str], page: Callable[[str], str]
) -> dict[str, str]:
    """Return the slug that each other address leads to, sorted by address.

    ``names`` are pairs of another name and a slug; of one name, the first slug counts. Only
    ``slugs`` have a page, whose address the function ``page`` gives. It is not moved.
    """
    moves = {page(name): slug for name, slug in reversed(names) if slug in slugs}
    return {address: moves[address] for address in sorted(moves.keys() - set(map(page, slugs)))}


def make_departures(site: Site) -> Iterator[tuple[str, str]]:
    """Yield the pages of what is gone, in every language of ``site``: cards and mechanics, then
    removed sets.
    """
    template = short_pages.load_template(site, "departed")
    gone = _find_gone_pages(site.edition)
    for lang, edition in site.editions.items():
        #  Address, address of the page that says the same and is the canonical one, and view.
        pages = [
            (page, page, _describe_entries(edition, page, entries))
            for page, entries in gone.items()
        ]
        for code in edition.library.removed:
            main_page = addresses.set_page(code)
            further = () if is_day(code) else (addresses.document_page, addresses.sheet_page)
            for page in (main_page, *(address(code) for address in further)):
                pages.append((page, main_page, _describe_removed_set(edition, page, gone, code)))
        for page, canonical, view in pages:
            url = f"{lang}/{page}"
            content = template.render(
                page={
                    "url": url,
                    #  Like ``Tarmogoyf · Future Sight``.
                    "title": " · ".join((view["name"].text, *view["facts"])),
                    **view,
                },
                words=edition.words,
                canonical=site.canonical(url, f"{lang}/{canonical}"),
                up=addresses.relative(url, ""),
                home=addresses.relative(page, addresses.HOME),
                last_words=functools.partial(quote_last, edition),
            )
            yield f"{url}index.html", content


def _find_gone_pages(edition: Edition) -> Mapping[str, list[str]]:
    """Return the address of each card or mechanic that is gone, with the ids of its entries.

    A card that has a page in another set, or a new address, is not gone.
    """
    library = edition.library
    existing_pages = {
        *find_card_moves(library),
        *find_mechanic_moves(library),
        *map(addresses.card_page, library.cards),
        *map(addresses.mechanic_page, library.mechanics),
    }
    pages: list[tuple[str, str]] = []
    for code, ledger in library.ledgers.items():
        entries = [
            ledger.entries[entry_id.removeprefix(f"{code}/")]
            for entry_id in edition.tables.gone.get(code, ())
        ]
        by_slug = {entry.slug: entry for entry in entries}
        #  Cards that only sections showed may have no entry.
        examples = (
            replace(by_slug.get(card, LedgerEntry(key=card, slug=card)), formerly=(name,))
            for name, card in ledger.cards.items()
        )
        pages += [
            (page, f"{code}/{entry.key}")
            for entry in (*entries, *examples)
            for page in _list_addresses(edition, entry)
            if page not in existing_pages
        ]
    return group_pairs(dict.fromkeys(pages))


def _list_addresses(edition: Edition, entry: LedgerEntry) -> Iterator[str]:
    """Yield the addresses that the page of an entry had, and those that led there."""
    for key in (entry.key, *entry.formerly, entry.slug):
        page_of = addresses.mechanic_page if is_section(key) else addresses.card_page
        yield page_of(name_in_id(key))
    for name in edition.catalogued.get(entry.slug, {}).values():
        yield addresses.card_page(slug_of(name))


def _describe_entries(edition: Edition, page: str, entry_ids: Sequence[str]) -> View:
    """Return the view of the page of a card or a mechanic that is gone: plain texts, to be escaped.
    Each of its entries has the link to its set, and its removed rulings.
    """
    linking, entries = edition.on_page(page), list[View]()
    for entry_id in entry_ids:
        card = LibraryCard(slug=_find_entry(edition, entry_id).slug, names={})
        if is_section(entry_id.partition("/")[2]):
            place, anchor = addresses.set_section_anchor(entry_id), addresses.section_note_anchor
        else:
            place = addresses.entry_anchor(card, entry_id)
            anchor = functools.partial(addresses.ruling_anchor, card)
        entries.append(
            {
                "anchor": place,
                "reference": linking.link_set(entry_id.partition("/")[0]),
                "rulings": list_removed(linking, entry_id, anchor),
            }
        )
    return {
        "name": name_entry(edition, None, _find_entry(edition, entry_ids[0])),
        "facts": [*dict.fromkeys(entry["reference"].phrase.text for entry in entries)],
        "description": edition.words["departed_entry"],
        "entries": entries,
        #  A card that only a section showed has no rulings, and its set may still be there.
        "is_list": any(entry["rulings"] for entry in entries),
    }


def _describe_removed_set(edition: Edition, page: str, gone: Collection[str], code: str) -> View:
    """Return the view of the page of a removed set: its sections with their rulings, then links to
    its cards, which have theirs. The page of a card that is not ``gone`` has rulings of other sets,
    too.
    """
    removed, words, library = edition.library.removed[code], edition.words, edition.library
    linking, entries = edition.on_page(page), list[View]()
    for key in sorted(removed.ledger.entries, key=lambda key: not is_section(key)):
        entry_id, entry = f"{code}/{key}", _find_entry(edition, f"{code}/{key}")
        rulings: tuple[View, ...] = ()
        if is_section(key):
            place = addresses.section_anchor(entry_id)
            there = addresses.section(entry_id)
            rulings = list_removed(linking, entry_id, addresses.section_note_anchor)
        else:
            place, there = addresses.document_anchor(entry_id), addresses.card_page(entry.slug)
            if entry.slug in library.cards or there in gone:
                card = library.cards.get(entry.slug, LibraryCard(slug=entry.slug, names={}))
                there += f"#{addresses.entry_anchor(card, entry_id)}"
        reference = linking.link(there, name_entry(edition, None, entry))
        entries.append({"anchor": place, "reference": reference, "rulings": rulings})
    return {
        "name": edition.set_name(code),
        "facts": [*filter(None, [addresses.shown_code(code)])],
        "description": words.say("departed_set", date=words.date(removed.day)),
        "entries": entries,
        "is_list": True,
    }


def _find_entry(edition: Edition, entry_id: str) -> LedgerEntry:
    """Return the entry of the ledger. A card that only a section showed may have none: it gets one
    with only its name.
    """
    code, _, key = entry_id.partition("/")
    return edition.library.ledgers[code].entries.get(key, LedgerEntry(key=key, slug=key))
