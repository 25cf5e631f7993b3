"""Every kind of page, in every language: accessible, on a narrow screen, and without scripts."""

import functools
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from site_tests.browser import measuring
from site_tests.browser.conftest import PHONE, WIDE
from site_tests.browser.finding import answered
from site_tests.sites import KINDS, UNSCRIPTED, Site, read_page

LANGS = ("en", "es", "fr")
SIZES: dict[str, Any] = {"light": PHONE, "dark": WIDE}
"""Two looks cover all four combinations: light and dark change only colors, narrow and wide change
only positions.
"""
LOOKS = [*((lang, "light") for lang in LANGS), ("en", "dark")]
"""Colors and positions are the same in every language."""

WIDER = """[document.documentElement.scrollWidth > innerWidth ? "the page" : "",
  ...[...document.querySelectorAll("body *")].filter((each) => {
    const { right, width } = each.getBoundingClientRect()
    return width > 1 && right > innerWidth + 1
      && each.checkVisibility() && !each.closest("pre, svg")
  }).map((each) => each.outerHTML.slice(0, 120))].filter(Boolean)"""
UNSEEN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const SHUT = "script, style, template, noscript, details:not([open])"
  // shown if chosen, if linked, and in wide windows (on a phone the headings and the menu say it)
  const LATER = ".beside, .origin, .sets, .rb-nav, .rb-path, .headerlink"
  const unseen = []
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode
    if (!data.trim() || parentElement.closest(`${SHUT}, ${LATER}`)) continue
    if (!parentElement.checkVisibility({ visibilityProperty: true }))
      unseen.push(parentElement.outerHTML.slice(0, 200))
  }
  return unseen
}"""


def stay(page: Page, site: Site, lang: str) -> None:
    """Remove the scripts from pages that redirect, so that they can be tested."""
    for path in (site.kinds(lang)[kind] for kind in UNSCRIPTED):
        text = re.sub(
            r"<script.*?</script>",
            "",
            read_page(site.folder, path),
            flags=re.DOTALL,
        )
        page.route(re.compile(rf"/sub/{path}$"), functools.partial(_answer, text=text))


def _answer(route: Route, text: str) -> None:
    route.fulfill(body=text, content_type="text/html; charset=utf-8")


def test_the_site_has_every_kind_of_page(whole):
    for lang in LANGS:
        assert whole.kinds(lang).keys() >= KINDS


@pytest.mark.parametrize(("lang", "scheme"), LOOKS)
def test_every_page_keeps_to_wcag_and_fits_its_screen(
    visit_whole, whole, whole_served, lang, scheme
):
    page = visit_whole(f"{lang}/", color_scheme=scheme, viewport=SIZES[scheme])
    stay(page, whole, lang)
    found = []
    for path in whole.kinds(lang).values():
        page.goto(whole_served + path)
        measuring.open_all(page)
        found += [f"{path}: wider: {each}" for each in page.evaluate(WIDER)]
        found += [f"{path}: small: {each}" for each in measuring.small_targets(page)]
        measuring.thin(page)
        found += [
            f"{path}: {each}" for each in measuring.violations(page, colors=lang == "en")
        ]  # all languages share the style sheets
    assert not found, "\n".join(sorted(set(found)))


@pytest.mark.parametrize("scheme", SIZES)
def test_no_opened_part_breaks_a_rule_of_wcag(visit_whole, whole, scheme):
    page = visit_whole(whole.kinds("fr")["card"], color_scheme=scheme, viewport=SIZES[scheme])
    languages = page.locator(".rb-languages summary")
    languages.click()
    found = measuring.violations(page, ".rb-languages")
    languages.click()
    for opener in (".rb-quote", ".rb-keys-button"):
        page.locator(opener).first.click()
        found += measuring.violations(page, "dialog[open]")
        page.keyboard.press("Escape")
    page.locator(".rb-search-open").click()
    page.keyboard.type(page.locator("h1").evaluate("({ firstChild }) => firstChild.textContent"))
    answered(page.locator(".rb-find"))
    found += measuring.violations(page, "dialog[open]")
    page.locator(".rb-find-close").click()
    links = page.locator(":is(.ruling-text p, .card p, .chips) > a[href*='/mechanics/']")
    links.filter(visible=True).first.hover()
    page.locator(".rb-preview").wait_for()
    found += measuring.violations(page, ".rb-preview")
    assert not found, "\n".join(sorted(set(found)))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_without_scripts_every_text_is_visible(visit_whole, whole, whole_served, lang):
    page = visit_whole(f"{lang}/", java_script_enabled=False)
    unseen: list[str] = []
    for path in whole.kinds(lang).values():
        page.goto(whole_served + path)
        unseen += [f"{path}: {text}" for text in page.evaluate(UNSEEN)]
    assert not unseen, "\n".join(unseen)
