"""How much style the first view of a page loads."""

from __future__ import annotations

import re

from site_tests.sites import NOWHERE, Site

FIRST_VIEW = 30_000
"""The most bytes of style sheets that a page may wait for, before compression."""


def first_view(site: Site, page: str) -> int:
    """Return the bytes of the style sheets that a page waits for before it is shown, in files and
    in the page.
    """
    path = "404.html" if page.endswith(NOWHERE) else f"{page}index.html"
    head, _, _ = (site.folder / path).read_text("utf-8").partition("</head>")
    links = re.findall(r'<link rel="stylesheet" href="[^"]*assets/([\w.]+)', head)
    inside = re.findall(r"<style>(.*?)</style>", head, re.DOTALL)
    assert links or inside, page
    return sum(len((site.folder / "assets" / name).read_bytes()) for name in links) + sum(
        map(len, inside)
    )


def test_no_page_waits_for_too_much_style(whole: Site) -> None:
    for lang in whole.langs:
        sizes = {kind: first_view(whole, page) for kind, page in whole.kinds(lang).items()}
        assert max(sizes.values()) <= FIRST_VIEW, sizes
