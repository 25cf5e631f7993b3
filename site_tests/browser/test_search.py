"""The search on any page and on its own: by mouse and by keys, at once and later, and on a bad
network. What it finds is tested in web/tests/engine.
"""

import re

import pytest
from playwright.sync_api import expect

from site_tests.browser.finding import Held, answered, ask, hits, names, requested
from site_tests.browser.measuring import small_targets, violations
from site_tests.browser.starting import catching, context

HOSTILE = "<img src=x onerror=boo()>"
LOST = "The search could not be loaded. Are you online?"


@pytest.fixture
def careless(browser, served):
    """Return a page whose requests may fail. Its scripts may not."""
    failures: list[str] = []
    with context(browser) as visit:
        page = catching(visit.new_page())
        page.on("pageerror", lambda failure: failures.append(str(failure)))
        page.goto(f"{served}en/about/")
        yield page
    assert failures == []


def test_a_hit_shows_its_card_and_source_and_leads_to_the_marked_ruling(visit, served):
    page = visit("en/about/")
    dialog = ask(page, "mire lantern blue mana")
    answered(dialog)
    assert small_targets(page) == []
    expect(dialog.get_by_role("heading", name="Mire Lantern").first).to_be_visible()
    expect(dialog.get_by_role("status")).to_have_text("")
    source = re.compile(r"Ruling 1 · .+ · \w+ \d+, 20\d\d")
    hits(dialog).filter(has_text=source).first.click()
    expect(page).to_have_url(re.compile(r"/en/cards/mire-lantern/#lom-1$"))
    expect(page.locator("#lom-1 mark").locator("visible=true").first).to_be_visible()
    page.go_back()
    expect(dialog.get_by_role("textbox")).to_have_value("mire lantern blue mana")
    answered(dialog)
    page.keyboard.press("Escape")
    page.reload(wait_until="networkidle")
    expect(dialog).to_be_hidden()
    page.goto(f"{served}en/cards/mire-lantern/")
    answered(ask(page, "mire lantern blue mana"))
    hits(dialog).filter(has_text="Ruling 1 · ").first.click()
    expect(page).to_have_url(re.compile(r"/en/cards/mire-lantern/#lom-1$"))
    expect(dialog).to_be_hidden()
    expect(page.locator("#lom-1 mark").locator("visible=true").first).to_be_visible()


def test_the_search_works_without_a_mouse(visit):
    page = visit("en/cards/")
    opener = page.locator(".rb-search-open")
    opener.focus()
    dialog = ask(page, "glimmer", letters=True)
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
    expect(page).to_have_url(re.compile(r"/en/search/\?q=glimmer$"))
    answered(page)
    page.locator("body").press("/")
    expect(page.locator(".rb-search-page").get_by_role("textbox")).to_be_focused()


def test_a_search_that_led_to_a_page_is_offered_again_until_it_is_removed(visit):
    page = visit("en/about/")
    dialog = ask(page, "mire lantern")
    answered(dialog)
    facts = dialog.locator(".rb-names small").first
    expect(facts).to_have_text(re.compile(r"Artifact · .+ · 1 ruling$"))
    names(dialog).first.click()
    expect(page).to_have_url(re.compile(r"/cards/mire-lantern/"))
    page.wait_for_load_state()
    dialog = ask(page, "")
    again = dialog.get_by_role("button", name="mire lantern", exact=True)
    again.click()
    answered(dialog)
    dialog.get_by_role("textbox").fill("")
    dialog.get_by_role("button", name="Remove all").press("Enter")
    expect(again).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage).includes('rulebinder.searched')") is False


@pytest.mark.parametrize("address", ["en/", "en/?q=glimmer", "en/#q=glimmer"])
def test_the_home_page_answers_in_its_own_field(visit, address):
    page = visit(address)
    field = page.locator("main").get_by_role("textbox")
    if "glimmer" not in address:
        field.press_sequentially("glimmer")
    expect(field).to_have_value("glimmer")
    expect(hits(page.locator("main")).first).to_be_visible()
    hits(page.locator("main")).first.click()
    expect(page).to_have_url(re.compile(r"/en/(cards|mechanics|sets)/"))
    page.go_back()
    expect(field).to_have_value("glimmer")
    expect(hits(page.locator("main")).first).to_be_visible()
    field.press("Enter")
    expect(page).to_have_url(re.compile(r"/en/search/\?q=glimmer$"))


