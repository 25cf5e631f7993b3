"""Writing a text as Markdown, and reading Markdown, costs as much a token however often it repeats
a token.
"""

from __future__ import annotations

import pytest

from site_tests import builders
from site_tests.markdown.scanning import PLACES, growing_reading, growing_writing

SIZE = 1_000


@pytest.mark.parametrize("place", PLACES)
def test_reading_costs_as_much_a_token_however_often_it_is_there(place, languages):
    assert not list(growing_reading(languages, place, SIZE))


def test_writing_costs_as_much_a_token_however_often_it_is_there(languages):
    assert not list(growing_writing(builders.example_library(), languages, SIZE))
