"""Whatever is given to the import: it says what is wrong and where, and changes no other file."""

import pytest

from site_tests.robustness.documents import (
    APPLE,
    HEAD,
    card,
    document,
    files,
    fill,
    run,
    run_with,
)

GERMAN = """\
*Hohler Garten* Versionshinweise

Zusammengestellt von Ada Fenn

ALLGEMEINE HINWEISE

Diese Karten gibt es nur, damit die Tests etwas zu lesen haben.

KARTENSPEZIFISCHE HINWEISE

Apfelwächter
{1}{G}
Kreatur — Baumhirte
2/3
- Der Apfelwächter reift das ganze Jahr.
"""


PICTURE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 4

UNREADABLE: dict[str, tuple[str | bytes, int, str]] = {
    "empty": (b"", 1, "the file is empty"),
    "blank": (b" \n\n\t\n", 1, "the file is empty"),
    "picture": (PICTURE, 1, "not a text file"),
    "invalid UTF-8": (document().encode() + b"- It is caf\xe9.\n", 24, "not UTF-8"),
    "no card yet": (HEAD[:120], 1, ""),
    "unknown language": (GERMAN, 1, "the language cannot be told"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_said_and_nothing_is_written(name, raw, notes, content):
    data, line, message = UNREADABLE[name]
    path = fill(raw, {"x.md": data}) / "x.md"
    result = run_with(notes, content, "import", path)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith(f"{path}:{line}: error: {message}")
    assert files(notes) == {}


def test_one_document_that_cannot_be_read_does_not_lose_the_others(raw, notes, content):
    fill(raw, {"a.md": b"", "hol.en.md": document(), "z.md": PICTURE})
    (raw / "folder.md").mkdir()
    names = ("a.md", "folder.md", "missing.md", "hol.en.md", "z.md")
    result = run_with(notes, content, "import", *(raw / name for name in names))
    assert result.exit_code == 1
    assert [line.split(": error: ")[0] for line in result.stderr.splitlines()] == [
        f"{raw}/{name}:1" for name in names if name != "hol.en.md"
    ]
    assert result.stderr.count(":1: error: cannot be read") == 2
    assert {name for name in files(notes) if "/" not in name} == {"hol.en.review", "hol.en.yml"}


def test_a_document_with_other_contents_is_written_beside_the_first(raw, notes, content):
    fill(raw, {"a.md": document(), "deck list.md": document(card("Bell of Bark"))})
    result = run_with(notes, content, "import", raw / "a.md", raw / "deck list.md")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count(": written: ") == 2
    before = files(notes)
    assert b"Apple Warden" in before["hol.en.yml"]
    assert b"Bell of Bark" in before["hol.en.deck-list.yml"]
    assert "hol.en.deck-list.review" in before
    again = run_with(notes, content, "import", raw / "deck list.md", raw / "a.md")
    assert again.stdout.count(": unchanged: ") == 2
    assert files(notes) == before
    assert run_with(notes, content, "check").exit_code == 0


def test_a_structured_file_of_the_same_document_under_another_name_is_kept(raw, notes, content):
    fill(raw, {"a.md": document(), "b.md": document(APPLE, card("Bell of Bark"))})
    run_with(notes, content, "import", raw / "a.md")
    before = files(notes)
    refused = run_with(notes, content, "import", raw / "b.md")
    assert refused.exit_code == 1
    assert refused.stderr.startswith(
        f"{raw}/b.md:1: error: not imported: {notes}/hol.en.yml came from another document, 'a.md'"
    )
    assert files(notes) == before


def test_a_structured_file_broken_by_hand_is_kept(raw, notes, content):
    path = fill(raw, {"hol.en.md": document()}) / "hol.en.md"
    run_with(notes, content, "import", path)
    stored = notes / "hol.en.yml"
    stored.write_text(stored.read_text("utf-8").replace("set: hol", "sett: hol"), encoding="utf-8")
    before = files(notes)
    result = run_with(notes, content, "import", path)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{path}:1: error: not imported: {stored} cannot be read")
    assert files(notes) == before


def test_a_folder_that_cannot_be_written_is_a_problem(raw, tmp_path, content):
    path = fill(raw, {"hol.en.md": document()}) / "hol.en.md"
    (tmp_path / "file").write_text("not a folder", "utf-8")
    result = run("import", path, "--notes", tmp_path / "file" / "notes", "--content", content)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{tmp_path}/file/notes/hol.en.yml:1: error: cannot be written")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--lang de", "no language 'de'; choose one of en, es, fr"),
        ("--lang es", ""),
        ("--set ../x", "'../x' is not a set code"),
        (
            "--set XYZ",
            "there is no content/sets/xyz.yml, though --set says xyz; name the set: `rulebinder"
            ' import --set xyz --name "Hollow Orchard" --released YYYY-MM-DD',
        ),
    ],
)
def test_a_wrong_set_or_language_is_an_error_that_says_what_helps(
    options, message, raw, notes, content
):
    path = fill(raw, {"x.md": document()}) / "x.md"
    result = run_with(notes, content, "import", path, *options.split())
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{path}:1: error: {message}")
    assert files(notes) == {}
