"""A card's page is found under each of its names."""

from dataclasses import replace

import pytest

from rulebinder.facts.catalogue import Names, Removal
from rulebinder.joining import join
from rulebinder.joining.gone import add_removed, check_removals
from rulebinder.ledger.history import History, words_of
from rulebinder.outputs.redirects import (
    find_card_moves,
    find_mechanic_moves,
    make_departures,
    make_redirects,
    redirect_handwritten,
)
from rulebinder.pages import addresses
from rulebinder.problems import Place
from rulebinder.site.model import Files
from site_tests.builders import (
    card,
    catalogue,
    entry,
    face,
    introduction,
    joined,
    library_of,
    notes,
    published,
    section,
)
from site_tests.outputs import link_problems, shorts, site_of
from site_tests.rendering.approval import assert_approved
from site_tests.robustness.documents import fill

LANTERN: Names = {"en": "Mire Lantern", "es": "Farol del fango", "fr": "Lanterne"}
SPANISH = "cards/farol-del-fango/index.html"


def texts(files: Files) -> dict[str, str]:
    return {path: str(text) for path, text in files}


def test_the_address_of_a_card_stays_when_its_english_name_becomes_known():
    document = notes(entry("Farol del fango", "Brilla."), lang="es")
    (before,) = joined(document).cards
    after = joined(document, names=(LANTERN,))
    assert list(after.cards) == ["mire-lantern"]
    assert find_card_moves(after)[f"cards/{before}/"] == "mire-lantern"


@pytest.mark.parametrize("printed", ["Farol de fango", "Mire Lantern"])
def test_a_misprinted_name_redirects_to_the_card(printed):
    shown = card(face("Farol del fango", printed_name=printed))
    library = joined(
        notes(entry(shown), lang="es"),
        notes(
            lang="fr",
            sections=[
                section(
                    "Les lanternes",
                    introduction("Voici."),
                    card(face("Lanterne", printed_name="Lantern")),
                )
            ],
        ),
        names=(LANTERN,),
    )
    expected = {"cards/farol-de-fango/"} if printed == "Farol de fango" else set()
    assert (
        set(find_card_moves(library))
        == {"cards/farol-del-fango/", "cards/lanterne/", "cards/lantern/"} | expected
    )


def test_every_name_leads_on_to_the_current_one_and_rulings_keep_their_anchors():
    said = ("The lantern burns once.", "Its oil stays paid for.")
    library = joined()
    for name, title in (
        ("Mire Lamp", "Relic Song"),
        ("Mire Torch", "Relic Songs"),
        ("Mire Lantern", "Relic Singing"),
    ):
        song = section(f"New Mechanic: {title}", "A song ends once.", "Two songs are one song.")
        library = joined(notes(entry(name, *said), sections=[song]), ledgers=library.ledgers)
    (renamed,) = library.cards.values()
    for name in ("mire-lamp", "mire-lantern"):
        assert addresses.ruling_anchor(renamed, f"lom/{name}/2") == "lom-2"
    assert find_card_moves(library) == {
        "cards/mire-lamp/": "mire-lantern",
        "cards/mire-torch/": "mire-lantern",
    }
    assert find_mechanic_moves(library) == {
        "mechanics/relic-song/": "relic-singing",
        "mechanics/relic-songs/": "relic-singing",
    }
    assert not texts(make_departures(site_of(library)))
    # The card is gone too: each of its addresses says so.
    after = joined(notes(entry("Bog", "It is wet.")), ledgers=library.ledgers)
    leading, gone = texts(make_redirects(site_of(library))), texts(make_departures(site_of(after)))
    names = ("cards/mire-lamp", "cards/mire-torch", "cards/mire-lantern", "mechanics/relic-songs")
    assert_approved(
        "renamed",
        {
            "leading": leading["en/mechanics/relic-songs/index.html"],
            **{name: gone[f"en/{name}/index.html"] for name in names},
        },
    )


def test_what_is_gone_has_pages_that_say_so():
    relic, kept = (
        section("New Mechanic: Relic Song", "A song ends once."),
        entry("Bog", "It is wet."),
    )
    before = joined(notes(entry("Mire Lantern", "It burns.", "It glows."), kept, sections=[relic]))
    after = joined(notes(kept), ledgers=before.ledgers)
    pages = texts(make_departures(site_of(after)))
    assert {path for path in pages if path.startswith("fr/")} == {
        "fr/cards/mire-lantern/index.html",
        "fr/mechanics/relic-song/index.html",
    }
    assert_approved("gone", {"card": pages["en/cards/mire-lantern/index.html"]})
    assert not texts(make_departures(site_of(before)))


