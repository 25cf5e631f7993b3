"""The rules that a ruling rests on, those that got other words since, and the rulings on which
nobody has decided yet.
"""

from dataclasses import replace

import pytest

from rulebinder.facts.catalogue import EraTerm, EraWords, RuleFacts
from rulebinder.joining import checks
from rulebinder.joining.checks import Checked, find_undecided
from rulebinder.ledger.matching import wording
from rulebinder.pages.changes import describe_verdict
from rulebinder.problems import Place
from rulebinder.rulebook.comparing import hash_rule
from site_tests.builders import (
    catalogue,
    entry,
    library_of,
    mechanic,
    notes,
    released,
    section,
    verdict,
)
from site_tests.outputs import edition_in
from site_tests.rulebook.books import DAY, book, edited

YOUNGER = ("older keeper wins", "younger keeper wins")
NEWER = edited(YOUNGER, ("both of them together", "the brighter one alone"))
NEWEST = edited(YOUNGER, ("both of them together", "neither"), effective="July 8, 2033")
VERDICT = verdict("correct")
GLIMMER = mechanic("glimmer", rule="702.3")
SAME = {"101.1": (hash_rule(book().rules["101.1a"]), "0123456789abcdef")}
SHINES = {"lom/old-elm/3": ("702.3b",), "lom/old-elm/4": ("702.3b",)}
AMENDED = {"lom/old-elm/2": ("101.1a",), **SHINES}


def amended(*books, day="2030-01-01", same=SAME):
    """Return the library of rulings that were published on a day, with these editions."""
    facts = replace(
        catalogue(GLIMMER, sets=released(lom=day), lom=False),
        rules={"lom": {"101.1a": RuleFacts(rule="101.1a", title="Winning")}},
        same_rules=same,
    )
    texts = "Nothing.", "If both say so, see rule 101.1a.", "Glimmer shines.", "Glimmer is gentle."
    return library_of(notes(entry("Old Elm", *texts)), facts=facts, rulebooks=books)


def test_a_ruling_knows_and_says_which_of_its_rules_changed_since():
    library = amended(NEWER, book())
    assert library.amended == AMENDED
    edition = edition_in(library)
    (document,) = library.documents()
    views = [describe_verdict(edition, note) for note in document.cards[0].notes]
    assert [*map(str, views[:2])] == ["None", "Rule 101.1a has changed since"]
    assert (
        next(find_undecided(library)).message
        == "lom/old-elm/2 may be wrong today: rule 101.1a changed"
    )
    alone = amended(NEWER)
    assert (alone.amended, alone.amendments) == ({}, {})


@pytest.mark.parametrize(("day", "known"), [(DAY, AMENDED), ("2031-03-05", {}), ("2040-01-01", {})])
def test_a_change_counts_only_if_it_surely_came_after_the_ruling(day, known):
    assert amended(NEWER, book(), day=day).amended == known


def test_a_ruling_is_compared_with_the_first_edition_after_it():
    late = amended(NEWEST, NEWER, book(), day="2031-05-05")
    assert late.amended == SHINES
    assert [change.number for change in late.amendments[NEWER.effective]] == ["702.3b"]
    assert "lom/old-elm/2" in amended(NEWEST, NEWER, book()).amended


def test_a_new_title_and_other_words_that_say_the_same_are_no_change_to_a_ruling():
    titles = edited(("101. Winning", "101. Ending"), effective="July 8, 2033")
    assert amended(titles, book()).amended == {}
    same = {"101.1a": tuple(hash_rule(each.rules["101.1a"]) for each in (book(), NEWER))}
    library = amended(NEWER, book(), same=same)
    assert library.amended == SHINES
    assert any(change.number == "101.1a" for change in library.amendments[DAY])


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Glimmer is an ability.", ("702.345",)),
        ("Glow is a word.", ()),
        ("See rule 702.345b.", ("702.400b",)),
        ("See rule 702.399b.", ()),
    ],
    ids=["mechanic", "ability word", "cited", "without a number of today"],
)
def test_a_ruling_rests_on_the_rules_of_its_mechanics_and_on_those_that_it_cites(text, rules):
    glimmer = replace(GLIMMER, rule="702.345")
    glow = mechanic("glow", "ability-word", rule="207.2c")
    rule = RuleFacts(rule="702.400b", title="Glimmer")
    facts = replace(catalogue(glimmer, glow), rules={"lom": {"702.345b": rule}})
    document = notes(entry("Mire Lantern", text), sections=[section("Glimmer", "It is new.")])
    library = library_of(document, facts=facts)
    assert library.rests_on.get("lom/mire-lantern/1", ()) == rules
    assert library.rests_on["lom/notes/glimmer/1"] == ("702.345",)
    whole = {
        number: [passage.entry for passage in library.resting[number]] for number in library.resting
    }
    expected: dict[str, list[str]] = {"702.345": ["lom/notes/glimmer"]}
    for number in rules:
        expected.setdefault(number.rstrip("b"), []).append("lom/mire-lantern")
    assert whole == expected


