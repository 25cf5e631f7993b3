"""Back-references: the passages that mention a card, a mechanic or a rule, or quote a rule."""

from collections.abc import Iterable

from rulebinder.library import Library, Passage
from rulebinder.notes import ReleaseNotes, Rule
from rulebinder.text import parse
from site_tests.builders import (
    card,
    catalogue,
    entry,
    example_library,
    face,
    library_of,
    mechanic,
    notes,
    section,
)

EXAMPLE = example_library()


def joined(*documents: ReleaseNotes) -> Library:
    return library_of(*documents, facts=catalogue(mechanic("glimmer")))


def places(passages: Iterable[Passage]) -> list[tuple[str, str, str | None]]:
    return [(each.kind, each.entry, each.part) for each in passages]


def test_a_card_is_mentioned_in_another_cards_ruling():
    english = [each for each in EXAMPLE.cards["mire-lantern"].mentioned_in if each.lang == "en"]
    assert places(english) == [("note", "lom/wisp-of-the-fen", "1")]
    assert english[0].card == "wisp-of-the-fen"


def test_a_card_is_mentioned_in_rules_text_and_in_sections():
    elm = card(face("Old Elm", "Land", "Search for a card named Mire Lantern."))
    library = joined(
        notes(
            entry(elm), entry("Mire Lantern"), sections=[section("Light", "Mire Lantern is lit.")]
        )
    )
    found = library.cards["mire-lantern"].mentioned_in
    assert places(found) == [("note", "lom/notes/light", "1"), ("card", "lom/old-elm", None)]
    assert [each.card for each in found] == [None, "old-elm"]


def test_a_mechanics_own_sections_do_not_mention_it():
    library = joined(
        notes(
            entry("Old Elm", "It cannot glimmer."),
            sections=[
                section("New Mechanic: Glimmer", "They glimmer."),
                section("Card Types", "All glimmer.", kind="rules"),
            ],
        )
    )
    assert places(library.mechanics["glimmer"].mentioned_in) == [
        ("note", "lom/notes/card-types", "1"),
        ("note", "lom/old-elm", "1"),
    ]


def test_two_mentions_in_one_ruling_are_one_passage():
    library = joined(notes(entry("Old Elm", "It can glimmer.\n\nIt can glimmer again.")))
    assert places(library.mechanics["glimmer"].mentioned_in) == [("note", "lom/old-elm", "1")]


def test_a_rule_lists_the_passages_that_quote_it_and_cite_it():
    quoting = section(
        "Glimmer",
        Rule("702.9", parse("See rule 101.2.")),
        Rule("702.9", parse("Again.")),
        kind="rules",
    )
    library = joined(notes(entry("Old Elm", "See rule 702.9.", "It is tall."), sections=[quoting]))
    assert list(library.rules) == ["101.2", "702.9"]
    assert places(library.rules["702.9"].quoted_in) == [("rule", "lom/notes/glimmer", "702.9")]
    assert places(library.rules["702.9"].cited_in) == [("note", "lom/old-elm", "1")]
    assert places(library.rules["101.2"].cited_in) == [("rule", "lom/notes/glimmer", "702.9")]


def test_rules_are_in_numeric_order():
    cited = ("702.9", "702.62a", "702.100", "101.2", "702.62", "702.9b")
    library = joined(notes(entry("Old Elm", *(f"See rule {number}." for number in cited))))
    assert list(library.rules) == ["101.2", "702.9", "702.9b", "702.62", "702.62a", "702.100"]


def test_the_newest_set_comes_first():
    old = notes(entry("Old Elm", "It can glimmer."), set_code="vex")
    new = notes(entry("Mire Lantern", "It can glimmer."))
    assert [each.set_code for each in joined(old, new).mechanics["glimmer"].mentioned_in] == [
        "lom",
        "vex",
    ]
