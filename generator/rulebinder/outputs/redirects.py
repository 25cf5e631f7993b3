"""Pages that lead from other names of a card or a mechanic to its page, so that an address that was
once given still works.

For example, a card that only a Spanish document prints has the address of its Spanish name. When
names.yml learns the English name, the page moves to the address of that name. The ledger also has
all earlier names of each entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..facts.catalogue import in_language
from ..joining.identity.card_identity import slug
from ..library import Library, LibraryCard, LibraryMechanic
from ..pages import addresses
from ..site.model import Site
from ..theme.environment import environment


def files(site: Site) -> Iterator[tuple[str, str]]:
    """Return the redirecting pages of ``site``, in each language that has the page they lead to."""
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
        only_in = subject.only_in if isinstance(subject, LibraryCard) else None
        for lang in [only_in] if only_in else site.langs:
            content = template.render(
                lang=lang,
                name=in_language(subject.names, lang),
                link=addresses.relative(page, target),
                canonical=site.canonical(f"{lang}/{page}", f"{lang}/{target}"),
                up=addresses.relative(f"{lang}/{page}", ""),
            )
            yield f"{lang}/{page}index.html", content


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
    return _moved(found, map(addresses.card_page, library.cards))


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
    return _moved(found, map(addresses.mechanic_page, library.mechanics))


def _moved(slugs: Mapping[str, str], pages: Iterable[str]) -> dict[str, str]:
    """Return ``slugs`` without the addresses of ``pages``, sorted."""
    return {page: slugs[page] for page in sorted(slugs.keys() - pages)}
