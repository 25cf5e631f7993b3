"""Pages opened from a folder, without a server: they look the same, and their links lead to
files.
"""

import io
import time
from pathlib import Path
from urllib.parse import unquote, urlsplit

from PIL import Image, ImageChops
from playwright.sync_api import Page

from rulebinder import pages
from site_tests.browser.conftest import PHONE
from site_tests.browser.starting import PATIENCE
from site_tests.browser.test_shell import opened

KINDS = sorted(
    {*pages.PAGE_KINDS, "card of two faces", "hand-written"}
    - {"search", "offline", "table", "glossary", "revision"}
)
"""All kinds that every site has, except the search, the list of what is kept and the table, which
say that they need a server.
"""
UNKEPT = "document.querySelector('.rb-room')?.remove()"
"""Remove the button that keeps a set, which needs a server."""
ROUNDED = 2
"""Chromium draws an edge in several ways, which differ by this at most."""
LINKS = "[...document.links].map((each) => each.href).filter((href) => href.startsWith('file:'))"


def test_pages_opened_as_files_look_the_same(browser, visit_whole, whole):
    kinds = whole.kinds("fr")
    addresses = {
        path: (whole.folder / path / "index.html").as_uri()
        for path in (kinds[kind] for kind in KINDS)
    }
    served = visit_whole("fr/")
    for path, address in addresses.items():
        with opened(browser, address, viewport=PHONE) as page:
            links = {Path(unquote(urlsplit(link).path)) for link in page.evaluate(LINKS)}
            assert [link for link in links if not link.is_file()] == [], path
            served.goto(f"{served.url.partition('fr/')[0]}{path}")
            for shown in (page, served):
                shown.evaluate(UNKEPT)
            same(page, served)


def same(page: Page, other: Page) -> None:
    """Wait until two pages look the same: on a busy machine a script may still add a field when a
    page has loaded.
    """
    end = time.monotonic() + PATIENCE
    while difference(page, other) > ROUNDED:
        assert time.monotonic() < end, "the pages look different"
        page.wait_for_timeout(100)


def difference(page: Page, other: Page) -> int:
    """Return the greatest difference of a color between two pages as they are now, from 0 to
    255.
    """
    one, two = (Image.open(io.BytesIO(each.screenshot())).convert("RGB") for each in (page, other))
    return max(ImageChops.difference(one, two).tobytes()) if one.size == two.size else 255
