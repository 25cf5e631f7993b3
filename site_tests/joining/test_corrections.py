"""Corrected misprints on the pages: the correct word is shown, and the printed one is kept."""

from dataclasses import replace

from rulebinder.joining.merging import correct_misprints
from rulebinder.notes import Replacement
from rulebinder.outputs import data
from rulebinder.text import Corrected, Emphasis, Plain, Symbol
from site_tests.builders import card, catalogue, entry, face, library_of, notes

WICK = Replacement(printed="red wik", correct="red wick", reason="a typing error")
MARKED = Corrected("red wick", "red wik", "a typing error")
LATNERN = card(face("Mire Latnern", "Artifact", "{T}: Add a *red wik*."))
DOCUMENT = notes(entry(LATNERN, "A red wik is no wick. A red wik."))


def corrected(correction, document=DOCUMENT):
    """Return the first ruling of a corrected document, and the rules text of its card."""
    (only,) = correct_misprints(replace(document, corrections=(correction,))).cards
    return only.rulings[0].text, only.card.faces[0].rules_text[0]


def test_a_correction_keeps_the_printed_word():
    ruling, rules_text = corrected(WICK)
    assert ruling.paragraphs == (
        (Plain("A "), MARKED, Plain(" is no wick. A "), MARKED, Plain(".")),
    )
    assert ruling.source() == "A red wik is no wick. A red wik."
    assert ruling.plain() == "A red wick is no wick. A red wick."
    assert rules_text.paragraphs[0][:3] == (Symbol("T"), Plain(": Add a "), Emphasis((MARKED,)))
    assert MARKED not in corrected(replace(WICK, entry="Another Card"))[0].walk()


def test_a_symbol_is_corrected_within_emphasis_too():
    lantern = card(face("Mire Lantern", "Plane", "Whenever you roll {C}, *add {C} or {T}*."))
    chaos = Replacement(printed="{C}", correct="{CHAOS}", reason="an older symbol")
    ruling, rules_text = corrected(chaos, notes(entry(lantern, "It is {C}.")))
    assert rules_text.source() == "Whenever you roll {CHAOS}, *add {CHAOS} or {T}*."
    assert ruling.paragraphs == ((Plain("It is "), Symbol("CHAOS"), Plain(".")),)


def test_a_name_is_corrected_on_the_site_and_published_as_printed():
    lantern = Replacement(
        printed="Latnern", correct="Lantern", reason="letters changed places", entry="Mire Latnern"
    )
    library = library_of(replace(DOCUMENT, corrections=(lantern,)), facts=catalogue())
    (only,) = library.cards.values()
    assert only.slug == "mire-lantern"
    assert only.notes[0].entry.card.faces[0].printed_name == "Mire Latnern"
    published = data.describe_document(next(library.documents()), library)
    assert published["cards"][0]["faces"][0]["name"] == "Mire Latnern"
