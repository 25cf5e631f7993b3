"""The sitemap says when the rulings of a card or a set last changed."""

from __future__ import annotations

import re

from rulebinder.facts.languages import Languages
from rulebinder.joining import join
from rulebinder.outputs import front
from rulebinder.site.model import Site

from site_tests.builders import catalogue, entry, notes

PAGES = ("", "cards/", "cards/deep-fen/", "cards/mire-lantern/", "sets/lom/")


def test_the_sitemap_has_the_day_of_the_last_change(languages: Languages) -> None:
    lantern = entry("Mire Lantern", "It lights the way home.")
    first, _ = join(
        [notes(lantern, entry("Deep Fen", "It is deep.", "Goats avoid it."), last_modified="2031-01-20")], catalogue(), {}
    )
    after = notes(lantern, entry("Deep Fen", "It is deep."), last_modified="2031-03-04")
    library, _ = join([after], catalogue(), {}, first.ledgers)
    site = Site(library=library, languages=languages, address="https://x.example/", pages=PAGES)
    sitemap = str(dict(front.files(site))["sitemap.xml"])
    found = dict(re.findall(r"<loc>https://x.example/en/([^<]*)</loc>(?:<lastmod>([^<]*)</lastmod>)?", sitemap))
    assert found == {
        "": "", "cards/": "", "cards/mire-lantern/": "2031-01-20", "cards/deep-fen/": "2031-03-04", "sets/lom/": "2031-03-04",
    }  # fmt: skip
