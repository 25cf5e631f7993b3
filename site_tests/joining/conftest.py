"""The library of the five real documents, joined once for all tests that measure it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.facts.content import load_content
from generator.joining import join
from generator.library import Library
from generator.reading import inputs


@pytest.fixture(scope="session")
def real_library(release_notes_dir: Path, content_dir: Path) -> Library:
    """The real documents, read with the repository's facts and joined."""
    content, problems = load_content(content_dir)
    assert not problems, "\n".join(map(str, problems))
    documents, _ = inputs.read_folder(release_notes_dir, content, lambda *_: None)
    return join(documents, content.catalogue, content.languages)[0]


@pytest.fixture(scope="session")
def example_set(content_dir: Path) -> Library:
    """The repository's example documents, joined."""
    content, _ = load_content(content_dir)
    documents, _ = inputs.read_folder(content_dir / "notes", content, lambda *_: None)
    return join(documents, content.catalogue, content.languages)[0]
