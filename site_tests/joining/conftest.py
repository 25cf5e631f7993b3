"""The example documents, joined once for all tests that measure them."""

from __future__ import annotations

import pytest

from rulebinder.text import Mention, Text
from site_tests import sites


def mentions(*texts: Text) -> list[Mention]:
    """Return the mentions in some texts."""
    return [span for text in texts for span in text.walk() if isinstance(span, Mention)]


@pytest.fixture(scope="session")
def example_set():
    """Return the repository's example documents, joined."""
    return sites.library(sites.CONTENT / "notes")
