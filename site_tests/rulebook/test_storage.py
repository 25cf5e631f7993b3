"""Editions beside the notes, and the command that stores them."""

import pytest

from rulebinder.reading import inputs
from rulebinder.rulebook import book as rulebooks
from site_tests import sites
from site_tests.robustness.documents import run
from site_tests.rulebook.books import DAY, INVENTED, TEXT, book, edited


def test_an_edition_is_read_back_as_it_was_written(tmp_path):
    newer = edited(("moon", "sun"))
    assert rulebooks.save(book(), tmp_path)
    assert rulebooks.save(newer, tmp_path)
    assert not rulebooks.save(newer, tmp_path)
    assert rulebooks.load_all(tmp_path) == ((newer, book()), [])


def test_no_editions_are_no_problem(tmp_path):
    assert rulebooks.load_all(tmp_path) == ((), [])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text[:-20], "not valid JSON"),
        (lambda _: "[" * 100_000, "not"),
        (lambda _: "[]", "must be a mapping"),
        (lambda text: text.replace(DAY, "2031-02-30"), "not a date of the calendar"),
        (lambda text: text.replace(DAY, "2031-03-05"), "contains the edition of 2031-03-05"),
        (lambda text: text.replace('"100.1"', '"../x"'), "unknown key"),
        (lambda text: text.replace('"Lighting"', "7"), "must be text"),
    ],
)
def test_a_damaged_file_is_one_error(tmp_path, change, told):
    rulebooks.save(book(), tmp_path)
    path = rulebooks.path_of(DAY, tmp_path)
    assert callable(change)
    path.write_text(change(path.read_text("utf-8")), "utf-8")
    books, problems = rulebooks.load_all(tmp_path)
    assert books == ()
    assert len(problems) == 1
    assert str(problems[0]).startswith(f"{path}:")
    assert told in str(problems[0])


def test_another_file_there_is_an_error(tmp_path):
    (tmp_path / rulebooks.FOLDER).mkdir()
    (tmp_path / rulebooks.FOLDER / "MagicCompRules.txt").write_text(TEXT, "utf-8")
    _, problems = rulebooks.load_all(tmp_path)
    assert ["not a stored edition" in str(problem) for problem in problems] == [True]


def test_the_folder_of_editions_is_no_document(tmp_path):
    rulebooks.save(book(), tmp_path)
    assert inputs.read_folder(tmp_path, sites.content(), lambda *_: None) == (
        ((), ()),
        [],
    )


def test_the_command_reports_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "rules").touch()
    done = run("import", INVENTED, "--notes", tmp_path / "notes")
    assert done.exit_code == 1
    assert "cannot be written" in done.output
