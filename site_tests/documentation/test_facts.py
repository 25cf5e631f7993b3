"""docs/facts.md is what the schemas say, and its examples are right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulebinder.facts import yaml_files
from site_tests.conftest import ROOT
from site_tests.documentation import facts_page


def used(value: Any, above: str = "") -> Iterator[str]:
    """Yield the path of every key in an example."""
    for each in value if isinstance(value, list) else [value]:
        for key, below in each.items() if isinstance(each, dict) else ():
            yield f"{above}{key}"
            yield from used(below, f"{above}{key}.")


def test_the_page_is_as_the_program_writes_it():
    assert (ROOT / "docs" / "facts.md").read_text("utf-8") == facts_page.page(), "run make facts"


@pytest.mark.parametrize("name", facts_page.FILES)
def test_an_example_is_valid_and_has_every_key(name):
    assert yaml_files.loads(facts_page.example(name), name, name)[1] == []
    shown = {*used(yaml_files.schema(name)["examples"][0])}
    assert {key for key, _, _ in facts_page.keys(name) if "*" not in key} <= shown


@pytest.mark.parametrize("name", facts_page.FILES)
def test_every_key_is_explained(name):
    assert [
        key for key, own, _ in facts_page.keys(name) if not own.get("description") and key != "kind"
    ] == []
