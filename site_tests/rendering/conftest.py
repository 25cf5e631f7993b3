"""The invented set, rendered and built once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebinder.facts.languages import Languages, offered_languages
from rulebinder.library import Library
from rulebinder.pages.edition import Edition
from rulebinder.pages.words import Words
from site_tests import builders, outputs, sites
from site_tests.outputs import site_of


@pytest.fixture(scope="session")
def library() -> Library:
    return builders.example_library()


@pytest.fixture(scope="session")
def editions(library: Library, languages: Languages) -> dict[str, Edition]:
    offered = offered_languages(languages)
    return {lang: Edition(library, offered, Words(language)) for lang, language in offered.items()}


@pytest.fixture(scope="session")
def built(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return outputs.built(library, tmp_path_factory, "built")


@pytest.fixture(scope="session")
def markdown(
    library: Library, languages: Languages, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return the Markdown pages of every language, each in its folder."""

    def render(folder: Path) -> None:
        for lang in offered_languages(languages):
            assert outputs.render(site_of(library), lang, folder / lang, {}) == []

    return sites.once(tmp_path_factory, "markdown", render)
