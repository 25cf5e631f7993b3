"""A ruling on another website: the element reads the short page of this one, from another
origin.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from site_tests.browser.starting import catching, context
from site_tests.browser.test_sharing import SHORT

POLICY = "default-src 'none'; script-src {site}; connect-src {site}"
"""The strictest policy that lets the element work: no styles, no inline scripts."""
ELSEWHERE = "http://127.0.0.1:9/"
Embed = Callable[..., Locator]


@pytest.fixture
def embed(browser, served):
    """Return a function that shows an element on another website, whose only page is empty.

    Our server lets others read, as its host must.
    """
    amiss: list[str] = []
    with context(browser, locale="en-US") as visit:
        page = catching(visit.new_page())
        page.on("pageerror", lambda failure: amiss.append(str(failure)))
        page.route(f"{served}**", _shared)
        page.route(ELSEWHERE, lambda route: _restricted(route, served))
        page.goto(ELSEWHERE)

        def show(src, inside="<a href='#own'>Own words</a>"):
            page.evaluate(
                """([script, src, inside]) => {
                  const element = document.createElement("rulebinder-ruling")
                  if (src !== null) element.setAttribute("src", src)
                  element.innerHTML = inside
                  document.body.replaceChildren(element)
                  const made = document.createElement("script")
                  document.head.append(Object.assign(made, { type: "module", src: script }))
                }""",
                [f"{served}embed.js", src, inside],
            )
            page.wait_for_function("() => customElements.get('rulebinder-ruling')", polling=20)
            return page.locator("rulebinder-ruling")

        yield show
        page.unroute_all(behavior="ignoreErrors")  # a test need not wait for the last answer
    assert amiss == []


def _shared(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, headers={**answer.headers, "access-control-allow-origin": "*"})


def _restricted(route: Route, served: str) -> None:
    site = re.match(r"\w+://[^/]+", served)
    assert site
    route.fulfill(
        content_type="text/html",
        body="<!doctype html><html lang='de'><title>Elsewhere</title><body></body></html>",
        headers={"content-security-policy": POLICY.format(site=site[0])},
    )


def parts(page: Page) -> list[str]:
    """Return the names of all elements that the element shows."""
    found: list[str] = page.evaluate(
        "[...document.querySelector('rulebinder-ruling').shadowRoot.querySelectorAll('*')]"
        ".map((each) => each.localName)"
    )
    return found


def test_a_ruling_is_shown_with_card_set_date_and_link_in_its_own_colors(embed, served):
    element = embed(f"{served}es/{SHORT}")
    expect(element.locator("blockquote")).to_contain_text("destella")
    expect(element.locator("cite")).to_have_text("Fuego fatuo del pantano")
    expect(element.locator("figcaption")).to_contain_text(
        "Aclaración 1 · Faroles sobre el fango · 7 de febrero de 2031"
    )
    link, figure = element.locator("figcaption a"), element.locator("figure")
    expect(link).to_have_attribute("href", f"{served}es/{SHORT}")
    expect(figure).to_have_attribute("lang", "es")
    expect(element.get_by_text("Own words")).to_be_hidden()
    for scheme, color, paper in (
        ("light", "rgb(11, 93, 84)", "rgb(253, 252, 249)"),
        ("dark", "rgb(127, 212, 196)", "rgb(22, 26, 26)"),
    ):
        element.evaluate(
            "(element, scheme) => { document.documentElement.style.colorScheme = scheme }", scheme
        )
        expect(link).to_have_css("color", color)
        expect(figure).to_have_css("background-color", paper)
    element.evaluate("(element, src) => element.setAttribute('src', src)", f"{served}en/{SHORT}")
    expect(element.locator("blockquote")).to_have_text(
        "Wisp of the Fen can glimmer while Mire Lantern is tapped."
    )


def test_symbols_are_drawn_although_the_website_forbids_pictures(embed, served):
    shown = embed(f"{served}r/vex/quoted-totem/1/")
    expect(shown.locator(".mana .w svg")).to_have_attribute("viewBox", "0 832 32 32")
    expect(shown.locator(".mana .w")).to_have_text("{W}")
    assert shown.locator(".mana .n2 svg").evaluate(
        "(drawn) => drawn.clientWidth > 9 && drawn.querySelectorAll('path').length > 9"
    )

    def answer(route):
        body = route.fetch().text().replace("only then", "only . . . then. {T} . . .")
        route.fulfill(body=body, headers={"access-control-allow-origin": "*"})

    shown.page.route("**/r/vex/quoted-totem/1/", answer)
    shown.evaluate("(element) => element.setAttribute('src', element.getAttribute('src'))")
    dots = ".\u00a0.\u00a0."
    expect(shown.locator("blockquote")).to_contain_text(dots)
    words = shown.locator("blockquote").evaluate("(quote) => quote.textContent")
    assert words.count(dots) == 2, "three dots stay on one line"


def test_hostile_text_stays_text(embed, served):
    shown = embed(f"{served}r/vex/img-src-x-onerror-boo-7-7/1/")
    expect(shown.locator("blockquote")).to_contain_text("<script>boo()</script>")
    allowed = {"figure", "blockquote", "figcaption", "cite", "a", "p", "ul", "li"}
    assert set(parts(shown.page)) <= allowed


def test_what_is_no_ruling_leaves_the_own_words_of_the_website_or_a_link(embed, served):
    page = embed(None).page
    expect(page.get_by_text("Own words")).to_be_visible()
    for path in ("r/lom/none/1/", "en/about/"):
        with page.expect_response(f"{served}{path}"):
            shown = embed(f"{served}{path}")
        expect(shown.get_by_text("Own words")).to_be_visible()
        assert parts(page) == ["slot", "a"]
    shown = embed(f"{served}r/lom/none/1/", "")
    expect(shown.locator("slot a")).to_have_attribute("href", f"{served}r/lom/none/1/")
    expect(shown.locator("slot a")).to_be_visible()
    embed("javascript:document.title = 'ran'", "")
    assert parts(page) == ["slot"]
    assert page.title() == "Elsewhere"
