"""The example documents, joined once for all tests that measure them."""

from __future__ import annotations

import pytest

from rulebinder.library import Library
from site_tests import sites


@pytest.fixture(scope="session")
def example_set() -> Library:
    """Return the repository's example documents, joined."""
    return sites.library(sites.CONTENT / "notes")