def test_nothing_is_loaded_before_the_search_is_used_and_no_request_comes_later(
    visit,
):
    page = visit("en/about/")
    version = page.evaluate("new URL(document.querySelector('script[src*=rulebinder]').src).search")
    asked = requested(page)
    for path in ("en/", "en/cards/", "es/mechanics/", "en/about/"):
        page.goto(page.url.partition("/sub/")[0] + f"/sub/{path}", wait_until="networkidle")
    assert [url for url in asked if "/search/" in url] == []
    dialog = ask(page, "glimmer")
    answered(dialog)
    page.wait_for_load_state("networkidle")
    searched = [url for url in asked if "/search/" in url]
    assert {f"worker.js{version}", f"ui.js{version}"} <= {
        url.rpartition("/")[2] for url in searched
    }
    dialog.get_by_role("textbox").fill("da maná azul")
    expect(hits(dialog).first.locator("xpath=ancestor::li")).to_have_attribute("lang", "es")
    assert [url for url in asked if "/search/" in url] == searched


def test_the_first_hits_come_before_phrases_and_the_page_says_that_more_is_loading(
    visit,
):
    page = visit("en/about/", caught=True)
    page.clock.install()
    held = Held(page, "**/search/en/phrases*")
    dialog = ask(page, "glimmer")
    held.arrive(1)
    expect(hits(dialog).first).to_be_visible()
    page.clock.run_for(1000)
    expect(dialog.get_by_role("status")).to_have_text("Loading the search…")
    held.let_go()
    answered(dialog)
    expect(dialog.get_by_role("status")).to_have_text("")


def test_a_lost_file_is_reported_and_requested_again(careless):
    address = careless.url
    for lost in ("ui.js*", "en/head", "en/said", "names/names*", "en/texts*", "en/phrases*"):
        careless.route(f"**/search/{lost}", lambda route: route.abort())
        careless.goto(address)
        dialog = ask(careless, "glimmer")
        expect(dialog.get_by_role("status")).to_have_text(LOST)
        again = dialog.get_by_role("button", name="Try again")
        careless.unroute(f"**/search/{lost}")
        if lost == "ui.js*":  # it has the button
            dialog.get_by_role("textbox").press("s")
        else:
            again.click()
        answered(dialog)
        expect(again).to_have_count(0)


def test_nothing_found_and_what_the_site_lacks_are_said_in_one_place(visit):
    page = visit("en/about/")
    dialog = ask(page, "zz", letters=True)
    status = dialog.get_by_role("status")
    expect(dialog.locator(".rb-found[aria-busy]")).to_have_count(0)
    expect(status).to_have_text("")
    dialog.get_by_role("textbox").fill("zzq xyq qqz yyz")
    expect(status).to_have_text("Nothing found for “zzq xyq qqz yyz”.")
    dialog.get_by_role("textbox").fill("Quorbix Varnoth rulings")
    expect(status).to_have_text("Quorbix Varnoth isn't on this site. → Scryfall")
    elsewhere = status.get_by_role("link")
    expect(elsewhere).to_have_attribute("href", re.compile(r"//scryfall\.com/search\?q=.*Quorbix"))
    page.keyboard.press("ArrowDown")
    expect(elsewhere).to_be_focused()
    dialog.get_by_role("textbox").fill("img onerror ruling marks")
    expect(dialog.locator(".rb-hit-title", has_text=HOSTILE).first).to_be_visible()
    expect(dialog.locator("img, script")).to_have_count(0)


def test_the_search_page_filters_and_back_undoes_it(visit):
    page = visit("en/search/?q=glimmer", viewport={"width": 1280, "height": 800})
    answered(page)
    page.get_by_text("More filters").click()
    kind = page.get_by_label("Kind")
    kind.focus()
    kind.select_option("Ruling on a mechanic")
    expect(page).to_have_url(re.compile(r"\?q=glimmer&kind=note$"))
    expect(page.locator(".rb-hit-facts", has_text="Ruling 1 · ")).to_have_count(1)
    expect(kind).to_be_focused()
    page.go_back()
    expect(kind).to_have_value("")
    page.goto(page.url + "&kind=note&kind=ruling")
    expect(kind.locator(":checked")).to_have_text("Ruling on a mechanic, Ruling")
    kind.select_option("All")
    expect(page).to_have_url(re.compile(r"\?q=glimmer$"))
    assert violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_other_scripts_get_the_documented_list(visit):
    page = visit("en/about/")
    listed = page.evaluate("rulebinder.search('mire', { kind: 'ruling', limit: 2 })")
    assert [set(hit) for hit in listed] == [{"id", "kind", "url", "title", "text"}] * 2
    assert {hit["kind"] for hit in listed} == {"ruling"}
    assert all(hit["url"].startswith(page.url.partition("/en/")[0]) for hit in listed)
    narrowed = page.evaluate(
        "rulebinder.search('farol', { lang: 'es', set: 'lom', year: '2031', mechanic: ['glimmer',"
        " 'flying'] })"
    )
    assert all("/es/" in hit["url"] for hit in narrowed if hit["kind"] == "ruling")
    absent = "rulebinder.search('Quorbix Varnoth rulings').then(({ absent }) => absent)"
    assert page.evaluate(absent) == ["Quorbix Varnoth"]
