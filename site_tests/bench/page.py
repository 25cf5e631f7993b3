"""Measures the weight of pages and the accessibility rules that they break, on the site of the real
documents or else of the examples.

RULEBINDER_SITE can name another site.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser

from site_tests import sites
from site_tests.bench.served import real_site, started
from site_tests.bench.setting import remark, table
from site_tests.browser import measuring
from site_tests.browser.conftest import PHONE, SUB_PATH
from site_tests.browser.serving import serve, squeezed
from site_tests.sites import UNSCRIPTED, Site

_SIZE: Any = PHONE


def run() -> None:
    """Print the table of page kinds, and the size of the median card page."""
    with real_site() as folder, tempfile.TemporaryDirectory() as other:
        site = Site(folder) if folder else sites.example(Path(other) / "site")
        with serve(site.folder, SUB_PATH) as address, started() as browser:
            rows = [
                _row(browser, site, address, kind, page)
                for kind, page in sorted(site.kinds("en").items())
            ]
        heads = (
            "largest page of its kind",
            "HTML kB",
            "requests",
            "sent kB",
            "other hosts",
            "shift",
            "rules broken",
        )
        table("Pages, cold, compressed", heads, rows)
        cards = [*site.of_kind("card"), *site.of_kind("card of two faces")]
        remark(
            "HTML of the median card page:"
            f" {median(_weight(site, card) for card in cards) / 1000:.1f} kB"
        )


def _row(browser: Browser, site: Site, address: str, kind: str, page: str) -> tuple[str, ...]:
    loaded = measuring.load(browser, address + page, viewport=_SIZE)
    weight = (
        f"{_weight(site, page) / 1000:.1f}"
        if (site.folder / page / "index.html").is_file()
        else "-"
    )
    sent = f"{loaded.transferred / 1000:.1f}"
    return (
        kind,
        weight,
        f"{loaded.requests}",
        sent,
        f"{len(loaded.foreign)}",
        f"{loaded.shift:.3f}",
        _broken(browser, address + page, kind),
    )


def _broken(browser: Browser, address: str, kind: str) -> str:
    """Return how many elements break a rule, or "-" for pages that redirect."""
    if kind in UNSCRIPTED:
        return "-"
    page = browser.new_page(viewport=_SIZE)
    page.goto(address)
    found = len(measuring.violations(page))
    page.close()
    return f"{found}"


def _weight(site: Site, page: str) -> int:
    return len(squeezed(site.folder / page / "index.html"))
