"""Symbols in the browser: drawn, copied, and opened as files."""

from playwright.sync_api import Page

from site_tests.browser.finding import Held, clipboard, requested

SELECT = """(selector) => {
  const range = document.createRange()
  range.selectNodeContents(document.querySelector(selector))
  getSelection().removeAllRanges()
  getSelection().addRange(range)
}"""
PAGE = "en/cards/mire-lantern/"
SHEET = "/assets/symbols.svg"


def copied(page: Page, selector: str) -> str:
    """Select and copy the element, and return the plain text on the clipboard."""
    page.evaluate(SELECT, selector)
    page.keyboard.press("Control+C")
    return clipboard(page)


def test_a_cost_copies_as_it_is_written(visit):
    page = visit(PAGE)
    assert copied(page, ".face-rules p") == "{T}: Add {U}."
    page.evaluate(
        """() => { document.querySelector(".face-cost .mana").innerHTML =
      '<i class="n2">{2}</i><i class="w">{W}</i>'
      + '<i class="g u2 three">{G/U/P}</i><i class="pill"><s>{</s>?<s>}</s></i>' }"""
    )
    assert copied(page, ".face-cost") == "{2}{W}{G/U/P}{?}"


def test_a_page_requests_the_symbols_once(visit, served):
    page = visit("en/about/")
    page.wait_for_load_state("networkidle")
    asked = requested(page)
    page.goto(served + PAGE, wait_until="networkidle")
    assert len([url for url in asked if url.endswith(SHEET)]) == 1


def test_nothing_moves_when_the_symbols_load_late(visit, served):
    page = visit("en/about/", caught=True)
    page.wait_for_load_state("networkidle")
    held = Held(page, f"**{SHEET}")
    page.goto(served + PAGE, wait_until="domcontentloaded")
    box = (
        "() => JSON.stringify([...document.querySelectorAll('.face *')].map((each) =>"
        " each.getBoundingClientRect()))"
    )
    page.wait_for_function(
        "() => document.querySelector('.mana i').getBoundingClientRect().width > 0", polling=20
    )
    before = page.evaluate(box)
    held.arrive(1)
    held.let_go()
    page.wait_for_load_state("networkidle")
    assert page.evaluate(box) == before
