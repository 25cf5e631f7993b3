"""Measures what a phone shows of a card before anybody scrolls: its first ruling, and how much
stands before it.

The cards are drawn at random, and always the same, out of the site of the real documents or else of
the examples. RULEBINDER_SITE can name another site.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser

from site_tests import sites
from site_tests.bench.served import real_site, started
from site_tests.bench.setting import table
from site_tests.browser.conftest import SUB_PATH
from site_tests.browser.measuring import CUT, first_view
from site_tests.browser.serving import serve
from site_tests.browser.starting import context
from site_tests.sites import Site

DRAWN = 50
KINDS = ("card", "card of two faces")
SIZES = ((360, 740), (390, 844))


def run() -> None:
    """Print a row for each language, kind of card and size of a phone."""
    with real_site() as folder, tempfile.TemporaryDirectory() as other:
        site = Site(folder) if folder else sites.example(Path(other) / "site")
        with serve(site.folder, SUB_PATH) as address, started() as browser:
            rows = [
                _row(browser, address, pages, (f"{lang}, {kind}", size))
                for lang in site.langs
                for kind in KINDS
                if (pages := _drawn(site, lang, kind))
                for size in SIZES
            ]
    heads = ("cards", "phone", "drawn", "first ruling in sight", "cards cut", "controls before it")
    table("The first window of cards on phones", heads, rows)


def _drawn(site: Site, lang: str, kind: str) -> list[str]:
    pages = sorted(
        page
        for page in site.of_kind(kind)
        if page.startswith(f"{lang}/")
        and '<li class="ruling"' in (site.folder / page / "index.html").read_text("utf-8")
    )
    return random.Random(DRAWN).sample(pages, min(DRAWN, len(pages)))


def _row(
    browser: Browser, address: str, pages: Sequence[str], setting: tuple[str, tuple[int, int]]
) -> tuple[str, ...]:
    name, (width, height) = setting
    with context(browser, viewport={"width": width, "height": height}) as visit:
        page = visit.new_page()
        views, cut = [], 0
        for each in pages:
            page.goto(address + each)
            views.append(first_view(page))
            cut += bool(page.evaluate(CUT))
    controls = [view.controls for view in views]
    return (
        name,
        f"{width} x {height}",
        f"{len(pages)}",
        f"{sum(view.is_ruling_seen for view in views)}",
        f"{cut}",
        f"{min(controls)} to {max(controls)}, median {median(controls):g}",
    )
