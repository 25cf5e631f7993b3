"""The keywords of a language, of which each paragraph is asked for one."""

from __future__ import annotations

import pytest

from rulebinder.facts.languages import Language
from rulebinder.reading.patterns import Patterns
from site_tests import sites

CONTENT = sites.content()
LANGUAGES = [language for language in CONTENT.languages.values() if language.reading.stopwords]


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.lang)
def test_each_keyword_is_found_in_any_case(language: Language) -> None:
    words = Patterns(language, CONTENT.catalogue.keywords(language.lang))
    for keyword in (*words.keywords, *language.reading.keywords):
        for text in (keyword, keyword.upper(), keyword.casefold()):
            assert words.keyword_prefix(f"{text} 2") is not None, text
