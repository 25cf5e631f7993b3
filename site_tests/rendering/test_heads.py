"""A card's page: its name once, its sides, and links to its neighbours."""

import re

import pytest

from site_tests.builders import (
    card,
    catalogue,
    entry,
    face,
    library_of,
    mechanic,
    notes,
    released,
)
from site_tests.outputs import all_pages, edition_in, html_at
from site_tests.rendering.approval import assert_approved


def test_a_mechanics_cards_are_listed_by_name_with_their_costs_and_newest_sets():
    def document(code, *names):
        return notes(
            *(entry(card(face(name, "Creature", "Hover", mana_cost="{2}{U}"))) for name in names),
            set_code=code,
        )

    documents = [document("old", "Bell", "Anvil"), document("new", "Bell", "Candle")]
    sets = released(old="2031-03-01", new="2032-05-01")
    library = library_of(*documents, facts=catalogue(mechanic("hover"), sets=sets))
    assert_approved("members", {"mechanic": html_at(library, "mechanics/hover/")})


@pytest.mark.parametrize(
    ("layout", "kind"),
    [
        ("transform", "Transforming double-faced card"),
        ("modal_dfc", "Modal double-faced card"),
        ("split", None),
        ("adventure", None),
    ],
)
def test_the_faces_of_a_double_faced_card_say_which_side_they_are(layout, kind):
    faces = face("Moth", "Creature", "Hover"), face("Lamp", "Artifact")
    library = library_of(notes(entry(card(*faces, layout=layout), "It turns.")))
    page = html_at(library, "cards/moth-lamp/")
    sides = re.findall(r'<p class="face-side" lang="en">([^<]+)</p>', page)
    assert sides == ([f"Front face · {kind}", "Back face"] if kind else [])


def test_the_neighbours_follow_the_readers_alphabet_if_the_document_is_in_another_language():
    names = [
        {"en": english, "es": spanish}
        for english, spanish in (("Ash", "Fresno"), ("Birch", "Abedul"), ("Cedar", "Cedro"))
    ]
    spanish = notes(*(entry(each, "Crece.") for each in ("Abedul", "Cedro", "Fresno")), lang="es")
    library = library_of(spanish, facts=catalogue(names=names))
    orders = {
        lang: tuple(edition_in(library, lang).tables.set_cards["lom"]) for lang in ("en", "es")
    }
    assert orders == {"en": ("ash", "birch", "cedar"), "es": ("birch", "cedar", "ash")}


@pytest.mark.parametrize("lang", ["en", "es", "fr", "de", "it"])
def test_a_card_without_rulings_does_not_promise_any(lang):
    edition = edition_in(library_of(notes(entry("Mute Rock")), facts=catalogue()), lang)
    (page,) = all_pages("card", edition)
    assert (page.listed, page.description) == ("", edition.words["no_rulings"])
