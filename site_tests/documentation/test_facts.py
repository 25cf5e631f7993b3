"""docs/facts.md is what the schemas say, and its examples are right; docs/settings.md is what the
program knows of settings.
"""

from collections.abc import Iterator
from typing import Any

import pytest

import facts_page
import settings_page
from rulebinder.facts import yaml_files
from site_tests.documentation.written import DOCS


def used(value: Any, above: str = "") -> Iterator[str]:
    """Yield the path of every key in an example."""
    for item in value if isinstance(value, list) else [value]:
        for key, below in item.items() if isinstance(item, dict) else ():
            yield f"{above}{key}"
            yield from used(below, f"{above}{key}.")


def test_the_pages_are_as_the_program_writes_them():
    for page in (facts_page, settings_page):
        path = DOCS / f"{page.__name__.removesuffix('_page')}.md"
        assert path.read_text("utf-8") == page.page(), "run make facts"


@pytest.mark.parametrize("name", facts_page.FILES)
def test_every_key_is_explained_and_in_a_valid_example(name):
    assert yaml_files.loads(facts_page.example(name), name, name)[1] == []
    keys = {key: schema for key, schema, _ in facts_page.keys(name)}
    examples = {*used(yaml_files.schema(name)["examples"][0])}
    assert {key for key in keys if "*" not in key} <= examples
    assert {key for key, schema in keys.items() if not schema.get("description")} <= {"kind"}
