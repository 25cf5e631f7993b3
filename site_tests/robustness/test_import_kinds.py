"""The import knows by content what a file is, cheaply and whatever its name says."""

import gzip
import json
import os
import sys

import pytest

from rulebinder import names
from rulebinder.rulebook import book as rulebooks
from site_tests.names.files import SCRYFALL
from site_tests.robustness.documents import card, document, files, fill, run, run_with
from site_tests.rulebook.books import DAY, TEXT

BULK = json.dumps(SCRYFALL, ensure_ascii=False).encode()
LANTERN = card("Mire Lantern")
RULES = TEXT.partition("1. Lanterns\n\n100. Lighting\n\n")[2]
"""The rules without the lines that begin them."""


def test_several_files_of_different_kinds_are_each_told_in_a_line(raw, notes, content):
    fill(
        raw, {"a.txt": BULK, "b.json": TEXT, "c": gzip.compress(BULK), "d.json": document(LANTERN)}
    )
    result = run_with(notes, content, "import", "--all", *sorted(raw.iterdir()))
    assert (result.exit_code, result.stderr) == (0, "")
    for line in (
        f"{notes}/rules/{DAY}.json: written: 3 sections, 60 rules, 4 glossary terms\n",
        f"{notes}/hol.en.yml: written: 1 card, 1 ruling",
        f"{content}/cards/imported.yml: 8 names and 2 ids added, 3 cards new\n",
        f"{content}/cards/imported.yml: 0 names and 0 ids added, 0 cards new\n",
    ):
        assert line in result.stdout
    before = files(notes)
    again = run_with(notes, content, "import", raw / "b.json")
    assert again.stdout.startswith(f"{notes}/rules/{DAY}.json: unchanged")
    explained = run("import", "--explain", "--content", content, *sorted(raw.iterdir())).stdout
    for name, kind in (("a.txt", "a bulk file of cards"), ("b.json", "an edition of the")):
        assert f"{raw}/{name}: {kind}" in explained
    assert f"{raw}/d.json:\n  language: en" in explained
    assert files(notes) == before


@pytest.mark.parametrize(
    "data", [("A preface.\n\n" * 200 + TEXT).encode(), TEXT.encode("utf-16")[:6001]]
)
def test_an_edition_is_known_by_its_beginning(data):
    """Below a preface, and if the beginning ends within a letter."""
    assert rulebooks.is_edition(data)


@pytest.mark.parametrize(
    "quoted",
    [
        "\n".join(f"702.{number}. Rule {number} glimmers." for number in range(1, 60)),
        RULES,
        f"1. Lanterns\n\n100. Lighting\n\n{RULES[:500]}",
        f"1. Lanterns\n\n{RULES}",
    ],
    ids=["keywords", "all rules", "the first rules", "a heading with a number"],
)
def test_release_notes_that_quote_rules_stay_release_notes(quoted, raw, notes, content):
    text = document().replace("CARD-SPECIFIC NOTES", f"{quoted}\n\nCARD-SPECIFIC NOTES")
    assert text != document()
    path = fill(raw, {"x.txt": text}) / "x.txt"
    result = run_with(notes, content, "import", path)
    assert f"{notes}/hol.en.yml: written" in result.stdout
    assert not (notes / "rules").exists()


@pytest.mark.parametrize("text", ["[](#top)", "[ ] Read it", "[{W}] is mana", "{W}{U}", "{}", ""])
def test_a_text_that_begins_with_brackets_is_no_bulk_file(text):
    assert not names.is_bulk(text.encode())


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("bulk", ("--dialect", "classic"), "--dialect is for release notes; no FILE is that."),
        ("bulk", ("--keep",), "--keep is for release notes; no FILE is that."),
        ("bulk", ("--effective", DAY), "--effective is for an edition of the Comprehensive Rules;"),
        ("rules", ("--all",), "--all is for a bulk file of cards; no FILE is that."),
        ("rules", ("--set", "hol"), "--set is for release notes; no FILE is that."),
        ("notes", ("--all",), "--all is for a bulk file of cards; no FILE is that."),
        ("notes", ("--effective", DAY), "--effective is for an edition of the Comprehensive"),
    ],
)
def test_an_option_for_another_kind_is_refused(name, options, message, raw, notes, content):
    data: dict[str, str | bytes] = {"bulk": BULK, "rules": TEXT, "notes": document()}
    path = fill(raw, {name: data[name]}) / name
    result = run_with(notes, content, "import", path, *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert files(notes) == {}


def test_the_day_of_rules_can_be_given(raw, notes, content):
    fill(raw, {"rules.txt": TEXT.replace("effective", "good"), "hol.md": document()})
    undated = run_with(notes, content, "import", raw / "rules.txt")
    assert undated.exit_code == 1
    assert undated.stderr.endswith("give it as --effective YYYY-MM-DD\n")
    files = (raw / "rules.txt", raw / "hol.md")
    dated = run_with(notes, content, "import", *files, "--effective", "2007-05-01", "--set", "hol")
    assert dated.exit_code == 0
    assert f"{notes}/rules/2007-05-01.json: written" in dated.stdout


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"a": 1}', "neither Scryfall's nor MTGJSON's cards; give Scryfall's All Cards"),
        (BULK + b"?", "not valid JSON ("),
        (TEXT.replace("701.3a To", "701.2a To").encode(), "the rule 701.2a is here twice"),
    ],
)
def test_what_is_none_of_these_is_one_error(data, message, raw, notes, content):
    path = fill(raw, {"x": data}) / "x"
    before = files(content.parent)
    result = run_with(notes, content, "import", path, *(["--all"] if data[:1] == b"[" else []))
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert message in result.stderr
    assert files(content.parent) == before


def test_the_kind_is_told_without_reading_a_large_file(tmp_path, content):
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.write(b'[{"object": "card"')
        file.truncate(3 << 30)
    assert run("import", "--explain", large, "--content", content).stdout.endswith(
        "large.json: a bulk file of cards\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_a_pipe_is_not_waited_for(tmp_path, notes, content):
    os.mkfifo(tmp_path / "pipe")
    result = run_with(notes, content, "import", tmp_path / "pipe")
    assert result.exit_code == 1
    assert f"{tmp_path}/pipe:1: error: cannot be read (not a file)" in result.stderr
