"""The example documents, joined once for all tests that measure them, and tables of examples."""

import csv
from pathlib import Path

import pytest

from rulebinder.text import Mention, Text
from site_tests import sites


def mentions(*texts: Text) -> list[Mention]:
    """Return the mentions in some texts."""
    return [span for text in texts for span in text.walk() if isinstance(span, Mention)]


def each_line(name: str) -> pytest.MarkDecorator:
    """Test each line of a table beside the tests; its heads name the parameters."""
    with (Path(__file__).parent / name).open(encoding="utf-8", newline="") as file:
        heads, *lines = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    return pytest.mark.parametrize(heads, lines)


@pytest.fixture(scope="session")
def example_set():
    """Return the repository's example documents, joined."""
    return sites.library(sites.CONTENT / "notes")
