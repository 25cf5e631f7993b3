"""The owner's block of the settings: name, tagline and links, or one clear error for each fault."""

from __future__ import annotations

from typing import Any

import pytest

from generator.facts.languages import Languages
from generator.publishing import feeds, markdown, owner, root, sharing
from generator.publishing.contract import Site
from site_tests.builders import example_library

BLOCK = {
    "name": "<Our> rulings",
    "tagline": {"en": "Rulings of our club."},
    "links": [{"title": {"en": "Imprint", "es": "Aviso legal"}, "url": "https://x.example/imprint"}],
}


def test_a_block_is_read_and_an_empty_one_is_nobody() -> None:
    found, problems = owner.read(BLOCK, "mkdocs.yml")
    assert not problems
    assert found.name == "<Our> rulings"
    assert found.links[0].shown("es") == {"title": "Aviso legal", "url": "https://x.example/imprint"}
    assert found.links[0].shown("fr") == {"title": "Imprint", "url": "https://x.example/imprint"}
    assert owner.read({}, "mkdocs.yml") == (owner.Owner(tagline={}), [])


@pytest.mark.parametrize(
    ("block", "said"),
    [
        ({"nam": "A"}, "unknown key 'nam' in owner; did you mean 'name'?"),
        ({"name": 1}, "owner.name must be text"),
        ({"name": " "}, "owner.name is empty"),
        ("A", "owner must be a mapping"),
        ({"tagline": "A"}, "owner.tagline must be a mapping"),
        ({"links": [{"title": {"en": "A"}}]}, "owner.links.1 lacks 'url'"),
        ({"links": [{"title": {"en": "A"}, "url": "javascript:boo()"}]}, "owner.links.1.url is"),
    ],
)
def test_a_fault_is_one_error(block: Any, said: str) -> None:
    _, (problem,) = owner.read(block, "mkdocs.yml")
    assert str(problem).startswith("mkdocs.yml:1: error: ")
    assert said in str(problem)


def test_the_name_is_in_everything_that_a_site_publishes(languages: Languages) -> None:
    found, _ = owner.read(BLOCK, "mkdocs.yml")
    site = Site(library=example_library(), languages=found.branded(languages), address="https://x.example/")
    files = {path: content for part in (root, feeds, sharing, markdown) for path, content in part.files(site)}
    for path in ("index.html", "404.html", "en/feed.xml", "es/r/lom/mire-lantern/1/index.html"):
        assert "&lt;Our&gt; rulings" in str(files[path]), path
        assert "Rulebinder" not in str(files[path]), path
    assert "<Our> rulings" in str(files["en/feed.json"])
    assert "Rulings of our club." in str(files["index.html"])
    assert site.name == "<Our> rulings"
