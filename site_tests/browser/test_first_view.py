"""What a phone and a tablet show of a card before anybody scrolls, the menu of a phone, and the
paper.
"""

import io
import re
from statistics import median_high

import pytest
from pdfminer.high_level import extract_text
from playwright.sync_api import expect

from site_tests.browser import measuring
from site_tests.browser.conftest import with_or_without_scripts
from site_tests.browser.test_context import SMALL

CONTROLS = 9
"""The most controls before the first ruling: the header, its set, and the links in a card."""
WISP = "en/cards/wisp-of-the-fen/"
FOOTER = "Unoﬃcial site"
"""The first words of the footer, as a browser prints them."""
MISPRINT = """() => {
  const ruling = document.querySelector(".ruling-text > p")
  ruling.innerHTML = `A <ins class="corrected" tabindex="0">lantern</ins> \
<span class="printed">[printed: latnern]</span> burns.`
}"""


@pytest.mark.parametrize("kind", ["card", "card of two faces", "sheet", "document"])
def test_no_small_window_cuts_a_card_and_a_phone_shows_its_first_ruling(visit_whole, whole, kind):
    pages = [page for page in whole.of_kind(kind) if page.startswith("en/")]
    shown = visit_whole(pages[0])
    faces, views = 0, []
    for page in pages:
        shown.set_viewport_size(SMALL[0])
        shown.goto(f"{shown.url.partition('en/')[0]}{page}")
        faces += shown.locator(".face, .sheet-card").count()
        if kind == "card" and shown.locator("li.ruling").count():
            views.append(measuring.first_view(shown))
        for size in SMALL:
            shown.set_viewport_size(size)
            assert shown.evaluate(measuring.CUT) == [], (page, size)
    assert faces
    if kind == "card":
        assert len(views) > 10
        assert sum(is_seen for is_seen, _ in views) >= 0.8 * len(views)
        assert median_high(controls for _, controls in views) <= CONTROLS


@with_or_without_scripts
def test_a_phone_has_every_list_behind_one_button(visit, scripts):
    page = visit(WISP, java_script_enabled=scripts)
    button, lists = page.get_by_role("button", name="Navigation"), page.locator("#rb-nav")
    expect(lists).to_be_hidden()
    button.focus()
    page.keyboard.press("Enter")
    expect(lists).to_be_visible()
    if scripts:  # without them no rule can be checked
        assert measuring.violations(page, "#rb-nav") == []
        assert measuring.small_targets(page) == []
    page.keyboard.press("Escape")
    expect(lists).to_be_hidden()
    expect(button).to_be_focused()
    button.press("Enter")
    page.keyboard.press("Tab")
    expect(lists.get_by_role("link").first).to_be_focused()
    page.mouse.click(20, 600)
    expect(lists).to_be_hidden()
    button.click()
    lists.get_by_role("link", name="Mechanics").click()
    expect(page).to_have_url(re.compile(r"/en/mechanics/$"))


def test_the_lists_are_in_a_row_where_there_is_room(visit, served):
    page = visit(WISP)
    for width in (767, 768, 820, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        is_wide = width >= 768
        expect(page.locator("#rb-nav")).to_be_visible(visible=is_wide)
        expect(page.locator(".rb-path")).to_be_visible(visible=is_wide)
        expect(page.locator(".rb-menu")).to_be_visible(visible=not is_wide)
    page.set_viewport_size(SMALL[0])
    page.goto(f"{served}en/sets/lom/document/")
    expect(page.locator(".rb-path").get_by_role("link").last).to_have_attribute("href", "../")


def test_a_corrected_misprint_opens_on_a_tap_and_is_in_words_on_paper(visit):
    page = visit(WISP, has_touch=True)
    page.evaluate(MISPRINT)
    word, printed = page.locator(".corrected"), page.locator(".printed")
    width = "each => each.getBoundingClientRect().width"
    assert printed.evaluate(width) <= 1
    expect(page.get_by_text("[printed: latnern]")).to_be_attached()
    word.tap()
    assert printed.evaluate(width) > 50
    page.touchscreen.tap(20, 600)
    assert printed.evaluate(width) <= 1
    page.keyboard.press("Tab")
    page.emulate_media(media="print")
    assert printed.evaluate(width) > 50


def test_no_page_of_paper_has_only_the_footer(visit):
    """The card is moved down step by step, so that the footer comes to the end of the sheet."""
    page = visit(WISP)
    page.evaluate("document.querySelector('article').prepend(document.createElement('div'))")
    ends = []
    for height in range(0, 900, 40):
        page.evaluate(
            "height => (document.querySelector('article > div').style.height = `${height}px`)",
            height,
        )
        last = extract_text(io.BytesIO(page.pdf(format="A4"))).rstrip("\f").rpartition("\f")[2]
        ends.append(last.strip())
    assert all(FOOTER in each for each in ends)
    assert not [each for each in ends if each.startswith(FOOTER)]