def test_a_card_that_only_a_section_showed_and_a_misprinted_name_keep_their_addresses():
    shown = section("Lamps", introduction("They burn."), card(face("Bog Lamp")))
    misprinted = entry(card(face("Mire Lantern", printed_name="Mire Lamtern")), "It burns.")
    before = joined(notes(misprinted, sections=[shown]))
    assert before.ledgers["lom"].cards == {"bog-lamp": "bog-lamp", "mire-lamtern": "mire-lantern"}
    after = joined(notes(entry("Mire Lantern", "It burns.")), ledgers=before.ledgers)
    assert find_card_moves(after) == {"cards/mire-lamtern/": "mire-lantern"}
    gone = texts(make_departures(site_of(after)))
    assert "en/cards/mire-lamtern/index.html" not in gone
    # The name leads to the rulings when the card is gone too.
    last = joined(notes(entry("Fen", "It is deep.")), ledgers=after.ledgers)
    misprint = texts(make_departures(site_of(last)))["en/cards/mire-lamtern/index.html"]
    assert_approved(
        "gone-names", {"section": gone["en/cards/bog-lamp/index.html"], "misprint": misprint}
    )


def test_a_removed_set_keeps_its_addresses_and_shows_the_last_words():
    song, kept = (
        section("New Mechanic: Relic Song", "A song ends once."),
        notes(entry("Bog", "It is wet."), set_code="fen"),
    )
    first = joined(
        notes(
            entry("Mire Lantern", "It burns.", "It glows."),
            sections=[song],
            last_modified="2031-01-20",
        ),
        kept,
    )
    document = notes(
        entry("Mire Lantern", "It burns twice.", "It glows."),
        sections=[song],
        last_modified="2031-02-20",
    )
    before = joined(document, kept, ledgers=first.ledgers)
    history = History(last={"en": words_of(document)})
    removal = Removal(day="2031-03-01", place=Place("content/removed.yml", 1))
    listed = replace(catalogue(names=(LANTERN,)), removed={"lom": removal})
    after = join([kept], listed, {}, before.ledgers, histories={"lom": history})[0]
    assert not check_removals(after, listed, before.ledgers)
    site = site_of(after)
    pages = {**texts(make_departures(site)), **shorts(site)}
    old = site_of(before)
    assert shorts(old).keys() <= pages.keys()
    for each in (next(iter(old.editions.values())), site.editions["en"]):
        assert list(each.library.revisions["lom"]) == ["2031-02-20"]
    paths = ("fr/sets/lom/", "en/sets/lom/sheet/", "en/cards/lanterne/", "en/cards/mire-lantern/",
             "r/lom/mire-lantern/1/")  # fmt: skip
    assert_approved("removed-set", {path: pages[f"{path}index.html"] for path in paths})


def test_a_set_with_release_notes_is_not_removed():
    keys = ("lom", "lom.en", "fen", "fen.fr")
    listed = replace(
        catalogue(), removed={key: Removal(day="2031-03-01", place=Place(key)) for key in keys}
    )
    library = joined(notes(entry("Bog", "It is wet.")))
    assert add_removed(library, listed, library.ledgers, {}) == library
    problems = check_removals(library, listed, library.ledgers)
    assert [(each.place.path, each.is_error) for each in problems] == [
        (key, key.startswith("fen")) for key in keys
    ]


def test_a_cards_own_address_does_not_redirect():
    library = joined(notes(entry("Mire Lantern"), entry("Lanterne")), names=(LANTERN,))
    assert set(find_card_moves(library)) == {"cards/farol-del-fango/"}


def test_a_name_of_two_cards_leads_to_the_card_that_is_printed_with_it():
    names = ({"en": "Bog", "es": "Cieno"}, {"en": "Mud", "es": "Cieno"})
    assert find_card_moves(joined(notes(entry("Bog"), entry("Mud")), names=names)) == {
        "cards/cieno/": "bog"
    }
    shown = notes(entry(card(face("Mud", printed_name="Cieno"))), entry("Bog"))
    assert find_card_moves(joined(shown, names=names)) == {"cards/cieno/": "mud"}


def test_a_card_with_a_page_in_one_language_is_led_to_in_that_language():
    document = published("2031-02-09", entry("Mire Lantern", "It is lit."))
    library = library_of(document, facts=catalogue(names=(LANTERN,)))
    assert {path.partition("/")[0] for path, _ in make_redirects(site_of(library))} == {"en"}


def test_a_hand_written_page_that_is_gone_leads_on():
    page = dict(redirect_handwritten(site_of(library_of())))["fr/adding/index.html"]
    assert 'data-to="../about/"' in page
    assert ">À propos</a>" in page


def test_a_redirect_to_a_missing_page_is_a_broken_link(built, tmp_path):
    fill(tmp_path / "es", {SPANISH: (built / "es" / SPANISH).read_bytes()})
    found = [problem.message for problem in link_problems(tmp_path)]
    assert "the link '../mire-lantern/' leads to no file" in found
