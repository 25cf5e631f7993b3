"""The home page, the lists and a set in a browser: what a reader came for comes first, is filtered,
and opens in place.
"""

import re

import pytest
from playwright.sync_api import expect

from site_tests.browser import measuring
from site_tests.browser.conftest import PHONE, WIDE, with_or_without_scripts
from site_tests.browser.finding import box_of
from site_tests.sites import in_each_language

TALL = {"width": 390, "height": 844}
CUT = """(field) => {
  const measured = field.cloneNode()
  measured.value = field.placeholder
  field.after(measured)
  const cut = measured.scrollWidth > measured.clientWidth
  measured.remove()
  return cut
}"""
TILE = "details.part:has(li.ruling)"
STEADY = ("home", "sets", "set", "cards", "mechanics", "document", "sheet", "audit")


@in_each_language
def test_the_first_color_of_a_set_is_on_the_first_two_screens_of_a_phone(visit_whole, whole, lang):
    page = visit_whole(whole.kinds(lang)["set"], viewport=TALL)
    box = box_of(page.locator(".colors > details").first)
    assert box["y"] + box["height"] <= 2 * TALL["height"]
    expect(page.get_by_role("searchbox").first).to_be_in_viewport()


@with_or_without_scripts
def test_a_section_of_a_set_opens_in_place(visit_whole, whole, scripts):
    page = visit_whole(whole.kinds("en")["set"], java_script_enabled=scripts)
    tile = page.locator(TILE).first
    expect(tile.locator("li.ruling").first).to_be_hidden()
    tile.locator("summary").first.click()
    expect(tile.locator("li.ruling").first).to_be_visible()


def test_a_link_to_a_section_or_its_ruling_opens_the_tile(visit_whole, whole, whole_served):
    address = f"{whole_served}{whole.kinds('en')['set']}"
    page = visit_whole(whole.kinds("en")["set"])
    tile = page.locator(TILE).first
    for anchor in [each.get_attribute("id") for each in (tile.locator("li.ruling").first, tile)]:
        page.goto("about:blank")
        page.goto(f"{address}#{anchor}")
        text = f"[id='{anchor}'] .ruling-text, [id='{anchor}'].ruling"
        expect(page.locator(text).first).to_be_visible()
        expect(page.locator(f"[id='{anchor}']")).to_be_in_viewport()


def test_a_folded_letter_opens_while_it_has_what_is_filtered_and_others_are_hidden(visit):
    page = visit("en/cards/")
    letters, field = page.locator("details.letter"), page.get_by_label("Name or type")
    before = letters.count()
    letter = page.locator("details.letter:has-text('Wisp of the Fen')")
    letter.locator("summary").click()
    expect(letter.locator("tbody a")).to_be_hidden()
    field.fill("wisp")
    expect(letter.locator("tbody a")).to_be_visible()
    expect(letters.filter(visible=True)).to_have_count(1)
    field.fill("")
    expect(letter.locator("tbody a")).to_be_hidden()
    expect(letters.filter(visible=True)).to_have_count(before)


def test_a_mechanic_that_the_library_lacks_is_filtered_and_a_whole_row_is_a_link(visit_whole):
    page = visit_whole("en/mechanics/")
    folded = page.locator("details.elsewhere tbody a").first
    expect(folded).to_be_hidden()
    page.get_by_label("Name", exact=True).fill(folded.text_content() or "")
    expect(folded).to_be_visible()
    page.get_by_role("combobox", name="Kind").select_option(index=2)
    expect(folded).to_be_hidden()
    page.goto(page.url.partition("?")[0])
    row = page.locator("table.mechanics tbody tr").first
    name, box = row.locator("a").inner_text(), box_of(row)
    assert box["height"] >= 24
    row.locator("td").last.click(force=True)
    expect(page.locator("h1")).to_contain_text(name)


@in_each_language
def test_a_phone_has_both_buttons_in_one_row_and_cuts_no_placeholder(visit_whole, lang):
    page = visit_whole(f"{lang}/")
    search, table = (page.locator(f".lead .search-form > {part}") for part in ("button", "a"))
    assert box_of(search)["y"] == box_of(table)["y"]
    assert page.locator("#home-search").evaluate(CUT) is False
    table.click()
    expect(page).to_have_url(re.compile(f"/{lang}/table/$"))


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "desktop"])
def test_pages_do_not_shift_while_they_load(browser, whole, whole_served, size):
    kinds = whole.kinds("en")
    shifts = {
        kind: measuring.load(browser, whole_served + kinds[kind], viewport=size).shift
        for kind in STEADY
    }
    assert max(shifts.values()) <= 0.02, shifts


def test_the_cards_of_a_document_that_are_out_of_sight_cost_nothing(visit_whole, whole):
    page = visit_whole(whole.kinds("en")["document"])
    seen = (
        "(each) => each.querySelector('.face-name').checkVisibility({ contentVisibilityAuto:"
        " true })"
    )
    assert not page.locator(".entry").last.evaluate(seen)
    page.locator(".entry").last.scroll_into_view_if_needed()
    page.wait_for_function(
        f"() => ({seen})([...document.querySelectorAll('.entry')].at(-1))", polling=20
    )
