"""The keywords of a language, of which each paragraph is asked for one."""

import re

import pytest

from rulebinder.reading.patterns import Patterns, any_of
from site_tests import sites

CONTENT = sites.content()
LANGUAGES = [language for language in CONTENT.languages.values() if language.reading.stopwords]


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.lang)
def test_each_word_is_found_in_any_case_with_either_apostrophe(language):
    words = Patterns(language, CONTENT.catalogue.keywords(language.lang))
    for keyword in (*words.keywords, *language.reading.keywords):
        curly = keyword.replace("'", "’")
        for text in (keyword.upper(), keyword.casefold(), curly, curly.replace("’", "'")):
            assert words.keyword_prefix(f"{text} 2") is not None, text
    for footer in language.reading.footers:
        assert words.is_footer(footer.replace("'", "’")), footer


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.lang)
def test_an_unknown_subtype_is_found_behind_each_dash_of_its_language(language):
    words = Patterns(language, ())
    for dash in language.reading.subtype_separators:
        subtype = words.open_subtype.match(f"{dash}Oddment {{1}}")
        assert subtype is not None, dash
        assert subtype.group() == f"{dash}Oddment"
    assert not words.open_subtype.match(" Oddment {1}")


@pytest.mark.parametrize("printed", ["l'avis", "l’avis"])
@pytest.mark.parametrize("listed", ["l'avis", "l’avis"])
def test_a_language_file_may_have_either_apostrophe(listed, printed):
    assert re.fullmatch(any_of([listed]), printed)
