"""Today's numbers of the rules that documents quote or cite by the numbers of their time."""

from dataclasses import replace

import pytest

from rulebinder.facts.catalogue import RuleFacts
from rulebinder.notes import Rule
from rulebinder.rulebook.book import FoundBy
from rulebinder.text import parse
from site_tests.builders import (
    catalogue,
    entry,
    library_of,
    mechanic,
    notes,
    released,
    section,
)
from site_tests.rulebook.books import book, edited

OLD = (
    ("502.61", "Glimmer"),
    (
        "502.61a",
        (
            "Glimmer is a gentle ability. “Glimmer N” means “At dusk, this lantern shines N paces"
            " further than fog.”"
        ),
    ),
    (
        "502.61b",
        (
            "A lamp with two instances of glimmer shines as far as both together. It follows rule"
            " 104.9c."
        ),
    ),
    ("502.61c", "Glimmer on a bridge makes the water glow until the ferry returns."),
    ("502.62", "A lantern that is already out can't be snuffed."),
    (
        "310.4",
        (
            "Borrowed matches burn twice as fast as owned ones. Nobody may lend them on. Example:"
            " Odo tries."
        ),
    ),
    ("999.1", "Wholly different matters of boats, barrels and their bungs are settled elsewhere."),
)
BOOKS = (book(),)
FACTS = mechanic("glimmer", names={"en": "Glimmer", "fr": "Luire"}, rule="702.3")


def document(*rules, ruling="Nothing.", **fields):
    body = [Rule(number=number, text=parse(text)) for number, text in rules]
    return notes(entry("Old Elm", ruling), sections=[section("Light", *body)], **fields)


def joined(*documents, known=None, books=BOOKS):
    return library_of(*documents, facts=known or catalogue(FACTS), rulebooks=books)


def today(library, number, code="lom"):
    return library.rules[number].today.get(code)


def found(library):
    """Return the number of today of each rule of the set, and how it was found."""
    return {
        number: (each.number, each.method)
        for number in library.rules
        if (each := today(library, number))
    }


def test_rules_are_found_by_title_by_text_and_by_what_todays_rule_cites():
    numbers = found(joined(document(*OLD)))
    assert (
        numbers.items()
        >= {
            "502.61": ("702.3", FoundBy.TITLE),
            "502.61a": ("702.3a", FoundBy.TEXT),
            "502.61b": ("702.3b", FoundBy.TEXT),
            "502.62": ("701.3b", FoundBy.TEXT),
            "310.4": ("100.1b", FoundBy.TEXT),
            "104.9c": ("101.1a", FoundBy.REFERENCE),
        }.items()
    )
    assert "999.1" not in numbers


def test_a_part_that_nothing_says_today_belongs_to_the_whole_rule():
    part = today(joined(document(*OLD)), "502.61c")
    assert part is not None
    assert (part.number, part.within) == ("702.3", True)


def test_the_confidence_falls_with_the_difference():
    library = joined(document(OLD[0], OLD[1], ("502.61b", book().rules["702.3b"].text)))
    same, changed = today(library, "502.61b"), today(library, "502.61a")
    assert same is not None
    assert changed is not None
    assert changed.confidence < same.confidence == 1


def test_a_cited_number_is_found_by_the_title_beside_it():
    assert found(joined(document(ruling='See rule 309, "The Fog."')))["309"] == (
        "201",
        FoundBy.TITLE,
    )
    assert "309" not in found(joined(document(ruling="See rule 309.")))


def test_a_rule_in_another_language_is_found_by_its_mechanic_and_its_parts_by_their_order():
    french = (
        ("502.61", "Luire"),
        *((f"502.61{letter}", f"Phrase {letter} en français.") for letter in "abc"),
    )
    assert found(joined(document(*french, lang="fr"))) == {
        "502.61": ("702.3", FoundBy.TITLE),
        **{f"502.61{letter}": (f"702.3{letter}", FoundBy.ORDER) for letter in "abc"},
    }


def test_the_whole_rule_is_found_by_its_parts():
    assert found(joined(document(("502.61", "Glowing"), *OLD[1:3])))["502.61"] == (
        "702.3",
        FoundBy.ORDER,
    )


def test_one_number_means_another_rule_in_another_set():
    old = catalogue(FACTS, sets=released(vex="2020-01-01"))
    other = document(("502.61", "Snuff"), set_code="vex")
    library = joined(document(*OLD), other, known=old)
    assert [today(library, "502.61", code).number for code in ("lom", "vex")] == ["702.3", "701.3"]


def checked(number, title):
    return replace(catalogue(FACTS), rules={"lom": {"310.4": RuleFacts(rule=number, title=title)}})


def test_without_an_edition_the_checked_numbers_are_used():
    library = joined(document(*OLD), known=checked("100.1b", "Lighting"), books=())
    assert found(library) == {"310.4": ("100.1b", FoundBy.CHECKED)}


def test_a_checked_number_comes_first_and_moves_with_its_title():
    known = checked("702.3a", "Glimmer")
    assert found(joined(document(*OLD), known=known))["310.4"] == ("702.3a", FoundBy.CHECKED)
    moved = edited(
        ("702.7", "702.8"),
        ("702.6", "702.7"),
        ("702.5", "702.6"),
        ("702.4", "702.5"),
        ("702.3", "702.4"),
    )
    assert found(joined(document(("310.4", "Nothing alike.")), known=known, books=(moved,)))[
        "310.4"
    ] == (
        "702.4a",
        FoundBy.CHECKED,
    )


def test_a_checked_number_whose_title_is_gone_is_not_used():
    assert "310.4" not in found(
        joined(document(("310.4", "Nothing alike.")), known=checked("100.1b", "Burning"))
    )


@pytest.mark.parametrize("text", ["“" * 5000, "702.3a " * 3000, "(((", "<b>x</b>", " "])
def test_odd_quotations_are_no_trouble(text):
    joined(document(("502.61", "Glimmer"), ("502.61a", text)))
