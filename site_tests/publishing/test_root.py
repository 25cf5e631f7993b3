"""The sitemap says when the rulings of a card or a set last changed, robots.txt where the sitemap
is, ``llms.txt`` what the site is and where programs read its content, and manifests and OpenSearch
descriptions what browsers need to install the site and its search.
"""

import re
from pathlib import Path

import pytest

from rulebinder.outputs import front, offline
from site_tests.builders import entry, example_library, joined, notes
from site_tests.outputs import site_of
from site_tests.robustness.documents import texts

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
    sitemap = str(dict(front.make_files(site))["sitemap.xml"])
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


ADDRESS = "https://x.example/sub/"


@pytest.mark.parametrize(
    ("name", "options"),
    [("addressed", {"address": ADDRESS}), ("unaddressed", {"rulings_api": True})],
)
def test_what_programs_and_browsers_read_is_as_approved(name, options):
    site = site_of(example_library(), **options)
    files = {
        path: text
        for path, text in (*front.make_files(site), *offline.make_files(site))
        if (path.startswith(("en/", "fr/")) or "/" not in path) and not path.endswith(".html")
    }
    assert files == texts(Path(__file__).parent / "front" / name)
