"""Anything in a folder of release notes is read or reported as wrong, and nothing else is lost."""

from pathlib import Path

import pytest

from rulebinder.facts.content import load_content
from rulebinder.notes import ReleaseNotes
from rulebinder.problems import Problem
from rulebinder.reading import inputs
from site_tests.robustness.documents import APPLE, card, document, files, fill, run_with

QUARRY = (
    document(card("Bell of Bark"))
    .replace("Hollow Orchard", "Quarry of Echoes")
    .replace("HOL", "QUA")
)

STRUCTURED = """\
set: hol
language: en
title: Hollow Orchard
kind: release-notes
cards:
  - part: Card-Specific Notes
    layout: normal
    faces:
      - name: Apple Warden
        type_line: Creature — Treefolk
    body:
      - ruling: It ripens.
"""


def read(folder: Path, content: Path) -> tuple[tuple[ReleaseNotes, ...], list[Problem], list[str]]:
    """What the folder holds, what is wrong, and the names of the files that were read."""
    known, problems = load_content(content)
    assert not problems
    seen: list[str] = []
    given, found = inputs.read_folder(folder, known, lambda path, _, _found: seen.append(path.name))
    return given.documents, found, seen


def test_raw_and_structured_documents_are_read_together(notes, content):
    fill(notes, {"qua.en.md": QUARRY, "hol.en.yml": STRUCTURED})
    documents, problems, _ = read(notes, content)
    assert [each.key for each in documents] == [("hol", "en"), ("qua", "en")]
    assert problems == []


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("hol.en.rtf", "an RTF document"), ("hol.EML", "an e-mail"), ("hol.msg", "an e-mail"),
        ("hol.en.odt", "an OpenDocument file"), ("hol.FODT", "an OpenDocument file"),
    ],
)  # fmt: skip
def test_a_file_of_another_format_is_named_whatever_it_holds(name, message, notes, content):
    fill(notes, {"qua.en.md": QUARRY, name: document()})
    documents, problems, _ = read(notes, content)
    assert [each.key for each in documents] == [("qua", "en")]
    assert [problem.place.path for problem in problems] == [f"{notes}/{name}"]
    result = run_with(notes, content, "import", notes / name)
    for shown in (str(problems[0]), result.stderr):
        assert message in shown
        assert "save it as .docx or .html" in shown


def test_an_imported_document_is_taken_and_its_raw_one_left_out(notes, content):
    fill(notes, {"orchard.md": document()})
    run_with(notes, content, "import", notes / "orchard.md")
    stored = notes / "hol.en.yml"
    stored.write_text(
        stored.read_text("utf-8").replace("in any season", "in every season"),
        encoding="utf-8",
    )
    documents, problems, seen = read(notes, content)
    assert (len(documents), problems, seen) == (1, [], ["hol.en.yml"])
    assert "in every season" in documents[0].cards[0].rulings[0].text.plain()


def checked(notes: Path, content: Path) -> list[str]:
    """Return the errors of ``check``, and what it leaves out, without its hints."""
    lines = run_with(notes, content, "check", "--all").stderr.splitlines()
    return [line.split(";")[0] for line in lines if "error: " in line or "left out" in line]


def test_a_raw_document_newer_than_its_import_is_an_error(notes, content):
    fill(notes, {"orchard.md": document()})
    run_with(notes, content, "import", notes / "orchard.md")
    fill(notes, {"orchard.md": document(APPLE, card("Bell of Bark"))})
    assert checked(notes, content) == [
        f"{notes}/orchard.md:1: error: nearly the same release notes of 'hol' in 'en' as"
        f" {notes}/hol.en.yml, so it is left out"
    ]
    fill(notes, {"orchard.md": document(APPLE, card("Bell of Bark")).replace("May 4", "June 4")})
    assert checked(notes, content) == [
        f"{notes}/hol.en.yml:1: error: an older edition, of 2026-05-04, of {notes}/orchard.md, so"
        " it is left out"
    ]


def test_the_same_document_under_two_names_is_a_warning(notes, content):
    fill(notes, {"a.md": document(), "b.md": document()})
    assert checked(notes, content) == [
        f"{notes}/b.md:1: warning: the same document as {notes}/a.md, so it is left out"
    ]


def test_the_name_of_a_further_document_gives_set_and_language(notes, content):
    untitled = document(card("Bell of Bark")).replace("*Hollow Orchard* Release Notes", "")
    fill(notes, {"hol.en.md": document(), "hol.en.update.md": untitled})
    documents, problems, _ = read(notes, content)
    assert [each.key for each in documents] == [("hol", "en")] * 2
    assert problems == []


