"""The site as people use it, one behaviour per test."""

import re

import pytest
from playwright.sync_api import Page, expect

from site_tests.browser.conftest import WIDE, with_or_without_scripts
from site_tests.browser.finding import box_of
from site_tests.browser.measuring import scheme_violations

LONG = f"cards/{'anthracite' * 4}/"


BACKGROUND = {"light": "rgb(253, 252, 249)", "dark": "rgb(22, 26, 26)"}


def switch(page: Page, language: str) -> None:
    page.locator(".rb-languages summary").click()
    page.get_by_role("link", name=language).click()


def test_from_home_to_a_card_its_mechanic_its_set_and_another_language(visit):
    page = visit("en/")
    page.get_by_role("button", name="Navigation").click()
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_role("link", name="Wisp of the Fen").click()
    page.locator("article").get_by_role("link", name="Glimmer", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Glimmer")
    page.get_by_role("link", name="Lanterns over Mire").first.click()
    expect(page).to_have_url(
        re.compile(
            r"/sub/en/sets/lom/#section-new-mechanic-glimmer$|/sub/en/sets/lom/#section-glimmer$"
        )
    )
    anchor = page.url.partition("#")[2]
    switch(page, "Español")
    expect(page).to_have_url(re.compile(rf"/sub/es/sets/lom/#{anchor}$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Faroles sobre el fango")


@pytest.mark.parametrize(("locale", "lang"), [("es-ES", "es"), ("fr", "fr"), ("de-DE", "en")])
def test_the_front_page_leads_to_the_readers_language(visit, locale, lang):
    expect(visit(locale=locale)).to_have_url(re.compile(rf"/sub/{lang}/$"))


def test_the_front_page_remembers_the_chosen_language(visit, served):
    page = visit("en/cards/")
    switch(page, "Français")
    page.goto(served)
    expect(page).to_have_url(re.compile(r"/sub/fr/$"))


def test_no_page_with_long_names_scrolls_sideways_on_a_phone(visit, served):
    page = visit(viewport={"width": 320, "height": 740})
    for path in ("sets/vex/", "sets/vex/document/", f"{LONG}#vex-4", "cards/vexing-anvil/"):
        page.goto(f"{served}fr/{path}")  # the language with the longest words
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(
            "[...document.querySelectorAll('main *')].filter((part) => part.checkVisibility()"
            " && part.getClientRects().length"
            " && part.getBoundingClientRect().right > innerWidth + 1).length"
        ) == 0  # fmt: skip


def test_a_linked_ruling_has_enough_contrast(visit):
    page = visit("fr/cards/wisp-of-the-fen/#lom-1")
    assert scheme_violations(page, "#lom-1") == []


@pytest.mark.parametrize(("system", "other"), [("light", "dark"), ("dark", "light")])
def test_each_press_of_the_scheme_button_changes_the_look_of_every_page(visit, system, other):
    page = visit("en/cards/mire-lantern/", color_scheme=system)
    for now, then in ((system, other), (other, system), (system, other)):
        expect(page.locator("body")).to_have_css("background-color", BACKGROUND[now])
        page.get_by_role("button", name=f"Switch to the {then} theme").click()
        expect(page.locator("body")).to_have_css("background-color", BACKGROUND[then])
    switch(page, "Español")
    back = {"light": "Cambiar al tema claro", "dark": "Cambiar al tema oscuro"}[system]
    expect(page.get_by_role("button", name=back)).to_be_visible()
    expect(page.locator("body")).to_have_css("background-color", BACKGROUND[other])
    page.locator(".rb-scheme").click()
    page.emulate_media(color_scheme=other)
    # Who chooses what the system has follows the system again.
    expect(page.locator("body")).to_have_css("background-color", BACKGROUND[other])


def test_without_scripts_the_colors_follow_the_system(visit):
    page = visit("en/cards/mire-lantern/", color_scheme="dark", java_script_enabled=False)
    expect(page.locator("body")).to_have_css("background-color", BACKGROUND["dark"])
    expect(page.locator(".rb-scheme")).not_to_be_visible()


def test_two_faces_are_side_by_side_if_there_is_room(visit):
    page = visit("en/sets/lom/document/", viewport=WIDE)
    faces = page.locator(".entry", has_text="Sink").locator(".face")
    first, second = (box_of(faces.nth(index)) for index in range(2))
    assert first["y"] == second["y"]
    assert second["x"] > first["x"]


@with_or_without_scripts
def test_an_address_with_another_name_leads_to_the_card(visit, scripts):
    page = visit("fr/cards/fuego-fatuo-del-pantano/#lom-2", java_script_enabled=scripts)
    expect(page).to_have_url(
        re.compile(rf"/sub/fr/cards/wisp-of-the-fen/{'#lom-2' if scripts else ''}")
    )
    if scripts:
        expect(page.locator("#lom-2")).to_be_in_viewport()
