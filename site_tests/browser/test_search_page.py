"""The page of results: its address, its filters, other languages, and its content without
scripts.
"""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from site_tests.browser import measuring
from site_tests.browser.conftest import PHONE, WIDE, Open
from site_tests.browser.finding import Held, addresses, answered, hits, names
from site_tests.browser.measuring import violations
from site_tests.sites import in_each_language

MOST_SHIFT = 0.02


def results(page: Page) -> int:
    """Return the number of results that the page shows."""
    status = page.locator(".rb-search-page").get_by_role("status")
    expect(status).to_have_text(re.compile(r"^\d+ (result|résultat)"))
    return int((status.text_content() or "").split()[0])


def box(page: Page, group: str, label: str) -> Locator:
    """Return the box of a filter, after its group is opened."""
    details = page.locator(f".rb-filters details[data-name={group}]")
    expect(details).to_be_visible()
    if details.get_attribute("open") is None:
        details.locator("summary").click()
    return details.get_by_label(re.compile(label))


def count(page: Page, group: str, label: str) -> int:
    """Return the count beside a filter."""
    text = box(page, group, label).locator("xpath=..").text_content() or ""
    return int(re.findall(r"\((\d+)\)", text)[0])


def test_a_filter_leaves_as_many_hits_as_it_says_and_is_in_the_address(visit_whole: Open) -> None:
    page = visit_whole("en/search/?q=energy", viewport=WIDE)
    everything = results(page)
    told = count(page, "kind", "Ruling on a mechanic")
    assert 0 < told < everything
    box(page, "kind", "Ruling on a mechanic").check()
    expect(page).to_have_url(re.compile(r"\?q=energy&kind=note$"))
    expect(page.get_by_role("status").first).to_have_text(re.compile(f"^{told} result"))
    expect(page.locator(".rb-hit-facts").first).to_have_text(re.compile(r"^Ruling \d+ · "))
    page.go_back()
    expect(page.get_by_role("status").first).to_have_text(re.compile(f"^{everything} result"))
    expect(box(page, "kind", "Ruling on a mechanic")).not_to_be_checked()


def test_names_without_a_hit_are_not_called_0_results(visit_whole: Open) -> None:
    page = visit_whole("es/search/?q=odrane kind:rule")
    answered(page)
    expect(names(page)).to_have_count(1)
    expect(hits(page)).to_have_count(0)
    expect(page.get_by_role("status").first).to_have_text(
        "Ningún resultado exacto, solo nombres parecidos."
    )


def test_a_language_can_be_chosen_when_other_languages_are_searched(visit_whole: Open) -> None:
    page = visit_whole("en/search/?q=deathtouch", viewport=WIDE)
    everything = results(page)
    expect(page.locator(".rb-filters details[data-name=lang]")).to_have_count(0)
    page.get_by_label("Other languages too").check()
    told = count(page, "lang", "Spanish")
    assert count(page, "lang", "English") == everything
    box(page, "lang", "Spanish").check()
    expect(page).to_have_url(re.compile("lang=es"))
    expect(page.get_by_role("status").first).to_have_text(re.compile(f"^{told} result"))
    expect(hits(page).first).to_contain_text("Spanish")


def test_an_address_can_be_shared(visit_whole: Open) -> None:
    page = visit_whole("en/search/?q=counter", viewport=WIDE)
    everything = results(page)
    box(page, "set", "Gravelmarch").first.check()
    expect(page).to_have_url(re.compile("set=gv"))
    expect(page.get_by_role("status").first).not_to_have_text(re.compile(f"^{everything} "))
    shared = visit_whole(page.url.partition("/sub/")[2], viewport=WIDE)
    assert 0 < results(shared) == results(page) < everything
    assert addresses(hits(shared)) == addresses(hits(page))
    expect(shared.get_by_role("textbox").first).to_have_value("counter")


@pytest.mark.parametrize(
    ("lang", "query", "said"),
    [
        (
            "fr",
            "mv:xyzzy",
            "Rien ici n’a la valeur «\u00a0xyzzy\u00a0» pour «\u00a0Valeur de mana\u00a0».",
        ),
        ("es", "power>xyzzy", "Aquí «power>» no es un filtro; se ha buscado como texto."),
    ],
)
def test_an_unknown_filter_or_value_explains_itself(
    visit_whole: Open, lang: str, query: str, said: str
) -> None:
    page = visit_whole(f"{lang}/search/?q={quote(query)}")
    expect(page.locator(".rb-search-page").get_by_role("status")).to_contain_text(said)


@pytest.mark.parametrize(
    ("lang", "query"),
    [
        ("es", "t:espíritu"),
        ("en", "c<=u mv>=1 year>=2000"),
    ],
)
def test_filters_of_scryfall_find_cards(visit_whole: Open, lang: str, query: str) -> None:
    page = visit_whole(f"{lang}/search/?q={quote(query)}")
    answered(page)
    expect(hits(page).first).to_be_visible()


@in_each_language
def test_each_example_of_the_empty_page_finds_something(visit_whole: Open, lang: str) -> None:
    page = visit_whole(f"{lang}/search/", viewport=WIDE)
    examples = page.locator(".rb-begin :is(.questions, .rb-examples) a")
    expect(examples.first).to_be_visible()
    assert examples.count() > 3
    for at in range(examples.count()):
        asked = examples.nth(at).text_content() or ""
        examples.nth(at).click()
        answered(page)
        expect(page.locator("#page-search")).to_have_value(asked)
        expect(examples.first).to_be_hidden()
        page.go_back()
        expect(examples.first).to_be_visible()


