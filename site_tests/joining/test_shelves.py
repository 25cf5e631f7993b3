"""An entry that was joined before is not joined again, unless anything that it was made from has
changed.
"""

from dataclasses import replace

import pytest

from rulebinder.joining import join
from rulebinder.joining.duplicates import signature
from rulebinder.joining.entries import Joiner
from rulebinder.ledger.matching import wording
from rulebinder.system.caches import Shelf, from_bytes, to_bytes
from site_tests.builders import (
    card,
    catalogue,
    entry,
    face,
    mechanic,
    notes,
    section,
    shipped_languages,
)

FACTS = catalogue(mechanic("flying"))
LANTERN, WISP = "Mire Lantern shines on Fen Wisp.", "Fen Wisp follows no light of Fen Kin, Lost."
LOST = card(face("Fen Kin, Lost", "Legendary Creature — Spirit", "Flying"))
DOCUMENTS = (
    notes(entry("Mire Lantern", LANTERN), entry("Fen Wisp", WISP, "It rests.")),
    notes(
        entry(LOST, "Fen Kin drifts."), set_code="old", sections=[section("Drift", "It drifts.")]
    ),
)


def joined(documents, shelves, ledgers=None):
    return join(documents, FACTS, shipped_languages(), ledgers, shelves)[0]


@pytest.fixture
def shelves():
    """Return the entries of the documents, as an earlier build kept them."""
    empty = {document.key: Shelf() for document in DOCUMENTS}
    joined(DOCUMENTS, empty)
    return {key: Shelf(from_bytes(to_bytes(shelf.asked))) for key, shelf in empty.items()}


@pytest.fixture
def signed(monkeypatch):
    """Return the texts that are signed, and those that are compared with families, from now on."""
    texts: list[str] = []
    compared: list[str] = []

    def noted(text):
        texts.append(text)
        return wording(text)

    def noted_signature(them, *names):
        compared.extend(text.plain() for text in them)
        return signature(them, *names)

    monkeypatch.setattr("rulebinder.joining.entries.wording", noted)
    monkeypatch.setattr("rulebinder.joining.entries.signature", noted_signature)
    return texts, compared


@pytest.fixture
def again(monkeypatch):
    """Return the list of the entries and sections that are joined from now on."""
    ids: list[str] = []
    entry, section = Joiner._join_entry, Joiner._join_section

    def noted(self, document, entry_id, *given):
        ids.append(entry_id)
        return entry(self, document, entry_id, *given)

    def noted_section(self, document, topic, *given):
        ids.append(topic.id)
        return section(self, document, topic, *given)

    monkeypatch.setattr(Joiner, "_join_entry", noted)
    monkeypatch.setattr(Joiner, "_join_section", noted_section)
    return ids


def changed(at, *cards, **fields):
    """Return the documents with another one at this place."""
    kept = list(DOCUMENTS)
    kept[at] = replace(kept[at], cards=cards or kept[at].cards, **fields)
    return tuple(kept)


EDITED = changed(0, DOCUMENTS[0].cards[0], entry("Fen Wisp", WISP, "It sleeps."))
ADDED = changed(0, DOCUMENTS[0].cards[0], entry("Fen Wisp", "It rises.", WISP, "It rests."))
RENAMED = changed(0, entry("Mere Lantern", LANTERN), DOCUMENTS[0].cards[1])
ORDINARY = changed(1, sections=(section("Drift", "A fen kin drifts, and so does a fen wisp."),))
TITLED = changed(1, sections=(section("New Mechanic: Light", "It drifts."),))
SHORT = changed(1, entry(LOST, "It drifts."), sections=())


def test_nothing_is_joined_again_if_nothing_changed(shelves, again):
    library = joined(DOCUMENTS, shelves)
    assert again == []
    assert library == joined(DOCUMENTS, {})
    assert {key: shelf.asked for key, shelf in shelves.items()} == {
        key: shelf.stored for key, shelf in shelves.items()
    }


def test_only_an_entry_that_changed_is_joined_and_signed_again(shelves, again, signed):
    joined(EDITED, shelves)
    assert again == ["lom/fen-wisp"]
    assert signed == ([WISP, "It sleeps."], [WISP, "It sleeps."])


def test_only_a_section_that_changed_is_joined_again(shelves, again):
    joined(changed(1, sections=(section("Drift", "It drifts away."),)), shelves)
    assert again == ["old/notes/drift"]


@pytest.mark.parametrize(
    "documents", [EDITED, ADDED, RENAMED, ORDINARY, TITLED, SHORT, DOCUMENTS[:1]]
)
def test_what_was_joined_before_changes_nothing(documents, shelves):
    assert joined(documents, shelves) == joined(documents, {})


def test_a_number_that_changed_counts(shelves):
    ledgers = dict(joined(ADDED, {}).ledgers)
    library = joined(DOCUMENTS, shelves, ledgers)
    assert library == joined(DOCUMENTS, {}, ledgers)
    assert "lom/fen-wisp/3" in {
        note.id for each in library.cards["fen-wisp"].notes for note in each.notes
    }
