"""A set's pages: the table with its filters, the whole document, the prerelease sheet."""

import itertools
import re
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from rulebinder.pages.edition import View
from rulebinder.pages.lists import card_types, colors, layout_words, mana_value
from site_tests.builders import (
    card,
    catalogue,
    entry,
    face,
    introduction,
    library_of,
    mechanic,
    notes,
    section,
)
from site_tests.outputs import all_pages, edition_in, html_at
from site_tests.rendering.approval import assert_approved


def sheet(count: int, each: int) -> View:
    """Return the sheet of a set with ``count`` mechanics, each with the same number of long
    notes.
    """
    slugs = [f"craft-{at}" for at in range(count)]
    sections = [
        section(
            f"New Mechanic: {slug}",
            *(f"{at}. {'Some long words follow. ' * 12}" for at in range(each)),
        )
        for slug in slugs
    ]
    facts = [mechanic(slug, names={"en": slug}) for slug in slugs]
    library = library_of(notes(sections=sections), facts=catalogue(*facts))
    (page,) = all_pages("sheet", edition_in(library))
    return page.view


def test_a_cards_colors_are_those_in_all_its_costs():
    halves = (face("A", "Instant", mana_cost=cost) for cost in ("{2}{R/W}", "{U}"))
    assert colors(halves) == "WUR"


@pytest.mark.parametrize(
    ("costs", "layout", "expected"),
    [
        (["{X}{2}{G}{G}"], "normal", 4),
        (["{2/W}{B/R}{W/P}"], "normal", 4),
        ([None], "normal", 0),
        (["{1}{U}", "{3}{R}"], "split", 6),
        (["{1}{U}", "{3}{R}"], "adventure", 2),
    ],
)
def test_a_mana_value_is_that_of_the_first_face_or_of_both_halves(costs, layout, expected):
    faces = (face("A", "Instant", mana_cost=cost) for cost in costs)
    assert mana_value(card(*faces, layout=layout)) == expected


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        ("normal", ()),
        ("split", ("split",)),
        ("modal_dfc", ("dfc", "mdfc")),
        ("transform", ("dfc", "transform")),
    ],
)
def test_traits_are_scryfalls_words_for_a_layout(layout, expected):
    assert layout_words(card(layout=layout)) == expected


def test_types_are_recognized_in_the_cards_language(editions):
    shown = card(face("A", "Criatura artefacto legendaria — Gólem"), face("B", "Instantáneo"))
    assert card_types(editions["en"], shown, "es") == ("artifact", "creature", "instant")
    assert card_types(editions["en"], shown, "xx") == ()


def filtered(page: str) -> dict[str, list[str]]:
    """Return the names of the lines that each choice in the filter of a page shows."""
    tree = LexborHTMLParser(page.replace("template", "div"))
    lines = tree.css("table[class] tbody tr, .lines > li")
    names = [line.css("a")[0].text() for line in lines]
    found = {}
    for choice in tree.css(".filter option[data-steps]"):
        steps = (choice.attributes["data-steps"] or "").split()
        places = itertools.accumulate(map(int, steps))
        found[choice.attributes["value"] or ""] = [names[place] for place in places]
    return found


def test_cards_are_grouped_by_color_and_each_choice_shows_those_that_have_it():
    costs = {"Ash": "{U}", "Bog": None, "Cup": "{G/U}", "Dew": "{W}", "Elk": "{G/P}", "Fen": "{2}"}
    types = {"Bog": "Artifact", "Cup": "Artifact Creature", "Dew": "Sorcery"}
    cards = [
        card(
            face(
                name,
                types.get(name, "Creature"),
                *(["Glimmer"] if name in {"Cup", "Dew"} else []),
                mana_cost=cost,
            )
        )
        for name, cost in costs.items()
    ]
    document = notes(*(entry(each, "It is old.") for each in cards))
    facts = catalogue(mechanic("glimmer", names={"en": "Glimmer"}))
    page = html_at(library_of(document, facts=facts), "sets/lom/")
    assert_approved("colors", {"set": page})
    assert filtered(page) == {
        "W": ["Dew"],
        "U": ["Ash", "Cup"],
        "G": ["Elk", "Cup"],
        "many": ["Cup"],
        "none": ["Bog", "Fen"],
        "artifact": ["Cup", "Bog"],
        "creature": ["Ash", "Elk", "Cup", "Fen"],
        "sorcery": ["Dew"],
        "glimmer": ["Dew", "Cup"],
    }


