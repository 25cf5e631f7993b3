"""The sitemap says when the rulings of a card or a set last changed, robots.txt where the sitemap
is, and ``llms.txt`` what the site is and where programs read its content.
"""

from __future__ import annotations

import re
from urllib.robotparser import RobotFileParser

import pytest

from rulebinder.outputs import front
from site_tests.builders import entry, example_library, joined, notes
from site_tests.outputs import site_of

PAGES = ("blog/", "en/", "en/cards/deep-fen/", "en/cards/mire-lantern/", "en/sets/lom/")


def test_the_sitemap_has_the_day_of_the_last_change():
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
            r"<loc>https://x.example/((?:blog|en)/[^<]*)</loc>(?:<lastmod>([^<]*)</lastmod>)?",
            sitemap,
        )
    )
    assert found == {
        "en/": "", "en/cards/mire-lantern/": "2031-01-20", "en/cards/deep-fen/": "2031-03-04",
        "en/sets/lom/": "2031-03-04", "blog/": "",
    }  # fmt: skip


def test_robots_txt_names_the_sitemap_of_a_site_with_an_address():
    library = joined(notes(entry("Deep Fen", "It is deep.")))
    site = site_of(library, address="https://x.example/sub/", pages=PAGES)
    parser = RobotFileParser()
    parser.parse(dict(front.files(site))["robots.txt"].splitlines())
    assert parser.can_fetch("Anybot", "https://x.example/sub/en/")
    assert parser.site_maps() == ["https://x.example/sub/sitemap.xml"]
    assert {path for path, _ in front.files(site_of(library))} == {
        front.GUIDE,
        "index.html",
        "404.html",
    }


ADDRESS = "https://x.example/sub/"


@pytest.mark.parametrize("address", [ADDRESS, None])
def test_the_guide_says_where_the_content_is(address):
    text = dict(front.files(site_of(example_library(), address=address)))[front.GUIDE]
    assert text.startswith("# Rulebinder\n\n> Rulings from the release notes")
    assert f"- [data/rulings.ndjson]({address or '/'}data/rulings.ndjson): " in text
    assert ("built without its address" in text) == (address is None)


def test_the_guide_names_the_rulings_api_of_a_site_that_has_it():
    for has in (True, False):
        text = dict(front.files(site_of(example_library(), rulings_api=has)))[front.GUIDE]
        assert ("(/api/openapi.json)" in text) == has
