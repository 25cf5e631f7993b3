"""Contributions are escaped everywhere: a hostile translation makes the same elements as any
other.
"""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from selectolax.lexbor import LexborHTMLParser

from rulebinder.pages import addresses
from site_tests import hostile
from site_tests.sites import read_json, read_page

DATA = "application/ld+json"


class _Page:
    """What is in a page: its elements, each with the names of its attributes, where its links lead,
    the texts of its scripts, and its data.
    """

    def __init__(self, path: Path) -> None:
        #  What is in a template is no part of the tree.
        tree = LexborHTMLParser(path.read_text("utf-8").replace("template", "div"))
        self.elements = [(str(node.tag), *node.attributes) for node in tree.css("*")]
        self.links = [str(node.attributes["href"]) for node in tree.css("[href]")]
        self.scripts = [node.text() for node in tree.css(f"script:not([type='{DATA}'])")]
        self.data = [json.loads(node.text()) for node in tree.css(f"script[type='{DATA}']")]


@pytest.fixture(scope="module")
def pair(languages, tmp_path_factory):
    """Return the same site with harmless words and with hostile ones."""
    return [
        hostile.site(tmp_path_factory, languages, *words)
        for words in ((hostile.HARMLESS,), hostile.PAYLOADS)
    ]


def pages(folder: Path) -> dict[str, Path]:
    """Return the pages whose addresses are the same in both sites.

    Other addresses contain names.
    """
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.html"))}
    return {
        name: path
        for name, path in found.items()
        if "lantern-" not in name and "farol-" not in name
    }


def test_hostile_words_add_no_element_and_no_attribute(pair):
    harmless, worded = map(pages, pair)
    assert len(harmless) > 80
    assert harmless.keys() == worded.keys()
    for name, path in harmless.items():
        expected, found = _Page(path), _Page(worded[name])
        if f"/{addresses.SHORT}" in f"/{name}":  # a short page leaves out what it has no room for
            assert set(found.elements) <= set(expected.elements), name
        else:
            assert found.elements == expected.elements, name
        assert found.scripts == expected.scripts, name


def test_hostile_words_stay_inside_the_data_for_search_engines(pair):
    harmless, worded = map(pages, pair)
    described = 0
    for name, path in harmless.items():
        expected, found = _Page(path).data, _Page(worded[name]).data
        assert list(map(_shape, found)) == list(map(_shape, expected)), name
        described += len(found)
    assert described > 20


def _shape(data: object) -> object:
    """Return data without its texts."""
    if isinstance(data, dict):
        return {key: _shape(value) for key, value in data.items()}
    return [_shape(each) for each in data] if isinstance(data, list) else type(data)


def test_no_page_has_a_handler_a_style_or_a_link_that_runs_code(pair):
    for path in pair[1].rglob("*.html"):
        page = _Page(path)
        assert not [
            each
            for each in page.elements
            if any(name.startswith("on") or name == "style" for name in each[1:])
        ], path
        assert not [link for link in page.links if link.startswith("javascript:")], path


def test_hostile_words_keep_the_feeds_and_the_sitemap_readable(pair):
    for path in (*pair[1].glob("*/feed.xml"), pair[1] / "sitemap.xml"):
        assert not [
            each
            for each in ElementTree.parse(path).iter()
            if each.tag.endswith(("script", "img", "svg"))
        ]
    for path in pair[1].glob("*/feed.json"):
        assert read_json(path)["title"]


def test_hostile_words_are_shown_literally(pair):
    page = read_page(pair[1], "fr")
    assert "&lt;script&gt;ran()&lt;/script&gt;" in page
    assert "&amp;lt;img src=x" in page
