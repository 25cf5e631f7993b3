"""A build that would give the site that is there makes nothing, and reports the same problems."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulebinder.site import place
from site_tests import outputs
from site_tests.robustness import documents
from site_tests.robustness.documents import card, document, fill, run

NOTHING = "Nothing has changed."
LEDGER = "content/ledger/hol.yml"


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """Return a folder to build in.

    Tests change it one after the other, because a copy of a site is not the site that was built.
    """
    folder = tmp_path_factory.mktemp("shared")
    documents.content(folder / "content")
    fill(folder / "notes", {"hol.en.md": document(card("Bell of Bark")), "bad.en.md": "Nothing.\n"})
    return folder


@pytest.fixture
def folder(shared, monkeypatch):
    """Give a folder of whose site a build makes nothing.

    Its document has a warning: nothing is known of its mechanic.
    """
    monkeypatch.setattr("rulebinder.search.bundle.search_files", outputs.unsearched)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    build(shared)
    assert NOTHING in build(shared).output
    ledger = (shared / LEDGER).read_bytes()
    yield shared
    (shared / LEDGER).write_bytes(ledger)  # no later build would do without it


def build(folder: Path, *options: str | Path) -> Result:
    return run(
        "site",
        *documents.whole(folder),
        *options,
    )


def test_nothing_is_built_and_the_problems_are_the_same(folder):
    first = build(folder, "--force")  # which makes it again
    before = {path: path.stat().st_mtime_ns for path in (folder / "site").rglob("*")}
    again = build(folder)
    assert NOTHING in again.stdout
    assert (again.exit_code, again.stderr) == (first.exit_code, first.stderr) == (1, first.stderr)
    assert first.stderr
    assert {path: path.stat().st_mtime_ns for path in (folder / "site").rglob("*")} == before


def damage(file: Path) -> None:
    file.write_text(file.read_text("utf-8").replace("error", "erron"), "utf-8")


CHANGES: dict[str, Callable[[Path], object]] = {
    "edited": lambda notes: fill(notes, {"hol.en.md": document(card("Bell of Bark", "It rings."))}),
    "added": lambda notes: fill(notes, {"orc.en.md": document(card("Bell of Bark"))}),
    "renamed": lambda notes: (notes / "bad.en.md").rename(notes / "worse.en.md"),
    "a new fact": lambda notes: fill(notes.parent / "content", {"eras.yml": "[]\n"}),
    "a lost ledger": lambda notes: (notes.parent / LEDGER).unlink(),
    "a changed page": lambda notes: fill(notes.parent / "site", {"index.html": "mine"}),
    "a lost page": lambda notes: (notes.parent / "site/en/index.html").unlink(),
    "a damaged memory": lambda notes: damage(place.table_of(notes.parent / "site")),
    "another day": lambda _: os.environ.update(SOURCE_DATE_EPOCH="1893456000"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_makes_the_site_again(change, folder):
    CHANGES[change](folder / "notes")
    assert NOTHING not in build(folder).output


@pytest.mark.parametrize("options", [("--force",), ("--site-url", "https://example.org/")])
def test_other_options_make_the_site_again(options, folder):
    assert NOTHING not in build(folder, *options).output
