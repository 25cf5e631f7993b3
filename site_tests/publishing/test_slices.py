"""A page shows a slice of the library, and is made again only if that has changed."""

from dataclasses import replace

import pytest

from rulebinder import pages
from rulebinder.facts.catalogue import RuleFacts
from rulebinder.joining.slices import Slices
from rulebinder.library import Library
from rulebinder.notes import Rule, Ruling
from rulebinder.problems import Place
from rulebinder.site.model import Site
from rulebinder.text import parse
from site_tests.builders import (
    catalogue,
    entry,
    example_documents,
    example_library,
    joined,
    library_of,
    mechanic,
    notes,
    section,
    shipped_languages,
)
from site_tests.rulebook.books import book

LANTERN = "mire-lantern"


@pytest.fixture
def library():
    return example_library()


def reworded(name: str, text: str, line: int = 0) -> Library:
    """Return the library with another text of the only ruling of a card, at another line."""
    english, spanish = example_documents()
    new = Ruling(parse(text), place=Place("x", line))
    cards = (
        replace(each, body=(new,)) if each.card.name == name else each for each in english.cards
    )
    return library_of(replace(english, cards=tuple(cards)), spanish)


def digests(library: Library) -> dict[str, str]:
    """Return the digest of the slice of each page that has one."""
    site = Site(library=library, languages={"en": shipped_languages()["en"]})
    plans = pages.plan_pages(site.editions["en"], site.slices)
    return {plan.name: part.digest for plan in plans if (part := plan.cut_slice())}


def test_another_word_changes_the_pages_that_show_it_and_no_others(library):
    before, after = digests(library), digests(reworded("Mire Lantern", "It glows no more."))
    assert before == digests(example_library())
    changed = {name for name in before if before[name] != after[name]}
    having = library.cards[LANTERN].mechanics
    assert {
        f"card {LANTERN}",
        "set lom",
        "document lom",
        *(f"mechanic {slug}" for slug in having),
    } <= changed
    assert {name for name in before if name.startswith("card ")} - changed == {
        f"card {slug}" for slug in library.cards if slug != LANTERN
    }


def test_a_rule_depends_on_the_rulings_that_rest_on_it_and_on_those_who_quote_it():
    def pages_of(ruling, beside):
        quoting = section("Light", Rule(number="502.61a", text=parse("It shines.")), beside)
        document = notes(
            entry("Old Elm", ruling), entry("Bell", "Glimmer is here."), sections=[quoting]
        )
        facts = replace(
            catalogue(mechanic("glimmer", names={"en": "Glimmer"}, rule="702.3")),
            rules={"lom": {"502.61a": RuleFacts(rule="702.3a", title="Glimmer")}},
        )
        library = joined(document, facts=facts, rulebooks=(book(),))
        return {
            name.removeprefix("rule "): key
            for name, key in digests(library).items()
            if name.startswith("rule ")
        }

    before = pages_of("Glimmer is gentle.", "It is new.")
    for after, differing in (
        (pages_of("Glimmer is gentle.", "It is old."), {"502.61a", "702.3"}),
        (pages_of("It is gentle.", "It is new."), {"702.3"}),
        (pages_of("Glimmer is kind.", "It is new."), set()),
    ):
        assert before.keys() == after.keys()
        assert {name for name in before if before[name] != after[name]} == differing


def test_another_line_in_the_document_changes_no_page(library):
    assert digests(library) == digests(
        reworded("Mire Lantern", "Mire Lantern gives *only* blue mana.", 999)
    )


def test_another_name_changes_every_page(library):
    card = library.cards[LANTERN]
    renamed = replace(
        library,
        cards={**library.cards, LANTERN: replace(card, names={**card.names, "en": "Bog Lantern"})},
    )
    before, after = digests(library), digests(renamed)
    assert all(before[name] != after[name] for name in before)


def test_a_slice_has_no_words_of_others(library):
    other = next(slug for slug, card in library.cards.items() if slug != LANTERN and card.notes)
    part = Slices(library).card(LANTERN)
    assert part.library.cards[LANTERN] == library.cards[LANTERN]
    assert part.library.cards[other].names == library.cards[other].names
    (entry,) = part.library.cards[other].notes[:1]
    assert all(not note.text.plain() for note in entry.notes)
    assert list(part.library.cards) == list(library.cards), "the order is the same"
