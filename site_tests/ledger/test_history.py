"""The words that rulings had before are kept beside the notes: by an import, and by a build that
reads documents itself.
"""

from pathlib import Path

import pytest

from rulebinder.facts.content import load_content
from rulebinder.joining import persistence
from rulebinder.ledger import history
from rulebinder.ledger.history import EarlierWords
from rulebinder.library import Library
from rulebinder.problems import Problem
from rulebinder.reading import inputs
from site_tests.robustness import documents
from site_tests.robustness.documents import card, document, fill, run

RIPE = "Its apples ripen during your upkeep, and a player may still not eat them."
LATER = RIPE.replace("your upkeep", "each upkeep")
LAST = RIPE.replace("your upkeep", "the first upkeep of a year")
ROOTS = "Roots that were tapped for mana stay tapped while the tree is turned face down."
GRAFT = "Grafting is a special action that doesn't use the stack."


class Notes:
    """A folder of release notes, and the content with their ledger."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.content = documents.content(folder / "content")
        self.ledger = self.content / "ledger" / "hol.yml"
        self.history = folder / "notes" / "history"

    def write(self, name: str, day: str, *rulings: str) -> Path:
        """Write the edition of a day into a folder."""
        text = document(card("Apple Warden", *rulings)).replace("May 4", day)
        return fill(self.folder / name, {"hol.en.md": text}) / "hol.en.md"

    def imported(self, day: str, *rulings: str, exit_code: int = 0) -> str:
        """Import the edition of a day. Return what is wrong."""
        raw = self.write("raw", day, *rulings)
        result = run("import", raw, *documents.inputs(self.folder))
        assert result.exit_code == exit_code, result.output
        return result.stderr

    def read(self, *edition: str) -> tuple[Library, list[Problem]]:
        """Number the raw documents as a build does, after the edition of a day was written."""
        if edition:
            self.write("notes", *edition)
        known, _ = load_content(self.content)
        notes, content = self.folder / "notes", self.content
        read, _ = inputs.read_folder(notes, known, lambda *_: None)
        folders = persistence.Folders(content=content, notes=notes)
        return persistence.join_and_save(read.documents, known, folders)

    def bytes(self) -> dict[str, bytes]:
        return documents.files(self.history)

    def kept(self) -> dict[str, tuple[EarlierWords, ...]]:
        histories, problems = history.load_all(self.history)
        assert problems == []
        return dict(histories["hol"].earlier)


@pytest.fixture
def notes(tmp_path):
    return Notes(tmp_path)


def was(text: str, since: str, until: str) -> EarlierWords:
    return EarlierWords(lang="en", words=(text,), since=since, until=until)


def test_an_import_of_a_newer_edition_keeps_the_words_that_it_replaces(notes):
    notes.imported("May 4", RIPE, ROOTS)
    assert not (notes.history / "hol.yml").exists()
    notes.imported("June 9", GRAFT, LATER)
    assert notes.kept() == {
        "hol/apple-warden/1": (was(RIPE, "2026-05-04", "2026-06-09"),),
        "hol/apple-warden/2": (was(ROOTS, "2026-05-04", "2026-06-09"),),
    }
    notes.imported("July 1", GRAFT, LAST)
    assert notes.kept()["hol/apple-warden/1"] == (
        was(RIPE, "2026-05-04", "2026-06-09"),
        was(LATER, "2026-06-09", "2026-07-01"),
    )


def test_the_same_edition_again_changes_no_byte_and_loses_nothing(notes):
    notes.imported("May 4", RIPE)
    notes.imported("June 9", LATER)
    before = notes.bytes()
    notes.imported("June 9", LATER)
    assert notes.bytes() == before
    assert run("check", *documents.inputs(notes.folder)).exit_code == 0
    assert notes.bytes() == before


def test_a_build_keeps_the_words_of_documents_that_it_reads_itself(notes):
    notes.read("May 4", RIPE, ROOTS)
    library, problems = notes.read("June 9", ROOTS, LATER)
    assert problems == []
    assert dict(library.earlier) == {"hol/apple-warden/1": (was(RIPE, "2026-05-04", "2026-06-09"),)}
    assert notes.kept() == {"hol/apple-warden/1": (was(RIPE, "2026-05-04", "2026-06-09"),)}


def test_words_that_went_back_are_kept_each_time(notes):
    for day, text in (("May 4", RIPE), ("June 9", LATER), ("July 1", RIPE)):
        library, _ = notes.read(day, text)
    assert [each.words for each in library.earlier["hol/apple-warden/1"]] == [(RIPE,), (LATER,)]
    again, _ = notes.read()
    assert again.earlier == library.earlier


def test_an_import_finds_the_old_words_in_the_file_that_it_replaces(notes):
    """Notes of an older version of the program have no history yet."""
    notes.imported("May 4", RIPE)
    for path in notes.history.iterdir():
        path.unlink()
    notes.imported("June 9", LATER)
    assert notes.kept() == {"hol/apple-warden/1": (was(RIPE, "2026-05-04", "2026-06-09"),)}


def test_a_list_is_kept_with_its_ruling(notes):
    """In whatever characters: what YAML would take for marks, and breaks of lines."""
    words = ('# "a": {2}, *b*', "- one: \u2028 two", " three ")
    each = EarlierWords(lang="pt-BR", words=words, since=None, until="2026-06-09")
    kept = history.History(earlier={"hol/notes/a-b/12": (each,)}, last={"pt-BR": (words,)})
    history.save(kept, notes.history, "hol")
    assert history.load_all(notes.history) == ({"hol": kept}, [])


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "hol.yml",
            "wordings:\n- {id: apple-warden/1, language: en, until: June, text: a}\n",
            ":2: error: ",
        ),
        ("hol.yml", "wordings: [\n", ":2: error: not valid YAML"),
        ("hol.json", '{"en":\n 5', ":2: error: not valid JSON"),
        ("hol.json", '{"en": [5]}', ":1: error: en.1 must be a list"),
    ],
)
def test_a_damaged_history_is_an_error_and_no_number_changes(notes, name, text, message):
    notes.imported("May 4", RIPE)
    fill(notes.history, {name: text})
    ledger, damaged = notes.ledger.read_bytes(), notes.bytes()
    said = notes.imported("June 9", LATER, exit_code=1)
    assert f"{notes.history / name}{message}" in said
    assert (notes.ledger.read_bytes(), notes.bytes()) == (ledger, damaged)


def test_a_history_that_cannot_be_written_is_told_and_no_old_words_are_lost(notes):
    notes.imported("May 4", RIPE)
    ledger = notes.ledger.read_bytes()
    folder = notes.history
    folder.rename(notes.folder / "elsewhere")
    folder.write_text("", "utf-8")
    assert f"{folder}:1: warning: cannot be written" in notes.imported("May 4", RIPE)
    assert f"{folder}:1: error: cannot be written" in notes.imported("June 9", LATER, exit_code=1)
    assert notes.ledger.read_bytes() == ledger
