"""Verdicts on old rulings: read, checked and shown."""

from dataclasses import replace

import pytest

from rulebinder.facts.catalogue import Catalogue, Verdict, load
from rulebinder.joining import checks
from rulebinder.joining.checks import Checked
from rulebinder.outputs import data
from rulebinder.pages.changes import describe_verdict
from rulebinder.problems import Place
from site_tests.facts.conftest import put
from site_tests.outputs import edition_in

from ..builders import catalogue, entry, joined, notes

REASON = {
    "en": "lanterns are lit today",
    "es": "hoy los faroles están encendidos",
    "fr": "les lanternes brillent aujourd’hui",
}
GONE = Verdict(
    still="no longer", rule="106.4", reason=REASON, place=Place("content/verdicts/lom.yml", 2)
)
NOTES = notes(entry("Mire Lantern", "It is dark.", "It is small."))


def _facts(**found: Verdict) -> Catalogue:
    return replace(
        catalogue(),
        verdicts={f"lom/{key.replace('_', '-')}/2": each for key, each in found.items()},
    )


@pytest.mark.parametrize("rule", ["106", "106.4", "106.4b", "704.5aa"])
def test_a_file_is_read(tmp_path, rule):
    put(
        tmp_path,
        "verdicts/lom.yml",
        f"""lom/mire-lantern/2:
  still: no longer
  rule: "{rule}"
  reason: {{en: a, es: b, fr: c}}
""",
    )
    found, problems = load(tmp_path)
    verdict = found.verdicts["lom/mire-lantern/2"]
    assert (verdict.is_gone, verdict.rule, problems) == (True, rule, [])


def test_a_verdict_without_a_reason_is_one_error_with_its_line(tmp_path):
    text = 'lom/mire-lantern/2:\n  still: correct\n  rule: "106.4"\n'
    file = put(tmp_path, "verdicts/lom.yml", text)
    _, (problem,) = load(tmp_path)
    assert (problem.place.path, "reason" in f"{problem.message}{problem.hint}") == (str(file), True)


def test_a_verdict_on_an_unknown_ruling_is_an_error():
    facts = _facts(mire_lanter=GONE)
    library = joined(NOTES, facts=facts)
    (problem,) = checks.find_unknown_verdicts(Checked(library, facts, {}))
    assert str(problem).startswith(
        "content/verdicts/lom.yml:2: error: there is no ruling lom/mire-lanter/2; did you mean "
    )


def test_a_verdict_on_a_set_that_the_site_lacks_is_none():
    facts = replace(catalogue(), verdicts={"gvm/elm/1": GONE})
    library = joined(NOTES, facts=facts)
    assert not [*checks.find_unknown_verdicts(Checked(library, facts, {}))]


@pytest.mark.parametrize(
    ("lang", "edition", "sentence"),
    [
        ("en", None, "Our verdict: no longer true. Lanterns are lit today (rule 106.4)"),
        (
            "es",
            "2040-01-31",
            "Nuestro veredicto, según las reglas del 31 de enero de 2040: ya no es correcto. Hoy"
            " los faroles están encendidos (regla 106.4)",
        ),
        (
            "fr",
            "2040-01-31",
            "Notre verdict, selon les règles du 31 janvier 2040\u00a0: ce n’est plus exact. Les"
            " lanternes brillent aujourd’hui (règle 106.4)",
        ),
    ],
)
def test_a_verdict_is_ours_by_the_rules_of_its_day_and_leads_to_the_rule(lang, edition, sentence):
    library = joined(NOTES, facts=_facts(mire_lantern=replace(GONE, edition=edition)))
    (document,) = library.documents()
    first, second = document.cards[0].notes
    of = edition_in(library, lang)
    view = describe_verdict(of.on_page("cards/mire-lantern/"), second)
    assert (first.verdict, describe_verdict(of, first), str(view)) == (None, None, sentence)
    assert view is not None
    assert view.rule is not None
    assert view.rule.href == "../../rules/106-4/"
    published = data.describe_document(document, library)["cards"][0]["rulings"]
    assert [each["verdict"] for each in published] == [
        None,
        {"still": "no longer", "rule": "106.4", "reason": REASON, "edition": edition},
    ]
