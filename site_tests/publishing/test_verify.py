"""``rulebinder verify``: a site is compared with what a build from nothing makes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from site_tests.robustness import documents
from site_tests.robustness.documents import document, fill, run


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with notes, content and the site of both."""
    folder = tmp_path_factory.mktemp("verified")
    documents.content(folder / "content")
    fill(folder / "notes", {"hol.en.md": document(documents.APPLE)})
    result = called("site", folder)
    assert result.exit_code == 0, result.output
    return folder


def called(command: str, folder: Path) -> Result:
    given = (f"--{name}={folder / name}" for name in ("notes", "content"))
    return run(command, *given, "--out", folder / "site", "--jobs", "1")


def test_a_site_is_what_a_build_makes(built: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in built.rglob("*")}
    result = called("verify", built)
    assert result.exit_code == 0, result.output
    assert "byte by byte" in result.output
    assert {path: path.stat().st_mtime_ns for path in built.rglob("*") if path != built} == {
        path: time for path, time in before.items() if path != built
    }


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda file: file.write_text("another", encoding="utf-8"), "differs from the one that a build makes"),
        (lambda file: file.unlink(), "is missing, and a build makes it"),
    ],
    ids=["changed", "missing"],
)
def test_each_file_that_differs_is_an_error(built: Path, change: Callable[[Path], object], said: str) -> None:
    file = built / "site" / "404.html"
    whole = file.read_bytes()
    change(file)
    result = called("verify", built)
    file.write_bytes(whole)
    assert result.exit_code == 1
    assert f"{file}:1: error: the file {said}" in result.output


def test_an_edited_document_is_seen(built: Path) -> None:
    notes = built / "notes" / "hol.en.md"
    whole = notes.read_text(encoding="utf-8")
    notes.write_text(whole.replace("ripens", "blooms"), encoding="utf-8")
    result = called("verify", built)
    notes.write_text(whole, encoding="utf-8")
    assert result.exit_code == 1
    assert "--locked" in result.output or "differs" in result.output


def test_a_folder_without_a_site_is_an_error(tmp_path: Path, built: Path) -> None:
    result = run("verify", f"--notes={built / 'notes'}", f"--content={built / 'content'}", "--out", tmp_path / "nothing")
    assert result.exit_code == 1
    assert "no website is in this folder" in result.output
