"""The search in other languages than the page's: on request, or if only they have a word."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from site_tests.browser.conftest import Open
from site_tests.browser.finding import requested

SEARCH = "([query, options]) => rulebinder.search(query, options)"


def search(page: Page, query: str, options: dict[str, Any] | None = None) -> list[dict[str, str]]:
    found: list[dict[str, str]] = page.evaluate(SEARCH, [query, options or {}])
    return found


def langs(found: list[dict[str, str]]) -> set[str]:
    """Return the languages of the pages that hits link to."""
    return {each["url"].partition("/sub/")[2].partition("/")[0] for each in found}


@pytest.mark.parametrize(
    ("query", "lang", "ruling"),
    [
        ("habilidad funciona zonas", "es", "lam/alderwick-chronicler/1"),
        ("habilidades funcionan zonas", "es", "lam/alderwick-chronicler/1"),
        ("adversaires multiples sacrifiée", "fr", "lam/moorland-widow-what-the-mist-kept/3"),
    ],
)
def test_a_first_question_in_another_language_finds_forms_of_its_words(
    visit_whole: Open, query: str, lang: str, ruling: str
) -> None:
    found = search(visit_whole("en/about/"), query, {"lang": lang, "kind": "ruling"})
    assert found[0]["id"] == ruling
    assert langs(found) == {lang}


def test_a_first_question_may_search_all_languages(visit_whole: Open) -> None:
    found = search(visit_whole("en/about/"), '"habilidad funciona" -farolero', {"others": True})
    assert [each["id"] for each in found] == ["lam/alderwick-chronicler/1"]


def test_words_missing_in_the_page_s_language_are_found_in_another(visit_whole: Open) -> None:
    found = search(visit_whole("en/about/"), "repartir contadores")
    assert found[0]["id"] == "lam/procession-of-lanterns/4"
    assert langs(found[:1]) == {"es"}


def test_no_other_language_is_opened_if_none_has_the_words(visit_whole: Open) -> None:
    page = visit_whole("en/about/")
    search(page, "relume")
    asked = requested(page)
    assert search(page, "does zzzqqq xyzzy") == []
    assert any("/search/es/" in url for url in asked)
    assert not [url for url in asked if re.search(r"/search/es/.*/texts/", url)]


def test_a_language_may_be_written_in_any_case_and_unknown_ones_have_no_hits(
    visit_whole: Open,
) -> None:
    page = visit_whole("en/about/")
    wanted = search(page, '"habilidad funciona"', {"lang": "es"})
    assert len(wanted) == 1
    for lang in ("ES", ["es", "es"], ["es", "xx"]):
        assert search(page, '"habilidad funciona"', {"lang": lang}) == wanted
    for unknown in ("xx", "constructor", "../en"):
        assert search(page, "relume", {"lang": unknown}) == []


def test_the_page_s_language_always_comes_first(visit_whole: Open) -> None:
    page = visit_whole("es/about/")
    for query in ("kind:ruling", '"objetivo"', "kind:ruling set:lam"):
        hits = search(page, query, {"others": True, "limit": 5})
        assert len(hits) == 5
        assert langs(hits) == {"es"}
