"""Pictures of cards at another host, if the owner of a site allows them."""

import pytest
from playwright.sync_api import expect

from site_tests import sites
from site_tests.browser.conftest import PHONE
from site_tests.browser.finding import Held, box_of, requested
from site_tests.browser.serving import serve
from site_tests.browser.starting import catching, context
from site_tests.builders import entry, library_of, notes
from site_tests.outputs import build_site

HOST = "https://api.scryfall.com/"
SETTINGS = """site_name: Ours
theme: {name: material}
plugins: [rulebinder]
extra: {owner: {pictures: scryfall}}
"""
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="488" height="680"/>'


@pytest.fixture(scope="module")
def pictured(tmp_path_factory):
    """Return the address of a site whose owner allows pictures."""

    def build(folder):
        settings = tmp_path_factory.mktemp("owner") / "mkdocs.yml"
        settings.write_text(SETTINGS, "utf-8")
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(settings.parent)
            build_site(library_of(notes(entry("Mire Lantern", "It is lit."))), folder)

    with serve(sites.once(tmp_path_factory, "pictured", build), "/") as address:
        yield address


@pytest.fixture
def page(browser):
    with context(browser, viewport=PHONE, locale="en-US") as visit:
        yield catching(visit.new_page())


def test_a_picture_is_loaded_in_its_place_when_a_reader_opens_it(page, pictured):
    held = Held(page, f"{HOST}**")
    page.goto(f"{pictured}en/cards/mire-lantern/", wait_until="networkidle")
    fold = page.locator(".rb-picture")
    fold.scroll_into_view_if_needed()
    assert not held.routes
    fold.locator("summary").click()
    picture = fold.get_by_role("img", name="Mire Lantern")
    box = box_of(picture)
    assert box["height"] == pytest.approx(box["width"] * 680 / 488, abs=1)
    held.arrive(1)
    (route,) = held.routes
    route.fulfill(body=PICTURE, content_type="image/svg+xml")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("each => each.naturalWidth") == 488
    assert route.request.url == f"{HOST}cards/named?exact=Mire%20Lantern&format=image&face=front"
    assert "referer" not in route.request.headers


def test_without_scripts_there_is_none(browser, pictured):
    with context(browser, java_script_enabled=False) as visit:
        page = visit.new_page()
        asked = requested(page)
        page.goto(f"{pictured}en/cards/mire-lantern/", wait_until="networkidle")
        expect(page.locator(".rb-picture")).to_have_count(0)
        assert all(url.startswith(pictured) for url in asked)


def test_another_owner_has_none(browser, served):
    with context(browser) as visit:
        page = visit.new_page()
        page.goto(f"{served}en/cards/mire-lantern/")
        expect(page.locator(".rb-picture")).to_have_count(0)
        assert "scryfall" not in (
            page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content") or ""
        )