def test_the_empty_page_offers_the_last_searches(visit_whole: Open) -> None:
    page = visit_whole("en/search/?q=relume")
    answered(page)
    page.locator("#page-search").press("Enter")
    page.goto(page.url.partition("?")[0])
    page.get_by_role("list", name="Recent searches").get_by_role(
        "button", name="relume", exact=True
    ).click()
    answered(page)
    expect(page.locator("#page-search")).to_have_value("relume")


def test_two_rulings_of_a_card_are_shown_and_the_others_unfold_by_keyboard(visit: Open) -> None:
    page = visit("en/search/?q=many+rulings+long+enough", viewport=WIDE)
    answered(page)
    group = page.locator(".rb-hits > li").first
    fold = group.locator("summary")
    expect(fold).to_have_text(re.compile(r"^\d+ more rulings of this card$"))
    rulings = group.locator("a")
    expect(rulings.locator("visible=true")).to_have_count(2)
    rulings.nth(1).focus()
    page.keyboard.press("ArrowDown")
    expect(fold).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(rulings.nth(2)).to_be_focused()


def test_a_ruling_of_several_cards_is_one_hit_that_names_them(visit: Open) -> None:
    page = visit("en/search/?q=it+is+heavy")
    answered(page)
    expect(hits(page).filter(has_text="It is heavy.")).to_have_count(1)
    same = page.locator(".rb-copies").first
    expect(same).to_have_text(re.compile(r"^The same ruling for: Vexing (Anvil|Bellows)$"))
    same.get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"/cards/vexing-(anvil|bellows)/#vex-\d$"))


def test_the_field_grows_with_a_long_question_and_enter_searches(visit_whole: Open) -> None:
    page = visit_whole("en/search/")
    field = page.locator("#page-search")
    height = field.evaluate("field => field.offsetHeight")
    field.fill(
        "what happens to the ember counters of a creature\nif its relume ability is countered in"
        " response"
    )
    assert field.evaluate("field => field.offsetHeight") > height
    field.press("Enter")
    expect(page).to_have_url(re.compile(r"q=what\+happens.*creature\+if\+its.*response$"))
    expect(field).not_to_have_value(re.compile("\n$"))


def test_nothing_stays_above_the_field_while_somebody_types_on_a_phone(visit_whole: Open) -> None:
    page = visit_whole("en/search/", has_touch=True, is_mobile=True)
    page.locator("#page-search").tap()
    expect(page.locator(".md-header")).not_to_be_in_viewport()
    top = page.locator("#page-search").evaluate("field => field.getBoundingClientRect().top")
    assert 0 <= top < 20


def test_back_returns_from_a_hit_to_the_same_results(visit_whole: Open) -> None:
    page = visit_whole("en/search/", viewport=WIDE)
    page.locator("#page-search").press_sequentially("relume")
    expect(page).to_have_url(re.compile(r"\?q=relume$"))
    answered(page)
    before = addresses(hits(page))
    hits(page).first.click()
    expect(page).not_to_have_url(re.compile("search"))
    page.go_back()
    answered(page)
    assert addresses(hits(page)) == before
    expect(page.locator("#page-search")).to_have_value("relume")


def test_text_typed_while_the_search_loads_is_kept(visit_whole: Open) -> None:
    page = visit_whole("en/about/", caught=True)
    held = Held(page, "**/search/ui.js*")
    page.goto(page.url.replace("about", "search"))
    page.locator("#page-search").press_sequentially("relume")
    held.let_go()
    expect(hits(page).first).to_be_visible()
    expect(page.locator("#page-search")).to_have_value("relume")


def test_more_results_are_added_below_and_the_first_of_them_has_the_focus(
    visit_whole: Open,
) -> None:
    page = visit_whole("en/search/?q=card", viewport=WIDE)
    assert results(page) > 20
    before = addresses(hits(page))
    page.get_by_role("button", name="More results").click()
    expect(hits(page)).not_to_have_count(len(before))
    focused = page.locator(".rb-hits a:focus")
    expect(focused).to_be_visible()
    assert addresses(focused)[0] not in before


def test_markup_in_the_address_stays_text(visit_whole: Open) -> None:
    page = visit_whole("en/search/?q=%3Cimg+src%3Dqqq+onerror%3Dzzzboo()%3E&set=%3Cimg+src=x%3E")
    expect(page.get_by_role("status").first).to_have_text(re.compile("“<img src=x>”"))
    expect(page.locator("#page-search")).to_have_value("<img src=qqq onerror=zzzboo()>")
    expect(page.locator("main img")).to_have_count(0)


def test_without_scripts_the_page_links_to_the_lists_and_has_no_examples(visit_whole: Open) -> None:
    page = visit_whole("fr/", java_script_enabled=False)
    page.locator("main").get_by_role("searchbox").fill("relume")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/fr/search/\?q=relume$"))
    lists = page.locator(".rb-unsearched")
    expect(lists).to_be_visible()
    expect(lists.locator("a[href$='cards/']")).to_be_visible()
    expect(lists.locator("a[href$='mechanics/']")).to_be_visible()
    expect(page.locator("main").get_by_role("heading")).to_have_count(1)


def test_with_scripts_the_lists_are_hidden(visit_whole: Open) -> None:
    expect(visit_whole("en/search/").locator(".rb-unsearched")).to_be_hidden()


@pytest.mark.parametrize("size", [{"width": 360, "height": 740}, WIDE], ids=["phone", "desktop"])
def test_the_page_keeps_to_wcag_and_scrolls_only_vertically(
    visit_whole: Open, size: dict[str, int]
) -> None:
    page = visit_whole("en/search/?q=energy", viewport=size)
    results(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_results_do_not_move_when_their_filters_come(browser: Browser, whole_served: str) -> None:
    assert (
        measuring.load(browser, f"{whole_served}en/search/?q=energy", viewport=PHONE).shift
        < MOST_SHIFT
    )
