"""Published rulings and release notes: the same ruling is shown once, and no id depends on the
other source.
"""

from rulebinder.joining import gone, join
from rulebinder.joining.gone import check_removals
from rulebinder.outputs import data
from site_tests.builders import (
    catalogue,
    entry,
    introduction,
    notes,
    published,
    section,
    shipped_languages,
)
from site_tests.outputs import site_of

DAY, LATER = "2031-02-09", "2032-05-01"
GLOW, HUM = (
    "Mire Lantern glows only if it is untapped.",
    "You choose the number when Mire Lantern enters.",
)


def lantern(*rulings, code=DAY):
    """Return the rulings of the lantern that were published on a day."""
    return published(code, entry("Mire Lantern", *rulings))


def joined(*documents, **beside):
    return join(documents, catalogue(), shipped_languages(), **beside)[0]


GLOWS = notes(entry("Mire Lantern", GLOW))


def ids(library, code=DAY):
    return [
        note.id
        for document in library.sets[code].documents.values()
        for card in document.cards
        for note in card.notes
    ]


def test_a_ruling_that_a_document_has_too_is_shown_there_only():
    same = "Mire Lantern glows only if it’s untapped. [2031-02-09]"
    library = joined(
        notes(entry("Mire Lantern", HUM, GLOW)),
        published(DAY, entry("Mire Lantern", same, "It is a lamp.")),
    )
    [_, glow] = library.cards["mire-lantern"].notes[-1].notes
    assert (glow.id, glow.published) == ("lom/mire-lantern/2", (f"{DAY}/mire-lantern/1",))
    assert ids(library) == [f"{DAY}/mire-lantern/2"]


def test_an_entry_of_which_documents_have_all_rulings_is_not_shown():
    library = joined(
        GLOWS,
        published(DAY, entry("Mire Lantern", GLOW), entry("Quiet Reed", HUM)),
    )
    assert ids(library) == [f"{DAY}/quiet-reed/1"]
    assert [each.set_code for each in library.cards["mire-lantern"].notes] == ["lom"]


def test_the_oldest_document_keeps_a_ruling():
    older = notes(entry("Mire Lantern", GLOW), set_code="old")
    library = joined(older, GLOWS, lantern(GLOW))
    kept = {
        note.id: note.published
        for each in library.cards["mire-lantern"].notes
        for note in each.notes
    }
    assert kept == {"old/mire-lantern/1": (f"{DAY}/mire-lantern/1",), "lom/mire-lantern/1": ()}


def test_no_id_depends_on_the_other_source():
    document = lantern(HUM, GLOW)
    alone = joined(document)
    both = joined(document, GLOWS, ledgers=alone.ledgers)
    assert both.ledgers[DAY] == alone.ledgers[DAY]
    again = joined(document, ledgers=both.ledgers)
    assert ids(again) == ids(alone) == [f"{DAY}/mire-lantern/1", f"{DAY}/mire-lantern/2"]


def test_the_address_of_a_repeated_ruling_is_not_gone():
    library = joined(GLOWS, lantern(GLOW))
    found = data.index_addresses(site_of(library))
    assert set(found) == {"lom/mire-lantern/1", f"{DAY}/mire-lantern/1"}
    assert found[f"{DAY}/mire-lantern/1"]["address"] == f"en/cards/mire-lantern/#{DAY}-1"
    assert not list(gone.find_gone(library))


def test_a_ruling_that_a_later_bulk_file_drops_is_gone():
    before = joined(lantern(HUM, GLOW))
    library = joined(lantern(GLOW), ledgers=before.ledgers)
    assert [each.id for each in gone.find_gone(library)] == [f"{DAY}/mire-lantern/1"]
    assert ids(library) == [f"{DAY}/mire-lantern/2"]


def test_only_a_card_with_nothing_but_published_rulings_has_its_page_in_one_language():
    shown = section("Lamps", introduction("They glow."), entry("Fen Wisp").card)
    documents = (
        notes(entry("Mire Lantern", GLOW), sections=[shown]),
        published(DAY, entry("Mire Lantern", HUM), entry("Quiet Reed", HUM)),
    )
    library = joined(*documents, published(LATER, entry("Fen Wisp", HUM)))
    assert {slug: card.only_in for slug, card in library.cards.items()} == {
        "fen-wisp": None,
        "mire-lantern": None,
        "quiet-reed": "en",
    }


def test_a_timeline_begins_with_the_newest_day():
    days = [lantern(HUM, code=code) for code in (LATER, DAY, "2030-01-01")]
    library = joined(*days, GLOWS)
    assert [each.set_code for each in library.cards["mire-lantern"].notes] == [
        LATER,
        DAY,
        "lom",
        "2030-01-01",
    ]


def test_a_ruling_that_moves_to_another_day_is_found_from_its_old_address():
    before = joined(lantern(HUM, GLOW))
    now = lantern(GLOW), lantern(HUM, code=LATER)
    library = joined(*now, ledgers=before.ledgers)
    [ruling] = gone.find_gone(library)
    assert (ruling.id, ruling.became) == (f"{DAY}/mire-lantern/1", (f"{LATER}/mire-lantern/1",))
    again = joined(*now, ledgers=library.ledgers)
    assert again.ledgers == library.ledgers


def test_the_rulings_of_a_day_that_vanished_are_found_at_their_new_places():
    before = joined(lantern(HUM))
    now = lantern(HUM, code=LATER)
    library = joined(now, ledgers=before.ledgers, histories={})
    assert check_removals(library, catalogue(), before.ledgers) == []
    [ruling] = gone.find_gone(library)
    assert (ruling.id, ruling.became) == (f"{DAY}/mire-lantern/1", (f"{LATER}/mire-lantern/1",))
