"""The site with the keyboard alone: every focused element is visible, and none is behind the
header.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from site_tests.browser.finding import clipboard

MOST_STOPS = 60
SEEN = """() => {
  const at = document.activeElement
  if (at === document.body) return true
  const style = getComputedStyle(at)
  const marked = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0)
    || at.matches("label > input")
  const box = at.getBoundingClientRect()
  const header = document.querySelector("header").getBoundingClientRect()
  const covered = !at.closest("header, dialog, .md-skip")
    && box.height && box.bottom <= header.bottom
  return marked && !covered && box.top < innerHeight
}"""


def reach(page: Page, target: Locator, key: str = "Tab") -> None:
    """Move the focus to ``target``, and check that every stop on the way is visible."""
    expect(target).to_be_visible()
    for _ in range(MOST_STOPS):
        page.keyboard.press(key)
        assert page.evaluate(SEEN), page.evaluate("document.activeElement.outerHTML")
        if target.evaluate("element => element === document.activeElement"):
            return
    pytest.fail(f"{target} is not reached by {MOST_STOPS} {key}")


def press(page: Page, target: Locator, key: str = "Tab") -> None:
    """Move the focus to ``target``, and press it."""
    reach(page, target, key)
    page.keyboard.press("Enter")


def test_from_home_through_the_search_to_a_card(visit):
    page = visit("en/")
    reach(page, page.locator("main").get_by_role("textbox"))
    page.keyboard.type("wisp of the fen")
    press(page, page.locator("main .rb-found").get_by_role("link", name="Wisp of the Fen").first)
    expect(page).to_have_url(re.compile(r"/en/cards/wisp-of-the-fen/"))


def test_from_a_card_with_a_rulings_link_to_a_mechanic_and_another_language(visit):
    page = visit("en/cards/wisp-of-the-fen/")
    press(page, page.locator("#lom-1 .rb-quote"))
    expect(page.get_by_role("button", name="Text with link")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    expect(page.locator("#lom-1 .rb-quote")).to_be_focused()
    assert clipboard(page).endswith("/sub/en/r/lom/wisp-of-the-fen/1/")
    press(
        page,
        page.locator("article").get_by_role("link", name="Glimmer", exact=True).first,
        "Shift+Tab",
    )
    expect(page.get_by_role("heading", level=1)).to_contain_text("Glimmer")
    press(page, page.locator(".rb-languages summary"))
    press(page, page.get_by_role("link", name="Español"))
    expect(page).to_have_url(re.compile(r"/sub/es/mechanics/glimmer/$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Destellar")
