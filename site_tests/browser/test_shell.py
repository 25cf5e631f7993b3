"""The frame of the pages in a browser: keyboard order, and pages without a server."""

import contextlib
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from site_tests.browser.conftest import PHONE, WIDE, watch
from site_tests.browser.starting import context
from site_tests.sites import ADDRESS

WISP = "cards/wisp-of-the-fen/"


def test_the_first_tab_skips_to_the_content(visit):
    page = visit(f"en/{WISP}")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"#rb-content$"))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('article') !== null")


def test_the_table_of_contents_is_open_if_there_is_room(visit):
    for size, is_open in ((PHONE, False), (WIDE, True)):
        page = visit("en/mechanics/glimmer/", viewport=size)
        link = page.get_by_role("navigation", name="On this page").get_by_role("link").first
        expect(link).to_be_visible(visible=is_open)


@pytest.fixture
def dead(browser, whole):
    """Return a function that opens an address at which the site has no page, on a host that answers
    with the site's page for dead addresses.
    """
    missing = (whole.folder / "404.html").read_text("utf-8")
    styles = re.compile(r".*/assets/(\w+\.css)$")
    with contextlib.ExitStack() as visits:

        def open_page(address, **options):
            page = visits.enter_context(context(browser, **options)).new_page()
            page.route(
                "**/*",
                lambda route: route.fulfill(status=404, content_type="text/html", body=missing),
            )
            page.route(
                styles,
                lambda route: route.fulfill(
                    path=whole.folder / "assets" / route.request.url.rpartition("/")[2]
                ),
            )
            page.goto(ADDRESS + address)
            return page

        yield open_page


def test_a_dead_address_has_buttons_and_a_menu_in_its_language(dead):
    page = dead("es/cards/black-lotus/", viewport=PHONE)
    expect(page.get_by_text("No hay ninguna página en esta dirección.")).to_be_visible()
    page.get_by_role("button", name="Buscar").click()
    expect(page).to_have_url(f"{ADDRESS}es/search/?q=black+lotus")
    link = page.get_by_role("link", name="Mecánicas")
    expect(page.get_by_role("button", name="Cambiar al tema oscuro")).to_be_visible()
    expect(link).to_be_hidden()
    page.get_by_role("button", name="Ir a").click()
    expect(link).to_be_visible()
    page.get_by_text("Cartas").click()
    expect(page).to_have_url(f"{ADDRESS}es/cards/")
    page = dead("nowhere/", viewport=PHONE)
    expect(page.get_by_text("No hay ninguna página en esta dirección.")).to_be_visible()
    expect(page.get_by_role("link", name="Mecánicas")).to_be_visible()
    expect(page.locator(".rb-menu")).to_be_hidden()


def test_a_dead_address_can_be_searched_for_what_it_names_in_its_language(dead):
    for address, name, fields in (
        ("en/cards/black-lotus/", "black lotus", 1),
        ("es/r/lom/black-lotus/12/", "black lotus", 1),
        ("black_lotus", "black lotus", 3),
        ("fr/cards/black-lotus/index.html", "black lotus", 1),
        ("en/mechanics/%C3%A9nergie.html", "énergie", 1),
        ("en/%3Cb%3E", "<b>", 1),
        ("en/cards/100%25-%ZZ/", "", 1),
        ("12/", "", 3),
    ):
        page = dead(address)
        expect(page.get_by_role("searchbox")).to_have_count(fields)
        expect(page.get_by_role("searchbox").first).to_have_value(name)


def test_the_page_for_dead_addresses_has_another_language(dead):
    page = dead("en/cards/black-lotus/")
    page.locator(".rb-languages summary").click()
    expect(page.get_by_role("link", name="English")).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="Français").click()
    expect(page.get_by_role("searchbox")).to_have_count(1)
    expect(page.get_by_role("link", name="Cartes")).to_have_attribute("href", "/sub/fr/cards/")
    expect(page.get_by_role("link", name="English")).not_to_have_attribute("aria-current", "true")
    assert page.title().startswith("Il n’y a pas de page")
    assert page.evaluate("document.documentElement.lang") == "fr"


def test_the_page_for_dead_addresses_switches_the_theme_for_all_pages(dead):
    page = dead("en/cards/black-lotus/", color_scheme="light")
    page.get_by_role("button", name="Switch to the dark theme").click()
    expect(page.locator("body")).to_have_css("background-color", "rgb(22, 26, 26)")
    assert page.evaluate("localStorage.getItem('rulebinder.scheme')") == "slate"
    page.reload()
    expect(page.locator("body")).to_have_css("background-color", "rgb(22, 26, 26)")
    expect(page.get_by_role("button", name="Switch to the light theme")).to_be_visible()


def test_without_scripts_the_page_for_dead_addresses_has_every_language(dead):
    page = dead("en/cards/black-lotus/", java_script_enabled=False)
    expect(page.get_by_role("searchbox")).to_have_count(3)
    page.locator(".rb-languages summary").click()
    page.get_by_role("link", name="Español").click()
    expect(page).to_have_url(f"{ADDRESS}en/cards/black-lotus/#es")
    page.get_by_role("navigation", name="Español").get_by_role("link", name="Cartas").click()
    expect(page).to_have_url(f"{ADDRESS}es/cards/")


@contextlib.contextmanager
def opened(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    """Return a page without a server, which fails the test on any error."""
    amiss: list[str] = []
    with context(browser, **{"locale": "en-US", **options}) as visit:
        page = visit.new_page()
        watch(page, "file://", amiss)
        page.goto(address)
        yield page
    assert amiss == []


def test_the_site_works_as_files(browser, folder):
    with opened(browser, folder.as_uri() + "/index.html") as page:
        page.wait_for_url(re.compile(r"/en/index\.html$"))
        page.get_by_role("link", name="Cards", exact=True).click()
        page.get_by_role("link", name="Wisp of the Fen").first.click()
        expect(page).to_have_url(re.compile(r"/en/cards/wisp-of-the-fen/index\.html$"))
        expect(page.locator(".md-header")).to_have_css("background-color", "rgb(14, 74, 67)")
        page.get_by_role("link", name="Link to ruling 2").click()
        page.locator(".rb-languages summary").click()
        page.get_by_role("link", name="Français").click()
        expect(page).to_have_url(re.compile(r"/fr/cards/wisp-of-the-fen/index\.html#lom-2$"))
        page.locator(".rb-brand").click()
        expect(page).to_have_url(re.compile(r"/fr/index\.html$"))
