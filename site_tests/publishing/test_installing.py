"""What browsers need to install the site and its search: manifests, icons, colors and OpenSearch
descriptions.
"""

from __future__ import annotations

import io
import json
import posixpath
import re
from xml.etree import ElementTree

import pytest
from PIL import Image

from rulebinder.outputs import offline
from rulebinder.settings import options
from rulebinder.theme import environment
from site_tests.builders import example_library
from site_tests.conftest import ROOT
from site_tests.outputs import site_of
from site_tests.sites import in_each_language, read_json

OPENSEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"


@pytest.fixture(scope="module")
def made():
    site = site_of(example_library(), address="https://example.org/sub/")
    return dict(offline.files(site))


@in_each_language
def test_a_manifest_speaks_its_language(made, languages, lang):
    manifest = json.loads(made[f"{lang}/manifest.webmanifest"])
    words = languages[lang].interface
    assert (manifest["lang"], manifest["name"], manifest["display"]) == (
        lang,
        words["site_title"],
        "standalone",
    )
    assert manifest["description"] == words["site_description"]
    assert manifest["shortcuts"][0] == {"name": words["search"], "url": "search/"}


def test_every_address_of_a_manifest_is_relative_and_every_icon_exists(
    made,
):
    manifest = json.loads(made["en/manifest.webmanifest"])
    sources = [each["src"] for each in manifest["icons"]]
    addresses = [
        manifest["start_url"],
        manifest["scope"],
        *sources,
        *(each["url"] for each in manifest["shortcuts"]),
    ]
    assert not [each for each in addresses if ":" in each or each.startswith("/")]
    drawn = {posixpath.normpath(posixpath.join("en", each)) for each in sources}
    assert drawn - {"assets/icon.svg"} <= made.keys()


@pytest.mark.parametrize("edge", [192, 512])
def test_an_icon_is_a_square_of_its_size_and_a_maskable_one_fills_it(made, edge):
    for name, corner in ((f"icon-{edge}", 0), (f"maskable-{edge}", 255)):
        content = made[f"assets/{name}.png"]
        assert isinstance(content, bytes)
        with Image.open(io.BytesIO(content)) as image:
            assert image.size == (edge, edge)
            pixel = image.convert("RGBA").getpixel((0, 0))
        assert isinstance(pixel, tuple)
        assert pixel[3] == corner


def test_the_mark_of_a_maskable_icon_is_inside_the_circle_that_systems_keep(
    made,
):
    content = made["assets/maskable-512.png"]
    assert isinstance(content, bytes)
    with Image.open(io.BytesIO(content)) as image:
        white = image.convert("L").point(lambda tone: 255 if tone > 128 else 0).getbbox()
    assert white
    left, top, right, bottom = white
    farthest = max(
        ((x - 256) ** 2 + (y - 256) ** 2) ** 0.5 for x in (left, right) for y in (top, bottom)
    )
    assert farthest <= 0.4 * 512


def test_the_colors_are_those_of_the_header(whole):
    style = (ROOT / "web/styles/base/colors.css").read_text("utf-8")
    assert f"--rb-header: light-dark({options.LIGHT}, {options.DARK})" in style
    paper = read_json(whole.folder / "en" / offline.MANIFEST)["background_color"]
    assert f"--rb-page: light-dark({paper}, " in style
    for path in whole.kinds("en").values():
        file = whole.folder / path / "index.html"
        text = file.read_text("utf-8") if file.exists() else ""
        if 'rel="manifest"' in text:
            assert re.findall(
                r'name="theme-color" media="\(prefers-color-scheme: (\w+)\)" content="(#\w+)"', text
            ) == [
                ("light", options.LIGHT),
                ("dark", options.DARK),
            ]


def test_pages_link_to_the_manifest_of_their_language_and_their_policy_allows_it(
    whole,
):
    text = (whole.folder / whole.kinds("es")["card"] / "index.html").read_text("utf-8")
    assert '<link rel="manifest" href="../../manifest.webmanifest">' in text
    assert '<link rel="apple-touch-icon" href="../../../assets/touch.png">' in text
    assert "manifest-src 'self'" in environment.page_policy({})


def test_a_browser_can_add_the_search_of_a_site_that_knows_its_address(
    made,
):
    tree = ElementTree.fromstring(str(made["fr/opensearch.xml"]))
    url = tree.find(f"{OPENSEARCH}Url")
    assert url is not None
    assert url.get("template") == "https://example.org/sub/fr/search/?q={searchTerms}"
    assert tree.findtext(f"{OPENSEARCH}ShortName") == "Rulebinder"
    without = dict(offline.files(site_of(example_library())))
    assert "fr/opensearch.xml" not in without
    assert "fr/manifest.webmanifest" in without
