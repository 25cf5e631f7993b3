"""The list of a mechanic's cards is filtered while somebody types, if it is long."""

from playwright.sync_api import expect

from site_tests.browser import measuring
from site_tests.browser.conftest import PHONE, WIDE

HOVER = "en/mechanics/hover/"
MOST_SHIFT = 0.02


def test_a_long_list_is_filtered_by_name_or_set_and_a_short_one_has_no_filter(visit, served):
    page = visit(HOVER)
    cards = page.locator(".members > li").filter(visible=True)
    expect(cards).to_have_count(40)
    field = page.get_by_label("Filter the cards").get_by_role("searchbox")
    field.fill("eclair")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("The lit set")
    expect(page.locator(".narrow [role=status]")).to_have_text("1 of 40 cards")
    field.fill("lit")
    expect(cards).to_have_count(40)
    page.goto(f"{served}en/mechanics/swim/")
    expect(cards).to_have_count(1)
    expect(page.get_by_role("searchbox")).to_have_count(0)


def test_without_scripts_the_list_is_whole_and_has_no_filter(visit):
    page = visit(HOVER, java_script_enabled=False)
    expect(page.locator(".members > li").filter(visible=True)).to_have_count(40)
    expect(page.get_by_role("searchbox")).to_have_count(0)


def test_the_filter_does_not_move_the_list(browser, served):
    for size in (PHONE, WIDE):
        assert measuring.load(browser, served + HOVER, viewport=size).shift <= MOST_SHIFT