@pytest.mark.parametrize(("cards", "is_open"), [(40, [True, True]), (41, [True, False])])
def test_the_colors_of_a_large_set_are_folded_but_for_the_first(cards, is_open):
    elk = card(face("Elk", "Creature", mana_cost="{G}"))
    entries = [entry(f"Lantern {at}", "It glows.") for at in range(1, cards)]
    entries.append(entry(elk, "It is tall."))
    library = library_of(notes(*entries), facts=catalogue())
    groups = re.findall(r'<details class="part band-[^>]*>', html_at(library, "sets/lom/"))
    assert [" open" in group for group in groups] == is_open


def test_a_set_without_explained_mechanics_has_no_sheet():
    plain = notes(
        entry("Mire Lantern", "It is lit."),
        sections=[section("Legality", introduction("All is."), kind="legality")],
    )
    library = library_of(plain, facts=catalogue())
    assert all_pages("sheet", edition_in(library)) == []
    assert "sheet/" not in html_at(library, "sets/lom/")


def test_sheets_explain_mechanics_as_approved():
    """With a reminder or a typical card, of which a long one shows only the ability with the
    mechanic; notes about single cards come last.
    """
    worded, plain, long = (
        card(face("Fen Glow", "Instant", *abilities, mana_cost="{1}{U}"))
        for abilities in (
            ["Glimmer {2} (It shines until the next dawn.)"],
            ["Glimmer {2}"],
            ["Draw a card, and then another. " * 30, "Glimmer {2} (It shines.)"],
        )
    )
    words = "Of many words. " * 400
    single = (f"{each} {words}" for each in ("Fen Glow glimmers.", "All glimmer.", "None dims."))
    sheets: dict[str, list[Any]] = {
        "worded": [worded, introduction("Some glimmer."), worded, "It glimmers but once."],
        "typical": [plain, introduction("Some glimmer."), plain, "It glimmers but once."],
        "long": [long, "It glimmers."],
        "single": [plain, *single],
    }
    pages = {}
    for name, (example, *blocks) in sheets.items():
        explained = section("New Mechanic: Glimmer", *blocks)
        library = library_of(notes(entry(example, "It is bright."), sections=[explained]))
        pages[name] = html_at(library, "sets/lom/sheet/")
    assert_approved("sheets", pages)


def test_types_of_a_foreign_card_are_left_out_and_two_hyphens_are_a_dash():
    golem = entry(card(face("Gólem", "Criatura artefacto legendaria — Gólem")), "Es viejo.")
    odd = entry(card(face("Raro", "Cosa rara")), "Es raro.")
    old = entry(card(face("Elm", "Creature -- Treefolk", "Pay {1} -- once.")), "It is old.")
    foreign, dashed = (
        library_of(document, facts=catalogue())
        for document in (notes(golem, odd, lang="es"), notes(old))
    )
    pages = {
        "foreign": html_at(foreign, "sets/lom/"),
        "dashed": html_at(dashed, "sets/lom/"),
        "document": html_at(dashed, "sets/lom/document/"),
    }
    assert_approved("type-lines", pages)


def test_the_letters_of_a_document_lead_to_the_first_card_of_each():
    names = [f"{letter}{at} Rock" for letter in "ABC" for at in range(10)]
    for order, expected in ((names, ["A", "B", "C"]), (list(reversed(names)), []), (names[:5], [])):
        library = library_of(
            notes(*(entry(name, "It is hard.") for name in order)),
            facts=catalogue(),
        )
        (page,) = all_pages("document", edition_in(library))
        letters = page.view["parts"][0]["letters"]
        assert [each.phrase.text for each in letters] == expected
        assert [each.href for each in letters] == [
            f"#card-{letter.lower()}0-rock" for letter in expected
        ]


def test_every_mechanic_has_its_explanation_before_any_has_all_its_notes():
    view = sheet(30, 8)
    assert len(view["parts"]) == 30
    assert all(part["mechanics"][0]["explanation"] for part in view["parts"])
    told = [len(part["notes"]) for part in view["parts"]]
    assert max(told) - min(told) <= 1


def test_notes_that_do_not_fit_are_counted():
    view = sheet(10, 20)
    told = sum(len(part["notes"]) for part in view["parts"])
    assert view["left_out"] == 200 - told
    assert sheet(2, 2)["left_out"] == 0
