"""Families: rulings that say the same, except for names, numbers, symbols and typography."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulebinder.facts.catalogue import SetFacts
from rulebinder.library import Library
from rulebinder.notes import ReleaseNotes
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

LANTERN, ELM, ODA = "Mire Lantern", "Old Elm", "Oda, Keeper of Reeds"


def joined(*documents: ReleaseNotes, sets: Sequence[SetFacts] = ()) -> Library:
    return library_of(*documents, facts=catalogue(sets=sets))


def families(*documents: ReleaseNotes, sets: Sequence[SetFacts] = ()) -> dict[str, str | None]:
    library = joined(*documents, sets=sets)
    return {
        note.id: note.family
        for document in library.documents()
        for each in document.cards
        for note in each.notes
    }


def test_rulings_with_the_same_words_are_one_family():
    found = families(notes(entry(LANTERN, "It is lit."), entry(ELM, "It stands.", "It is lit.")))
    assert found == {
        "lom/mire-lantern/1": "lom/mire-lantern/1",
        "lom/old-elm/1": None,
        "lom/old-elm/2": "lom/mire-lantern/1",
    }


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Mire Lantern can’t burn.", "Old Elm can't burn."),
        (
            "While mire lantern burns, Mire Lantern's light stays.",
            "While mire lantern burns, Old Elm's light stays.",
        ),
        ("Mire Lantern  burns.", "Old Elm burns."),
    ],
)
def test_a_cards_own_name_is_ignored(first, second):
    assert None not in families(notes(entry(LANTERN, first), entry(ELM, second))).values()


def test_a_short_name_is_ignored_too():
    found = families(
        notes(entry(ODA, "Oda keeps the reeds."), entry(ELM, "Old Elm keeps the reeds."))
    )
    assert set(found.values()) == {"lom/oda-keeper-of-reeds/1"}


def test_the_own_name_of_a_face_is_ignored():
    halves = card(face("Sink"), face("Surface"))
    found = families(
        notes(entry(halves, "Surface resolves last."), entry(ELM, "Old Elm resolves last."))
    )
    assert None not in found.values()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Mire Lanterns burn.", "Old Elms burn."),  # words that only start with the name
        ("It burns.", "It burnt."),
        ("It costs {2}.", "It costs {T}."),
        ("It costs {W}.", "It costs {W/P}."),
        ("X is 0.", "X is 3."),
        ("It gets +1/+1.", "It gets -1/-1."),
        ("See rule 702.1a.", "See rule 702.2a."),
        ("It can burn.", "It can’t burn."),
    ],
)
def test_rulings_with_another_meaning_are_no_family(first, second):
    assert set(families(notes(entry(LANTERN, first), entry(ELM, second))).values()) == {None}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("You pay {E}{E}.", "You pay {E}."),
        ("It costs {2}{W}.", "It costs {B/G}."),
        ("It is a 2/2 creature for three turns.", "It is a 1/3 creature for 12 turns."),
        ("Say “light” — as in *Lanterns*®.", 'Say "light" - as in *Lanterns*.'),
        (
            "It is like Oda, Keeper of Reeds.",
            "It is like Second Oak.",
        ),  # both are cards of the library
        ("Old Elm burns.", "Old Elm burns."),  # one names the other, one itself
        (
            "It costs more, such as that of Ember Fox.",
            "It costs more, such as that of Stag of Reeds.",
        ),
        ("It gets +1/+1.", "It gets +X/+X."),
        ("You pay eight {E}.", "You pay {E}{E}."),
        ("The two lights are lit.", "The 4 light are lit."),
    ],
)
def test_numbers_symbols_names_and_typography_are_variables(first, second):
    found = families(
        notes(
            entry(LANTERN, first),
            entry(ELM, second),
            entry(ODA, "Oda."),
            entry("Second Oak", "Oak."),
        )
    )
    assert found["lom/old-elm/1"] == "lom/mire-lantern/1"


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
