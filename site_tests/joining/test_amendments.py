"""The rules that got other words after a ruling was published."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulebinder.facts.catalogue import Aliases, Catalogue, RuleFacts
from rulebinder.joining.checks import undecided
from rulebinder.library import Library
from rulebinder.pages.changes import describe_verdict
from rulebinder.rulebook.book import Rulebook
from rulebinder.rulebook.comparing import hash_rule
from site_tests.builders import catalogue, entry, library_of, mechanic, notes
from site_tests.outputs import edition_in
from site_tests.rulebook.books import DAY, book, edited

NEWER = edited(
    ("older keeper wins", "younger keeper wins"),
    ("both of them together", "the brighter one alone"),
)
NEWEST = edited(
    ("older keeper wins", "younger keeper wins"),
    ("both of them together", "neither"),
    effective="July 8, 2033",
)
TITLES = edited(("101. Winning", "101. Ending"), effective="July 8, 2033")
GLIMMER = mechanic("glimmer", names={"en": "Glimmer"}, rule="702.3")
SAME = {"101.1": (hash_rule(book().rules["101.1a"]), "0123456789abcdef")}
RULINGS = ("Nothing.", "If both say so, see rule 101.1a.", "Glimmer shines.", "Glimmer is gentle.")


def facts(released: str, same: Aliases) -> Catalogue:
    known = catalogue(GLIMMER)
    rules = {"lom": {"101.1a": RuleFacts(rule="101.1a", title="Winning")}}
    return replace(
        known,
        rules=rules,
        same_rules=same,
        sets={code: replace(each, released=released) for code, each in known.sets.items()},
    )


def joined(*books: Rulebook, released: str = "2030-01-01", same: Aliases = SAME) -> Library:
    document = notes(entry("Old Elm", *RULINGS))
    return library_of(document, facts=facts(released, same), rulebooks=books)


def test_a_ruling_knows_which_of_its_rules_changed_since():
    assert joined(NEWER, book()).amended == {
        "lom/old-elm/2": ("101.1a",),
        "lom/old-elm/3": ("702.3b",),
        "lom/old-elm/4": ("702.3b",),
    }


def test_one_edition_tells_of_no_change():
    assert (joined(NEWER).amended, joined(NEWER).amendments) == ({}, {})


@pytest.mark.parametrize(("released", "known"), [(DAY, 3), ("2031-03-05", 0), ("2040-01-01", 0)])
def test_a_change_counts_only_if_it_surely_came_after_the_ruling(released, known):
    assert len(joined(NEWER, book(), released=released).amended) == known


def test_a_ruling_is_compared_with_the_first_edition_after_it():
    late = joined(NEWEST, NEWER, book(), released="2031-05-05")
    assert late.amended == {"lom/old-elm/3": ("702.3b",), "lom/old-elm/4": ("702.3b",)}
    assert "lom/old-elm/2" in joined(NEWEST, NEWER, book()).amended
    assert [change.number for change in late.amendments[NEWER.effective]] == ["702.3b"]


def test_a_ruling_without_a_verdict_says_which_rules_changed():
    library = joined(NEWER, book())
    (document,) = library.documents()
    edition = edition_in(library)
    views = [describe_verdict(edition, note) for note in document.cards[0].notes]
    assert [*map(str, views[:2])] == ["None", "Rule 101.1a has changed since"]
    assert (
        next(problem.message for problem in undecided(library))
        == "lom/old-elm/2 may be wrong today: rule 101.1a changed"
    )


def test_a_chapter_that_changed_says_nothing_of_a_ruling():
    library = joined(TITLES, book())
    assert library.amended == {}


def test_other_words_that_say_the_same_are_no_change_to_a_ruling():
    same = {"101.1a": tuple(hash_rule(each.rules["101.1a"]) for each in (book(), NEWER))}
    library = joined(NEWER, book(), same=same)
    assert set(library.amended) == {"lom/old-elm/3", "lom/old-elm/4"}
    assert any(change.number == "101.1a" for change in library.amendments[DAY])
