"""The names of symbols, in every form that pages have used."""

from __future__ import annotations

import pytest

from rulebinder.reading import symbols
from rulebinder.reading.formats import webpages
from rulebinder.reading.symbols import brace_costs

OLD = "http://example.org/modules/manasymbols/"


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("colorless3.gif", "3"),
        ("colorless15.gif", "15"),
        ("colorless.gif", "C"),
        ("x.gif", "X"),
        ("blue.gif", "U"),
        ("black-green.gif", "B/G"),
        ("green-black.gif", "B/G"),
        ("2-white.gif", "2/W"),
        ("phyrexian-red.gif", "R/P"),
        ("phyrexianred.gif", "R/P"),
        ("half-white.gif", "HW"),
        ("half.gif", "½"),
        ("infinity.gif", "∞"),
        ("snow.gif", "S"),
        ("tap.gif", "T"),
        ("untap.gif", "Q"),
        ("energy.gif", "E"),
        ("chaos.gif", "CHAOS"),
        ("planeswalk.gif", "PW"),
        ("Symbol_2_mana.gif", "2"),
        ("symbol_WU_mana.gif", "W/U"),
        ("Symbol_T_small.gif", "T"),
        ("mana-2w.svg", "2/W"),
        ("mana_wp.png", "W/P"),
        ("ManaU.png", "U"),
        ("GUP.svg", "G/U/P"),
        ("CW.svg", "C/W"),
        ("16px-Mana_U.svg.png", "U"),
        ("red-300x300.png", "R"),
        ("red.gif?width=12", "R"),
        ("en_b.png", None),
        ("wick-3.svg", None),
        ("redrum.gif", None),
        ("ww.gif", None),
        ("77af.png", None),
    ],
)
def test_a_file_is_called_after_its_symbol(file, code):
    assert symbols.read_address(OLD + file) == code


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("black-green.gif", "B/G"),
        ("tap.gif", "T"),
        ("2.gif", "2"),
        ("a5.jpg", None),
        ("image3.png", None),
        ("12.jpg", None),
        ("red-2.gif", None),
        ("Image.ashx?type=card&name=Red", None),
    ],
)
def test_a_picture_that_is_not_kept_among_symbols_needs_the_name_of_one(file, code):
    assert symbols.read_address(f"http://example.org/pages/{file}") == code


@pytest.mark.parametrize(
    ("name", "code"),
    [("WU", "W/U"), ("2W", "2/W"), ("tap", "T"), ("10", "10")],
)
@pytest.mark.parametrize(
    "form", ["?size=small&name={}&type=symbol", "?type=symbol&amp;size=small&amp;name={}"]
)
def test_a_service_of_pictures_is_asked_for_a_symbol(form, name, code):
    assert (
        symbols.read_address("http://example.org/Handlers/Image.ashx" + form.format(name)) == code
    )


@pytest.mark.parametrize(
    ("label", "code"),
    [
        ("Tap", "T"),
        ("{W/P}", "W/P"),
        ("(U/B)", "U/B"),
        ("White mana", "W"),
        ("one white mana", "W"),
        ("1 colorless mana", "1"),
        ("White or Blue", "W/U"),
        ("Two or White", "2/W"),
        ("Phyrexian Green", "G/P"),
        ("Variable Colorless", "X"),
        ("Half a Red", "HR"),
        ("Marsh Candle", None),
        ("Red Ward", None),
        ("2006", None),
        ("", None),
    ],
)
def test_words_name_a_symbol(label, code):
    assert symbols.read_label(label) == code


@pytest.mark.parametrize(
    ("element", "shown"),
    [
        ('<i class="ms ms-u ms-cost"></i>', "{U}"),
        ('<i class="ms ms-2w ms-cost ms-shadow"></i>', "{2/W}"),
        ('<i class="ms ms-p ms-w"></i>', "{W/P}"),
        ('<span class="mana mana-g"> </span>', "{G}"),
        ('<abbr class="card-symbol card-symbol-W"></abbr>', "{W}"),
        ('<i class="ms ms-wick"></i>', "![](symbol/ms-wick)"),
        ('<i class="fa fa-star"></i>', ""),
        ("<i>Red</i>", "*Red*"),
    ],
)
def test_a_font_draws_symbols(element, shown):
    page = webpages.from_html(f"<p>Pay {element}: win.</p>", "x.html")
    assert page.text == f"Pay {shown}: win."


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("T: Add C.", "{T}: Add {C}."),
        ("T: Add WW, WU, or UU.", "{T}: Add {W}{W}, {W}{U}, or {U}{U}."),
        ("3RR, T, Sacrifice Fen: Draw 2 cards.", "{3}{R}{R}, {T}, Sacrifice Fen: Draw 2 cards."),
        ("{2}, {T}: Add {C}.", "{2}, {T}: Add {C}."),
        ("+1: Draw a card.", "+1: Draw a card."),
        ("Test: Draw a card.", "Test: Draw a card."),
        ("I: Draw a card.", "I: Draw a card."),
    ],
)
def test_bare_mana_before_a_colon_is_a_cost(printed, read):
    assert brace_costs(printed) == read
