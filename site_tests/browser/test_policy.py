"""A page's policy allows everything that the page needs and no more, on every kind of page and
without a server.
"""

import re

import pytest
from playwright.sync_api import expect

from site_tests.browser.conftest import WIDE
from site_tests.browser.test_shell import opened

INJECTED = """(markup) => {
  Object.assign(window, { ran: false, forbidden: [] })
  addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
    window.forbidden.push(effectiveDirective))
  document.getElementById("harm")?.remove()
  document.body.insertAdjacentHTML("beforeend", markup)
}"""
FOREIGN = """async () => {
  window.forbidden = []
  const add = (name, properties) =>
    document.body.append(Object.assign(document.createElement(name), properties))
  add("script", { src: "https://example.com/a.js" })
  add("base", { href: "https://example.com/" })
  add("p", { innerHTML: "<b style='color: red'>a</b>" })
  await fetch("https://example.com/").catch(() => {})
  await new Promise((done) => setTimeout(done))
  return [...new Set(window.forbidden)].sort()
}"""
HARMFUL = (
    '<img id="harm" src="x:" onerror="ran = true">',
    '<iframe id="harm" src="data:text/html,<script>parent.ran = true</script>"></iframe>',
    '<a id="harm" href="javascript:void(ran = true)">harm</a>',
)


@pytest.mark.parametrize("kind", ["card", "404"])
def test_an_injected_script_does_not_run(browser, whole, whole_served, kind):
    with browser.new_page() as page:
        page.goto(whole_served + whole.kinds("en")[kind])
        for markup in HARMFUL:
            page.evaluate(INJECTED, markup)
            page.locator("#harm").evaluate("(each) => each.click?.()")
            page.wait_for_function("() => window.forbidden.length", timeout=10_000)
            assert page.evaluate("window.ran") is False
        assert page.evaluate(FOREIGN) == [
            "base-uri",
            "connect-src",
            "script-src-elem",
            "style-src-attr",
        ]


def test_a_short_page_works_as_a_file(browser, whole):
    short = whole.kinds("es")["short"].removeprefix("es/")
    address = (whole.folder / short / "index.html").as_uri()
    with opened(browser, address, viewport=WIDE, locale="es-ES") as page:
        expect(page).to_have_url(re.compile(r"/es/[a-z-]+/[^#]+/index\.html(#[\w-]+)?$"))
