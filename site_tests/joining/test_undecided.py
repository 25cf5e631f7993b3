"""Rulings on which nobody has decided yet."""

from __future__ import annotations

from dataclasses import replace

from rulebinder.facts.catalogue import EraTerm, EraWords
from rulebinder.facts.verdicts import Verdict
from rulebinder.joining import join
from rulebinder.joining.undecided import undecided
from rulebinder.problems import Place

from ..builders import catalogue, entry, notes

ERA = EraTerm(key="dimming", until="2040-01-01", words={"en": EraWords(then=("dimming",), gone="nothing dims today")})
VERDICT = Verdict(still="correct", rule="106.4", reason={"en": "it does"}, place=Place(""))


def test_a_ruling_with_an_outdated_term_is_listed_until_it_has_a_verdict() -> None:
    document = notes(entry("Mire Lantern", "It is small.", "It causes dimming."))
    facts = replace(catalogue(), eras={"dimming": ERA})
    (problem,) = undecided(join([document], facts, {})[0])
    assert problem.message == "lom/mire-lantern/2 may be wrong today: the term dimming"
    decided = replace(facts, verdicts={"lom/mire-lantern/2": VERDICT})
    assert not [*undecided(join([document], decided, {})[0])]
