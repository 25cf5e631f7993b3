"""A set's pages in a browser: the filter of its cards, its whole document, its sheet, and all of
them on paper.
"""

import io
import re
from dataclasses import replace

import pytest
from pdfminer.high_level import extract_pages
from pdfminer.layout import LTTextContainer
from playwright.sync_api import Page, expect

from site_tests import builders
from site_tests.browser.starting import context
from site_tests.builders import card, entry, face, library_of, mechanic, notes, section
from site_tests.outputs import build_site

FIGURE = re.compile(r"\d")
WORDS = "Some words that are neither short nor long follow each other here. "

PRESSED = """[...document.querySelectorAll(
    "header, nav, button, input, select, summary:not(:has(h2, h3))")]
  .filter((each) => each.checkVisibility()).map((each) => each.outerHTML.slice(0, 80))"""


def shown(page: Page) -> list[str]:
    return [
        name.inner_text() for name in page.locator(".lines > li > a").all() if name.is_visible()
    ]


def pages(pdf: bytes) -> list[float]:
    """Return the part of each printed page that has text."""
    found = []
    for page in extract_pages(io.BytesIO(pdf)):
        lowest = min(each.y0 for each in page if isinstance(each, LTTextContainer))
        found.append(1 - lowest / page.height)
    return found


@pytest.fixture(scope="module")
def crowded(tmp_path_factory):
    """Return a site with a set whose mechanics need more room than two pages have. Every third
    ruling is wrong today.
    """
    slugs = [f"craft-{at}" for at in range(14)]
    sections = [
        section(f"New Mechanic: {slug}", *(f"{at}. {WORDS * (at % 5 + 1)}" for at in range(12)))
        for slug in slugs
    ]
    facts = [mechanic(slug, names={"en": slug}) for slug in slugs]
    lantern = entry("Mire Lantern", *(f"It is wrong {at} times." for at in range(3)))
    having = [entry(card(face(f"Crafter {slug}", "Spirit", slug))) for slug in slugs]
    holders = ["mire-lantern", *(f"notes/{slug}" for slug in slugs)]
    verdict = builders.verdict(en=WORDS * 2)
    catalogue = replace(
        builders.catalogue(*facts),
        verdicts={f"lom/{each}/{at}": verdict for each in holders for at in range(1, 13, 3)},
    )
    library = library_of(notes(lantern, *having, sections=sections), facts=catalogue)
    out = tmp_path_factory.mktemp("crowded") / "site"
    build_site(library, out)
    return out


def test_cards_are_filtered_by_name_and_type_during_typing(visit):
    page = visit("es/sets/lom/")
    for typed, names in (
        ("FÁROL", ["Farol del fango"]),
        ("espiritu", ["Fuego fatuo del pantano"]),
        ("fango artefacto", ["Farol del fango"]),
        ("xyzzy", []),
    ):
        page.get_by_label("Nombre o tipo").fill("")
        page.get_by_label("Nombre o tipo").press_sequentially(typed)
        expect(page.locator(".filter [role=status]")).to_have_text(f"{len(names)} de 3 cartas")
        assert shown(page) == names


def test_cards_are_filtered_by_color_type_and_mechanic_and_can_be_shown_again(visit):
    page = visit("en/sets/lom/")
    everything = shown(page)
    page.get_by_role("combobox", name="Color", exact=True).select_option("Blue")
    assert shown(page) == ["Wisp of the Fen", "Sink // Surface"]
    page.get_by_role("combobox", name="Type", exact=True).select_option("Creature")
    assert shown(page) == ["Wisp of the Fen"]
    page.get_by_role("button", name="Show all").click()
    page.wait_for_function("() => !location.search", polling=20)
    assert shown(page) == everything
    page.get_by_role("combobox", name="Color", exact=True).select_option("Colorless")
    assert shown(page) == ["Mire Lantern"]
    page.get_by_role("combobox", name="Color", exact=True).select_option("All")
    page.get_by_role("combobox", name="Mechanics", exact=True).select_option("Glimmer")
    assert shown(page) == ["Wisp of the Fen"]


def test_the_filter_is_kept_when_a_reader_returns_from_a_card(visit):
    page = visit("en/sets/lom/")
    page.get_by_label("Name or type").fill("lantern")
    page.locator(".lines").get_by_role("link", name="Mire Lantern").click()
    page.go_back()
    expect(page.get_by_label("Name or type")).to_have_value("lantern")
    assert shown(page) == ["Mire Lantern"]


@pytest.fixture
def stored(browser, crowded):
    """Return a function that opens a page of the site as a file."""
    with context(browser) as visit:
        page = visit.new_page()

        def open_page(path):
            page.goto((crowded / "en" / path / "index.html").as_uri())
            return page

        yield open_page


def test_a_sheet_never_needs_more_than_two_printed_pages_and_no_box_is_broken(stored):
    page = stored("sets/lom/sheet")
    assert FIGURE.search(
        page.locator(".sheet > .quiet:first-child").inner_text()
    )  # some content was left out
    for paper in ("A4", "Letter"):
        assert len(pages(page.pdf(format=paper))) == 2, paper
    page.emulate_media(media="print")
    inside = page.locator(".sheet-card p")
    assert inside.count() > 0
    expect(inside.first).to_have_css("break-inside", "avoid")


def test_a_printed_set_fills_its_pages(stored):
    page = stored("sets/lom")
    *full, _ = pages(page.pdf(format="A4"))
    page.emulate_media(media="print")
    expect(page.locator(".part > summary").first).to_have_css("break-after", "avoid")
    assert len(full) > 2
    assert min(full) > 0.75


@pytest.mark.parametrize(
    "path", ["cards/mire-lantern", "mechanics/craft-0", "sets/lom/document", "sets/lom/sheet"]
)
def test_paper_has_the_verdict_on_each_ruling_and_nothing_else_of_its_foot(stored, path):
    page = stored(path)
    page.emulate_media(media="print")
    rulings = page.locator("[value]:is(.ruling, .sheet-notes > *)").filter(visible=True)
    wrong = rulings.evaluate_all("found => found.map((each) => each.value % 3 === 1)")
    assert wrong.count(True) > 0
    assert wrong == rulings.evaluate_all(
        """found => found.map((each) => [...each.querySelectorAll(".verdict")].some((one) =>
          one.checkVisibility()
          && one.textContent.startsWith("Our verdict: no longer true. ")))"""
    )
    foot = page.locator(".ruling-foot > :not(.verdict)")
    expect(foot.filter(visible=True)).to_have_count(0)


def test_paper_is_black_on_white_and_has_no_buttons(visit, served):
    page = visit("en/", color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    set_pages = ("sets/lom/", "sets/lom/document/", "sets/lom/sheet/")
    for path in ("", "sets/", *set_pages, "cards/wisp-of-the-fen/", "mechanics/glimmer/"):
        page.goto(f"{served}en/{path}")
        expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
        expect(page.locator("main h1").first).to_have_css("color", "rgb(0, 0, 0)")
        assert page.evaluate(PRESSED) == [], path


def test_a_printed_ruling_has_its_short_address(visit, served):
    page = visit("en/cards/wisp-of-the-fen/")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    said = page.locator("#lom-2").evaluate(
        "element => getComputedStyle(element, '::after').content"
    )
    assert said == f'"{served.removeprefix("http://")}en/r/lom/wisp-of-the-fen/2/"'
