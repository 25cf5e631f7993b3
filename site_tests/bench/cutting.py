"""Counts the pages that cut their card, on the site of the real documents or else of the examples,
in the site's first language.

RULEBINDER_SITE can name another site.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

from site_tests import sites
from site_tests.bench.served import real_site, started
from site_tests.bench.setting import table
from site_tests.browser.conftest import SUB_PATH
from site_tests.browser.measuring import CUT
from site_tests.browser.serving import serve
from site_tests.browser.starting import context
from site_tests.sites import Site

WINDOWS = ((360, 740), (360, 640), (740, 360), (1280, 800))


def run() -> None:
    """Print how many pages cut their card in each window."""
    with real_site() as folder, tempfile.TemporaryDirectory() as other:
        site = Site(folder) if folder else sites.example(Path(other) / "site")
        kinds = ("card", "card of two faces")
        pages = [
            page
            for kind in kinds
            for page in site.of_kind(kind)
            if page.startswith(f"{site.langs[0]}/")
        ]
        cut: Counter[tuple[int, int]] = Counter()
        with (
            serve(site.folder, SUB_PATH) as address,
            started() as browser,
            context(browser) as opened,
        ):
            page = opened.new_page()
            page.route("**/*.js", lambda route: route.abort())
            for path in pages:
                page.goto(address + path)
                for width, height in WINDOWS:
                    page.set_viewport_size({"width": width, "height": height})
                    cut[width, height] += bool(page.evaluate(CUT))
        rows = [
            (f"{width} × {height}", f"{cut[width, height]:,} of {len(pages):,}")
            for width, height in WINDOWS
        ]
        table("Card pages", ("window", "cut"), rows)
