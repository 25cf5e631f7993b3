"""Pages that lead from other names of a card or a mechanic to its page, so that an address that was
once given still works.

For example, a card that only a Spanish document prints has the address of its Spanish name. When
names.yml learns the English name, the page moves to the address of that name. The ledger also has
all earlier names of each entry.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from jinja2 import Template

from ..facts.catalogue import in_language
from ..joining.identity.card_identity import slug
from ..library import Library, LibraryCard, LibraryMechanic
from ..pages import addresses
from ..site.model import FileBatch, Site, all_of
from ..theme.environment import environment


def batches(site: Site) -> Iterator[FileBatch[str]]:
    """Return the redirecting pages of ``site``, those from one address together."""
    template = environment(site_name=site.name).get_template("share/redirect.html.j2")
    library = site.library
    moves: list[tuple[str, str, LibraryCard | LibraryMechanic]] = [
        (page, addresses.card_page(slug), library.cards[slug])
        for page, slug in redirects(library).items()
    ]
    moves += [
        (page, addresses.mechanic_page(slug), library.mechanics[slug])
        for page, slug in mechanics(library).items()
    ]
    for page, target, subject in moves:
        make = functools.partial(_pages, site, template, page, target, subject)
        yield FileBatch(name=f"redirects {page}", make=make)


files = all_of(batches)
"""Returns the redirecting pages of a site."""


def _pages(
    site: Site, template: Template, page: str, target: str, subject: LibraryCard | LibraryMechanic
) -> Iterator[tuple[str, str]]:
    """Yield the pages at the address ``page`` that lead to ``target``, the page of ``subject``, in
    each language in which it is.
    """
    link = addresses.relative(page, target)
    only_in = subject.only_in if isinstance(subject, LibraryCard) else None
    for lang in [only_in] if only_in else site.langs:
        values = {
            "lang": lang,
            "name": in_language(subject.names, lang),
            "link": link,
            "canonical": f"{site.address}{lang}/{target}" if site.address else link,
            "up": addresses.relative(f"{lang}/{page}", ""),
        }
        yield f"{lang}/{page}index.html", template.render(values)


def redirects(library: Library) -> dict[str, str]:
    """Return the addresses that cards would have by their other names, each with the card's slug,
    sorted.

    The address of a card is never redirected. If two cards share another name, it belongs to the
    card that a document prints under it, else to the first by slug.
    """
    found: dict[str, str] = {}
    cards = library.cards.values()
    #  Documents print names before and after a correction.
    prints = ((each.card, card) for card in cards for each in card.prints())
    printed = ((name, card) for printing, card in prints for name in printing.every_name)
    official = ((name, card) for card in cards for name in card.names.values())
    for name, card in (*printed, *official):
        found.setdefault(addresses.card_page(slug(name)), card.slug)
    for ledger in library.ledgers.values():
        for key, entry in ledger.entries.items():
            if entry.slug in library.cards:
                for name in (key, *entry.formerly):
                    found.setdefault(addresses.card_page(name), entry.slug)
        for name, target in ledger.cards.items():
            if target in library.cards:
                found.setdefault(addresses.card_page(name), target)
    own = {addresses.card_page(each) for each in library.cards}
    return {page: found[page] for page in sorted(found) if page not in own}


def mechanics(library: Library) -> dict[str, str]:
    """Return the addresses that mechanics had by earlier titles of their sections, each with the
    mechanic's slug, sorted.

    Only a mechanic that the catalogue lacks has the address of its section. A section of several
    has no address.
    """
    found: dict[str, str] = {}
    for mechanic in library.mechanics.values():
        for section in mechanic.sections:
            entry = library.ledgers[section.set_code].entries[section.id.partition("/")[2]]
            if len(section.mechanics) == 1 and entry.key != entry.slug:
                for name in (entry.key, *entry.formerly, entry.slug):
                    found.setdefault(
                        addresses.mechanic_page(name.rpartition("/")[2]), mechanic.slug
                    )
    own = {addresses.mechanic_page(each) for each in library.mechanics}
    return {page: found[page] for page in sorted(found) if page not in own}
