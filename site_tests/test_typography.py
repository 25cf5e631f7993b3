"""The texts that were written for the site have the marks of their language, and each fault has its
line.
"""

from pathlib import Path

import pytest

from rulebinder.facts import catalogue as facts
from rulebinder.facts.languages import find_faults, list_own_texts
from rulebinder.joining import checks
from rulebinder.joining.checks import Checked
from site_tests.builders import catalogue as made
from site_tests.builders import library_of, notes


@pytest.mark.parametrize(
    ("lang", "right"),
    [
        ("fr", "L’éclat\u00a0: il dit «\u00a0non\u202f»\u00a0; à 10:30, {T}\u00a0: rien\u00a0?!"),
        ("es", "¿Qué hace «brillar»? ¡Nada!"),
        ("en", "It doesn't say “glow”: nothing?"),
        ("ja", "何か? 'x'"),
    ],
)
def test_right_marks_are_no_fault(lang, right, languages):
    assert list(find_faults(right, languages[lang].typography)) == []


@pytest.mark.parametrize(
    ("lang", "wrong", "said"),
    [
        ("fr", "Il dit : non", "there is no no-break space before : in 'Il dit : non'"),
        ("fr", "Il dit: non", "there is no no-break space before : in 'Il dit: non'"),
        ("fr", "Vraiment\n?", "there is no no-break space before ? in 'Vraiment\\n?'"),
        ("fr", "«oui\u00a0»", "there is no no-break space after « in '«oui\\xa0»'"),
        ("fr", "l'éclat", "' is not the apostrophe of this language (’) in \"l'éclat\""),
        ("es", "Qué hace?", "¿ and ? are not in pairs"),
        ("es", "Nada!", "¡ and ! are not in pairs"),
        (
            "es",
            "dice “brillar”",
            "“ is not the quotation mark of this language («») in 'dice “brillar”'",
        ),
        ("en", "it doesn’t", "’ is not the apostrophe of this language (') in 'it doesn’t'"),
    ],
)
def test_a_wrong_mark_is_a_fault_that_quotes_it(lang, wrong, said, languages):
    assert list(find_faults(wrong, languages[lang].typography)) == [said]


def test_our_texts_are_all_looked_at_and_have_no_fault(catalogue, languages):
    texts = list(list_own_texts(catalogue, languages))
    files = {Path(own.place.path).name for own in texts}
    assert {"kicker.yml", "eras.yml", "fr.yml", "es.yml", "en.yml"} <= files
    assert [
        (str(own.place), said)
        for own in texts
        for said in find_faults(own.text, languages[own.lang].typography)
    ] == []


def test_a_fault_is_reported_with_the_line_of_its_text(tmp_path, languages):
    (tmp_path / "mechanics").mkdir()
    (tmp_path / "mechanics" / "glow.yml").write_text(
        "kind: keyword-ability\nrule: null\nnames:\n  en: Glow\n  fr: Éclat\nformerly:\n  fr:"
        " [L'éclat]\nexplanation:\n  en: It glows.\n  fr: >-\n    Elle brille : rien de plus.\n",
        "utf-8",
    )
    (tmp_path / "eras.yml").write_text(
        "dim:\n  until: 2011-07-15\n  trivial: true\n  fr: {then: [terne], now: sans l'éclat}\n",
        "utf-8",
    )
    loaded, problems = facts.load(tmp_path)
    library = library_of(notes(), facts=made())
    assert problems == []
    assert [
        str(problem).split(";")[0]
        for problem in checks.find_wrong_typography(Checked(library, loaded, languages))
    ] == [
        (
            f"{tmp_path}/mechanics/glow.yml:10: warning: there is no no-break space before : in"
            " 'Elle brille : rien de plus.'"
        ),
        (
            f"{tmp_path}/mechanics/glow.yml:7: warning: ' is not the apostrophe of this language"
            ' (’) in "L\'éclat"'
        ),
        (
            f"{tmp_path}/eras.yml:4: warning: ' is not the apostrophe of this language (’) in"
            ' "sans l\'éclat"'
        ),
    ]


def test_the_french_names_of_sets_have_curly_apostrophes(catalogue):
    assert [each.code for each in catalogue.sets.values() if "'" in each.names.get("fr", "")] == []
