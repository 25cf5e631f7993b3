"""A card's page: its name once, its sides, and links to its neighbours."""

from __future__ import annotations

import re

import pytest

from rulebinder.library import Library
from site_tests.builders import (
    card,
    catalogue,
    entry,
    face,
    library_of,
    mechanic,
    notes,
)
from site_tests.outputs import all_pages, edition_in, html_at

LANTERN, WISP, SPLIT = (
    f"cards/{slug}/index.md" for slug in ("mire-lantern", "wisp-of-the-fen", "sink-surface")
)


@pytest.mark.parametrize(
    ("lang", "path", "heading"),
    [
        ("en", LANTERN, '<h1 class="face-name" id="top">Mire Lantern</h1>'),
        ("en", SPLIT, '<h1 class="unseen" id="top">Sink // Surface</h1>'),
        ("es", SPLIT, '<h1 id="top">Hundirse // Emerger</h1>'),
    ],
)
def test_the_name_on_the_card_is_the_heading_if_it_is_the_pages_title(
    markdown, lang, path, heading
):
    page = (markdown / lang / path).read_text("utf-8")
    assert heading in page
    assert len(re.findall(r"<h1|^# ", page, re.M)) == 1


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [(LANTERN, None, "wisp-of-the-fen"), (WISP, "mire-lantern", "sink-surface"),
     (SPLIT, "wisp-of-the-fen", None)]
)  # fmt: skip
def test_the_neighbours_follow_the_order_of_the_document(markdown, path, before, after):
    page = (markdown / "en" / path).read_text("utf-8")
    assert re.findall(r"  previous:\n.*\n    href: \.\./([^/]+)/", page) == (
        [before] if before else []
    )
    assert re.findall(r"  next:\n.*\n    href: \.\./([^/]+)/", page) == ([after] if after else [])


def test_a_line_below_the_set_names_its_day_and_another_language(markdown):
    english = (markdown / "en" / WISP).read_text("utf-8")
    assert "2 rulings of February 7, 2031" in english
    assert "<span>English</span>" not in english
    french = (markdown / "fr" / WISP).read_text("utf-8")
    assert (
        '<span class="tag">En anglais, pas en français</span> <span>2 précisions du 7 février'
        " 2031</span>" in french
    )
    assert '<p class="tag">' not in french, "the card above says nothing twice"


def test_a_mechanics_cards_are_listed_by_name_with_their_costs_and_newest_sets():
    def document(code, *names):
        return notes(
            *(entry(card(face(name, "Creature", "Hover", mana_cost="{2}{U}"))) for name in names),
            set_code=code,
        )

    documents = [document("old", "Bell", "Anvil"), document("new", "Bell", "Candle")]
    library: Library = library_of(*documents, facts=catalogue(mechanic("hover"), sets=[]))
    newest, *others = library.sets
    edition = edition_in(library)
    found = next(
        page.view for page in all_pages("mechanic", edition) if page.url == "mechanics/hover/"
    )
    assert others
    cards = {"Anvil": "old", "Bell": newest, "Candle": "new"}
    assert [
        (each["page"].phrase.text, each["set_name"], "{U}" in each["cost"])
        for each in found["cards"]["list"]
    ] == [(name, edition.set_name(code), True) for name, code in cards.items()]


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
    orders = {lang: edition_in(library, lang).derived.set_cards["lom"] for lang in ("en", "es")}
    assert orders == {"en": ("ash", "birch", "cedar"), "es": ("birch", "cedar", "ash")}


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("index.html", "Rulebinder: official Magic rulings"),
        ("fr/index.html", "Rulebinder : précisions officielles sur Magic"),
        ("en/cards/mire-lantern/index.html", "Mire Lantern: rulings - Rulebinder"),
        (
            "es/cards/mire-lantern/index.html",
            "Farol del fango: aclaraciones - Rulebinder",
        ),
        (
            "fr/sets/lom/index.html",
            "Lanterns over Mire : précisions et notes de publication - Rulebinder",
        ),
        ("en/mechanics/glimmer/index.html", "Glimmer: how it works in Magic - Rulebinder"),
        ("es/table/index.html", "Aclaraciones de Magic para una lista de mazo - Rulebinder"),
    ],
)
def test_the_title_for_search_engines_says_what_the_page_has(built, page, title):
    found = (built / page).read_text("utf-8")
    assert f"<title>{title}</title>" in found.replace("\u00a0", " ")


@pytest.mark.parametrize("lang", ["en", "es", "fr", "de", "it"])
def test_a_card_without_rulings_does_not_promise_any(lang):
    edition = edition_in(library_of(notes(entry("Mute Rock")), facts=catalogue()), lang)
    (page,) = all_pages("card", edition)
    assert (page.listed, page.description) == ("", edition.words["no_rulings"])