def test_a_ruling_with_a_word_of_a_rule_rests_on_it_in_every_language():
    words = {"en": ("lit wick",), "es": ("mecha encendida",)}
    facts = replace(catalogue(), rule_terms={"608.2b": words, "702.9": {"fr": ("lit wick",)}})
    spanish = notes(entry("Mire Lantern", "Una mecha encendida."), lang="es")
    for document in (notes(entry("Mire Lantern", "A Lit Wick burns.", "Unlit wick.")), spanish):
        library = library_of(document, facts=facts)
        assert library.rests_on == {"lom/mire-lantern/1": ("608.2b",)}


def listed(document, facts):
    return [problem.message for problem in find_undecided(library_of(document, facts=facts))]


def test_a_ruling_with_an_outdated_term_is_listed_until_it_has_a_verdict():
    words = {"en": EraWords(then=("dimming",), gone="nothing dims today")}
    era = EraTerm(key="dimming", until="2040-01-01", words=words)
    document = notes(
        entry("Mire Lantern", "It is small.", "It causes dimming.", "Dimming is no dimming.")
    )
    facts = replace(catalogue(), eras={"dimming": era})
    ids = "lom/mire-lantern/2", "lom/mire-lantern/3"
    assert listed(document, facts) == [
        f"{ruling} may be wrong today: the term dimming" for ruling in ids
    ]
    assert listed(document, replace(facts, verdicts=dict.fromkeys(ids, VERDICT))) == []


def test_a_ruling_that_says_the_same_as_one_with_a_verdict_is_listed():
    cards = (entry(name, f"{name} causes no damage.") for name in ("Mire Lantern", "Elm"))
    assert listed(
        notes(*cards), replace(catalogue(), verdicts={"lom/mire-lantern/1": VERDICT})
    ) == [
        "lom/elm/1 may be wrong today: it says the same as lom/mire-lantern/1, which has a verdict"
    ]


@pytest.mark.parametrize(("hashed", "shown"), [("It is small.", True), ("It is dark.", False)])
def test_a_verdict_is_shown_only_with_the_words_about_which_was_decided(hashed, shown):
    verdicts = {"lom/mire-lantern/1": replace(VERDICT, hash=wording(hashed).hash)}
    facts = replace(catalogue(), verdicts=verdicts)
    library = library_of(notes(entry("Mire Lantern", "It is small.")), facts=facts)
    (note,) = library.cards["mire-lantern"].notes[0].notes
    assert (note.verdict is not None) == shown
    lost = "lom/mire-lantern/1 has other words than those of this verdict, which is not shown"
    problems = checks.find_unknown_verdicts(Checked(library, facts, {}))
    assert [problem.message for problem in problems] == ([] if shown else [lost])


def test_a_verdict_by_a_rule_that_the_newest_edition_lacks_is_to_be_reviewed():
    place = Place("content/verdicts/lom.yml", 7)
    moved, there = replace(VERDICT, place=place), replace(VERDICT, rule="101.1a")
    facts = replace(
        catalogue(), verdicts={"lom/mire-lantern/1": moved, "lom/mire-lantern/2": there}
    )
    library = library_of(notes(entry("Mire Lantern", "It is small.", "It is old.")), facts=facts)
    assert not [*checks.find_unknown_rules(Checked(library, facts, {}))]
    today = replace(library, rulebooks=(book(),))
    (problem,) = checks.find_unknown_rules(Checked(today, facts, {}))
    assert str(problem).startswith(
        f"{place}: review: rule 106.4 of this verdict is not in the edition of {DAY}; "
    )
    assert problem in [*checks.check_library(Checked(today, facts, {}))]
    assert not [*checks.find_unknown_rules(Checked(today, facts, {}, lambda path: path))]
