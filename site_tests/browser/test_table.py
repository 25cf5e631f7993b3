"""The page for a table: a reader pastes a deck list, and reads all rulings of its cards on one
page.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from site_tests.browser import measuring
from site_tests.browser.conftest import PHONE
from site_tests.browser.finding import Held, clipboard
from site_tests.browser.starting import context
from site_tests.browser.test_offline import copied, cut, home, until

__all__ = ["copied", "home"]

TABLE = "en/table/"
LIST = """About
Name Fen and fog

Deck
4 Mire Lantern (LOM) 12
Farol del fango
Mire Lantern // Nothing
2x Wisp of the Fen
1 Sink // Surface
Surface
Sink/Surface

Sideboard
SB: 3 Bog of Nowhere"""
LANTERN, WISP = "Mire Lantern", "Wisp of the Fen"


def show(page: Page, text: str, name: str = "") -> None:
    """Paste a list, and wait until its cards are read."""
    if not page.get_by_label("Cards", exact=True).is_visible():
        page.get_by_text("Edit the list").click()
    page.get_by_label("Cards", exact=True).fill(text)
    page.get_by_label("Name of the list").fill(name)
    page.locator(".rb-table > [role=status]").evaluate(
        "status => { status.textContent = '' }"
    )  # what it says of the list before
    page.get_by_role("button", name="Show the rulings").click()
    laid(page)


def laid(page: Page) -> None:
    """Wait until a list is shown."""
    expect(page.locator(".rb-table > [role=status]")).to_contain_text("Cards with rulings")


def cards(page: Page) -> list[str]:
    return page.locator(".rb-card h2").all_inner_texts()


def lists(page: Page) -> list[str]:
    return page.locator(".rb-lists button").all_inner_texts()


def card(page: Page, name: str) -> Locator:
    return page.locator(".rb-card", has=page.get_by_role("heading", name=name, level=2))


@pytest.fixture
def page(visit):
    return visit(TABLE)


def test_a_list_shows_all_rulings_of_its_cards_and_what_has_none_leads_elsewhere(page):
    """A card is found by each of its names and by its faces, and listed once."""
    show(page, LIST)
    assert cards(page) == [LANTERN, WISP, "Sink // Surface"]
    expect(page.locator(".rb-sideboard")).to_be_hidden()
    expect(card(page, WISP).locator("li.ruling")).to_have_count(2)
    expect(card(page, WISP)).to_contain_text("can glimmer while Mire Lantern is tapped")
    expect(card(page, LANTERN).locator("summary .mana").first).to_be_visible()
    expect(card(page, LANTERN).locator(".card")).not_to_contain_text(LANTERN)
    expect(card(page, LANTERN).locator(".face-cost")).to_have_count(0)
    expect(card(page, "Sink").locator(".face-name")).to_have_count(2)
    expect(card(page, "Sink").locator("summary .mana")).to_have_count(0)
    without = page.locator(".rb-without a")
    expect(without).to_have_text(["Bog of Nowhere"])
    expect(without).to_have_attribute(
        "href",
        re.compile(r"^https://scryfall\.com/search\?q=lang%3Aany%20%22Bog%20of%20Nowhere%22$"),
    )
    expect(page.locator(".rb-lost")).to_be_hidden()


def test_what_somebody_types_before_the_script_is_there_stays(visit):
    page = visit(TABLE, caught=True)
    held: list[Route] = []
    #  Playwright takes no built-in function.
    page.route("**/search/table.js*", lambda route: held.append(route))  # noqa: PLW0108
    with page.expect_request("**/search/table.js*"):
        page.reload(wait_until="commit")
    page.get_by_label("Cards", exact=True).fill(LANTERN)
    held[0].continue_()
    page.get_by_role("button", name="Show the rulings").click()
    laid(page)
    assert cards(page) == [LANTERN]


def test_the_sideboard_stands_apart_and_basic_lands_are_left_out(page):
    show(page, f"4 {WISP}\n9 Island\n2 Bosque nevado\n\n1 {LANTERN}\n2 {WISP}\n1 Bog of Nowhere")
    assert page.locator(".rb-deck .rb-card h2").all_inner_texts() == [WISP]
    assert page.locator(".rb-sideboard h2").all_inner_texts() == ["Sideboard", LANTERN]
    expect(page.locator(".rb-without a")).to_have_text(["Bog of Nowhere"])
    expect(page.locator(".rb-table > [role=status]")).to_contain_text("Without: 1.")


def altered(page: Page, pattern: str, put: str) -> None:
    """Let the page of the wisp have other markup where it has the ``pattern``."""

    def answer(route: Route) -> None:
        body, count = re.subn(pattern, put, route.fetch().text(), flags=re.DOTALL)
        assert count == 1
        route.fulfill(body=body, content_type="text/html")

    page.route("**/en/cards/wisp-of-the-fen/", answer)


def test_rulings_that_the_page_folds_are_counted(visit):
    page = visit(TABLE, caught=True)
    fold = '</ol><details class="others"><summary>1 more</summary><ol class="rulings">'
    altered(page, r'<li class="ruling"[^>]*id="lom-2"', rf"{fold}\g<0>")
    show(page, WISP)
    expect(card(page, WISP).locator("details.others li.ruling")).to_have_count(1)
    expect(card(page, WISP).locator("summary .quiet").first).to_have_text("2 rulings")


def test_a_verdict_stands_with_its_ruling_everywhere(visit):
    page = visit(TABLE, caught=True)
    verdict = "No longer true: fens dried up"
    foot = f'<div class="ruling-foot"><p class="verdict">{verdict}</p><p>Aside</p></div>'
    altered(page, r' id="lom-2".*?<div class="ruling-text">', rf"\g<0>{foot}")
    show(page, WISP)
    ruling = card(page, WISP).locator("li.ruling").last
    expect(ruling.get_by_text(verdict)).to_be_visible()
    ruling.get_by_role("button", name="Quote ruling 2").click()
    page.get_by_role("button", name="Text with link").click()
    expect(page.locator(".rb-status")).not_to_be_empty()
    assert f" · {verdict}\n" in clipboard(page)
    ruling.get_by_role("button", name="large type").click()
    large = page.get_by_role("dialog", name=f"{WISP} · 2")
    expect(large).to_contain_text(verdict)
    expect(large).not_to_contain_text("Aside")


def test_a_long_list_is_folded_and_a_card_is_found_by_a_part_of_its_names(page):
    show(
        page,
        f"Farol del fango\n{WISP}\nVexing Anvil\nVexing Bellows\nQuoted Totm\nSB: Quoted Totem",
    )
    page.emulate_media(media="print")
    expect(page.locator(".rb-meant").get_by_text("Quoted Totem?")).to_be_visible()
    seek = page.get_by_role("searchbox", name="Find a card in this list")
    expect(seek).to_be_hidden()
    page.emulate_media(media="screen")
    for typed, name in (("FÁROL", LANTERN), ("lantern", LANTERN), ("totem", "Quoted Totem")):
        seek.fill(typed)
        assert page.locator(".rb-card:visible h2").all_inner_texts() == [name]
    expect(page.get_by_role("heading", name="Sideboard")).to_be_visible()
    seek.fill("")
    expect(page.locator(".rb-card:visible")).to_have_count(5)
    expect(page.locator("li.ruling").first).to_be_hidden()
    unfold = page.get_by_role("button", name="Unfold all")
    unfold.click()
    expect(page.locator("li.ruling").last).to_be_visible()
    expect(unfold).to_have_attribute("aria-pressed", "true")
    show(page, LANTERN)
    expect(page.locator("li.ruling").first).to_be_visible()


def test_a_ruling_is_copied_shown_in_large_type_and_leads_to_its_page(page, served):
    show(page, LANTERN)
    ruling = card(page, LANTERN)
    ruling.get_by_role("button", name="Copy link to ruling 1").click()
    expect(page.locator(".rb-status")).to_have_text("Copied: Link")
    assert clipboard(page) == f"{served}en/r/lom/mire-lantern/1/"
    opener = page.get_by_role("button", name="Show ruling 1 in large type")
    opener.click()
    expect(opener).to_contain_text("Large type")
    dialog = page.get_by_role("dialog", name=f"{LANTERN} · 1")
    expect(dialog).to_contain_text("gives only blue mana")
    assert dialog.bounding_box() == {"x": 0, "y": 0, **PHONE}
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    ruling.locator(".ruling-number").first.click()
    expect(page).to_have_url(f"{served}en/cards/mire-lantern/#lom-1")


def test_a_misspelt_name_is_corrected_with_a_tap_and_a_part_of_a_name_is_no_card(page):
    show(page, "Mire\nMire Lanterns\nWisp Fen")
    assert cards(page) == []
    for name, meant in (("mire lanntern", LANTERN), ("Faroll del fango", "Farol del fango")):
        show(page, f"4 {name}\n1 Bog of Nowhere")
        assert cards(page) == [], name
        expect(page.locator(".rb-without a")).to_have_text(["Bog of Nowhere"])
        offer = page.locator(".rb-meant")
        expect(offer).to_have_text(re.compile(rf"^\s*{name} → {meant}\?\s*$"))
        offer.get_by_role("button").click()
        expect(page.locator(".rb-card h2")).to_have_text([LANTERN])
        expect(offer).to_be_hidden()


def test_words_of_documents_stay_text(page):
    show(page, "<img src=x onerror=boo()> {{ 7-7 }}\n<b>nothing</b>")
    expect(page.locator(".rb-card")).to_contain_text("A ruling with <script>boo()</script>")
    expect(page.locator(".rb-without a")).to_have_text("<b>nothing</b>")
    expect(page.locator(".rb-laid :is(script, img, b:not(.number))")).to_have_count(0)


def test_lists_stay_on_the_device_under_their_names(page, served):
    show(page, LIST)
    page.get_by_role("button", name="New list").click()
    expect(page.get_by_label("Cards", exact=True)).to_be_focused()
    show(page, WISP, "Only wisps")
    page.goto(served + TABLE)
    laid(page)
    assert lists(page) == ["Only wisps", "Fen and fog", "New list"]
    assert cards(page) == [WISP]
    page.get_by_role("button", name="Fen and fog").click()
    expect(card(page, LANTERN)).to_be_visible()
    show(page, WISP, "Renamed")
    assert lists(page) == ["Renamed", "Only wisps", "New list"]
    page.get_by_text("Edit the list").click()
    page.get_by_role("button", name="Delete this list").click()
    expect(page.locator(".rb-lists button")).to_have_text(["Only wisps", "New list"])


def test_a_link_has_the_whole_list_in_every_language(visit):
    page = visit(TABLE)
    show(page, LIST)
    page.get_by_text("Edit the list").click()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator(".rb-table > [role=status]")).to_contain_text("Link copied")
    link = clipboard(page)
    other = visit(f"{TABLE}#{link.partition('#')[2]}")
    laid(other)
    assert cards(other) == [LANTERN, WISP, "Sink // Surface"]
    other.locator(".rb-languages summary").click()
    other.locator("a[data-language=es]").click()
    expect(other.locator(".rb-card h2").first).to_have_text("Farol del fango")
    expect(other).to_have_title(re.compile("lista de mazo"))


def test_a_list_of_a_link_is_stored_only_by_its_reader_and_takes_no_list_away(page):
    show(page, WISP, "Mine")
    link = page.url
    page.get_by_text("Edit the list").click()
    page.get_by_role("button", name="Delete this list").click()
    show(page, LANTERN, "Kept")
    page.evaluate("(link) => { location.href = link }", link)
    expect(card(page, WISP)).to_be_visible()
    laid(page)
    assert lists(page) == ["Kept", "New list"]
    expect(page.get_by_role("button", name="Delete this list")).to_have_count(0)
    page.get_by_role("button", name="Save this list").click()
    assert lists(page) == ["Mine", "Kept", "New list"]
    expect(page.get_by_role("button", name="Save this list")).to_be_hidden()
    show(page, LANTERN, "Mine")
    page.evaluate("(link) => { location.href = link }", link)
    expect(card(page, WISP)).to_be_visible()
    expect(page.get_by_label("Name of the list")).to_have_value("Mine 2")
    assert lists(page) == ["Mine", "Kept", "New list"]


def test_the_progress_is_visible_and_few_pages_are_requested_at_once(visit):
    page = visit(TABLE, caught=True)
    held = Held(page, "**/en/cards/*/")
    page.get_by_label("Cards", exact=True).fill(
        f"{LANTERN}\n{WISP}\nSink\nVexing Anvil\nVexing Bellows\nQuoted Totem"
    )
    page.get_by_role("button", name="Show the rulings").click()
    held.arrive(4)
    expect(page.get_by_role("progressbar")).to_have_attribute("max", "6")
    assert len(held.routes) == 4
    held.let_go(1)
    held.arrive(4)
    expect(page.get_by_role("progressbar")).to_have_js_property("value", 1)
    held.let_go()
    laid(page)
    expect(page.get_by_role("progressbar")).to_be_hidden()


def test_without_cards_the_page_says_so_and_with_a_list_and_a_large_ruling_it_is_accessible(page):
    page.get_by_label("Cards", exact=True).fill("Deck\n\nSideboard")
    page.get_by_role("button", name="Show the rulings").click()
    expect(page.locator(".rb-table > [role=status]")).to_have_text(
        "There are no cards in this list."
    )
    show(page, LIST)
    page.get_by_text("Edit the list").click()
    assert measuring.scheme_violations(page) == []
    page.get_by_role("button", name="in large type").first.click()
    assert measuring.scheme_violations(page) == []


@pytest.fixture
def reader(browser, home):
    """Return a page of a new reader, whose pages a worker remembers."""
    with context(browser, viewport=PHONE, locale="en-US", service_workers="allow") as opened:
        page = opened.new_page()
        page.goto(home + TABLE)
        yield page


@pytest.mark.parametrize("watched", [True, False], ids=["later visit", "first visit"])
def test_a_list_is_read_without_a_network(reader, home, copied, watched):
    if watched:
        reader.evaluate("navigator.serviceWorker.ready.then(() => true)")
        reader.goto(f"{home}en/about/")
        reader.goto(home + TABLE)
    show(reader, LIST)
    for path in (
        TABLE,
        "en/cards/mire-lantern/",
        "en/cards/wisp-of-the-fen/",
        "en/cards/sink-surface/",
    ):
        until(reader, f"caches.match('{home}{path}').then(Boolean)")
    until(reader, "caches.keys().then(async (names) => (await Promise.all(names.map(async (name) =>"
          "(await (await caches.open(name)).keys())"
          ".some(({ url }) => url.includes('search/table.js'))))).some(Boolean))")  # fmt: skip
    cut(reader, copied)
    reader.reload()
    laid(reader)
    assert cards(reader) == [LANTERN, WISP, "Sink // Surface"]
