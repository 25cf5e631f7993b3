"""The search during typing: the first results, and the files that are not fetched yet."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from site_tests.browser.conftest import Open
from site_tests.browser.finding import Held, answered, ask, asked, heard, hits, names, overhear

TEXTS = "**/search/en/*/texts/*"
EARLY = 3
"""How many hits are shown first. Each is in a file of its own at most."""
FULL = 8
"""How many hits the list over a page has."""


def fetched(page: Page, part: str) -> list[str]:
    """Return the addresses with this part that are requested from now on."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if part in request.url else None)
    return found


def timeless(visit: Open) -> tuple[Page, Locator]:
    """Return a page whose search has answered and whose clock is stopped, and the dialog."""
    page = visit("en/about/")
    page.clock.install()
    page.goto(page.url)
    dialog = ask(page, "relume", letters=True)
    answered(dialog)
    page.clock.pause_at("2100-01-01")
    return page, dialog


def untouched(page: Page) -> tuple[Locator, Held]:
    """Return the dialog of a search that has started but read no text. Its requests for texts are
    delayed.

    The browser's driver may miss requests before the worker runs.
    """
    dialog = ask(page, "zzzqqq", letters=True)
    expect(dialog.get_by_role("status")).to_contain_text("Nothing found")
    return dialog, Held(page, TEXTS)


@pytest.fixture
def page(visit_whole: Open) -> Page:
    return visit_whole("en/about/", caught=True)


def test_names_are_shown_before_any_text_is_loaded(page: Page) -> None:
    dialog, held = untouched(page)
    dialog.get_by_role("textbox").fill("relume")
    expect(names(dialog).first).to_be_visible()
    expect(hits(dialog)).to_have_count(0)
    expect(dialog.get_by_role("status")).to_have_text("Loading the search…")
    held.let_go()
    answered(dialog)
    expect(hits(dialog)).to_have_count(FULL)


def test_the_first_hits_are_shown_before_the_others_are_loaded(page: Page) -> None:
    dialog, held = untouched(page)
    dialog.get_by_role("textbox").fill("counter")
    expect(dialog.get_by_role("status")).to_have_text("Loading the search…")
    held.arrive(EARLY + 1)
    held.let_go(EARLY)  # the most promising ones are requested first
    expect(hits(dialog).first).to_be_visible()
    assert hits(dialog).count() < FULL
    assert held.routes
    held.let_go()
    answered(dialog)
    expect(hits(dialog)).to_have_count(FULL)


def test_a_further_key_does_not_stop_the_question_before_it(page: Page) -> None:
    """On a slow phone each key comes before the answer to the one before it; something is shown all
    the same.
    """
    dialog, held = untouched(page)
    field = dialog.get_by_role("textbox")
    field.fill("counter")
    held.arrive(EARLY + 1)
    words = Held(page, "**/search/en/*/words/*")
    field.fill("counter relume zebra")
    words.arrive(1)
    held.let_go()
    expect(hits(dialog).first).to_be_visible()
    words.let_go()
    answered(dialog)


def test_older_results_stay_until_there_are_new_ones(page: Page) -> None:
    dialog = ask(page, "counter", letters=True)
    answered(dialog)
    shown = dialog.locator(".rb-found").inner_text()
    held = Held(page, TEXTS)
    dialog.get_by_role("textbox").fill("relume triggers")
    expect(dialog.locator(".rb-found[aria-busy]")).to_have_count(1)
    held.arrive(1)
    assert dialog.locator(".rb-found").inner_text() == shown
    held.let_go()
    answered(dialog)
    assert dialog.locator(".rb-found").inner_text() != shown


def test_an_incomplete_word_opens_no_other_language(visit_whole: Open) -> None:
    page, dialog = timeless(visit_whole)
    dialog.get_by_role("textbox").fill("")
    elsewhere = fetched(page, "/search/es/")
    overhear(page)
    page.keyboard.type("repartir fichas")
    heard(page, "repartir fichas")
    assert elsewhere == []
    page.clock.run_for(1000)
    answered(dialog)
    assert elsewhere
    assert hits(dialog).first.locator("xpath=ancestor::li").get_attribute("lang") == "es"


def test_pasted_text_is_searched_in_other_languages_at_once(visit_whole: Open) -> None:
    _, dialog = timeless(visit_whole)
    dialog.get_by_role("textbox").fill("repartir fichas")
    expect(hits(dialog).first.locator("xpath=ancestor::li")).to_have_attribute("lang", "es")


def test_a_first_letter_reads_no_large_file_and_reports_no_failure(visit_whole: Open) -> None:
    page, dialog = timeless(visit_whole)
    files = fetched(page, "/search/")
    overhear(page)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("c")
    heard(page, "c")
    page.clock.run_for(60_000)
    assert asked(page) == ["c"]
    expect(dialog.get_by_role("status")).to_have_text("")
    expect(dialog.locator(".rb-found > *")).to_have_count(0)
    assert [url for url in files if not re.search(r"/en/\w+/words/\d+$", url)] == []
    assert len(files) <= 1
    page.keyboard.press("Backspace")
    page.keyboard.type("counter")
    answered(dialog)


def test_a_submitted_letter_without_hits_is_reported(visit_whole: Open) -> None:
    page = visit_whole("en/search/?q=c")
    expect(page.get_by_role("main").get_by_role("status")).to_have_text("Nothing found for “c”.")
    expect(page.locator(".rb-found .quiet")).to_be_visible()


def test_the_focus_stays_in_the_list_when_it_is_replaced(page: Page) -> None:
    dialog, held = untouched(page)
    dialog.get_by_role("textbox").fill("relume")
    expect(names(dialog).first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(names(dialog).first).to_be_focused()
    held.let_go()
    answered(dialog)
    expect(hits(dialog)).to_have_count(FULL)
    expect(names(dialog).first).to_be_focused()


def test_a_letter_that_rulings_have_as_a_word_is_found(visit_whole: Open) -> None:
    dialog = ask(visit_whole("en/about/"), "X", letters=True)
    answered(dialog)
    expect(hits(dialog).first).to_contain_text("X")
