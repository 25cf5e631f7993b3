"""The list of a mechanic's cards is filtered while somebody types, if it is long."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from site_tests import builders
from site_tests.browser import measuring
from site_tests.browser.conftest import PHONE, SUB_PATH, watched
from site_tests.browser.serving import serve
from site_tests.builders import card, catalogue, entry, library_of, mechanic, notes, released
from site_tests.outputs import built

HOVER, SINK = "en/mechanics/hover/", "en/mechanics/sink/"
MOST_SHIFT = 0.02


@pytest.fixture(scope="module")
def of_many_cards(tmp_path_factory):
    """Return the site of a mechanic that forty cards have, and of one that a single card has."""
    names = [f"Lamp {number}" for number in range(1, 40)]
    faces = [builders.face(name, "Artifact", "Hover", mana_cost="{2}") for name in names]
    faces += [builders.face("Éclair", "Artifact", "Hover", "Sink", mana_cost="{U}")]
    document = notes(*(entry(card(face), "It is lit.") for face in faces), set_code="new")
    sets = released(new="2031-01-01")
    library = library_of(document, facts=catalogue(mechanic("hover"), mechanic("sink"), sets=sets))
    return built(library, tmp_path_factory, "many cards")


@pytest.fixture
def visit(browser, of_many_cards):
    with serve(of_many_cards, SUB_PATH) as address, watched(browser, address) as opened:
        yield opened


def test_a_long_list_is_filtered_by_name_or_set(visit):
    page = visit(HOVER)
    cards = page.locator(".members > li").filter(visible=True)
    expect(cards).to_have_count(40)
    field = page.get_by_label("Filter the cards").get_by_role("searchbox")
    field.fill("eclair")
    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("The new set")
    expect(page.locator(".narrow [role=status]")).to_have_text("1 of 40 cards")
    field.fill("new")
    expect(cards).to_have_count(40)


def test_a_short_list_has_no_filter(visit):
    page = visit(SINK)
    expect(page.locator(".members > li")).to_have_count(1)
    expect(page.get_by_role("searchbox")).to_have_count(0)


def test_without_scripts_the_list_is_whole_and_has_no_filter(visit):
    page = visit(HOVER, java_script_enabled=False)
    expect(page.locator(".members > li").filter(visible=True)).to_have_count(40)
    expect(page.get_by_role("searchbox")).to_have_count(0)


def test_the_filter_does_not_move_the_list(browser, of_many_cards):
    with serve(of_many_cards, SUB_PATH) as address:
        for width in (PHONE["width"], 1280):
            loaded = measuring.load(
                browser, address + HOVER, viewport={"width": width, "height": 800}
            )
            assert loaded.shift <= MOST_SHIFT
