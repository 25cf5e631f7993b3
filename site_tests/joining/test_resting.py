"""The rules that a ruling rests on."""

from __future__ import annotations

from dataclasses import replace

from rulebinder.facts.catalogue import RuleFacts
from rulebinder.library import Library

from ..builders import catalogue, entry, joined, mechanic, notes, section

GLIMMER = mechanic("glimmer", names={"en": "Glimmer"}, rule="702.345")
GLOW = mechanic("glow", "ability-word", names={"en": "Glow"}, rule="207.2c")


def _library(*rulings: str) -> Library:
    facts = replace(
        catalogue(GLIMMER, GLOW),
        rules={"lom": {"702.345b": RuleFacts(rule="702.400b", title="Glimmer")}},
    )
    return joined(
        notes(entry("Mire Lantern", *rulings), sections=[section("Glimmer", "It is new.")]),
        facts=facts,
    )


def _rules(library: Library) -> list[tuple[str, ...]]:
    (document,) = library.documents()
    return [
        library.rests_on.get(note.id, ()) for holder in document.holders for note in holder.notes
    ]


def test_a_note_of_a_section_rests_on_the_rule_of_its_mechanic():
    assert _rules(_library("It is small."))[0] == ("702.345",)


def test_a_ruling_rests_on_the_mechanics_that_it_mentions_but_on_no_ability_word():
    assert _rules(_library("Glimmer is an ability.", "Glow is a word."))[1:] == [("702.345",), ()]


def test_a_cited_rule_has_the_number_of_today_and_is_left_out_without_one():
    assert _rules(_library("See rule 702.345b.", "See rule 702.399b."))[1:] == [("702.400b",), ()]


def test_a_rule_lists_its_rulings_on_the_page_of_the_whole_rule():
    found = _library("See rule 702.345b.", "It is small.").resting
    assert {number: [passage.part for passage in each] for number, each in found.items()} == {
        "702.345": ["1"],
        "702.400": ["1"],
    }


def test_a_ruling_with_a_word_of_a_rule_rests_on_it_in_every_language():
    words = {"en": ("lit wick",), "es": ("mecha encendida",)}
    facts = replace(catalogue(), rule_terms={"608.2b": words, "702.9": {"fr": ("lit wick",)}})
    spanish = notes(entry("Mire Lantern", "Una mecha encendida."), lang="es")
    for document in (notes(entry("Mire Lantern", "A Lit Wick burns.", "Unlit wick.")), spanish):
        assert joined(document, facts=facts).rests_on == {"lom/mire-lantern/1": ("608.2b",)}
