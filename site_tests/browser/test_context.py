"""The bar that names the ruling in view on a phone, the pinned card of wide windows, and what a
linked ruling says of itself.
"""

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from site_tests.browser.conftest import WIDE, with_or_without_scripts
from site_tests.browser.finding import Held, box_of, clipboard
from site_tests.browser.measuring import CUT

TABLET = {"width": 820, "height": 1180}
LONG = "cards/anthracite" + "anthracite" * 3 + "/"


def bar(page: Page) -> Locator:
    return page.locator(".rb-context")


@pytest.fixture
def page(visit):
    """Return the page of a long card at a linked ruling."""
    return visit(f"en/{LONG}#vex-4")


def test_the_bar_names_the_ruling_in_view_once_the_title_has_scrolled_away(visit):
    page = visit(f"en/{LONG}")
    expect(bar(page)).to_be_hidden()
    page.locator("#vex-9").scroll_into_view_if_needed()
    expect(bar(page)).to_be_visible()
    expect(bar(page)).to_contain_text("VEX")
    page.mouse.move(100, 400)
    page.mouse.wheel(
        0, page.locator("#vex-12").evaluate("ruling => ruling.getBoundingClientRect().top - 100")
    )
    expect(bar(page)).to_contain_text("12 of 30")
    assert bar(page).locator("[aria-live], [role=status]").count() == 0, "nothing is announced"
    page.emulate_media(media="print")
    expect(bar(page)).to_be_hidden()
    page.emulate_media(media="screen")
    page.evaluate("scrollTo(0, 0)")
    expect(bar(page)).to_be_hidden()


def test_it_copies_the_link_to_the_linked_ruling_which_it_does_not_cover(page, served):
    expect(bar(page)).to_contain_text("4 of 30")
    expect(page.locator(".origin").filter(visible=True)).to_have_count(1)
    ruling, shown = box_of(page.locator("#vex-4")), box_of(bar(page))
    assert ruling["y"] >= shown["y"] + shown["height"]
    bar(page).get_by_role("button", name="Copy link to ruling 4").click()
    expect(page.locator(".rb-status")).to_have_text("Copied: Link")
    copied = clipboard(page)
    assert copied == f"{served}r/vex/{LONG.split('/')[1]}/4/"


def test_the_name_of_a_card_shows_it_above_the_ruling(page):
    before = page.locator("#vex-4").bounding_box()
    name = bar(page).get_by_role("button", name="Anthracite")
    name.click()
    card = bar(page).locator(".card")
    expect(card).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    assert page.locator("#vex-4").bounding_box() == before
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(name).to_be_focused()


def test_without_scripts_there_is_no_bar(visit):
    page = visit(f"en/{LONG}#vex-20", java_script_enabled=False)
    expect(page.locator("#vex-20")).to_be_in_viewport()
    expect(bar(page).filter(visible=True)).to_have_count(0)


@pytest.mark.parametrize("size", [WIDE, TABLET], ids=["desktop", "tablet"])
def test_in_a_wide_window_the_card_stays_in_sight_beside_its_rulings_without_a_bar(visit, size):
    page = visit(f"en/{LONG}#vex-20", viewport=size)
    expect(page.locator("#vex-20")).to_be_in_viewport()
    expect(bar(page).filter(visible=True)).to_have_count(0)
    expect(page.locator("h1")).to_be_in_viewport()
    card, ruling = box_of(page.locator(".pinned")), box_of(page.locator("#vex-20"))
    assert card["x"] + card["width"] < ruling["x"]
    assert ruling["width"] > card["width"]
    assert card["y"] + card["height"] <= size["height"]
    assert page.evaluate(CUT) == []


@with_or_without_scripts
def test_a_linked_ruling_says_in_the_first_window_where_it_is_from(visit, scripts):
    page = visit("fr/cards/quoted-totem/#vex-1", java_script_enabled=scripts)
    said = page.locator("#vex-1 > .origin")
    for each in ("1 janvier 2032", "VEX", "En anglais, pas en français"):
        expect(said).to_contain_text(each)
    expect(said).to_be_in_viewport(ratio=1)
    if not scripts:
        expect(said.get_by_text("1 sur 1")).to_be_visible()


SMALL: list[ViewportSize] = [
    {"width": width, "height": height}
    for width, height in ((360, 740), (360, 640), (180, 370), (740, 360))
]
"""Phones, one of them at 200 %, and one on its side."""


@pytest.mark.parametrize("size", SMALL[:2], ids=str)
def test_a_long_card_is_whole_on_its_page_and_above_a_ruling(visit, size):
    page = visit(f"en/{LONG}", viewport=size)
    assert page.evaluate(CUT) == []
    page.locator("#vex-9").scroll_into_view_if_needed()
    bar(page).get_by_role("button", name="Anthracite").click()
    expect(bar(page).locator(".card")).to_be_visible()
    assert page.evaluate(CUT) == []


MOVES = """new PerformanceObserver((list) => {
  window.moved = (window.moved ?? 0) + list.getEntries().reduce((sum, { value }) => sum + value, 0)
}).observe({ type: "layout-shift", buffered: true })"""


@pytest.mark.parametrize("place", [f"{LONG}#vex-9", "sets/lom/#lom-glimmer-1"])
def test_nothing_moves_while_the_page_of_a_linked_ruling_loads(visit, served, place):
    page = visit(caught=True)
    page.add_init_script(MOVES)
    late = Held(page, "**/assets/rulebinder.js*")
    page.goto(f"{served}en/{place}", wait_until="commit")
    late.arrive(1)
    expect(page.locator(".ruling.linked")).to_be_visible()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    late.let_go()
    expect(page.locator(".ruling:target .rb-cite")).to_be_visible()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    assert (page.evaluate("window.moved") or 0) <= 0.01
