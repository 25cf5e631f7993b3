"""A mechanic's page: an example of it, and what people ask about it."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from rulebinder.facts.catalogue import MechanicFacts, NameEvidence, Verdict
from rulebinder.library import Library
from rulebinder.notes import Card, ReleaseNotes
from rulebinder.pages.edition import View
from rulebinder.pages.markup import Phrase, Reference
from site_tests import builders
from site_tests.builders import card, entry, face, introduction, notes, section
from site_tests.outputs import edition_in, html_at, page_at
from site_tests.rendering.approval import assert_approved

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


def library(
    *documents: ReleaseNotes,
    facts: MechanicFacts = GLIMMER,
    verdicts: Mapping[str, Verdict] = MappingProxyType({}),
) -> Library:
    sets = builders.released(new="2032-05-01", old="2031-03-01")
    catalogue = replace(builders.catalogue(facts, sets=sets, lom=False), verdicts=verdicts)
    return builders.library_of(*documents, facts=catalogue)


def test_examples_questions_and_sections_are_as_approved():
    """The example is the card that a section shows, or else the one of the newest set with most
    rulings on the mechanic. The newest ruling answers a question, that of a section first, and none
    that is wrong today or in another language. Only the newest section is led in to.
    """
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
    explained = notes(
        entry(spirit("Fen Spirit"), "It’s wet.", "A spirit *can’t* glimmer twice."),
        sections=[section("New Mechanic: Glimmer", spirit("Moor Spirit"), "All glimmer.")],
        set_code="new",
    )
    answering = notes(
        sections=[section("New Mechanic: Glimmer", "You can't glimmer twice.")], set_code="old"
    )
    leading = [
        notes(
            sections=[section("New Mechanic: Glimmer", introduction(words), f"{words} Once.")],
            set_code=code,
        )
        for code, words in (("new", "Spirits glimmer."), ("old", "Some glimmer."))
    ]
    libraries = {
        "newest": library(older, newer),
        "shown": library(explained),
        "answered-by-a-section": library(explained, answering),
        "wrong": library(explained, verdicts={"new/fen-spirit/2": builders.verdict()}),
        "lead": library(*leading),
    }
    pages = {name: html_at(each, "mechanics/glimmer/") for name, each in libraries.items()}
    pages["shown-es"] = html_at(libraries["shown"], "mechanics/glimmer/", "es")
    assert_approved("mechanic", pages)


def proofs(seen: Mapping[str, NameEvidence], lang: str = "en") -> View:
    """Return the page of Glimmer, whose names have this evidence."""
    document = notes(entry(spirit("Fen Spirit"), "It can glimmer."), set_code="new")
    edition = edition_in(library(document, facts=replace(GLIMMER, seen=seen)), lang)
    return page_at(edition, "mechanics/glimmer/")[1].view


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
