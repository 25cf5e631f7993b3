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
_PAGES_OF_ALL = (
    addresses.HOME, addresses.SETS, addresses.CARDS, addresses.MECHANICS, addresses.SEARCH,
    addresses.OFFLINE, addresses.TABLE,
)  # fmt: skip
"""The pages that all sets need."""
_VERSIONED = (".css", ".js")
"""The endings of files that pages load with a version: ``assets/x.css?0a1b2c3d``."""
_FACTS_MARK = '"the facts of the site"'
"""What the worker of :func:`make_scripts` has in place of the facts of the site."""


def read_sources() -> list[bytes]:
    """Return the sources of the scripts, always in the same order, for a digest of them."""
    return [path.read_bytes() for path in sorted(shipped.OFFLINE.glob("*.js"))]


def make_scripts() -> tuple[str, str]:
    """Return the script that pages load, and the worker without the facts of the site."""
    worker = bundle.join_scripts(
        shipped.OFFLINE / "worker.js", {"site.js": f"export const SITE = {_FACTS_MARK}"}
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
    by_set = group_pairs(  # by address: the key of en/sets/lam/notes/index.html is en/sets/lam/
        ("/".join((*page.split("/")[:3], "")), page)
        for page in sorted(pages)
        if f"/{addresses.SETS}" in page
    )
    places_by_set = {
        code: find_other_places(site.library, code) for code in site.library.released_sets
    }
    #  The worker first keeps the pages for readers without a network, with what these load.
    first, indexes = {f"{KEEPING}?{version}": None}, []
    for lang in site.langs:
        page = f"{lang}/{addresses.OFFLINE}"
        first |= dict.fromkeys([page, *_list_loaded(f"{page}index.html", pages)])
        content, fact = _make_bundle(_list_common(site, lang, files, version), files)
        yield f"{FOLDER}/{lang}/{COMMON}.json", content
        facts = {COMMON: fact}
        for code, places in places_by_set.items():
            address, title = addresses.set_page(code), site.editions[lang].set_name(code).text
            paths = _list_set_pages(by_set.get(f"{lang}/{address}", ()), lang, pages)
            content, fact = _make_bundle(paths, files, title, places)
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
    yield WORKER, worker.replace(_FACTS_MARK, f"{as_line(values)}\n", 1)


def find_other_places(library: Library, code: str) -> dict[str, str]:
    """Return the address of each entry of a set that is on the page of a card with another name,
    and of each section that is on the page of its mechanic, by the id without the set.

    The worker derives the addresses of all others from their ids.
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


def _list_common(site: Site, lang: str, files: Iterable[str], version: str) -> Iterator[str]:
    """Yield the addresses that all sets need: lists, the files that pages load, and the search of
    the language.
    """
    yield from (f"{lang}/{page}" for page in _PAGES_OF_ALL)
    yield front.address_copy_menu(site, lang)
    for folder, endings in ((shipped.ASSETS, (*_VERSIONED, ".svg")), (SEARCH, (".js",))):
        for path in sorted(files):
            if (
                path.rpartition("/")[0] == folder
                and path.endswith(endings)
                and not path.startswith(front.COPY_MENU_PREFIX)
            ):
                yield f"{path}?{version}" if path.endswith(_VERSIONED) else path
    yield f"{KEEPING}?{version}"
    searched = (f"{SEARCH}/{lang}/", f"{SEARCH}/{NAMES_FOLDER}/")
    yield from sorted(path for path in files if path.startswith(searched))


def _list_set_pages(
    own_pages: Sequence[str], lang: str, pages: Mapping[str, PageLinks]
) -> list[str]:
    """Return the addresses of a set's ``own_pages``, of the cards that they link to, and of the
    mechanics that both link to.
    """

    def find_linked(sources: Sequence[str], kind: str) -> list[str]:
        """Return the pages of a ``kind`` of the language that ``sources`` link to."""
        targets = links.find_targets(pages, sources, kind)
        return sorted(
            page for page in targets if page.startswith(f"{lang}/{kind}") and page in pages
        )

    cards = find_linked(own_pages, addresses.CARDS)
    paths = [*own_pages, *cards, *find_linked([*own_pages, *cards], addresses.MECHANICS)]
    return [path.removesuffix("index.html") for path in dict.fromkeys(paths)]


def _list_loaded(page: str, pages: Mapping[str, PageLinks]) -> list[str]:
    """Return the addresses of the style sheets and scripts that a page loads, with their
    versions.
    """
    return [
        f"{target}?{query}"
        for link in pages[page].links
        if (query := link.partition("?")[2])
        and (target := links.find_target(page, link))
        and target.endswith(_VERSIONED)
    ]


def _make_bundle(
    paths: Iterable[str],
    files: Mapping[str, SiteFile],
    title: str = "",
    places: Mapping[str, str] | None = None,
) -> tuple[str, dict[str, object]]:
    """Return the text of the list of a bundle, and the facts about it: its version and its bytes.

    ``paths`` are the addresses of its files among ``files``. The bundle of a set has its name as
    ``title``, and the ``places`` of :func:`find_other_places`.
    """
    sizes, digested = [], []
    for address in paths:
        path = address.partition("?")[0]
        file = files[f"{path}index.html" if path.endswith("/") else path]
        sizes.append((address, file.size))
        digested += [address, file.sha256]
    version = digest(*digested)[:8]
    more = {"others": places} if places else {}
    content = as_line({"version": version, "title": title, "files": sizes, **more})
    return f"{content}\n", {"version": version, "bytes": sum(size for _, size in sizes)}


MANIFEST, OPENSEARCH = "manifest.webmanifest", "opensearch.xml"
"""The files' names in a language's folder."""
ICON = f"{shipped.ASSETS}/icon-512.png"
"""The icon of the site, as a large picture."""
TOUCH = f"{shipped.ASSETS}/touch.png"
"""The icon for the home screens of Apple's phones, which round its corners themselves."""
_MANIFEST_SOURCE = Path(__file__).with_name("manifest.json")
"""The manifest. In the place of words, it has their keys."""
_ICON_PIXELS = (192, 512)
"""The edges of the icons that systems ask for."""
_TOUCH_PIXELS = 180
_MARK_SHARE = 0.8
"""The share of the edge that a mark has on a full background.

Systems cut such an icon to a circle or another shape.
"""
_FULL_SQUARE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\
<rect width="100" height="100" fill="{background}"/>\
<svg x="{at}" y="{at}" width="{edge}" height="{edge}" viewBox="0 0 24 24">{mark}</svg></svg>"""


def make_files(site: Site) -> Files:
    """Yield the icons and the manifests."""
    mark, color = site.owner.icon, site.owner.light
    for edge in _ICON_PIXELS:
        yield f"{shipped.ASSETS}/icon-{edge}.png", draw_icon(mark, edge)
        yield f"{shipped.ASSETS}/maskable-{edge}.png", draw_icon(mark, edge, color)
    yield TOUCH, draw_icon(mark, _TOUCH_PIXELS, color)
    template = html_environment().get_template(f"share/{OPENSEARCH}.j2")
    for lang, edition in site.editions.items():
        words = edition.words
        #  All addresses are relative to the manifest, so that the site works in any folder.
        content = json.loads(_MANIFEST_SOURCE.read_text("utf-8"))
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
        inner = 100 * _MARK_SHARE
        mark = _FULL_SQUARE.format(
            background=background, at=(100 - inner) / 2, edge=inner, mark=mark
        )
    return bytes(
        resvg_py.svg_to_bytes(svg_string=mark, width=edge, height=edge, skip_system_fonts=True)
    )
