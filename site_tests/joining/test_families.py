"""Families: rulings that say the same, except for names, numbers, symbols and typography."""

import pytest

from site_tests.builders import (
    card,
    catalogue,
    entry,
    face,
    library_of,
    notes,
    released,
    ruling,
    section,
)
from site_tests.joining.conftest import each_line

LANTERN, ELM, ODA = "Mire Lantern", "Old Elm", "Oda, Keeper of Reeds"


def joined(*documents, sets=()):
    return library_of(*documents, facts=catalogue(sets=sets))


def families(*documents, sets=()):
    """Return the family of each ruling of a card."""
    return {
        note.id: note.family
        for document in joined(*documents, sets=sets).documents()
        for each in document.cards
        for note in each.notes
    }


def test_rulings_with_the_same_words_are_one_family():
    assert families(
        notes(entry(LANTERN, "It is lit."), entry(ELM, "It stands.", "It is lit."))
    ) == {
        "lom/mire-lantern/1": "lom/mire-lantern/1",
        "lom/old-elm/1": None,
        "lom/old-elm/2": "lom/mire-lantern/1",
    }


@each_line("families.tsv")
def test_names_numbers_symbols_and_typography_are_variables(verdict, lantern, elm):
    cards = ((LANTERN, lantern), (ELM, elm), (ODA, "Oda."), ("Second Oak", "Oak."))
    family = families(notes(*(entry(*card) for card in cards)))["lom/old-elm/1"]
    assert family == ("lom/mire-lantern/1" if verdict == "family" else None)


@pytest.mark.parametrize(
    ("shown", "name"), [(ODA, "Oda"), (card(face("Sink"), face("Surface")), "Surface")]
)
def test_a_short_name_and_the_name_of_a_face_are_ignored_too(shown, name):
    document = notes(entry(shown, f"{name} resolves last."), entry(ELM, "Old Elm resolves last."))
    assert None not in families(document).values()


def test_lists_count():
    same, other = ruling("Two parts:", "One.", "Two."), ruling("Two parts:", "One.", "Another.")
    found = families(notes(entry(LANTERN, same), entry(ELM, other), entry(ODA, same)))
    assert [each is None for each in found.values()] == [False, True, False]


def test_languages_are_not_mixed():
    documents = notes(entry(LANTERN, "Bis.")), notes(entry(ELM, "Bis."), set_code="vex", lang="es")
    assert set(families(*documents).values()) == {None}


def test_a_family_has_the_id_of_its_oldest_sets_ruling():
    sets = released(vex="2029-01-01", zed="2035-01-01")
    documents = [
        notes(entry(name, "It is lit."), set_code=code)
        for name, code in ((LANTERN, "lom"), (ELM, "vex"), (ODA, "zed"))
    ]
    assert set(families(*documents, sets=sets).values()) == {"vex/old-elm/1"}
    library = joined(*documents, sets=sets)
    assert [each.entry for each in library.families["en", "vex/old-elm/1"]] == [
        "vex/old-elm",
        "lom/mire-lantern",
        "zed/oda-keeper-of-reeds",
    ]


def test_general_notes_have_no_family():
    library = joined(notes(entry(LANTERN, "It is lit."), sections=[section("Light", "It is lit.")]))
    assert library.families == {}
