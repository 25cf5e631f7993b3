"""Folders for the tests of robustness."""

import pytest

from site_tests.robustness import documents


@pytest.fixture
def content(tmp_path):
    """A content folder with an invented set, the Hollow Orchard (hol)."""
    return documents.content(tmp_path / "content")


@pytest.fixture
def raw(tmp_path):
    """An empty folder for raw documents."""
    return documents.fill(tmp_path / "raw", {})


@pytest.fixture
def notes(tmp_path):
    """An empty folder for structured documents."""
    return documents.fill(tmp_path / "notes", {})
