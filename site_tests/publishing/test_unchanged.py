"""A build that would give the site that is there makes nothing, and reports the same problems."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulebinder.publishing.unchanged import TABLE
from rulebinder.site import place
from site_tests import outputs
from site_tests.robustness import documents
from site_tests.robustness.documents import card, document, fill, run

NOTHING = "Nothing has changed."
NOTES = "notes/hol.en.md"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder to build in, whose document has a warning: nothing is known of its mechanic.

    No site has pages of search.
    """
    monkeypatch.setattr("rulebinder.search.bundle.search_files", outputs.unsearched)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    documents.write_inputs(tmp_path, card("Bell of Bark"))
    return fill(tmp_path, {"notes/bad.en.md": "Nothing.\n"})


def build(folder: Path, *options: str | Path) -> Result:
    return run("site", *documents.whole(folder), *options)


def times(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in (folder / "site").rglob("*")}


def damage(file: Path) -> None:
    file.write_text(file.read_text("utf-8").replace("error", "erron"), "utf-8")


CHANGES: dict[str, Callable[[Path], object]] = {
    "nothing": lambda _: None,
    "edited": lambda own: fill(own, {NOTES: document(card("Bell of Bark", "It rings."))}),
    "added": lambda own: fill(own, {"notes/orc.en.md": document(card("Bell of Bark"))}),
    "renamed": lambda own: (own / "notes/bad.en.md").rename(own / "notes/worse.en.md"),
    "a new fact": lambda own: fill(own, {"content/eras.yml": "[]\n"}),
    "a changed page": lambda own: fill(own, {"site/index.html": "mine"}),
    "a lost page": lambda own: (own / "site/en/index.html").unlink(),
    "a damaged memory": lambda own: damage(place.cache_of(own / "site") / TABLE[:2] / TABLE[2:]),
    "another day": lambda _: os.environ.update(SOURCE_DATE_EPOCH="1893456000"),
    "a lost ledger": lambda own: (own / "content/ledger/hol.yml").unlink(),
}


def test_a_site_is_made_again_after_any_change_and_only_then(folder):
    for name, change in CHANGES.items():
        change(folder)
        first = build(folder)
        assert NOTHING not in first.output, name
        if name == "a lost ledger":  # it is not given anew
            break
        before = times(folder)
        again = build(folder)
        assert NOTHING in again.stdout, name
        assert (again.exit_code, again.stderr) == (first.exit_code, first.stderr), name
        assert first.exit_code == 1
        assert first.stderr
        assert times(folder) == before, name
    for options in (("--force",), ("--site-url", "https://example.org/")):
        assert NOTHING not in build(folder, *options).output, options
