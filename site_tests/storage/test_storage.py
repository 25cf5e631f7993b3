"""The structured form: written documents are read back unchanged, and errors are reported with
their line.
"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebinder.facts import yaml_files
from rulebinder.notes import CardEntry, Introduction, ReleaseNotes, Rule, Ruling, Section, Unread
from rulebinder.problems import Place
from rulebinder.reading import saved_notes
from rulebinder.text import parse
from site_tests.builders import card, entry, face, notes, section_kinds, texts
from site_tests.conftest import ROOT
from site_tests.places import unplaced


def read(source: str) -> ReleaseNotes:
    loaded, problems = saved_notes.loads(source, "lom.en.yml")
    assert problems == []
    assert loaded is not None
    return loaded


def errors(source: str) -> list[str]:
    loaded, problems = saved_notes.loads(source, "lom.en.yml")
    assert loaded is None
    return list(map(str, problems))


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_file_is_read_and_written_again_unchanged(lang):
    path = ROOT / "site_tests" / "example" / f"lom.{lang}.yml"
    written = path.read_text("utf-8")
    assert saved_notes.dump(read(written)) == written


def test_every_kind_of_block_is_read_back():
    lines: tuple[Introduction | Rule | Ruling | Unread, ...] = (
        Introduction(parse("A lantern *glows*.")),
        Rule("100.1a", parse("A rule.")),
        Ruling(parse("One\n\ntwo"), texts("a", "b\nc")),
        Unread(parse("~~~")),
    )
    shown = card(
        face("Fen", "Land"),
        face("Bog", "Land", loyalty="3", defense="4"),
        layout="transform",
        picture="A fen",
        remark="(*Decks only*)",
        shared_rules_text=texts("Fuse"),
    )
    sections = [
        Section(title="Mire: no", kind=kind, body=(*lines, shown, *lines))
        for kind in section_kinds("notes-yaml")
    ]
    document = notes(CardEntry(card=shown, part="", body=lines, label="0001"), sections=sections)
    assert unplaced(read(saved_notes.dump(document))) == unplaced(document)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_text_is_read_back(text):
    stats = text if text.strip() else "none"  # a name, type line or cost of spaces only is left out
    document = notes(entry(card(face(stats, stats, text, mana_cost=stats)), text), title=text)
    assert unplaced(read(saved_notes.dump(document))) == unplaced(document)


def test_empty_values_are_left_out():
    data = yaml_files.loads(saved_notes.dump(notes(entry("Fen"))), "notes-yaml", "x")[0]
    assert data is not None
    assert list(data.data) == ["set", "language", "title", "kind", "source", "cards"]
    assert data.data["cards"] == [
        {
            "part": "Card-Specific Notes",
            "layout": "normal",
            "faces": [{"name": "Fen", "type_line": "Artifact"}],
        }
    ]


def test_a_long_text_is_a_readable_block():
    assert "ruling: |-\n      One.\n\n      Two." in saved_notes.dump(
        notes(entry("Fen", "One.\n\nTwo."))
    )


SMALL = """\
set: lom
language: en
title: Lanterns
kind: faq
cards:
- part: Notes
  faces:
  - name: Fen
    type_line: Land
  body:
  - ruling: It glows.
  - ruling:
      text: Twice
      items: [once, again]
"""


def test_places_are_the_lines_of_the_file():
    (only,) = read(SMALL).cards
    assert only.place == Place("lom.en.yml", 6)
    assert [ruling.place.line for ruling in only.rulings] == [11, 12]


def test_a_file_without_a_source_is_its_own_source(tmp_path):
    path = tmp_path / "lom.en.yml"
    path.write_text(SMALL, "utf-8")
    loaded, _ = saved_notes.loads(path.read_bytes(), str(path))
    assert loaded is not None
    assert (loaded.source.name, loaded.source.dialect, loaded.place.path) == (
        "lom.en.yml",
        "structured",
        str(path),
    )
    assert loaded.source == read(SMALL).source


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("kind: faq", "kind: fax",
         "lom.en.yml:4: error: kind is \"fax\"; choose one of release-notes, faq"),
        ("kind: faq\n", "", "lom.en.yml:1: error: the file lacks 'kind'; add it"),
        ("kind: faq", "set: lom\nkind: faq", "lom.en.yml:4: error: the key 'set' is here twice"),
        ("title: L", "title: The: L", "lom.en.yml:3: error: not valid YAML"),
        ("title: Lanterns", "title: 7",
         "lom.en.yml:3: error: title must be text; found 7: put it in quotes"),
        ("part:", "prat:",
         "lom.en.yml:6: error: unknown key 'prat' in cards.1; did you mean 'part'?"),
        ("type_line: Land", "type_line: Land\n    power: '1'",
         "lom.en.yml:8: error: cards.1.faces.1 has 'power' without 'toughness'"),
        ("ruling: It", "ruling: It\n    rule: {number: '1', text: x}\n    unread: It",
         "lom.en.yml:11: error: cards.1.body.1 has 'ruling', 'rule', 'unread'"),
        ("- ruling: It glows.", "- {}",
         "lom.en.yml:11: error: cards.1.body.1 has 0 entries, and needs at least 1"),
        ("- ruling: It glows.", "- It glows.",
         "lom.en.yml:11: error: cards.1.body.1 must be a mapping; found \"It glows.\""),
        ("ruling: It glows.", "ruling: [a]",
         "lom.en.yml:11: error: cards.1.body.1.ruling must be text or a mapping; found [\"a\"]"),
        ("text: Twice", "text: [Twice]",
         "lom.en.yml:13: error: cards.1.body.2.ruling.text must be text"),
        ("set: lom", "set: ../lom", "lom.en.yml:1: error: set is \"../lom\", not of the form"),
        ("faces:\n  - name: Fen\n    type_line: Land\n", "faces: []\n",
         "lom.en.yml:7: error: cards.1.faces has 0 entries, and needs at least 1"),
    ],
)  # fmt: skip
def test_errors_are_reported_with_their_line(old, new, said):
    assert old in SMALL
    (problem,) = errors(SMALL.replace(old, new, 1))
    assert problem.startswith(said)


@pytest.mark.parametrize(
    "source", ["", "- 1", "&a [*a]", "set: !!int x", "[" * 900, "a: b: c", "\x00", "title: *x"]
)
def test_a_file_that_is_not_release_notes_is_a_problem(source):
    problems = errors(source)
    assert problems
    assert all(re.match(r"lom\.en\.yml:\d+: error: ", problem) for problem in problems)


def test_a_missing_file_is_a_problem(tmp_path):
    loaded, problems = yaml_files.load(tmp_path / "none.yml", saved_notes.SCHEMA)
    assert loaded is None
    assert [str(problem) for problem in problems] == [
        f"{tmp_path}/none.yml:1: error: cannot be read (No such file or directory)"
    ]


def test_stored_and_published_notes_have_the_same_kinds():
    stored, published = (
        yaml_files.schema(name)["properties"]["kind"]["enum"] for name in ("notes-yaml", "notes")
    )
    assert stored == published
    assert section_kinds("notes-yaml") == section_kinds("notes")
