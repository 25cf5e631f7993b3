"""The invented set, rendered and built once."""

from __future__ import annotations

import pytest

from rulebinder.facts.languages import offered_languages
from rulebinder.pages.edition import Edition
from rulebinder.pages.words import Words
from site_tests import builders, outputs, sites
from site_tests.outputs import site_of


@pytest.fixture(scope="session")
def library():
    return builders.example_library()


@pytest.fixture(scope="session")
def editions(library, languages):
    offered = offered_languages(languages)
    return {lang: Edition(library, offered, Words(language)) for lang, language in offered.items()}


@pytest.fixture(scope="session")
def built(library, tmp_path_factory):
    return outputs.built(library, tmp_path_factory, "built")


@pytest.fixture(scope="session")
def markdown(library, languages, tmp_path_factory):
    """Return the Markdown pages of every language, each in its folder."""

    def render(folder):
        for lang in offered_languages(languages):
            assert outputs.render(site_of(library), lang, folder / lang, {}) == []

    return sites.once(tmp_path_factory, "markdown", render)
