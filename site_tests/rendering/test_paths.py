"""URLs and anchors."""

import pytest

from rulebinder.library import CardNotes, LibraryCard
from rulebinder.pages import addresses
from site_tests import builders


def card(slug: str, *ids: str) -> LibraryCard:
    entry = builders.entry("Mire Lantern")
    return LibraryCard(
        slug=slug,
        names={"en": "Mire Lantern"},
        notes=tuple(
            CardNotes(id=each, set_code=each.split("/")[0], lang="en", card=slug, entry=entry)
            for each in ids
        ),
    )


def test_a_card_named_index_does_not_replace_the_list_of_cards():
    assert addresses.source_file(addresses.card_page("index")) != addresses.source_file(
        addresses.CARDS
    )


@pytest.mark.parametrize("slug", ["", "..", "../../x", "a/b", "#", "?q", "%2e"])
def test_no_slug_leaves_its_folder(slug):
    name = addresses.card_page(slug).removeprefix(addresses.CARDS).removesuffix("/")
    assert name.replace("-", "").isalnum()


def test_two_entries_of_a_set_have_different_anchors():
    both = card("mire-lantern", "lom/a-lantern", "lom/mire-lantern")
    assert addresses.ruling_anchor(both, "lom/mire-lantern/1") == "lom-1"
    assert addresses.ruling_anchor(both, "lom/a-lantern/1") == "lom-a-lantern-1"


def test_a_second_section_of_the_same_name_has_its_own_notes():
    assert addresses.section_note_anchor("lom/notes/cycle/2") != addresses.section_anchor(
        "lom/notes/cycle-2"
    )
    assert addresses.section_note_anchor("lom/notes/cycle-2/1") != addresses.section_note_anchor(
        "lom/notes/cycle/21"
    )
