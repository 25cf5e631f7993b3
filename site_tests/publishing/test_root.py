"""The sitemap says when the rulings of a card or a set last changed, and robots.txt where the
sitemap is.
"""

from __future__ import annotations

import re
from urllib.robotparser import RobotFileParser

from rulebinder.outputs import front
from site_tests.builders import entry, joined, notes
from site_tests.outputs import site_of

PAGES = ("", "cards/", "cards/deep-fen/", "cards/mire-lantern/", "sets/lom/")


def test_the_sitemap_has_the_day_of_the_last_change() -> None:
    lantern = entry("Mire Lantern", "It lights the way home.")
    first = joined(
        notes(
            lantern,
            entry("Deep Fen", "It is deep.", "Goats avoid it."),
            last_modified="2031-01-20",
        )
    )
    after = notes(lantern, entry("Deep Fen", "It is deep."), last_modified="2031-03-04")
    library = joined(after, ledgers=first.ledgers)
    site = site_of(library, address="https://x.example/", pages=PAGES)
    sitemap = str(dict(front.files(site))["sitemap.xml"])
    found = dict(
        re.findall(
            r"<loc>https://x.example/en/([^<]*)</loc>(?:<lastmod>([^<]*)</lastmod>)?", sitemap
        )
    )
    assert found == {
        "": "", "cards/": "", "cards/mire-lantern/": "2031-01-20", "cards/deep-fen/": "2031-03-04",
        "sets/lom/": "2031-03-04",
    }  # fmt: skip


def test_robots_txt_names_the_sitemap_of_a_site_with_an_address() -> None:
    library = joined(notes(entry("Deep Fen", "It is deep.")))
    site = site_of(library, address="https://x.example/sub/", pages=PAGES)
    ((path, text),) = front.robots(site)
    assert (path, text.splitlines()[-1]) == (
        "robots.txt",
        "Sitemap: https://x.example/sub/sitemap.xml",
    )
    parser = RobotFileParser()
    parser.parse(text.splitlines())
    assert parser.can_fetch("Anybot", "https://x.example/sub/en/")
    assert parser.site_maps() == ["https://x.example/sub/sitemap.xml"]
    assert list(front.robots(site_of(library))) == []
