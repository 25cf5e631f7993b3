"""A set's pages: the table with its filters, the whole document, the prerelease sheet."""

from __future__ import annotations

import re
from html import unescape

import pytest
from markupsafe import Markup

from rulebinder.library import Library
from rulebinder.pages.edition import Edition, Phrase, Reference, View
from rulebinder.pages.lists import CardLine, card_types, color_groups, colors, mana_value, traits
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
from site_tests.outputs import all_pages, edition_in, filtered, html_at


def many(count: int, each: int) -> tuple[Edition, View]:
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
    edition = edition_in(library)
    (page,) = all_pages("sheet", edition)
    return edition, page.view


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
    assert traits(card(layout=layout)) == expected


def test_types_are_recognized_in_the_cards_language(editions):
    shown = card(face("A", "Criatura artefacto legendaria — Gólem"), face("B", "Instantáneo"))
    assert card_types(editions["en"], shown, "es") == ("artifact", "creature", "instant")
    assert card_types(editions["en"], shown, "xx") == ()


def test_each_choice_shows_the_cards_that_have_it_in_the_order_of_the_page():
    glimmer = mechanic("glimmer", names={"en": "Glimmer"})
    cards = [
        card(face("Ash", "Creature", mana_cost="{U}")),
        card(face("Bog", "Artifact")),
        card(face("Cup", "Artifact Creature", "Glimmer", mana_cost="{G/U}")),
        card(face("Dew", "Sorcery", "Glimmer", mana_cost="{W}")),
    ]
    document = notes(*(entry(each, "It is old.") for each in cards))
    page = html_at(library_of(document, facts=catalogue(glimmer)), "sets/lom/")
    assert filtered(page) == {
        "W": ["Dew"],
        "U": ["Ash", "Cup"],
        "G": ["Cup"],
        "many": ["Cup"],
        "none": ["Bog"],
        "artifact": ["Cup", "Bog"],
        "creature": ["Ash", "Cup"],
        "sorcery": ["Dew"],
        "glimmer": ["Dew", "Cup"],
    }


def test_a_list_leaves_out_the_types_of_a_foreign_card():
    golem = entry(card(face("Gólem", "Criatura artefacto legendaria — Gólem")), "Es viejo.")
    odd = entry(card(face("Raro", "Cosa rara")), "Es raro.")
    library = library_of(notes(golem, odd, lang="es"), facts=catalogue())
    page = html_at(library, "sets/lom/")
    assert page.count("</a>  1 ruling") == 2
    assert "Cosa rara" not in page


def _of_colors(*costs: str | None) -> list[CardLine]:
    """Return the lines of a Fen for each of ``costs``."""
    colored = [colors([face("Fen", "Creature", mana_cost=cost)]) for cost in costs]
    return [
        CardLine(
            card_page=Reference(f"fen-{at}/", Phrase("Fen")),
            cost=Markup(""),
            type_line="Creature",
            colors=each,
            types=("creature",),
        )
        for at, each in enumerate(colored)
    ]


def test_the_cards_of_a_set_are_grouped_by_the_colors_of_their_costs(
    editions,
):
    found = color_groups(editions["en"], _of_colors("{G}", None, "{W}", "{G}{U}", "{2}", "{G/P}"))
    assert [(each["name"], each["count"], each["anchor"], each["band"]) for each in found] == [
        ("White", "1 card", "color-w", "w"),
        ("Green", "2 cards", "color-g", "g"),
        ("Multicolor", "1 card", "color-many", "gold"),
        ("Colorless", "2 cards", "color-c", "grey"),
    ]


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


def test_the_sheet_has_our_explanation_the_reminder_and_the_notes():
    worded = card(face("Fen Glow", "Instant", "Glimmer {2} (It shines until the next dawn.)"))
    explained = section(
        "New Mechanic: Glimmer", introduction("Some glimmer."), worded, "It glimmers but once."
    )
    library = library_of(notes(entry(worded, "It is bright."), sections=[explained]))
    page = html_at(library, "sets/lom/sheet/")
    assert "What glimmer does." in page
    assert "It shines until the next dawn." in page
    assert "It glimmers but once." in page
    assert "It is bright." not in page


def typical(library: Library) -> View:
    """Return the card that a sheet shows for its first mechanic."""
    (page,) = all_pages("sheet", edition_in(library))
    example: View = page.view["parts"][0]["mechanics"][0]["card"]
    assert example
    return example


def test_the_sheet_shows_a_typical_card_of_a_mechanic_without_reminder_text():
    plain = card(face("Fen Glow", "Instant", "Glimmer {2}", mana_cost="{1}{U}"))
    explained = section(
        "New Mechanic: Glimmer", introduction("Some glimmer."), plain, "It glimmers but once."
    )
    library = library_of(notes(entry(plain, "It is bright."), sections=[explained]))
    shown = typical(library)
    assert (shown["name"].href, shown["name"].phrase.text, shown["type_line"]) == (
        "../../../cards/fen-glow/",
        "Fen Glow",
        "Instant",
    )
    assert "Glimmer" in shown["text"]


def test_a_long_typical_card_shows_only_the_ability_with_the_mechanic():
    long = card(
        face(
            "Fen Glow",
            "Instant",
            "Draw a card, and then another. " * 30,
            "Glimmer {2} (It shines.)",
        )
    )
    library = library_of(
        notes(
            entry(long, "It is bright."),
            sections=[section("New Mechanic: Glimmer", "It glimmers.")],
        )
    )
    shown = typical(library)
    assert "It shines." in shown["text"]
    assert "another" not in shown["text"]


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
    _, view = many(30, 8)
    assert len(view["parts"]) == 30
    assert all(part["mechanics"][0]["explanation"] for part in view["parts"])
    told = [len(part["notes"]) for part in view["parts"]]
    assert max(told) - min(told) <= 1


def test_notes_that_do_not_fit_are_counted():
    _, view = many(10, 20)
    told = sum(len(part["notes"]) for part in view["parts"])
    assert view["left_out"] == f"A selection: {200 - told} more rulings are on the set page."
    assert many(2, 2)[1]["left_out"] is None


def test_notes_about_single_cards_come_last():
    long = "Of many words. " * 400
    explained = section(
        "New Mechanic: Glimmer",
        f"Mire Lantern glimmers. {long}",
        f"All glimmer. {long}",
        f"None dims. {long}",
    )
    documents = [notes(entry("Mire Lantern", "It is lit."), sections=[explained])]
    library = library_of(*documents)
    page = html_at(library, "sets/lom/sheet/")
    assert "All glimmer." in page
    assert "None dims." in page
    assert "glimmers. Of" not in page


def test_the_pages_of_a_set_have_different_headings():
    document = notes(title="Lanterns over Mire", sections=[section("Glimmer", "It glimmers.")])
    library = library_of(document)
    headings = [
        re.search(r'<h1 id="top">(.*?)<a', html_at(library, f"sets/lom/{page}"))
        for page in ("", "document/", "sheet/")
    ]
    assert [heading and unescape(heading[1]) for heading in headings] == [
        "Lanterns over Mire",
        "Lanterns over Mire: the whole document",
        "Lanterns over Mire: prerelease sheet",
    ]


def test_two_hyphens_in_a_type_line_are_shown_as_a_dash():
    old = entry(card(face("Elm", "Creature -- Treefolk", "Pay {1} -- once.")), "It is old.")
    library = library_of(notes(old))
    assert " Creature — Treefolk · 1 ruling" in html_at(library, "sets/lom/")
    assert '<p class="face-type">Creature — Treefolk</p>' in html_at(library, "sets/lom/document/")
