"""What is in other languages is folded on a card's page. A link to a ruling opens what it is in."""

import pytest
from playwright.sync_api import expect

from site_tests.browser.conftest import with_or_without_scripts

ELM = "en/cards/old-elm/"
FOLDED = "#new-2"
LABEL = "3 newer rulings in Spanish"


@with_or_without_scripts
def test_other_languages_are_one_line_that_opens_in_place_and_paper_shows_them(visit, scripts):
    page = visit(ELM, java_script_enabled=scripts)
    expect(page.locator("#old-1")).to_be_in_viewport()
    expect(page.locator(FOLDED)).to_be_hidden()
    if scripts:
        page.emulate_media(media="print")
        expect(page.locator(FOLDED)).to_be_in_viewport()
        assert page.locator(FOLDED).evaluate(
            "each => each.checkVisibility({ contentVisibilityAuto: true })"
        )
        page.emulate_media(media="screen")
    page.get_by_text(LABEL).click()
    expect(page.locator(FOLDED)).to_be_visible()


@with_or_without_scripts
@pytest.mark.parametrize("part", [FOLDED, "#new"], ids=["ruling", "set"])
def test_a_link_to_a_folded_part_opens_it_in_every_browser(visit, part, scripts):
    page = visit(ELM + part, java_script_enabled=scripts)
    expect(page.locator("details.others")).to_have_attribute("open", "")
    expect(page.locator(part)).to_be_in_viewport()
    if part == FOLDED and scripts:
        page.get_by_text(LABEL).click()
        expect(page.locator(FOLDED)).to_be_hidden()
        # Without a navigation, the browser itself opens nothing.
        page.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))")
        expect(page.locator(FOLDED)).to_be_in_viewport()


def test_the_keys_leave_out_what_is_folded(visit):
    page = visit(ELM + "#old-2")
    page.keyboard.press("j")
    assert page.url.endswith("#old-2")
    page.get_by_text(LABEL).click()
    page.keyboard.press("j")
    expect(page).to_have_url(f"{page.url.partition('#')[0]}#new-1")
