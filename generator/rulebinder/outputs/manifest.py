"""The files by which browsers install the site and its search: a manifest in each language, icons,
and OpenSearch descriptions.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from pathlib import Path

from ..pages.words import Words
from ..settings.brand import ICON as MARK
from ..settings.brand import Brand
from ..site.model import FileBatch, Site, all_of
from ..system import places
from ..system.digests import digest
from ..theme.environment import environment
from .schemas import as_json

MANIFEST, OPENSEARCH = "manifest.webmanifest", "opensearch.xml"
"""The files' names in a language's folder."""
ICON = f"{places.ASSETS}/icon-512.png"
"""The icon of the site, as a large picture."""
TOUCH = f"{places.ASSETS}/touch.png"
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
    mark = brand.mark((places.WEB / MARK).read_text(encoding="utf-8"))
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
        yield f"{places.ASSETS}/icon-{edge}.png", icon(mark, edge)
        yield f"{places.ASSETS}/maskable-{edge}.png", icon(mark, edge, brand.light)
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
