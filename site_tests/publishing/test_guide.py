"""``llms.txt`` says what the site is, and where programs read its content."""

from __future__ import annotations

import pytest

from rulebinder.outputs import front
from site_tests.builders import example_library
from site_tests.outputs import site_of

ADDRESS = "https://x.example/sub/"


@pytest.mark.parametrize("address", [ADDRESS, None])
def test_the_guide_says_where_the_content_is(address: str | None) -> None:
    text = dict(front.files(site_of(example_library(), address=address)))[front.GUIDE]
    assert text.startswith("# Rulebinder\n\n> Rulings from the release notes")
    assert f"- [data/rulings.ndjson]({address or '/'}data/rulings.ndjson): " in text
    assert ("built without its address" in text) == (address is None)


def test_the_guide_names_the_rulings_api_of_a_site_that_has_it() -> None:
    for has in (True, False):
        text = dict(front.files(site_of(example_library(), rulings_api=has)))[front.GUIDE]
        assert ("(/api/openapi.json)" in text) == has
