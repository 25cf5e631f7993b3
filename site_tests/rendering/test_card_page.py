"""A card's page says where a linked ruling is from, shows the card's color, and names only real
changes.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from rulebinder.joining import events
from rulebinder.ledger import matching
from rulebinder.ledger.matching import Wording
from rulebinder.library import Library
from rulebinder.notes import Face, ReleaseNotes
from rulebinder.pages import addresses
from rulebinder.pages.lists import band
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
    assert band(edition, shown, "en", slug) == found
    assert (f" band-{found}" in html_at(library, f"cards/{slug}/")) == (found is not None)


def test_a_linked_ruling_says_how_many_rulings_of_later_sets_its_page_has():
    old = notes(entry("Old Elm", "It grows.", "It is tall."), set_code="old")
    new = notes(entry("Old Elm", "It is old.", "It bends.", "It stays."), set_code="new")
    page = html_at(joined(old, new), "cards/old-elm/")
    lines = dict(
        re.findall(
            r'<li class="ruling"[^>]* id="((?:old|new)-1)".*?<p class="origin"[^>]*>(.*?)</p>',
            page,
            re.S,
        )
    )
    assert "3 newer rulings on this page" in lines["old-1"]
    assert "newer" not in lines["new-1"]


def test_a_card_leads_to_scryfall_by_its_id_or_its_name():
    library = joined(
        notes(entry("Old Elm", "It grows."), entry('Elm, "Ash" & Co', "It grows."), set_code="new"),
    )
    assert 'href="https://scryfall.com/search?q=%21%22Old%20Elm%22"' in html_at(
        library, "cards/old-elm/"
    )
    assert (
        addresses.scryfall("0-1", {"en": "Elm"}) == "https://scryfall.com/search?q=oracleid%3A0-1"
    )
    assert (
        addresses.scryfall(None, {"fr": "Orme"})
        == "https://scryfall.com/search?q=lang%3Aany%20%22Orme%22"
    )


def test_each_ruling_says_where_it_is_from_and_why_it_is_in_another_language():
    library = joined(notes(entry("Olmo viejo", "Crece.", "Es alto."), set_code="new", lang="es"))
    page = html_at(library, "cards/old-elm/")
    second = page.partition('id="new-2"')[2].partition("</p>")[0]
    for said in (
        "Old Elm",
        "2 of 2",
        ">NEW<",
        "The new set",
        "May 1, 2024",
        "In Spanish, not in English",
    ):
        assert said in second
    assert (
        "not in"
        not in html_at(library, "cards/old-elm/", "es")
        .partition('id="new-2"')[2]
        .partition("</p>")[0]
    )


LAMPS = {"Ash": "It burns.", "Birch": "It is white.", "Cedar": "No moth will eat it."}


def test_rulings_run_in_order_and_those_of_the_same_cards_name_them_once():
    lamps = [
        entry(
            card(face(name, "Creature", "Glimmer {1}")),
            "To glimmer is a choice.",
            own,
            "A card that can glimmer is lit.",
            f"{name} is a lamp if it can glimmer.",
        )
        for name, own in LAMPS.items()
    ]
    library = joined(notes(*lamps, set_code="new"))
    page = html_at(library, "cards/ash/")
    assert re.findall(r'<li class="ruling"[^>]* value="(\d+)"', page) == ["1", "2", "3", "4"]
    assert '<details class="others">' not in page
    ((label, family),) = re.findall(
        r'<details class="family"><summary>(.*?)</summary>(.*?)</details>', page, re.S
    )
    assert label == "The same ruling applies to 2 other cards (rulings 1, 3, 4)"
    assert re.findall(r'href="([^"]+)"', family) == [
        f"../{other}/#new-{number}" for other in ("birch", "cedar") for number in (1, 3, 4)
    ]


def test_a_card_says_which_document_prints_its_text():
    split = card(face("Elm"), face("Oak"), shared_rules_text=texts("Fuse"), remark="Both.")
    library = joined(
        notes(entry("Old Elm", "It grows."), entry(split, "It grows."), set_code="old")
    )
    for slug in ("old-elm", "elm-oak"):
        page = html_at(library, f"cards/{slug}/")
        line = r'<div class="card.*<p class="printed-in"[^>]*>As printed in The old set, 2007'
        assert re.search(line, page, re.S)


def test_nothing_counts_no_rulings():
    glimmer = section("Glimmer", introduction("It is a light."))
    library = joined(notes(entry("Old Elm"), sections=[glimmer], set_code="old"))
    for url in ("cards/old-elm/", "mechanics/glimmer/"):
        page = html_at(library, url)
        assert "0 ruling" not in page.partition("<")[2], url
        assert "<span>May 1, 2007</span>" in page, url


def test_only_mechanics_without_a_word_on_the_card_are_listed():
    elm = entry(card(face("Elm", "Creature", "Glimmer {1}")), "It grows.")
    ash = entry(card(face("Ash", "Creature", mana_cost="{U}")), "It grows.")
    library = joined(notes(elm, ash, set_code="new"))
    cards = {
        slug: replace(each, shown_mechanics=("glimmer", "devoid"))
        for slug, each in library.cards.items()
    }
    library = replace(library, cards=cards)
    for slug, listed in {"elm": ["devoid"], "ash": ["devoid", "glimmer"]}.items():
        page = html_at(library, f"cards/{slug}/")
        chips = "".join(re.findall(r'<p class="chips">.*?</p>', page))
        assert re.findall(r"mechanics/([a-z]+)/", chips) == listed
        assert page.index('<li class="ruling"') < page.index(chips)


def test_a_later_ruling_on_the_same_card_in_other_words_is_a_change():
    before = (
        "If Old Elm is the only tree in the whole forest, it grows by three at the beginning of"
        " each turn."
    )
    after = (
        "If Old Elm is the only tree in the whole forest, it grows by four at the beginning of each"
        " turn."
    )
    library = joined(
        notes(entry("Old Elm", before, "It is green."), set_code="old"),
        notes(entry("Old Elm", "It is green.", after), set_code="new"),
    )
    page = html_at(library, "cards/old-elm/")
    changed = re.findall(r'<details class="changes".*?</details>', page, re.DOTALL)
    assert len(changed) == 1, "the same words are no change, and the newer set has none"
    assert "1 change since 2007" in changed[0]
    assert re.search(r'NEW</span> [^<>]*, <a href="#new-2">ruling 2</a>', changed[0]), (
        "its set is named, not only its code"
    )


def test_the_same_note_of_two_sets_is_shown_once_and_has_both_addresses():
    documents = [
        notes(
            set_code=code,
            sections=[section("Glimmer", "It glimmers once.", own, "It fades at night.")],
        )
        for code, own in (("old", "Lamps are rare."), ("new", "Lamps are common."))
    ]
    page = html_at(joined(*documents), "mechanics/glimmer/")
    assert page.count("It glimmers once.") == page.count("It fades at night.") == 1
    for anchor in ("new-glimmer", "old-glimmer"):
        assert {f"{anchor}-{number}" for number in (1, 2, 3)} <= set(
            re.findall(r'id="([\w-]+)"', page)
        )
    merged = page.partition('id="new-glimmer-1"')[2].partition("</li>")[0]
    assert 'id="old-glimmer-1"' in merged
    assert "Also in" not in merged
    (line,) = re.findall(r'<p class="quiet">Also in <span[^>]*>OLD</span> (.*?)</p>', page)
    assert line == "The old set: 1, 3"
    assert "2 rulings have the same words as in The new set, above." in page


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
