"""Pages of cards and mechanics that the release notes no longer have: each says so, and leads to what its rulings were.

The ledger has every entry that there ever was. A mechanic that only a document explained has the name of its section.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..pages import departed, paths
from ..pages.edition import Edition, Phrase
from ..templating.environment import environment
from . import redirects
from .contract import Site
from .sharing import Short


@dataclass(frozen=True)
class _Gone:
    """An entry without a page: its id, and the address that its page had."""

    id: str
    page: str


def files(site: Site) -> Iterator[tuple[str, str]]:
    """Return the pages of what is gone, in every language of ``site``."""
    template = environment(site_url=site.address, langs=site.langs, site_name=site.name).get_template("share/short.html.j2")
    for edition in site.editions.values():
        for gone in _gone(edition):
            page = _page(edition, gone)
            canonical = f"{site.address}{page.canonical}" if site.address else page.full
            values = {"words": edition.words, "canonical": canonical, "picture": None, "choose": False, "report": None}
            yield f"{page.url}index.html", template.render(page=page, up=paths.relative(page.url, ""), **values)


def _gone(edition: Edition) -> Iterator[_Gone]:
    """Yield what is gone, each address once. A card that has a page in another set, or a new address, is not gone."""
    library = edition.library
    taken = {*redirects.redirects(library), *redirects.mechanics(library)}
    taken |= {*map(paths.card_page, library.cards), *map(paths.mechanic_page, library.mechanics)}
    for code, entries in edition.departed.items():
        for entry_id in entries:
            key = entry_id.removeprefix(f"{code}/")
            entry = library.ledgers[code].entries[key]
            for page in _pages(key, *entry.formerly, entry.slug):
                if page not in taken:
                    taken.add(page)
                    yield _Gone(entry_id, page)


def _pages(*keys: str) -> Iterator[str]:
    """Yield the addresses of an entry with these keys."""
    for key in keys:
        name = departed.named(key)
        yield paths.mechanic_page(name) if "/" in key else paths.card_page(name)


def _page(edition: Edition, gone: _Gone) -> Short:
    url, code = f"{edition.lang}/{gone.page}", gone.id.partition("/")[0]
    name, set_name, words = departed.named(gone.id), edition.set_name(code).text, edition.words
    full = f"{edition.lang}/{paths.set_page(code)}"
    said = departed.removed(edition, gone.page, gone.id, str)
    return Short(
        id=gone.id,
        url=url,
        lang=edition.lang,
        locale=words.locale,
        title=f"{name} · {set_name}",
        description=words["departed_entry"],
        name=Phrase(name),
        facts=(set_name,),
        full=paths.relative(url, full),
        canonical=full,
        moves_to=None,
        others=(),
        notice=words["departed_entry"],
        lead=words["departed"],
        became=tuple(each.reference for each in said),
    )
