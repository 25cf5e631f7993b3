"""A page's policy allows everything that the page needs and no more, on every kind of page and
without a server.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from site_tests.browser.conftest import WIDE, watch

INJECTED = """(markup) => {
  Object.assign(window, { ran: false, forbidden: [] })
  addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
    window.forbidden.push(effectiveDirective))
  document.getElementById("harm")?.remove()
  document.body.insertAdjacentHTML("beforeend", markup)
}"""
HARMFUL = (
    '<img id="harm" src="x:" onerror="ran = true">',
    '<iframe id="harm" src="data:text/html,<script>parent.ran = true</script>"></iframe>',
    '<a id="harm" href="javascript:void(ran = true)">harm</a>',
)


@pytest.mark.parametrize("kind", ["card", "404"])
def test_an_injected_script_does_not_run(browser, whole, whole_served, kind):
    page = browser.new_page()
    page.goto(whole_served + whole.kinds("en")[kind])
    for markup in HARMFUL:
        page.evaluate(INJECTED, markup)
        page.locator("#harm").evaluate("(each) => each.click?.()")
        page.wait_for_function("() => window.forbidden.length", timeout=10_000)
        assert page.evaluate("window.ran") is False
    page.close()


def test_a_script_of_another_host_or_a_style_does_not_load(browser, whole, whole_served):
    page = browser.new_page()
    page.goto(whole_served + whole.kinds("en")["card"])
    forbidden = page.evaluate("""async () => {
      const found = []
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
        found.push(effectiveDirective))
      document.head.append(Object.assign(
        document.createElement("script"), { src: "https://example.com/a.js" }))
      document.head.append(Object.assign(
        document.createElement("base"), { href: "https://example.com/" }))
      document.body.append(Object.assign(
        document.createElement("p"), { innerHTML: "<b style='color: red'>a</b>" }))
      await fetch("https://example.com/").catch(() => {})
      await new Promise((done) => setTimeout(done))
      return found.sort()
    }""")
    assert forbidden == ["base-uri", "connect-src", "script-src-elem", "style-src-attr"]
    page.close()


def test_a_short_page_works_as_a_file(browser, whole):
    amiss: list[str] = []
    page = browser.new_page(viewport=WIDE, locale="es-ES")
    watch(page, "file://", amiss)
    short = whole.kinds("es")["short"].removeprefix("es/")
    page.goto((whole.folder / short / "index.html").as_uri())
    expect(page).to_have_url(re.compile(r"/es/[a-z-]+/[^#]+/index\.html(#[\w-]+)?$"))
    page.close()
    assert amiss == []
