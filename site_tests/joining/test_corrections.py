"""Corrected misprints on the pages: the correct word is shown, and the printed one is kept."""

from __future__ import annotations

from rulebinder.joining.merging import correct
from rulebinder.notes import ReleaseNotes, Replacement
from rulebinder.outputs import data
from rulebinder.text import Corrected, Emphasis, Plain, Symbol
from site_tests import builders
from site_tests.builders import catalogue, face, library_of, notes


def document(*corrections: Replacement) -> ReleaseNotes:
    card = builders.card(face("Mire Latnern", "Artifact", "{T}: Add a *red wik*."))
    return notes(builders.entry(card, "A red wik is no wick. A red wik."), corrections=corrections)


def test_a_correction_keeps_the_printed_word():
    (entry,) = correct(
        document(Replacement(printed="red wik", correct="red wick", reason="a typing error"))
    ).cards
    marked = Corrected("red wick", "red wik", "a typing error")
    assert entry.rulings[0].text.paragraphs == (
        (Plain("A "), marked, Plain(" is no wick. A "), marked, Plain(".")),
    )
    assert entry.rulings[0].text.source() == "A red wik is no wick. A red wik."
    assert entry.rulings[0].text.plain() == "A red wick is no wick. A red wick."
    assert entry.card.faces[0].rules_text[0].paragraphs[0][:2] == (Symbol("T"), Plain(": Add a "))
    assert Emphasis((marked,)) in entry.card.faces[0].rules_text[0].paragraphs[0]


def test_a_symbol_is_corrected_within_emphasis_too():
    card = builders.card(face("Mire Lantern", "Plane", "Whenever you roll {C}, *add {C} or {T}*."))
    chaos = Replacement(printed="{C}", correct="{CHAOS}", reason="an older symbol")
    (entry,) = correct(notes(builders.entry(card, "It is {C}."), corrections=(chaos,))).cards
    assert (
        entry.card.faces[0].rules_text[0].source()
        == "Whenever you roll {CHAOS}, *add {CHAOS} or {T}*."
    )
    assert entry.rulings[0].text.paragraphs == ((Plain("It is "), Symbol("CHAOS"), Plain(".")),)


def test_a_correction_of_one_card_does_not_change_the_others():
    (entry,) = correct(
        document(
            Replacement(
                printed="red wik", correct="red wick", reason="a typing error", entry="Another Card"
            )
        )
    ).cards
    assert not any(isinstance(span, Corrected) for span in entry.rulings[0].text.walk())


def test_a_name_is_corrected_on_the_site_and_published_as_printed():
    wrong = document(
        Replacement(
            printed="Latnern",
            correct="Lantern",
            reason="letters changed places",
            entry="Mire Latnern",
        )
    )
    library = library_of(wrong, facts=catalogue())
    (card,) = library.cards.values()
    assert card.slug == "mire-lantern"
    assert card.notes[0].entry.card.faces[0].printed_name == "Mire Latnern"
    published = data.describe_document(next(library.documents()), library)
    assert published["cards"][0]["faces"][0]["name"] == "Mire Latnern"
