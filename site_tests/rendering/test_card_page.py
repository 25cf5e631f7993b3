"""A card's page says where a linked ruling is from, shows the card's color, and names only real
changes.
"""

from dataclasses import replace

import pytest

from rulebinder.joining import events
from rulebinder.ledger import matching
from rulebinder.ledger.matching import Wording
from rulebinder.library import Library
from rulebinder.notes import Face, ReleaseNotes
from rulebinder.pages import addresses
from rulebinder.pages.lists import band_color
from site_tests.builders import (
    card,
    catalogue,
    entry,
    face,
    introduction,
    library_of,
    mechanic,
    notes,
    released,
    section,
    texts,
)
from site_tests.outputs import edition_in, html_at
from site_tests.rendering.approval import assert_approved

SETS = released(old="2007-05-01", new="2024-05-01")


def joined(*documents: ReleaseNotes) -> Library:
    names = [{"en": "Old Elm", "es": "Olmo viejo"}]
    return library_of(
        *documents, facts=catalogue(mechanic("glimmer"), mechanic("devoid"), sets=SETS, names=names)
    )


def elm(cost: str | None, kind: str = "Creature", *text: str) -> Face:
    return face("Elm", kind, *text, mana_cost=cost)


BLUE = face("Ash", "Sorcery", mana_cost="{U}")


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        (card(elm("{2}{G}")), "g"),
        (card(elm("{G/U}")), "gold"),
        (card(elm("{3}", "Artifact")), "grey"),
        (card(elm(None, "Land")), "grey"),
        (card(elm(None, "Sorcery")), None),
        (card(elm(None, "Sorcery"), remark="Color indicator: Red"), "r"),
        (card(elm("{U}", "Creature", "Devoid")), "grey"),
        (card(elm("{R}"), BLUE, layout="split"), "gold"),
        (card(elm("{R}"), BLUE, layout="adventure"), "r"),
    ],
)
def test_a_card_has_a_band_in_its_color(shown, found):
    library = joined(notes(entry(shown, "It grows."), set_code="new"))
    edition = edition_in(library)
    (slug,) = library.cards
    assert band_color(edition, shown, "en", slug) == found
    assert (f" band-{found}" in html_at(library, f"cards/{slug}/")) == (found is not None)


def test_a_card_leads_to_scryfall_by_its_id_or_its_name():
    assert [
        addresses.scryfall("0-1", {"en": "Elm"}),
        addresses.scryfall(None, {"en": 'Elm, "Ash" & Co'}),
        addresses.scryfall(None, {"fr": "Orme"}),
    ] == [
        f"https://scryfall.com/search?q={query}"
        for query in (
            "oracleid%3A0-1",
            "%21%22Elm%2C%20Ash%20%26%20Co%22",
            "lang%3Aany%20%22Orme%22",
        )
    ]


def test_rulings_of_two_sets_on_one_card_are_as_approved():
    """Older ones say how many are newer; one in other words is a change, and the same are not."""
    tree = (
        "If Old Elm is the only tree in the whole forest, it grows by {} at the beginning of each"
        " turn."
    )
    library = joined(
        notes(entry("Old Elm", tree.format("three"), "It is green."), set_code="old"),
        notes(entry("Old Elm", "It is green.", tree.format("four"), "It bends."), set_code="new"),
    )
    assert_approved("two-sets", {"card": html_at(library, "cards/old-elm/")})


def test_rulings_in_another_language_are_as_approved():
    library = joined(notes(entry("Olmo viejo", "Crece.", "Es alto."), set_code="new", lang="es"))
    pages = {lang: html_at(library, "cards/old-elm/", lang) for lang in ("en", "es")}
    assert_approved("foreign", pages)


def test_rulings_of_the_same_cards_name_them_once():
    """Before them are the rules text and its document, after them the mechanics without a word on
    the card.
    """
    lamps = [
        entry(
            card(face(name, "Creature", *text), remark="Lit."),
            "To glimmer is a choice.",
            own,
            "A card that can glimmer is lit.",
            f"{name} is a lamp if it can glimmer.",
        )
        for name, own, *text in (
            ("Ash", "It burns.", "Glimmer {1}"),
            ("Birch", "It is white."),
            ("Cedar", "No moth will eat it.", "Glimmer {1}"),
        )
    ]
    library = joined(notes(*lamps, set_code="new"))
    cards = {
        slug: replace(holder, shown_mechanics=("glimmer", "devoid"))
        for slug, holder in library.cards.items()
    }
    library = replace(library, cards=cards)
    urls = ("cards/ash/", "cards/birch/")
    assert_approved("family", {url: html_at(library, url) for url in urls})


def test_what_has_no_rulings_counts_none():
    glimmer = section("Glimmer", introduction("It is a light."))
    split = card(face("Elm"), face("Oak"), shared_rules_text=texts("Fuse"), remark="Both.")
    library = joined(notes(entry("Old Elm"), entry(split), sections=[glimmer], set_code="old"))
    urls = ("cards/old-elm/", "cards/elm-oak/", "mechanics/glimmer/")
    assert_approved("without-rulings", {url: html_at(library, url) for url in urls})


def test_the_same_note_of_two_sets_is_shown_once_and_has_both_addresses():
    documents = [
        notes(
            set_code=code,
            sections=[section("Glimmer", "It glimmers once.", own, "It fades at night.")],
        )
        for code, own in (("old", "Lamps are rare."), ("new", "Lamps are common."))
    ]
    page = html_at(joined(*documents), "mechanics/glimmer/")
    assert_approved("repeated-notes", {"mechanic": page})


def test_cards_with_hundreds_of_rulings_need_few_comparisons(
    monkeypatch,
):
    compared: list[Wording] = []
    is_reworded = matching.is_reworded

    def counted(old, new, lang):
        compared.append(new)
        return is_reworded(old, new, lang)

    monkeypatch.setattr(events, "is_reworded", counted)
    count = 200
    texts = [
        f"Lamp {number} burns at hour {number * 7} of night {number * 13}."
        for number in range(count)
    ]
    old = notes(entry("Old Elm", *texts), set_code="old")
    new = notes(entry("Old Elm", *(f"At dusk, {text}" for text in texts)), set_code="new")
    assert html_at(joined(old, new), "cards/old-elm/")
    assert 0 < len(compared) < count * 10
