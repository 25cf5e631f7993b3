"""Words that contain scripts, in a browser that ignores the pages' policies: nothing in them
runs.
"""

import re

from playwright.sync_api import expect

from site_tests import hostile
from site_tests.browser.conftest import SUB_PATH, WIDE
from site_tests.browser.serving import serve
from site_tests.browser.starting import context
from site_tests.sites import Site


def test_no_script_in_a_hostile_word_runs(browser, languages, tmp_path_factory):
    """Another test compares the elements of all pages. This one opens what scripts add to them."""
    folder = hostile.site(tmp_path_factory, languages, *hostile.PAYLOADS)
    ran: list[str] = []
    with (
        serve(folder, SUB_PATH) as address,
        context(browser, bypass_csp=True, viewport=WIDE, locale="en-US") as visit,
    ):
        visit.expose_function("ran", lambda: ran.append("a script ran"))
        page = visit.new_page()
        page.on(
            "request",
            lambda request: ran.append(request.url) if request.url.endswith("/x") else None,
        )
        page.on("dialog", lambda dialog: ran.append(dialog.message))
        for path in Site(folder).kinds("es").values():
            page.goto(address + path)
            page.wait_for_load_state()
        page.goto(f"{address}en/cards/wisp-of-the-fen/")
        page.locator(".rb-scheme").click()
        page.locator(".rb-quote").first.click()
        expect(page.locator("#rb-copying")).to_be_visible()
        page.keyboard.press("Escape")
        page.locator(".rb-keys-button").click()
        page.keyboard.press("Escape")
        page.locator(".ruling-text p > a").first.hover()
        expect(page.locator(".rb-preview")).to_be_visible()
        page.locator(".rb-search-open").click()
        page.keyboard.type("lantern")
        expect(page.locator(".rb-find .rb-found a").first).to_be_visible()
        page.goto(f"{address}en/search/?q=lantern")
        expect(
            page.locator(".rb-filters select, .rb-filters summary, .rb-filters button").first
        ).to_be_visible()
        page.goto(f"{address}en/sets/lom/")
        page.locator(".filter input[type=search]").fill("mire")
        expect(page.locator(".filter [role=status]")).to_have_text(re.compile("ran"))
    assert ran == []