def test_a_correction_that_suits_one_of_several_documents_is_no_error(notes, content):
    fill(notes, {"a.md": document(), "b.md": document(card("Bell of Bark", "It rests."))})
    fill(
        content / "corrections",
        {
            "hol.en.yml": (
                "- {card: Bell of Bark, printed: rests, correct: sleeps, reason: a word of ours}\n"
            )
        },
    )
    assert checked(notes, content) == []
    fill(notes, {"b.md": document(card("Bell of Bark", "It rings."))})
    result = run_with(notes, content, "check")
    assert (
        result.stderr.count(
            "this correction no longer matches: 'rests' does not occur in 'Bell of Bark'"
        )
        == 2
    )


def test_what_is_no_document_is_an_error_and_hidden_files_are_ignored(notes, content):
    fill(
        notes,
        {
            "hol.en.md": document(),
            "scan.png": b"\x89PNG",
            "notes.yaml": STRUCTURED,
            "oak.json": '{"data": {}}',
            ".DS_Store": b"\0",
        },
    )
    (notes / "old").mkdir()
    documents, problems, _ = read(notes, content)
    assert len(documents) == 1
    assert [(Path(problem.place.path).name, problem.is_error) for problem in problems] == [
        ("notes.yaml", True),
        ("oak.json", True),
        ("old", True),
        ("scan.png", True),
    ]
    assert ".yml" in problems[0].hint
    assert problems[1].message.startswith("JSON")


@pytest.mark.parametrize(
    "folder", ["Hollow Orchard_files", "Hollow Orchard-Dateien", "Hollow Orchard_fichiers"]
)
def test_what_a_browser_saved_with_a_page_is_no_document(folder, notes, content):
    fill(
        notes,
        {"Hollow Orchard.htm": f"<!doctype html><html><body>{saved_page(folder)}</body></html>"},
    )
    fill(notes / folder, {"app.css": "p {}", "frame.html": QUARRY, "T.svg": "<svg/>"})
    documents, problems, seen = read(notes, content)
    assert seen == ["Hollow Orchard.htm"]
    assert [entry.card.faces[0].rules_text[0].plain() for entry in documents[0].cards] == [
        "{T}: Add {G}."
    ]
    assert not problems


def test_the_folder_of_a_page_that_is_gone_is_said_once(notes, content):
    fill(notes, {"HOL.EN.MD": document()})
    fill(notes / "Hollow Orchard_files", {"app.css": "p {}", "frame.html": QUARRY})
    documents, problems, _ = read(notes, content)
    assert [each.set_code for each in documents] == ["hol"]
    assert [str(problem) for problem in problems] == [
        f"{notes}/Hollow Orchard_files:1: warning: the folder of a saved web page that is not"
        " beside it, so it is not read; remove it: a page is read without its pictures"
    ]


def saved_page(folder: str) -> str:
    """The body of a page that a browser saved with its pictures in this folder."""
    tap = f'<img src="./{folder}/T.svg" alt="Tap">'
    card = (
        f"<p>Bell of Bark<br>{{2}}<br>Artifact<br>{tap}: Add {{G}}.</p><ul><li>It never rings by"
        " itself.</li></ul>"
    )
    head = (
        "<h1>Hollow Orchard Release Notes</h1><p>These are the notes for the set that you and the"
        " tests plant.</p>"
    )
    return f"{head}<h2>Card-Specific Notes</h2>{card}"


def test_a_broken_structured_file_is_an_error_with_its_line_and_loses_no_other(notes, content):
    fill(notes, {"hol.en.yml": STRUCTURED.replace("title:", "titel:"), "qua.en.md": QUARRY})
    before = files(notes)
    result = run_with(notes, content, "check")
    assert result.exit_code == 1
    assert f"{notes}/hol.en.yml:3: error: unknown key 'titel'" in result.stderr
    assert f"{notes}/qua.en.md: 1 card, 1 ruling" in result.stdout
    assert files(notes) == before


def test_an_empty_folder_is_an_error(notes, tmp_path, content):
    for command in (("check",), ("site", "--out", str(tmp_path / "out"))):
        result = run_with(notes, content, *command)
        assert result.exit_code == 1
        assert result.stderr.startswith(f"{notes}:1: error: no release notes in this folder")
    assert not (tmp_path / "out").exists()


def test_problems_of_facts_and_languages_are_listed(notes, content):
    fill(notes, {"hol.en.md": document()})
    fill(content / "sets", {"qua.yml": "names: Quarry\nreleased: 2026-05-15\n"})
    fill(content / "languages", {"de.yml": "name: Deutsch\nreadng: {}\n"})
    result = run_with(notes, content, "check")
    assert result.exit_code == 1
    assert f"{content}/sets/qua.yml:1: error: names must be a mapping" in result.stderr
    assert f"{content}/languages/de.yml:2: error: unknown key 'readng'" in result.stderr


def test_a_folder_without_languages_says_so(notes, tmp_path):
    fill(notes, {"hol.en.md": document()})
    result = run_with(notes, fill(tmp_path / "empty", {}), "check")
    assert result.exit_code == 1
    assert f"{tmp_path}/empty/languages:1: error: no language file" in result.stderr
