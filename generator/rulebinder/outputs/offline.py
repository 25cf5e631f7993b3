"""The files that browsers keep of the site, so that it can be read and searched without a network.

A *bundle* is a list of files that are kept together: each set in each language, and the files that
all sets of a language need. ``sw.js`` is the worker that serves them. This is written last, because
lists have sizes and digests of finished files.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from ..library import Library
from ..pages import addresses
from ..pages.words import Words
from ..search import bundle
from ..search.bundle import FOLDER as SEARCH
from ..search.bundle import NAMED
from ..settings.brand import ICON as MARK
from ..settings.brand import Brand
from ..site import links
from ..site.links import PageLinks
from ..site.model import FileBatch, Site, all_of
from ..site.table import SiteFile
from ..system import group_pairs, shipped
from ..system.files import digest
from ..theme.environment import environment
from . import front
from .data import as_json, as_line

FOLDER = "offline"
"""The folder of the lists, and of the script that pages load: ``offline/<lang>/…``."""
WORKER = "sw.js"
"""The service worker. It is at the root of the site, because it sees only what is in its folder."""
COMMON = "common"
"""The bundle that all sets of a language need.

The bundle of a set is named by the address of its page: ``sets/mh3``.
"""

KEEPING = f"{FOLDER}/keeping.js"
"""The script that pages load."""
_LISTS = (
    addresses.HOME, addresses.SETS, addresses.CARDS, addresses.MECHANICS, addresses.SEARCH,
    addresses.OFFLINE, addresses.TABLE,
)  # fmt: skip
"""The pages that all sets need."""
_LOADED = (".css", ".js")
"""The endings of files that pages load by their version."""


_FACTS = '"the facts of the site"'
"""What the worker of :func:`scripts` has in place of the facts of the site."""


def sources() -> list[bytes]:
    """Return the sources of the scripts, always in the same order."""
    return [path.read_bytes() for path in sorted(shipped.OFFLINE.glob("*.js"))]


def scripts() -> tuple[str, str]:
    """Return the script that pages load, and the worker without the facts of the site.

    To make them takes a while, and only :func:`sources` changes them.
    """
    worker = bundle.joined(
        shipped.OFFLINE / "worker.js", {"site.js": f"export const SITE = {_FACTS}"}
    )
    return bundle.joined(shipped.OFFLINE / Path(KEEPING).name), worker


def lists(
    site: Site,
    pages: Mapping[str, PageLinks],
    files: Mapping[str, SiteFile],
    version: str,
    worker: str,
) -> Iterator[tuple[str, str]]:
    """Yield the lists of all bundles, and the ``worker`` with the facts of the site.

    ``pages`` are those that readers open; ``files`` are all other files than the lists. ``version``
    is that of the files that pages load.
    """

    @functools.cache
    def read(address: str) -> SiteFile:
        path = address.partition("?")[0]
        return files[f"{path}index.html" if path.endswith("/") else path]

    by_set = group_pairs(
        ("/".join((*page.split("/")[:3], "")), page)
        for page in sorted(pages)
        if f"/{addresses.SETS}" in page
    )
    further = {code: others(site.library, code) for code in site.library.released_sets}
    #  The worker first keeps the pages for readers without a network, with what these load.
    first, every = {f"{KEEPING}?{version}": None}, []
    for lang in site.langs:
        page = f"{lang}/{addresses.OFFLINE}"
        first |= dict.fromkeys([page, *_loaded(f"{page}index.html", pages)])
        listed, fact = _listed("", _common(site, lang, files, version), {}, read)
        yield f"{FOLDER}/{lang}/{COMMON}.json", listed
        facts = {COMMON: fact}
        for code, places_of in further.items():
            address, title = addresses.set_page(code), site.editions[lang].set_name(code).text
            paths = _pages_of_set(by_set.get(f"{lang}/{address}", ()), lang, pages)
            listed, fact = _listed(title, paths, places_of, read)
            yield f"{FOLDER}/{lang}/{address.rstrip('/')}.json", listed
            facts[address.rstrip("/")] = fact
        every.append(f"{as_line(facts)}\n")
        yield f"{FOLDER}/{lang}/index.json", every[-1]
    values = {
        "version": version,
        "digest": digest(*every)[:8],
        "langs": list(site.langs),
        "first": list(first),
    }
    yield WORKER, worker.replace(_FACTS, f"{as_line(values)}\n", 1)


def others(library: Library, code: str) -> dict[str, str]:
    """Return the places of entries of a set that are on the page of a card with another name, and
    of sections that are on the page of their mechanic, by the rest of their ids.
    """
    found = {}
    for document in library.sets[code].documents.values():
        for holder in document.holders:
            name, first = holder.key.partition("/")[2], "1"
            ruling = addresses.passage(holder.key, first, library.subject(holder))
            place = ruling.removesuffix(f"-{first}")
            if place != f"{addresses.card_page(name)}#{code}" and not place.startswith(
                addresses.SETS
            ):
                found[name] = place
    return dict(sorted(found.items()))


def _common(site: Site, lang: str, made: Iterable[str], version: str) -> Iterator[str]:
    """Yield the addresses that all sets need: lists, the files that pages load, and the search of
    the language.
    """
    yield from (f"{lang}/{page}" for page in _LISTS)
    yield front.address(site, lang)
    assets = sorted(
        path for path in made if _is_in(path, shipped.ASSETS) and path.endswith((*_LOADED, ".svg"))
    )
    scripts = sorted(path for path in made if _is_in(path, SEARCH) and path.endswith(".js"))
    for path in (*assets, *scripts):
        if not path.startswith(front.BEGINNING):
            yield f"{path}?{version}" if path.endswith(_LOADED) else path
    yield f"{KEEPING}?{version}"
    yield from sorted(
        path for path in made if path.startswith((f"{SEARCH}/{lang}/", f"{SEARCH}/{NAMED}/"))
    )


def _is_in(path: str, folder: str) -> bool:
    return path.rpartition("/")[0] == folder


def _pages_of_set(own: Sequence[str], lang: str, pages: Mapping[str, PageLinks]) -> list[str]:
    """Return the addresses of a set's ``own`` pages, of the cards that they link, and of the
    mechanics of both.
    """

    def linked(sources: Sequence[str], kind: str) -> list[str]:
        targets = links.targets(pages, sources, kind)
        return sorted(
            page for page in targets if page.startswith(f"{lang}/{kind}") and page in pages
        )

    cards = linked(own, addresses.CARDS)
    mechanics = linked([*own, *cards], addresses.MECHANICS)
    return [page.removesuffix("index.html") for page in dict.fromkeys([*own, *cards, *mechanics])]


def _loaded(page: str, pages: Mapping[str, PageLinks]) -> list[str]:
    """Return the addresses of the style sheets and scripts that a page loads, with their
    versions.
    """
    return [
        f"{target}?{query}"
        for link in pages[page].links
        if (query := link.partition("?")[2])
        and (target := links.target(page, link))
        and target.endswith(_LOADED)
    ]


def _listed(
    title: str,
    paths: Iterable[str],
    further: Mapping[str, str],
    read: Callable[[str], SiteFile],
) -> tuple[str, dict[str, object]]:
    """Return the list of a bundle, and the facts about it: its version and its size."""
    files = [(address, read(address)) for address in paths]
    version = digest(*(part for address, file in files for part in (address, file.sha256)))[:8]
    sizes = [(address, file.size) for address, file in files]
    more = {"others": further} if further else {}
    listed = as_line({"version": version, "title": title, "files": sizes, **more})
    return f"{listed}\n", {"version": version, "bytes": sum(size for _, size in sizes)}


MANIFEST, OPENSEARCH = "manifest.webmanifest", "opensearch.xml"
"""The files' names in a language's folder."""
ICON = f"{shipped.ASSETS}/icon-512.png"
"""The icon of the site, as a large picture."""
TOUCH = f"{shipped.ASSETS}/touch.png"
"""The icon for the home screens of Apple's phones, which round its corners themselves."""
_FORM = Path(__file__).with_name("manifest.json")
"""The manifest. In the place of words, it has their keys."""
_EDGES = (192, 512)
_TOUCH_EDGE = 180
_ROOM = 0.8
"""The share of the edge that a mark has on a full background.

Systems cut such an icon to a circle or another shape.
"""
_FULL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\
<rect width="100" height="100" fill="{background}"/>\
<svg x="{at}" y="{at}" width="{edge}" height="{edge}" viewBox="0 0 24 24">{mark}</svg></svg>"""


def batches(site: Site) -> Iterator[FileBatch]:
    """Return the icons together, because drawing them takes time, and all others."""
    brand = site.owner.brand
    mark = brand.mark((shipped.WEB / MARK).read_text(encoding="utf-8"))
    yield FileBatch(name="icons", make=lambda: _icons(brand, mark), made_from=digest(mark))
    yield FileBatch(name="manifests", make=lambda: _manifests(site))


files = all_of(batches)
"""Returns the manifests and the icons.

