"""What nothing reads in a folder of facts is named, with the name that it likely should have."""

from pathlib import Path

import pytest

from rulebinder.facts import layers
from site_tests.conftest import ROOT
from site_tests.facts.conftest import put
from site_tests.robustness.documents import card, document, fill, run

CORRECTION = "- {printed: teh, correct: the, reason: misprint}\n"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("setz/hol.yml", "did you mean content/sets? Move it there"),
        ("era.yml", "did you mean content/eras.yml? Move it there"),
        ("names.yml", "did you mean content/cards/names.yml? Move it there"),
        ("zebra.txt", "the folders here are cards, corrections, languages, ledger, mechanics"),
        ("sets/hol.yaml", "rename it to content/sets/hol.yml"),
        ("sets/HOL.yml", "rename it to content/sets/hol.yml"),
        ("corrections/hol.yml", "give it a name like content/corrections/<set>.<lang>.yml"),
        (
            "cards/name.yml",
            "give it a name like content/cards/names.yml or content/cards/oracle-ids.yml",
        ),
        ("sets/old/hol.yml", "give it a name like content/sets/<code>.yml"),
        ("sets/\x1b[1m.yml", "give it a name like content/sets/<code>.yml"),
    ],
)
def test_a_wrong_name_is_one_warning_with_the_likely_one(name, hint, layers):
    put(layers.own, name, "names: {en: Nowhere}\nreleased: 2031-01-02\n")
    fill(Path("notes"), {"hol.en.md": document(card("Elm"))})
    result = run("check", "--all")
    assert result.exit_code == 0
    (line,) = [line for line in result.stderr.splitlines() if "nothing reads this" in line]
    place = "setz" if name == "setz/hol.yml" else name.replace("\x1b", "\\x1b")
    assert line.startswith(f"content/{place}:1: warning: nothing reads this; {hint}")


def test_hidden_files_and_explanations_are_no_facts(layers):
    for name in (".hidden", "sets/.hol.yml.swp", "README.md", "languages/README.md"):
        put(layers.own, name, "x\n")
    assert run("check").stderr.count("nothing reads") == 0


def test_the_programs_own_facts_all_have_their_names():
    assert list(layers.find_unknown(ROOT / "content")) == []


def test_corrections_of_no_document_are_named(layers):
    put(layers.brought, "corrections/qua.en.yml", CORRECTION)
    for name in ("hol.en", "hlo.en", "zzz.fr"):
        put(layers.own, f"corrections/{name}.yml", CORRECTION)
    fill(Path("notes"), {"hol.en.md": document(card("Elm", "It is teh elm."))})
    said = [line for line in run("check", "--all").stderr.splitlines() if "to correct" in line]
    assert said == [
        (
            "content/corrections/hlo.en.yml:1: warning: there are no release notes 'hlo.en' to"
            " correct; did you mean hol.en? Rename it to content/corrections/hol.en.yml"
        ),
        (
            "content/corrections/zzz.fr.yml:1: warning: there are no release notes 'zzz.fr' to"
            " correct; the documents are hol.en"
        ),
    ]


def test_the_programs_corrections_of_other_sets_are_no_problem(tmp_path, layers, monkeypatch):
    put(layers.brought, "corrections/qua.en.yml", CORRECTION)
    put(layers.brought, "corrections/quo.en.yml", CORRECTION)
    fill(tmp_path / "notes", {"hol.en.md": document(card("Elm"))})
    monkeypatch.chdir(tmp_path)
    said = run("check", "--notes", "notes", "--content", "brought").stderr
    assert "qua.en" not in said
    assert "there are no release notes 'quo.en' to correct" in said
