"""A mechanic's page: an example of it, and what people ask about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from rulebinder.facts.catalogue import MechanicFacts, NameEvidence, Verdict
from rulebinder.notes import Card, Introduction, ReleaseNotes
from rulebinder.pages import mechanic
from rulebinder.pages.edition import Edition, View
from rulebinder.pages.markup import Phrase, Reference
from rulebinder.text import parse
from site_tests import builders
from site_tests.builders import card, entry, face, notes, section
from site_tests.outputs import edition_in

GLIMMER = builders.mechanic(
    "glimmer",
    names={"en": "Glimmer", "es": "Destellar"},
    questions={
        "en": {"Can I glimmer twice?": "can't glimmer twice", "Can a token glimmer?": None},
        "es": {"¿Puedo destellar dos veces?": "destellar dos veces"},
    },
)


def spirit(name: str) -> Card:
    return card(face(name, "Creature — Spirit", "Glimmer", mana_cost="{U}"))


def edition(
    *documents: ReleaseNotes,
    lang: str,
    facts: MechanicFacts = GLIMMER,
    verdicts: Mapping[str, Verdict] = MappingProxyType({}),
) -> Edition:
    sets = builders.released(new="2032-05-01", old="2031-03-01")
    catalogue = replace(builders.catalogue(facts, sets=sets, lom=False), verdicts=verdicts)
    of = edition_in(builders.library_of(*documents, facts=catalogue), lang)
    return of.at("mechanics/glimmer/")


def page(*documents: ReleaseNotes, lang: str = "en", facts: MechanicFacts = GLIMMER) -> View:
    return mechanic.page(edition(*documents, lang=lang, facts=facts), "glimmer").view


def example(view: View) -> str | None:
    return str(view["example"]["faces"][0]["name"]) if view["example"] else None


def test_the_example_is_of_the_newest_set_and_has_most_rulings_on_the_mechanic():
    older = notes(
        entry(
            spirit("Ash Spirit"), "It can glimmer.", "To glimmer costs nothing.", "Glimmer twice."
        ),
        set_code="old",
    )
    newer = notes(
        entry(spirit("Fen Spirit"), "It is wet.", "It is cold.", "It is old."),
        entry(spirit("Moor Spirit"), "It can glimmer."),
        set_code="new",
    )
    shown = page(older, newer)
    assert example(shown) == "Moor Spirit"
    assert shown["example"]
    assert shown["example"]["href"] == "../../cards/moor-spirit/"
    assert example(page(older)) == "Ash Spirit"


def test_the_card_that_a_section_shows_is_the_example():
    fen = entry(spirit("Fen Spirit"), "It can glimmer.")
    explained = section("New Mechanic: Glimmer", spirit("Moor Spirit"), "All glimmer.")
    shown = page(notes(fen, sections=[explained], set_code="new"))
    assert example(shown) == "Moor Spirit"
    (own,) = shown["sections"]
    assert [run["kind"] for run in own["notes"]["runs"]] == ["note"]
    assert example(page(notes(fen, set_code="new"), lang="fr")) is None


def test_a_question_shows_the_newest_ruling_that_answers_it():
    on_card = notes(
        entry(spirit("Fen Spirit"), "It’s wet.", "A spirit *can’t* glimmer twice."), set_code="new"
    )
    (answer,) = page(on_card)["questions"]
    assert answer["question"] == "Can I glimmer twice?"
    assert "glimmer" in answer["html"]
    assert answer["place"].href == "../../cards/fen-spirit/#new-2"
    assert answer["place"].phrase.text == "Fen Spirit · The new set · ruling 2"
    older = notes(
        sections=[section("New Mechanic: Glimmer", "You can't glimmer twice.")], set_code="old"
    )
    (explained,) = page(on_card, older)["questions"]
    assert explained["place"].href == "#old-glimmer-1"


def test_a_question_without_an_answer_in_the_language_is_left_out():
    answered = notes(entry(spirit("Fen Spirit"), "You can't glimmer twice."), set_code="new")
    assert page(answered, lang="es")["questions"] == ()
    assert page(notes(entry(spirit("Fen Spirit"), "It is wet."), set_code="new"))["questions"] == ()


def test_a_ruling_that_is_wrong_today_answers_no_question():
    document = notes(entry(spirit("Fen Spirit"), "You can't glimmer twice."), set_code="new")
    whole = edition(document, lang="en", verdicts={"new/fen-spirit/1": builders.verdict()})
    assert mechanic.page(whole, "glimmer").view["questions"] == ()


def test_only_the_newest_section_is_led_in_to():
    sections = {
        code: section("New Mechanic: Glimmer", Introduction(parse(words)), f"{words} Once.")
        for code, words in (("new", "Spirits glimmer."), ("old", "Some glimmer."))
    }
    views = page(*(notes(sections=[each], set_code=code) for code, each in sections.items()))
    kinds = [[run["kind"] for run in view["notes"]["runs"]] for view in views["sections"]]
    assert kinds == [["paragraph", "note"], ["lead", "note"]]


def proofs(seen: Mapping[str, NameEvidence], lang: str = "en") -> View:
    """Return the page of Glimmer, whose names have this evidence."""
    return page(
        notes(entry(spirit("Fen Spirit"), "It can glimmer."), set_code="new"),
        lang=lang,
        facts=replace(GLIMMER, seen=seen),
    )


FEN = NameEvidence(card="Fen Spirit", set="old")
ADDRESS = "https://mire.example/glimmer?a=b"


@pytest.mark.parametrize(
    ("seen", "said", "href"),
    [
        (None, "not confirmed", ""),
        (NameEvidence(none="unconfirmed"), "not confirmed", ""),
        (NameEvidence(none="ours"), "our translation", ""),
        (FEN, "printed on Fen Spirit (The old set, 2031)", ""),
        (replace(FEN, set="zzz"), "not confirmed", ""),
        (NameEvidence(notes="new"), "in the release notes of The new set", ""),
        (NameEvidence(page=ADDRESS), "according to mire.example", ADDRESS),
    ],
)
def test_a_name_says_what_confirms_it(seen, said, href):
    view = proofs({"es": seen} if seen else {})
    assert (view["proofs"], view["proof"]) == ({"es": Reference(href, Phrase(said))}, None)


def test_a_page_says_what_confirms_its_own_name():
    said = "impreso en Fen Spirit (The old set, 2031)"
    assert proofs({"es": FEN}, lang="es")["proof"] == Reference("", Phrase(said))
