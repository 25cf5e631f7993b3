"""content/questions: errors are reported with their line."""

from pathlib import Path

import pytest

from rulebinder.facts import catalogue as facts
from rulebinder.facts import search_words
from rulebinder.facts.catalogue import Catalogue
from rulebinder.facts.content import load_content
from rulebinder.problems import Problem

GOOD = """\
copy-cost:
  en:
    said: [copy paid]
    asked: [kicker, fork]
"""


def load(folder: Path, **files: str) -> tuple[Catalogue, list[Problem]]:
    for name in ("sets", "mechanics", search_words.QUESTIONS):
        (folder / name).mkdir()
    for name, text in files.items():
        (folder / search_words.QUESTIONS / f"{name}.yml").write_text(text, "utf-8")
    return facts.load(folder)


def test_a_key_that_two_files_have_is_an_error(tmp_path):
    loaded, problems = load(tmp_path, copies=GOOD, costs=GOOD.replace("fork", "spoon"))
    assert loaded.questions["copy-cost"].asked == {"en": ("kicker", "fork")}
    assert [str(problem).partition("questions/")[2] for problem in problems] == [
        "costs.yml:1: error: another file has the question copy-cost too; give one of them"
        " another key"
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[kicker, fork]", "[kicker]", "costs.yml:4: error: "),
        ("[kicker, fork]", "[kicker, kick it]", "costs.yml:4: error: "),
        ("[copy paid]", "[]", "costs.yml:3: error: "),
        (
            "asked:",
            "aksed:",
            "costs.yml:4: error: unknown key 'aksed' in copy-cost.en; did you mean 'asked'?",
        ),
        ("  en:", "  english:", "costs.yml:2: error: unknown key 'english'"),
        ("copy-cost:", "Copy cost:", "costs.yml:1: error: "),
    ],
)
def test_errors_are_reported_with_their_line(tmp_path, old, new, said):
    loaded, problems = load(tmp_path, costs=GOOD.replace(old, new))
    assert loaded.questions == {}
    assert len(problems) == 1
    assert said in str(problems[0])


def test_the_repository_s_questions_are_asked_and_answered(catalogue, languages):
    assert len(catalogue.questions) > 100
    for question in catalogue.questions.values():
        assert question.asked
        assert question.answers
        assert {*question.asked, *question.answers} <= set(languages)


def test_who_only_reads_documents_needs_no_words_for_the_search(content_dir):
    known, problems = load_content(content_dir, for_search=False)
    assert not problems
    assert not known.catalogue.questions
    assert not known.catalogue.synonyms
