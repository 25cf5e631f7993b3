"""Symbols: each has a drawing or its text and a name in each language, and copies as written."""

import re
from xml.etree import ElementTree

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from rulebinder.facts.languages import offered_languages
from rulebinder.markdown.pages import PageReader
from rulebinder.pages import markup
from rulebinder.pages.words import Words
from site_tests.builders import shipped_languages
from site_tests.conftest import ROOT

ASSETS = ROOT / "web"
SVG = "{http://www.w3.org/2000/svg}"
HEIGHT = 32


def codes(cost: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\{([^}]*)\}", cost))


SIGNS = codes("{T}{Q}{E}{P}{PW}{CHAOS}{A}{TK}{X}{Y}{Z}{H}{L}{D}{½}{∞}{W}{U}{B}{R}{G}{C}{S}{HW}{HR}")
NUMBERS = tuple(str(number) for number in range(21))
HYBRID = codes(
    "{W/U}{W/B}{B/R}{B/G}{U/B}{U/R}{R/G}{R/W}{G/W}{G/U}"
    "{C/W}{C/U}{C/B}{C/R}{C/G}{2/W}{2/U}{2/B}{2/R}{2/G}"
)
PHYREXIAN = codes(
    "{W/P}{U/P}{B/P}{R/P}{G/P}{C/P}"
    "{B/G/P}{B/R/P}{G/U/P}{G/W/P}{R/G/P}{R/W/P}{U/B/P}{U/R/P}{W/B/P}{W/U/P}"
)
EVERY = SIGNS + NUMBERS + HYBRID + PHYREXIAN
UNKNOWN = ("100", "1000000", "?", "W/", "/W", "W/U/B", "W//P", "T/Q", "CHAOS/P", "<b>", "٣")


def rows() -> dict[str, int]:
    """Return the sign on each row of the sheet."""
    found = {}
    for group in ElementTree.parse(ASSETS / "symbols.svg").iter(f"{SVG}g"):
        if "id" in group.attrib:
            moved = re.search(r"translate\(0 (\d+)\)", group.get("transform", "translate(0 0)"))
            assert moved
            found[group.attrib["id"]] = int(moved[1]) // HEIGHT
    return found


def styled() -> dict[str, int]:
    """Return the row that the styles give to each class.

    The class of a second part has a ``2`` at its end.
    """
    styles = (ASSETS / "styles" / "part" / "symbols.css").read_text("utf-8")
    found = re.findall(r"\.(\w+) \{\s+--(?:second-)?row: (\d+)", styles)
    return {name: int(row) for name, row in found}


def test_the_sheet_is_small():
    assert (ASSETS / "symbols.svg").stat().st_size < 16_000


def test_every_class_is_on_the_row_of_its_sign():
    signs = rows()
    assert sorted(signs.values()) == list(range(len(signs)))
    assert {name: row for name, row in styled().items() if name in signs} == signs
    seconds = {name: row for name, row in styled().items() if name not in signs}
    assert seconds == {name: signs[name.removesuffix("2")] for name in seconds}


def test_the_sheet_has_the_height_that_the_styles_expect():
    styles = (ASSETS / "styles" / "part" / "symbols.css").read_text("utf-8")
    root = ElementTree.parse(ASSETS / "symbols.svg").getroot()
    assert root.attrib["viewBox"] == f"0 0 {HEIGHT} {HEIGHT * len(rows())}"
    assert f"--rows: {len(rows())};" in styles
    assert f"* {len(rows())}) no-repeat" in styles
    assert f"-{rows()['h']})" in styles


def test_every_symbol_has_a_drawing_of_its_own():
    drawn = {code: markup.symbol_classes(code) or "" for code in EVERY}
    for code, classes in drawn.items():
        assert set(classes.split()) - {"two", "three", "cut"} <= set(styled()), code
        assert classes, code
    assert len(set(drawn.values())) == len(EVERY)


@pytest.mark.parametrize("code", UNKNOWN)
def test_a_symbol_without_a_drawing_is_shown_as_text(code):
    (image,) = shown(f"{{{code}}}").css(".mana")
    assert [each.tag for each in image.css("*")] == ["span", "i", "s", "s"]
    assert [each.text() for each in image.css(".pill")] == [f"{{{code}}}"]


def test_every_symbol_has_a_name_in_each_language():
    for language in offered_languages(shipped_languages()).values():
        for code in EVERY:
            assert markup.speak(Words(language), (code,)) not in ("", code)


@pytest.mark.parametrize(
    ("lang", "cost", "name"),
    [
        ("en", "{2}{W}", "two generic, one white"),
        ("fr", "{2}{W}", "deux manas génériques, un mana blanc"),
        ("de", "{2}{W}", "zwei generische Mana, ein weißes Mana"),
        ("en", "{X}{X}{R}{R}", "two times X generic, two red"),
        ("es", "{W/U}", "un maná blanco o azul"),
        ("de", "{W/U}{W/U}", "zwei weiße oder blaue Mana"),
        ("it", "{G/U/P}", "un mana verde o blu o due punti vita"),
        ("en", "{2/W}{2/W}", "two times two generic or one white"),
        ("fr", "{2/W}", "deux manas génériques ou un mana blanc"),
        ("de", "{W/P}", "ein weißes Mana oder zwei Lebenspunkte"),
        ("en", "{E}{E}", "two energy counters"),
        ("de", "{E}", "eine Energiemarke"),
        ("es", "{T}", "girar"),
        ("en", "{HW}", "half a white mana"),
        ("en", "{1000000}", "1,000,000 generic"),
        ("en", "{?}{W}", "?, one white"),
    ],
)
def test_a_cost_has_one_spoken_name(lang, cost, name):
    assert markup.speak(Words(shipped_languages()[lang]), codes(cost)) == name


def shown(text: str) -> HTMLParser:
    """Return a page with a box of rules text."""
    return HTMLParser(
        PageReader(Words(shipped_languages()["en"]))
        .convert(f"/// abilities\n\n{text}\n\n///", {})[0]
        .strip()
    )


def test_a_cost_is_one_image_that_copies_as_written():
    page = shown("Pay {2}{W}, then {T}.")
    assert [each.attributes["aria-label"] for each in page.css("[role=img]")] == [
        "two generic, one white",
        "tap",
    ]
    assert page.text().strip() == "Pay {2}{W}, then {T}."


@pytest.mark.parametrize(
    ("cost", "way"), [("+1", "up"), ("−12", "down"), ("-X", "down"), ("0", "even")]
)
def test_a_loyalty_cost_is_drawn_and_stays_text(cost, way):
    page = shown(f"{cost}: Draw a card. (It's free.)")
    (image,) = page.css(f".loyalty.{way}[role=img][lang=en]")
    assert (image.attributes["aria-label"], image.text()) == (f"Loyalty {cost}", cost)
    assert page.css(".reminder")
    assert page.text().strip() == f"{cost}: Draw a card. (It's free.)"


@pytest.mark.parametrize(
    "text",
    ["10: Not a cost.", "It gets +1: see below.", "+1/+1 for each card.", "{T}: Draw a card."],
)
def test_similar_beginnings_are_no_loyalty_cost(text):
    assert shown(text).css(".loyalty") == []
