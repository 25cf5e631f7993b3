"""Rulings on which nobody has decided yet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulebinder.facts.catalogue import EraTerm, EraWords
from rulebinder.joining import checks
from rulebinder.joining.checks import Checked, undecided
from rulebinder.ledger.matching import wording
from rulebinder.problems import Place

from ..builders import catalogue, entry, joined, notes, verdict
from ..rulebook.books import DAY, book

ERA = EraTerm(
    key="dimming",
    until="2040-01-01",
    words={"en": EraWords(then=("dimming",), gone="nothing dims today")},
)
VERDICT = verdict("correct")


def test_a_ruling_with_an_outdated_term_is_listed_until_it_has_a_verdict():
    document = notes(
        entry("Mire Lantern", "It is small.", "It causes dimming.", "Dimming is no dimming.")
    )
    facts = replace(catalogue(), eras={"dimming": ERA})
    assert [each.message for each in undecided(joined(document, facts=facts))] == [
        f"lom/mire-lantern/{number} may be wrong today: the term dimming" for number in (2, 3)
    ]
    verdicts = {f"lom/mire-lantern/{number}": VERDICT for number in (2, 3)}
    decided = replace(facts, verdicts=verdicts)
    assert not [*undecided(joined(document, facts=decided))]


def test_a_ruling_that_says_the_same_as_one_with_a_verdict_is_listed():
    document = notes(
        entry("Mire Lantern", "Mire Lantern causes no damage."),
        entry("Elm", "Elm causes no damage."),
    )
    facts = replace(catalogue(), verdicts={"lom/mire-lantern/1": VERDICT})
    assert [each.message for each in undecided(joined(document, facts=facts))] == [
        "lom/elm/1 may be wrong today: it says the same as lom/mire-lantern/1, which has a verdict"
    ]


@pytest.mark.parametrize(("hashed", "shown"), [("It is small.", True), ("It is dark.", False)])
def test_a_verdict_is_shown_only_with_the_words_about_which_was_decided(hashed, shown):
    document = notes(entry("Mire Lantern", "It is small."))
    decided = replace(
        catalogue(), verdicts={"lom/mire-lantern/1": replace(VERDICT, hash=wording(hashed).hash)}
    )
    library = joined(document, facts=decided)
    (note,) = next(iter(library.documents())).cards[0].notes
    assert (note.verdict is not None) == shown
    told = [problem.message for problem in checks.unknown_verdicts(Checked(library, decided, {}))]
    assert told == (
        []
        if shown
        else ["lom/mire-lantern/1 has other words than those of this verdict, which is not shown"]
    )


def test_a_verdict_by_a_rule_that_the_newest_edition_lacks_is_to_be_reviewed():
    place = Place("content/verdicts/lom.yml", 7)
    moved, there = replace(VERDICT, place=place), replace(VERDICT, rule="101.1a")
    facts = replace(
        catalogue(), verdicts={"lom/mire-lantern/1": moved, "lom/mire-lantern/2": there}
    )
    library = joined(notes(entry("Mire Lantern", "It is small.", "It is old.")), facts=facts)
    assert not [*checks.unknown_rules(Checked(library, facts, {}))]
    today = replace(library, rulebooks=(book(),))
    (problem,) = checks.unknown_rules(Checked(today, facts, {}))
    assert str(problem).startswith(
        f"{place}: review: rule 106.4 of this verdict is not in the edition of {DAY}; "
    )
    assert problem in [*checks.check_library(Checked(today, facts, {}))]
    assert not [*checks.unknown_rules(Checked(today, facts, {}, lambda path: path))]
