"""Contributions are escaped everywhere: a hostile translation makes the same elements as any
other.
"""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulebinder.pages import addresses
from site_tests import hostile
from site_tests.sites import read_json, read_page

DATA = "application/ld+json"


class _Elements(HTMLParser):
    """Return the elements of a page, each with the names of its attributes, the texts of its
    scripts, and its data.
    """

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.elements: list[tuple[str, ...]] = []
        self.links: list[str] = []
        self.scripts: list[str] = []
        self.data: list[str] = []
        self._inside = ""
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, *(name for name, _ in attrs)))
        self.links += [value for name, value in attrs if name == "href" and value]
        self._inside = dict(attrs).get("type") or tag

    def handle_endtag(self, tag: str) -> None:
        self.elements.append((f"/{tag}",))

    def handle_data(self, data: str) -> None:
        kept = {"script": self.scripts, DATA: self.data}.get(self._inside)
        if kept is not None:
            kept.append(data)
            self._inside = ""


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
        expected, found = _Elements(path), _Elements(worded[name])
        if f"/{addresses.SHORT}" in f"/{name}":  # a short page leaves out what it has no room for
            assert set(found.elements) <= set(expected.elements), name
        else:
            assert found.elements == expected.elements, name
        assert found.scripts == expected.scripts, name


def test_hostile_words_stay_inside_the_data_for_search_engines(pair):
    harmless, worded = map(pages, pair)
    described = 0
    for name, path in harmless.items():
        expected, found = _Elements(path).data, _Elements(worded[name]).data
        assert [_shape(json.loads(each)) for each in found] == [
            _shape(json.loads(each)) for each in expected
        ], name
        assert not any(mark in each for each in found for mark in "<>&"), name
        described += len(found)
    assert described > 20


def _shape(data: object) -> object:
    """Return data without its texts."""
    if isinstance(data, dict):
        return {key: _shape(value) for key, value in data.items()}
    return [_shape(each) for each in data] if isinstance(data, list) else type(data)


def test_no_page_has_a_handler_a_style_or_a_link_that_runs_code(pair):
    for path in pair[1].rglob("*.html"):
        page = _Elements(path)
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
