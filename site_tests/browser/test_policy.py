"""A page's policy allows everything that the page needs and no more, on every kind of page and
without a server.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from site_tests.browser.conftest import Open, watch
from site_tests.browser.test_sharing import SHORT
from site_tests.sites import Site, read_page

pytestmark = pytest.mark.browser

WIDE: Any = {"width": 1280, "height": 800}
POLICY = "document.head.querySelector('meta[http-equiv=Content-Security-Policy]').content"
INJECTED = """(markup) => {
  Object.assign(window, { ran: false, forbidden: [] })
  addEventListener("securitypolicyviolation", ({ effectiveDirective }) => window.forbidden.push(effectiveDirective))
  document.getElementById("harm")?.remove()
  document.body.insertAdjacentHTML("beforeend", markup)
}"""
HARMFUL = (
    '<img id="harm" src="x:" onerror="ran = true">',
    '<iframe id="harm" src="data:text/html,<script>parent.ran = true</script>"></iframe>',
    '<a id="harm" href="javascript:void(ran = true)">harm</a>',
)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_kind_of_page_has_a_policy_and_keeps_it(
    visit_whole: Open, whole: Site, whole_served: str, lang: str
) -> None:
    page = visit_whole(f"{lang}/", viewport=WIDE)  # each visit fails if a policy forbids something
    for path in whole.kinds(lang).values():
        page.goto(whole_served + path)
        assert "'unsafe" not in page.evaluate(POLICY)
        assert page.evaluate(POLICY).startswith("default-src 'none'; ")


def test_a_short_address_with_a_language_has_a_policy_too(visit: Open) -> None:
    page = visit(f"es/{SHORT}", java_script_enabled=False)
    assert "default-src 'none'" in (
        page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content") or ""
    )


def test_the_policy_allows_everything_on_a_card_page(visit_whole: Open, whole: Site) -> None:
    cards = (path for path in whole.of_kind("card") if path.startswith("en/"))
    linked = next(path for path in cards if 'class="chips"' in read_page(whole.folder, path))
    page = visit_whole(linked, viewport=WIDE)
    page.locator(".rb-scheme").click()
    expect(page.locator("html")).to_have_attribute("data-md-color-scheme", "slate")
    page.locator(".rb-quote").first.click()
    expect(page.locator("#rb-copying")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(":is(.ruling-text p, .card p, .chips) > a[href*='/mechanics/']").first.hover()
    expect(page.locator(".rb-preview")).to_be_visible()
    page.locator(".rb-search-open").click()
    page.keyboard.type(
        str(page.locator("h1").first.evaluate("(heading) => heading.firstChild.textContent"))
    )
    expect(page.locator(".rb-find .rb-found a").first).to_be_visible()


def test_the_policy_allows_everything_on_a_set_page(visit_whole: Open, whole: Site) -> None:
    page = visit_whole(whole.kinds("en")["set"], viewport=WIDE)
    page.locator(".filter input[type=search]").fill("zzz")
    expect(page.locator("table.cards tbody tr:visible")).to_have_count(0)


@pytest.mark.parametrize("kind", ["card", "404"])
def test_an_injected_script_does_not_run(
    browser: Browser, whole: Site, whole_served: str, kind: str
) -> None:
    page = browser.new_page()
    page.goto(whole_served + whole.kinds("en")[kind])
    for markup in HARMFUL:
        page.evaluate(INJECTED, markup)
        page.locator("#harm").evaluate("(each) => each.click?.()")
        page.wait_for_function("() => window.forbidden.length", timeout=10_000)
        assert page.evaluate("window.ran") is False
    page.close()


def test_a_script_of_another_host_or_a_style_does_not_load(
    browser: Browser, whole: Site, whole_served: str
) -> None:
    page = browser.new_page()
    page.goto(whole_served + whole.kinds("en")["card"])
    forbidden = page.evaluate("""async () => {
      const found = []
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => found.push(effectiveDirective))
      document.head.append(Object.assign(document.createElement("script"), { src: "https://example.com/a.js" }))
      document.head.append(Object.assign(document.createElement("base"), { href: "https://example.com/" }))
      document.body.append(Object.assign(document.createElement("p"), { innerHTML: "<b style='color: red'>a</b>" }))
      await fetch("https://example.com/").catch(() => {})
      await new Promise((done) => setTimeout(done))
      return found.sort()
    }""")
    assert forbidden == ["base-uri", "connect-src", "script-src-elem", "style-src-attr"]
    page.close()


def test_a_short_page_works_as_a_file(browser: Browser, whole: Site) -> None:
    amiss: list[str] = []
    page = browser.new_page(viewport=WIDE, locale="es-ES")
    watch(page, "file://", amiss)
    short = whole.kinds("es")["short"].removeprefix("es/")
    page.goto((whole.folder / short / "index.html").as_uri())
    expect(page).to_have_url(re.compile(r"/es/[a-z-]+/[^#]+/index\.html(#[\w-]+)?$"))
    page.close()
    assert amiss == []
