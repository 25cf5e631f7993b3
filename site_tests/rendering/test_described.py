"""What search engines read of a page (JSON-LD): the path to it, what a mechanic is, and on the home
page the site and its data.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from site_tests.sites import read_page

HOME = "https://example.org/sub/en/"
DATA = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


def described(folder: Path, page: str) -> list[dict[str, Any]]:
    """Return the data of a page, which must be valid JSON."""
    return [json.loads(each) for each in DATA.findall(read_page(folder, page))]


def test_every_address_of_a_path_is_a_page(built):
    found = [
        each
        for page in (built / "es").rglob("index.html")
        for each in DATA.findall(page.read_text("utf-8"))
    ]
    paths = [each for each in map(json.loads, found) if each.get("@type") == "BreadcrumbList"]
    assert len(paths) > 5
    for address in {step["item"] for each in paths for step in each["itemListElement"]}:
        assert (
            built / address.removeprefix("https://example.org/sub/") / "index.html"
        ).is_file(), address


def test_the_home_page_describes_the_site_and_its_data(built):
    (found,) = described(built, "es")
    itself, data = found["@graph"]
    assert (itself["@type"], itself["url"], itself["name"]) == (
        "WebSite",
        HOME.replace("/en/", "/es/"),
        "Rulebinder",
    )
    assert data["@type"] == "Dataset"
    assert 50 <= len(data["description"]) <= 5000
    assert (data["copyrightHolder"]["name"], "license" in data) == ("Wizards of the Coast", False)
    page, _, anchor = data["usageInfo"].removeprefix("https://example.org/sub/").partition("#")
    assert f'id="{anchor}"' in read_page(built, page)
    assert len({each["contentUrl"] for each in data["distribution"]}) == 5
    for each in data["distribution"]:
        assert (built / each["contentUrl"].removeprefix("https://example.org/sub/")).is_file()
