"""``rulebinder language new`` begins the file of a language, and ``check`` counts the words that
are still English.
"""

from pathlib import Path

import pytest

from rulebinder.facts import languages
from rulebinder.problems import Severity
from site_tests.robustness import documents
from site_tests.robustness.documents import run


@pytest.fixture
def content(tmp_path):
    return documents.content(tmp_path / "content")


def new(lang: str, content: Path) -> str:
    result = run("language", "new", lang, "--content", str(content))
    assert result.exit_code == 0, result.stderr
    return (content / "languages" / f"{lang}.yml").read_text("utf-8")


def test_a_new_language_has_every_key_and_its_own_name(content):
    text = new("nl", content)
    found, problems = languages.load_all(content / "languages")
    assert not problems
    assert found["nl"].name == "Nederlands"
    assert found["nl"].interface == found["en"].interface
    assert text.count("  # translate\n") == len(found["en"].interface) + 1


def test_documents_are_not_taken_for_documents_in_a_language_without_words(content, tmp_path):
    new("nl", content)
    new("af", content)
    documents.fill(tmp_path / "notes", {"hol.md": documents.document()})
    told = run(
        "import", "--explain", str(tmp_path / "notes" / "hol.md"), "--content", str(content)
    ).stdout
    assert "language: en (" in told


def test_a_language_that_documents_are_read_in_gets_the_words_of_the_site(content):
    english = (content / "languages/en.yml").read_text("utf-8")
    before = english.partition("\ninterface:")[0].replace("name: English", "name: Frysk") + "\n"
    (content / "languages/fy.yml").write_text(before, "utf-8")
    assert new("fy", content).startswith(before)
    found, problems = languages.load_all(content / "languages")
    assert not problems
    assert found["fy"].interface == found["en"].interface


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "has its words already"), ("xx", "is not a language"), ("../en", "is not a language")],
)
def test_a_language_that_is_there_or_unknown_is_refused(content, lang, said):
    before = {path: path.read_bytes() for path in content.rglob("*.yml")}
    result = run("language", "new", lang, "--content", str(content))
    assert result.exit_code == 1
    assert said in result.stderr
    assert {path: path.read_bytes() for path in content.rglob("*.yml")} == before


def test_check_counts_the_words_that_are_left(content, tmp_path):
    documents.fill(tmp_path / "notes", {"hol.en.md": documents.document()})
    path = content / "languages" / "nl.yml"
    lines = new("nl", content).splitlines()
    left = [number for number, line in enumerate(lines) if line.endswith("  # translate")]
    for number in left[2:]:
        lines[number] = lines[number].removesuffix("  # translate")
    path.write_text("\n".join(lines) + "\n", "utf-8")
    told = run("check", "--all", *documents.inputs(tmp_path)).stderr
    wanted = (
        f"{path}:{left[0] + 1}: {Severity.WARNING.value}: 2 words are not translated yet; translate"
        " each, and remove"
    )
    assert wanted in told
