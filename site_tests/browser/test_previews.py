"""Previews of links: by pointer, keyboard and finger."""

import contextlib
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from site_tests.browser.conftest import PHONE
from site_tests.browser.finding import box_of

WISP = "en/cards/wisp-of-the-fen/"


def mention(page: Page) -> Locator:
    """Return the link to a card in a ruling."""
    return page.locator(".ruling").get_by_role("link", name="Mire Lantern")


def preview(page: Page) -> Locator:
    return page.get_by_role("tooltip")


@contextlib.contextmanager
def pressed(page: Page, link: Locator) -> Iterator[None]:
    """Touch a link for a long time."""
    link.scroll_into_view_if_needed()
    box = box_of(link)
    touch = page.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    yield
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.fixture
def page(visit):
    return visit(WISP)


def test_a_pointer_on_a_mention_shows_the_card_on_the_screen_until_it_leaves(page):
    mention(page).hover()
    expect(preview(page)).to_contain_text("Artifact")
    expect(mention(page)).to_have_accessible_description(re.compile("Artifact"))
    box = box_of(preview(page))
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    page.keyboard.press("Escape")
    expect(preview(page)).to_be_hidden()
    assert mention(page).get_attribute("aria-describedby") is None
    page.get_by_role("heading", level=1).hover()
    mention(page).hover()
    expect(preview(page)).to_be_visible()
    page.clock.install()
    preview(page).hover()
    page.clock.run_for(60_000)  # longer than it would stay without the pointer
    expect(preview(page)).to_be_visible()
    page.get_by_role("heading", level=1).hover()
    expect(preview(page)).to_be_hidden()


def test_the_keyboard_shows_a_mechanic_and_moves_on(page):
    page.locator(".face-rules").get_by_role("link", name="Glimmer").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(preview(page)).to_contain_text("What glimmer does.")
    page.locator(".ruling-number").first.focus()
    expect(preview(page)).to_be_hidden()


def test_a_long_press_shows_the_preview_and_a_touch_beside_it_closes_it(visit):
    page = visit(WISP, has_touch=True)
    with pressed(page, mention(page)):
        expect(preview(page)).to_be_visible()
    expect(page).to_have_url(re.compile(rf"/{WISP}$"))
    page.get_by_role("heading", level=1).tap()
    expect(preview(page)).to_be_hidden()


def test_a_tap_follows_the_link_and_the_card_leads_to_the_next_in_its_set(visit):
    page = visit(WISP, has_touch=True)
    mention(page).tap()
    expect(page).to_have_url(re.compile(r"/en/cards/mire-lantern/$"))
    page.get_by_role("link", name="Next card Wisp of the Fen").click()
    expect(page).to_have_url(re.compile(rf"/{WISP}$"))
