"""The invented set, rendered and built once."""

import pytest

from rulebinder.facts.languages import offered_languages
from rulebinder.pages.edition import Edition
from rulebinder.pages.words import Words
from site_tests import builders, outputs


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
