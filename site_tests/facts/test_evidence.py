"""The evidence of mechanics' names: `make facts` runs this."""

from pathlib import Path

import pytest

from rulebinder.facts import yaml_files
from rulebinder.facts.catalogue import NameEvidence, SetFacts
from rulebinder.facts.content import load_content
from rulebinder.joining import checks, join
from rulebinder.joining.checks import Checked
from site_tests.builders import catalogue, joined, mechanic, notes
from site_tests.conftest import ROOT

BOTH = {"en": "Glow", "es": "Brillar"}
MECHANIC = (
    "kind: keyword-ability\nrule: null\nnames: {en: Glow, es: Brillar}\nexplanation: {en: It"
    " glows.}\nseen: {es: %s}\n"
)


def found(seen: dict[str, NameEvidence], names: dict[str, str] | None = None) -> list[str]:
    facts = catalogue(
        mechanic("glow", names=names or BOTH, seen=seen),
        sets=[SetFacts(code="fog", names={"en": "Fog"})],
    )
    library = joined(notes(), facts=facts)
    return [
        str(problem) for problem in checks.find_names_without_evidence(Checked(library, facts, {}))
    ]


def test_no_fact_of_the_repository_is_doubtful():
    """Every name has its evidence, every set is known, and no two cards share a name."""
    facts, problems = load_content(Path(ROOT / "content"), for_search=False)
    assert [str(problem) for problem in problems] == []
    library = join([notes()], catalogue(), facts.languages)[0]
    checked = Checked(library, facts.catalogue, facts.languages)
    assert [str(problem) for problem in checks.check_facts(checked)] == []


@pytest.mark.parametrize(
    "seen",
    [
        NameEvidence(card="Fen", set="fog"),
        NameEvidence(notes="fog"),
        NameEvidence(page="https://mire.example/"),
        NameEvidence(none="ours"),
    ],
)
def test_a_name_with_evidence_is_no_problem(seen):
    assert found({"es": seen}) == []


def test_a_name_without_evidence_is_a_problem():
    (problem,) = found({})
    assert (
        "`seen` does not say what confirms the name 'Brillar' (es); name a card and its set, or"
        " write" in problem
    )


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_evidence_of_no_name_is_a_problem(lang):
    (problem,) = found({"es": NameEvidence(none="ours"), lang: NameEvidence(none="ours")})
    assert f"`seen` confirms no name: {lang}" in problem


@pytest.mark.parametrize("fields", [{"card": "Fen", "set": "zzz"}, {"notes": "zzz"}])
def test_the_set_of_evidence_is_known(fields):
    (problem,) = found({"es": NameEvidence(**fields)})
    assert "nothing is known of the set 'zzz' in `seen` (es)" in problem


@pytest.mark.parametrize(
    "value",
    [
        "Fen",
        "{}",
        "{card: Fen}",
        "{set: fog}",
        "{card: '', set: fog}",
        "{card: Fen, set: FOG}",
        "{card: Fen, set: fog, page: 'https://mire.example/'}",
        "{notes: fog, none: ours}",
        "{page: 'javascript:alert(1)'}",
        "{page: 'https://mire.example/ x'}",
        "{none: maybe}",
        "{year: 2031}",
    ],
)
def test_evidence_has_one_of_four_forms(value):
    _, problems = yaml_files.loads(MECHANIC % value, "mechanic", "glow.yml")
    assert problems
    assert all(problem.is_error for problem in problems)
