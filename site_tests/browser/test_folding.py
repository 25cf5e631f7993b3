"""What is in other languages is folded on a card's page. A link to a ruling opens what it is in."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from site_tests.browser.conftest import SUB_PATH, watched, with_or_without_scripts
from site_tests.browser.serving import serve
from site_tests.builders import catalogue, entry, library_of, notes, released
from site_tests.outputs import built

ELM = "en/cards/old-elm/"
FOLDED = "#new-2"
LABEL = "3 newer rulings in Spanish"


@pytest.fixture(scope="module")
def of_two_languages(tmp_path_factory):
    """Return the site of a card with an old set in English and a new one in Spanish."""
    english = notes(entry("Old Elm", "It is old.", "It is tall."), set_code="old")
    rulings = ("Es viejo.", "Es alto.", "Es verde.")
    spanish = notes(entry("Olmo viejo", *rulings), set_code="new", lang="es")
    sets = released(old="2011-01-01", new="2031-01-01")
    facts = catalogue(sets=sets, names=[{"en": "Old Elm", "es": "Olmo viejo"}])
    library = library_of(english, spanish, facts=facts)
    return built(library, tmp_path_factory, "two languages")


@pytest.fixture
def visit(browser, of_two_languages):
    with serve(of_two_languages, SUB_PATH) as address, watched(browser, address) as opened:
        yield opened


@with_or_without_scripts
def test_other_languages_are_one_line_that_opens_in_place(visit, scripts):
    page = visit(ELM, java_script_enabled=scripts)
    expect(page.locator("#old-1")).to_be_in_viewport()
    expect(page.locator(FOLDED)).to_be_hidden()
    page.get_by_text(LABEL).click()
    expect(page.locator(FOLDED)).to_be_visible()


@with_or_without_scripts
@pytest.mark.parametrize("part", [FOLDED, "#new"], ids=["ruling", "set"])
def test_a_link_to_a_folded_part_opens_it(visit, part, scripts):
    page = visit(ELM + part, java_script_enabled=scripts)
    expect(page.locator("details.others")).to_have_attribute("open", "")
    expect(page.locator(part)).to_be_in_viewport()


def test_the_script_opens_it_in_browsers_that_do_not(visit):
    page = visit(ELM + FOLDED)
    page.get_by_text(LABEL).click()
    expect(page.locator(FOLDED)).to_be_hidden()
    page.evaluate(
        "dispatchEvent(new HashChangeEvent('hashchange'))"
    )  # without a navigation, the browser itself opens nothing
    expect(page.locator(FOLDED)).to_be_in_viewport()


def test_the_keys_leave_out_what_is_folded(visit):
    page = visit(ELM + "#old-2")
    page.keyboard.press("j")
    assert page.url.endswith("#old-2")
    page.get_by_text(LABEL).click()
    page.keyboard.press("j")
    expect(page).to_have_url(f"{page.url.partition('#')[0]}#new-1")


def test_paper_shows_what_is_folded(visit):
    page = visit(ELM)
    page.emulate_media(media="print")
    expect(page.locator(FOLDED)).to_be_in_viewport()
    assert page.locator(FOLDED).evaluate(
        "each => each.checkVisibility({ contentVisibilityAuto: true })"
    )
