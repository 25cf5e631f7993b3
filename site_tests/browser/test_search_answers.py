"""What is shown above the hits: the answer to a question, a card that the site lacks, and what a
word may mean.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from site_tests.browser.conftest import SUB_PATH, WIDE, Open
from site_tests.browser.finding import answered, hits


def asked(visit: Open, lang: str, query: str) -> Page:
    """Open the search page with a question, and wait for the whole answer."""
    page = visit(f"{lang}/search/?q={query.replace(' ', '+')}")
    expect(page.locator(".rb-find-status").first).not_to_be_empty()
    expect(page.locator(".rb-found[aria-busy]")).to_have_count(0)
    return page


@pytest.mark.parametrize(
    ("lang", "query", "label", "mechanic"),
    [
        ("en", "what is relume", "Answer", "Relume"),
        ("en", "relume", "Answer", "Relume"),
        ("es", "¿qué es la energía?", "Respuesta", "Energía"),
        ("fr", "comment marche l'énergie", "Réponse", "Énergie"),
    ],
)
def test_a_question_for_a_mechanic_has_its_explanation_above_the_hits(
    visit_whole: Open, lang: str, query: str, label: str, mechanic: str
) -> None:
    page = asked(visit_whole, lang, query)
    answer = page.get_by_role("region", name=label)
    expect(answer.get_by_role("link", name=mechanic, exact=True)).to_have_attribute(
        "href", re.compile(r"/mechanics/\w+/$")
    )
    expect(answer.locator(".rb-answer-head + p")).not_to_be_empty()
    expect(hits(page).first).to_be_visible()
    assert (
        page.evaluate("document.querySelector('.rb-found').firstElementChild.className")
        == "rb-answer"
    )


def test_the_ruling_of_an_answer_has_its_set_and_day_and_is_copied_with_one_tap(
    visit_whole: Open,
) -> None:
    page = visit_whole("en/search/?q=what+is+relume")
    answer = page.get_by_role("region", name="Answer")
    expect(answer.locator(".rb-hit-facts a")).to_have_text(
        re.compile(r" · Lanterns of Aldermoor · September 11, 2026$")
    )
    answer.get_by_role("button", name="Copy link to ruling").click()
    expect(page.get_by_text("Copied: Link")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.search(rf"{SUB_PATH}r/lam/notes/relume/\d+/$", link)
    assert page.request.get(link).ok


def test_the_ruling_of_an_answer_is_quoted_with_its_source(visit_whole: Open) -> None:
    page = visit_whole("en/search/?q=what+is+relume")
    answer = page.get_by_role("region", name="Answer")
    answer.get_by_role("button", name="Quote ruling").click()
    page.get_by_role("button", name="Text with link").click()
    expect(page.get_by_text("Copied: Text with link")).to_be_visible()
    quote = page.evaluate("navigator.clipboard.readText()")
    assert quote.startswith(answer.locator(".rb-answer-ruling [lang] p").first.inner_text())
    assert "· Lanterns of Aldermoor · September 11, 2026\nhttp" in quote


def test_a_hit_is_copied_with_its_button_and_the_arrows_skip_it(visit_whole: Open) -> None:
    page = visit_whole("en/search/?q=augur", viewport=WIDE)
    hit = page.locator(".rb-hits .rb-cited").first
    expect(hit.get_by_role("button")).to_have_count(1)
    number = re.findall(r"Ruling (\d+)", hit.inner_text())[0]
    hit.get_by_role("button", name=f"Copy link to ruling {number}").click()
    expect(page.get_by_text("Copied: Link")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"{SUB_PATH}r/gvm/cliffside-augur/{number}/")
    page.locator(".rb-hits a").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".rb-hits a").nth(1)).to_be_focused()


def test_a_paragraph_that_is_found_has_no_number(visit_whole: Open) -> None:
    page = visit_whole('en/search/?q="nobody mourns a lamp"')
    hit = page.locator(".rb-hits .rb-cited")
    expect(hit).to_contain_text("Lanterns of Aldermoor · ")
    expect(hit).not_to_contain_text("Ruling")
    expect(hit.get_by_role("button", name="Copy link to this paragraph")).to_be_visible()


def test_a_card_that_the_site_lacks_is_named_with_a_link_to_look_for_it(visit_whole: Open) -> None:
    page = asked(visit_whole, "en", "Farolero Colossus")
    expect(page.locator(".rb-find-status").first).to_have_text(
        re.compile("^There are no rulings for Farolero Colossus on this site")
    )
    link = page.get_by_role("link", name="Search Scryfall for “Farolero Colossus”")
    expect(link).to_have_attribute(
        "href", "https://scryfall.com/search?q=lang%3Aany%20%22Farolero%20Colossus%22"
    )
    expect(page.locator(".rb-hits [lang=es]")).to_have_count(0)


def test_an_answer_that_says_little_of_the_question_is_no_sure_one(visit_whole: Open) -> None:
    page = asked(visit_whole, "en", "does lantern zyzzyva quorble frobnicate")
    expect(page.locator(".rb-find-status").first).to_have_text(
        re.compile("No ruling says all of this")
    )


def test_each_sense_of_a_word_is_offered_if_the_sense_is_unsure(visit_whole: Open) -> None:
    page = asked(visit_whole, "es", "partida")
    page.get_by_role("button", name="juego", exact=True).click()
    expect(page.get_by_role("textbox")).to_have_value("juego")
    answered(page)
    expect(page.get_by_role("button", name="carta partida", exact=True)).to_have_count(0)
