"""Pages that lead from other names of a card or a mechanic to its page, so that an address that was
once given still works.

For example, a card that only a Spanish document prints has the address of its Spanish name. When
names.yml learns the English name, the page moves to the address of that name. The ledger also has
all earlier names of each entry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from ..facts.catalogue import in_language
from ..joining.identity.card_identity import slug
from ..library import Library, LibraryCard
from ..pages import addresses
from ..site.model import Site
from ..theme.environment import environment

_GONE = {"adding/": addresses.ABOUT}
"""The addresses of hand-written pages that are gone, each with that of the page for its readers."""


def files(site: Site) -> Iterator[tuple[str, str]]:
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