Only a site with an address has OpenSearch descriptions, because they need it.
"""


def _manifests(site: Site) -> Iterator[tuple[str, str]]:
    template = environment().get_template(f"share/{OPENSEARCH}.j2")
    for lang, edition in site.editions.items():
        yield f"{lang}/{MANIFEST}", manifest(edition.words, site.owner.brand.light)
        if site.address:
            yield (
                f"{lang}/{OPENSEARCH}",
                template.render(words=edition.words, site_url=site.address, lang=lang),
            )


def manifest(words: Words, color: str) -> str:
    """Return the manifest in the language of ``words``, with the ``color`` of the header.

    All addresses are relative to it, so that the site works in any folder.
    """
    content = json.loads(_FORM.read_text("utf-8"))
    for named in (content, *content["shortcuts"]):
        named["name"] = words[named["name"]]
    content |= {
        "short_name": content["name"],
        "description": words[content["description"]],
        "lang": words.lang,
        "theme_color": color,
    }
    return as_json(content)


def _icons(brand: Brand, mark: str) -> Iterator[tuple[str, bytes]]:
    for edge in _EDGES:
        yield f"{shipped.ASSETS}/icon-{edge}.png", icon(mark, edge)
        yield f"{shipped.ASSETS}/maskable-{edge}.png", icon(mark, edge, brand.light)
    yield TOUCH, icon(mark, _TOUCH_EDGE, brand.light)


@functools.cache
def icon(mark: str, edge: int, background: str | None = None) -> bytes:
    """Return the SVG ``mark`` as a square PNG of ``edge`` pixels.

    With a ``background``, that fills the whole square.
    """
    import resvg_py  # noqa: PLC0415 -- most builds take over the icons of the one before

    room = 100 * _ROOM
    svg = (
        _FULL.format(background=background, at=(100 - room) / 2, edge=room, mark=mark)
        if background
        else mark
    )
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, width=edge, height=edge, skip_system_fonts=True)
    )
