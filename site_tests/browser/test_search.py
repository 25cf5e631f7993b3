"""The search on any page: results while typing, with keys alone, in three languages, and on a bad
network.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from site_tests.browser.conftest import Open
from site_tests.browser.finding import (
    Held,
    addresses,
    answered,
    ask,
    heard,
    hits,
    names,
    overhear,
    requested,
)
from site_tests.browser.measuring import small_targets
from site_tests.browser.starting import catching, context

LOST = "The search could not be loaded. Are you online?"
HOSTILE = "<img src=x onerror=boo()>"
HELD = """() => {
  const post = Worker.prototype.postMessage
  Worker.prototype.postMessage = function (message) {
    if (message.query === "relume") window.askAtLast = () => post.call(this, message)
    else post.call(this, message)
  }
}"""
"""How long a question waits before it is asked."""


@pytest.fixture
def careless(browser: Browser, whole_served: str) -> Iterator[Page]:
    """Return a page whose requests may fail. Its scripts may not."""
    failures: list[str] = []
    with context(browser) as visit:
        page = catching(visit.new_page())
        page.on("pageerror", lambda failure: failures.append(str(failure)))
        page.goto(f"{whole_served}en/about/")
        yield page
    assert failures == []


@pytest.fixture
def page(visit_whole: Open) -> Page:
    return visit_whole("en/about/")


def test_hits_appear_while_typing_can_be_tapped_and_are_counted_aloud(page: Page) -> None:
    dialog = ask(page, "relume triggers")
    answered(dialog)
    assert small_targets(page) == []
    expect(dialog.get_by_role("status")).to_have_text(re.compile(r"^\d+ results?"))
    expect(hits(dialog).locator("mark").first).to_have_text(re.compile("relume", re.IGNORECASE))


def test_forms_of_short_words_are_marked_too(visit_whole: Open) -> None:
    dialog = ask(visit_whole("en/about/"), "relume dies")
    hit = (
        hits(dialog).filter(has_text="If several of your creatures with relume die together").first
    )
    expect(hit.locator("mark")).to_have_text(["relume", "die"])


def test_a_hit_shows_its_card_set_and_date_and_links_to_the_ruling(page: Page) -> None:
    dialog = ask(page, "lightless hollow")
    group = dialog.locator(
        ".rb-hits > li", has=page.locator(".rb-hit-title", has_text="Lightless Hollow")
    ).first
    hit = group.locator(
        "a", has_text=re.compile(r"Ruling 2 · Lanterns of Aldermoor · \w+ \d+, 20\d\d")
    )
    hit.click()
    expect(page).to_have_url(re.compile(r"/en/cards/lightless-hollow/#lam-2$"))


def test_a_named_card_has_its_cost_its_type_its_set_and_the_number_of_its_rulings(
    visit_whole: Open,
) -> None:
    dialog = ask(visit_whole("en/about/"), "lightless hollow")
    answered(dialog)
    facts = dialog.locator(".rb-names small").first
    expect(facts).to_have_text(re.compile(r"Land · Lanterns of Aldermoor · \d+ rulings?$"))


def test_the_symbols_of_a_cost_are_drawn_on_any_page(visit_whole: Open) -> None:
    dialog = ask(visit_whole("en/about/"), "ysolde marrack")
    answered(dialog)
    expect(dialog.locator(".rb-names .mana i").first).to_have_css(
        "-webkit-text-fill-color", "rgba(0, 0, 0, 0)"
    )


def test_a_search_that_led_to_a_page_is_offered_again_until_it_is_removed(
    page: Page,
) -> None:
    dialog = ask(page, "lightless hollow")
    answered(dialog)
    hits(dialog).first.click()
    expect(page).to_have_url(re.compile(r"/cards/lightless-hollow/"))
    page.wait_for_load_state()
    dialog = ask(page, "")
    again = dialog.get_by_role("list", name="Recent searches").get_by_role(
        "button", name="lightless hollow", exact=True
    )
    again.click()
    answered(dialog)
    dialog.get_by_role("textbox").fill("")
    dialog.get_by_role("button", name="Remove “lightless hollow”").press("Enter")
    expect(again).to_have_count(0)
    expect(dialog.get_by_role("textbox")).to_be_focused()
    assert page.evaluate("Object.keys(localStorage).includes('rulebinder.searched')") is False


def test_the_words_are_marked_on_the_linked_page(page: Page) -> None:
    dialog = ask(page, "ember counter does nothing")
    answered(dialog)
    hit = hits(dialog).first
    target = hit.get_attribute("href") or ""
    hit.click()
    ruling = page.locator(f"[id='{target.rpartition('#')[2]}']")
    expect(ruling).to_be_in_viewport()
    expect(ruling.locator("mark").first).to_be_visible()
    page.reload()
    expect(page.locator("main mark")).to_have_count(0)


@pytest.mark.parametrize(
    ("lang", "query", "page"),
    [
        ("en", "Lightles Holow", "cards/lightless-hollow/"),
        ("es", "energia", "mechanics/energy/"),
        ("fr", "lanterns of aldermoor", "sets/lam/"),
    ],
)
def test_a_name_in_any_language_links_to_its_page(
    visit_whole: Open, lang: str, query: str, page: str
) -> None:
    dialog = ask(visit_whole(f"{lang}/about/"), query)
    expect(names(dialog).first).to_have_attribute("href", re.compile(rf"/{lang}/{page}$"))


def test_names_and_hits_are_in_the_language_of_the_page(visit_whole: Open) -> None:
    dialog = ask(visit_whole("es/about/"), "ysolde marrack")
    expect(names(dialog).first).to_contain_text("última farolera")
    answered(dialog)
    assert all("/es/" in address for address in addresses(hits(dialog)))
    expect(dialog.locator(".rb-hit-lang")).to_have_count(0)


def test_the_field_opens_again_right_after_it_is_closed(page: Page) -> None:
    for _ in range(3):
        dialog = ask(page, "relume")
        expect(names(dialog).first).to_be_visible()
        page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_an_older_answer_never_replaces_a_newer_one(page: Page) -> None:
    overhear(page)
    page.evaluate(HELD)
    dialog = ask(page, "relume", letters=True)
    page.wait_for_function("() => Boolean(window.askAtLast)", polling=20)
    dialog.get_by_role("textbox").fill("frasco")
    expect(names(dialog).first).to_have_text("Frasco de fuego fatuo")
    heard(page, "frasco")  # the last answer stops older questions, and the first names do not
    page.evaluate("askAtLast()")
    heard(page, "relume")
    expect(names(dialog)).to_have_text(["Frasco de fuego fatuo"])


def test_the_search_works_without_a_mouse(visit_whole: Open) -> None:
    page = visit_whole("en/cards/")
    opener = page.locator(".rb-search-open")
    opener.focus()
    dialog = ask(page, "relume")
    field = dialog.get_by_role("textbox")
    answered(dialog)
    page.keyboard.press("ArrowDown")
    expect(names(dialog).first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    page.keyboard.press("Control+k")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/en/search/\?q=relume$"))


def test_a_slash_in_a_field_types_a_slash(visit_whole: Open) -> None:
    page = visit_whole("en/cards/")
    dialog = ask(page, "1")
    page.keyboard.type("/1")
    expect(dialog.get_by_role("textbox")).to_have_value("1/1")


def test_the_home_page_answers_in_its_own_field(visit_whole: Open) -> None:
    page = visit_whole("en/")
    page.locator("main").get_by_role("textbox").press_sequentially("relume")
    expect(hits(page.locator("main")).first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/en/search/\?q=relume$"))


def test_nothing_is_loaded_before_the_search_is_used(page: Page) -> None:
    asked = requested(page)
    for path in ("en/", "en/cards/", "es/mechanics/"):
        page.goto(page.url.partition("/sub/")[0] + f"/sub/{path}", wait_until="networkidle")
    assert [url for url in asked if "/search/" in url] == []
    ask(page, "a")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if "/search/" in url]


def test_the_search_scripts_have_the_version_of_the_page(page: Page) -> None:
    version = page.evaluate("new URL(document.querySelector('script[src*=rulebinder]').src).search")
    asked = requested(page)
    answered(ask(page, "relume"))
    assert re.fullmatch(r"\?[0-9a-f]{8}", version)
    scripts = {url.rpartition("/")[2] for url in asked if ".js" in url}
    assert scripts == {f"worker.js{version}", f"ui.js{version}"}


def test_without_hits_the_page_says_so_and_suggests_a_word(visit_whole: Open) -> None:
    dialog = ask(visit_whole("en/about/"), "does zzzqqq xyzzy")
    expect(dialog.get_by_role("status")).to_have_text("Nothing found for “does zzzqqq xyzzy”.")
    expect(dialog.locator(".rb-found")).to_contain_text("Try fewer words")
    expect(hits(dialog)).to_have_count(0)


def test_a_suggestion_can_be_followed(page: Page) -> None:
    dialog = ask(page, 'remebers "zzz qqq"')
    suggestion = dialog.locator(".rb-suggestion").first
    expect(suggestion).to_have_text("remembers")
    suggestion.click()
    expect(dialog.get_by_role("textbox")).to_have_value("remembers")
    answered(dialog)


def test_markup_in_a_card_s_name_stays_text(visit: Open) -> None:
    dialog = ask(visit("en/about/"), "img onerror ruling marks")
    expect(dialog.locator(".rb-hit-title", has_text=HOSTILE).first).to_be_visible()
    expect(hits(dialog).filter(has_text="<script>boo()</script>").first).to_be_visible()
    expect(dialog.locator("img, script")).to_have_count(0)


def test_offline_the_search_says_so_and_can_be_retried(careless: Page) -> None:
    careless.context.set_offline(True)
    dialog = ask(careless, "relume")
    expect(dialog.get_by_role("status")).to_have_text(LOST)
    careless.context.set_offline(False)
    careless.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    careless.keyboard.press("/")
    answered(dialog)


def retry(dialog: Locator) -> Locator:
    """Return the button that the search shows if it could not be loaded."""
    expect(dialog.get_by_role("status")).to_have_text(LOST)
    again = dialog.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    return again


@pytest.mark.parametrize("lost", ["en/head", "en/said", "en/*/words/*"])
def test_a_file_lost_at_the_first_question_is_reported_and_requested_again(
    careless: Page, lost: str
) -> None:
    careless.route(f"**/search/{lost}", lambda route: route.abort())
    dialog = ask(careless, "relume")
    expect(dialog.get_by_role("textbox")).to_have_value("relume")
    expect(dialog.locator(".rb-found[aria-busy]")).to_have_count(0)
    again = retry(dialog)
    careless.unroute(f"**/search/{lost}")
    again.click()
    answered(dialog)


def test_a_field_without_its_script_works_at_the_next_use(careless: Page) -> None:
    careless.route("**/search/ui.js*", lambda route: route.abort())
    careless.goto(careless.url.replace("/about/", "/"))
    field = careless.locator("[data-rb-search]")
    field.fill("relu")
    expect(careless.locator(".rb-find-status").first).to_have_text(LOST)
    careless.unroute("**/search/ui.js*")
    field.press_sequentially("me")
    expect(careless.locator(".rb-found a").first).to_be_visible()


@pytest.mark.parametrize(
    ("lost", "question"),
    [
        ("**/search/en/**", "counters stonecutters"),
        ("**/search/en/*/words/*", "counters stonecutters"),
        ("**/search/en/*/texts/**", "counters stonecutters"),
        ("**/search/en/*/words/*", '"stone counters"'),  # a phrase needs no lexicon
    ],
)
def test_offline_after_the_first_question_the_search_says_so_and_can_be_retried(
    careless: Page, lost: str, question: str
) -> None:
    dialog = ask(careless, "relume")
    answered(dialog)
    careless.route(lost, lambda route: route.abort())
    dialog.get_by_role("textbox").fill(question)
    again = retry(dialog)
    careless.unroute(lost)
    again.click()
    answered(dialog)


def test_a_shown_list_stays_when_the_network_goes(careless: Page) -> None:
    dialog = ask(careless, "counter")
    answered(dialog)
    shown = hits(dialog).first.get_attribute("href")
    careless.route("**/search/en/*/words/*", lambda route: route.abort())
    dialog.get_by_role("textbox").fill("stonecutters zebra")
    expect(dialog.get_by_role("button", name="Try again")).to_be_visible()
    expect(hits(dialog).first).to_have_attribute("href", shown or "")


@pytest.mark.parametrize("what", ["ui.js*", "en/head"])
def test_on_a_slow_network_the_page_says_that_something_is_loading(
    visit_whole: Open, what: str
) -> None:
    page = visit_whole("en/about/", caught=True)
    page.clock.install()
    held = Held(page, f"**/search/{what}")
    dialog = ask(page, "relume")
    expect(dialog.get_by_role("status")).to_have_text("Loading the search…")
    held.arrive(1)
    page.clock.run_for(60_000)
    expect(dialog.get_by_role("status")).to_have_text("Loading the search…")
    held.let_go()
    answered(dialog)
    expect(dialog.get_by_role("status")).to_have_text(re.compile("results"))


def test_other_scripts_get_the_documented_list(page: Page) -> None:
    found = page.evaluate("rulebinder.search('energy', { kind: 'note', limit: 3 })")
    assert [set(each) for each in found] == [{"id", "kind", "url", "title", "text"}] * 3
    assert {each["kind"] for each in found} == {"note"}
    assert all(each["url"].startswith(page.url.partition("/en/")[0]) for each in found)
    narrowed = page.evaluate(
        "rulebinder.search('farol', { lang: 'es', set: 'lam', year: '2026', mechanic: ['relume',"
        " 'energy'] })"
    )
    assert narrowed
    assert all("/es/" in each["url"] for each in narrowed if each["kind"] == "ruling")
    assert page.evaluate("rulebinder.search('zzzqqq xyzzy')") == []
