"""The files that browsers keep of the site, so that it can be read and searched without a network.

A *bundle* is a list of files that are kept together: each set in each language, and the files that
all sets of a language need. ``sw.js`` is the worker that serves them. This is written last, because
lists have sizes and digests of finished files.

The manifests and the icons let readers install the site as an app.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from ..library import Library
from ..pages import addresses
from ..search import bundle
from ..search.bundle import FOLDER as SEARCH
from ..search.bundle import NAMES_FOLDER
from ..site import links
from ..site.links import PageLinks
from ..site.model import Files, Site
from ..site.table import SiteFile
from ..system import group_pairs, shipped
from ..system.files import digest
from ..theme.environment import html_environment
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
"""What the worker of :func:`make_scripts` has in place of the facts of the site."""


def read_sources() -> list[bytes]:
    """Return the sources of the scripts, always in the same order."""
    return [path.read_bytes() for path in sorted(shipped.OFFLINE.glob("*.js"))]


def make_scripts() -> tuple[str, str]:
    """Return the script that pages load, and the worker without the facts of the site."""
    worker = bundle.join_scripts(
        shipped.OFFLINE / "worker.js", {"site.js": f"export const SITE = {_FACTS}"}
    )
    return bundle.join_scripts(shipped.OFFLINE / Path(KEEPING).name), worker


def write_lists(
    site: Site,
    pages: Mapping[str, PageLinks],
    files: Mapping[str, SiteFile],
    version: str,
    worker: str,
) -> Files:
    """Yield the lists of all bundles, and the ``worker`` with the facts of the site.

    ``pages`` are those that readers open; ``files`` are all other files than the lists. ``version``
    is that of the files that pages load.
    """
    by_set = group_pairs(
        ("/".join((*page.split("/")[:3], "")), page)
        for page in sorted(pages)
        if f"/{addresses.SETS}" in page
    )
    elsewhere = {code: find_other_places(site.library, code) for code in site.library.released_sets}
    #  The worker first keeps the pages for readers without a network, with what these load.
    first, indexes = {f"{KEEPING}?{version}": None}, []
    for lang in site.langs:
        page = f"{lang}/{addresses.OFFLINE}"
        first |= dict.fromkeys([page, *_loaded_by(f"{page}index.html", pages)])
        content, fact = _bundle("", _common(site, lang, files, version), {}, files)
        yield f"{FOLDER}/{lang}/{COMMON}.json", content
        facts = {COMMON: fact}
        for code, places in elsewhere.items():
            address, title = addresses.set_page(code), site.editions[lang].set_name(code).text
            paths = _pages_of_set(by_set.get(f"{lang}/{address}", ()), lang, pages)
            content, fact = _bundle(title, paths, places, files)
            yield f"{FOLDER}/{lang}/{address.rstrip('/')}.json", content
            facts[address.rstrip("/")] = fact
        indexes.append(f"{as_line(facts)}\n")
        yield f"{FOLDER}/{lang}/index.json", indexes[-1]
    values = {
        "version": version,
        "digest": digest(*indexes)[:8],
        "langs": list(site.langs),
        "first": list(first),
    }
    yield WORKER, worker.replace(_FACTS, f"{as_line(values)}\n", 1)


def find_other_places(library: Library, code: str) -> dict[str, str]:
    """Return the places of entries of a set that are on the page of a card with another name, and
    of sections that are on the page of their mechanic, by the rest of their ids.
    """
    places = {}
    for document in library.sets[code].documents.values():
        for holder in document.holders:
            name = holder.key.partition("/")[2]
            ruling = addresses.passage(holder.key, "1", library.subject(holder))
            place, usual = ruling.removesuffix("-1"), f"{addresses.card_page(name)}#{code}"
            if place != usual and not place.startswith(addresses.SETS):
                places[name] = place
    return dict(sorted(places.items()))


def _common(site: Site, lang: str, files: Iterable[str], version: str) -> Iterator[str]:
    """Yield the addresses that all sets need: lists, the files that pages load, and the search of
    the language.
    """
    yield from (f"{lang}/{page}" for page in _LISTS)
    yield front.address_copy_menu(site, lang)
    for folder, endings in ((shipped.ASSETS, (*_LOADED, ".svg")), (SEARCH, (".js",))):
        for path in sorted(files):
            if (
                path.rpartition("/")[0] == folder
                and path.endswith(endings)
                and not path.startswith(front.BEGINNING)
            ):
                yield f"{path}?{version}" if path.endswith(_LOADED) else path
    yield f"{KEEPING}?{version}"
    searched = (f"{SEARCH}/{lang}/", f"{SEARCH}/{NAMES_FOLDER}/")
    yield from sorted(path for path in files if path.startswith(searched))


def _pages_of_set(pages_of: Sequence[str], lang: str, pages: Mapping[str, PageLinks]) -> list[str]:
    """Return the addresses of the pages of a set, of the cards that they link, and of the mechanics
    of both.
    """

    def linked(sources: Sequence[str], kind: str) -> list[str]:
        targets = links.find_targets(pages, sources, kind)
        return sorted(
            page for page in targets if page.startswith(f"{lang}/{kind}") and page in pages
        )

    cards = linked(pages_of, addresses.CARDS)
    paths = [*pages_of, *cards, *linked([*pages_of, *cards], addresses.MECHANICS)]
    return [path.removesuffix("index.html") for path in dict.fromkeys(paths)]


def _loaded_by(page: str, pages: Mapping[str, PageLinks]) -> list[str]:
    """Return the addresses of the style sheets and scripts that a page loads, with their
    versions.
    """
    return [
        f"{target}?{query}"
        for link in pages[page].links
        if (query := link.partition("?")[2])
        and (target := links.find_target(page, link))
        and target.endswith(_LOADED)
    ]


def _bundle(
    title: str, paths: Iterable[str], places: Mapping[str, str], files: Mapping[str, SiteFile]
) -> tuple[str, dict[str, object]]:
    """Return the list of a bundle of ``paths``, and the facts about it: its version and its size.

    ``places`` are those of its entries that have another address than it says.
    """
    sizes, parts = [], []
    for address in paths:
        path = address.partition("?")[0]
        file = files[f"{path}index.html" if path.endswith("/") else path]
        sizes.append((address, file.size))
        parts += [address, file.sha256]
    version = digest(*parts)[:8]
    more = {"others": places} if places else {}
    content = as_line({"version": version, "title": title, "files": sizes, **more})
    return f"{content}\n", {"version": version, "bytes": sum(size for _, size in sizes)}


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


def files(site: Site) -> Files:
    """Yield the icons and the manifests."""
    mark, color = site.owner.icon, site.owner.light
    for edge in _EDGES:
        yield f"{shipped.ASSETS}/icon-{edge}.png", draw_icon(mark, edge)
        yield f"{shipped.ASSETS}/maskable-{edge}.png", draw_icon(mark, edge, color)
    yield TOUCH, draw_icon(mark, _TOUCH_EDGE, color)
    template = html_environment().get_template(f"share/{OPENSEARCH}.j2")
    for lang, edition in site.editions.items():
        words = edition.words
        #  All addresses are relative to the manifest, so that the site works in any folder.
        content = json.loads(_FORM.read_text("utf-8"))
        for named in (content, *content["shortcuts"]):
            named["name"] = words[named["name"]]
        content |= {
            "short_name": content["name"],
            "description": words[content["description"]],
            "lang": words.lang,
            "theme_color": color,
        }
        yield f"{lang}/{MANIFEST}", as_json(content)
        if site.address:
            description = template.render(words=words, site_url=site.address, lang=lang)
            yield f"{lang}/{OPENSEARCH}", description


@functools.cache
def draw_icon(mark: str, edge: int, background: str | None = None) -> bytes:
    """Return the SVG ``mark`` as a square PNG of ``edge`` pixels.

    With a ``background``, that fills the whole square.
    """
    import resvg_py  # noqa: PLC0415 -- most builds take over the icons of the one before

    if background:
        room = 100 * _ROOM
        mark = _FULL.format(background=background, at=(100 - room) / 2, edge=room, mark=mark)
    return bytes(
        resvg_py.svg_to_bytes(svg_string=mark, width=edge, height=edge, skip_system_fonts=True)
    )
