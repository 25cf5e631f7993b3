"""What the command publishes and refuses.

Building pages is replaced, so that the tests are fast.
"""

import os
import re
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import Result

from rulebinder.ledger import files as ledgers
from rulebinder.outputs import data
from rulebinder.problems import Place, Problem, error
from rulebinder.publishing import make as making
from rulebinder.site import place
from rulebinder.site.table import Table
from site_tests.outputs import names
from site_tests.robustness import documents
from site_tests.robustness.documents import card, document, files, fill, run

if sys.platform != "win32":
    import fcntl

RULINGS = (
    "The first lantern burns until the end of the turn, whoever lit it.",
    "Lighting any lamp is a special action that doesn't use the stack.",
    "Oil which was paid stays paid when your spell fails to resolve.",
)
OTHER = "A goat may cross only one bridge between two untap steps."


@dataclass
class Publisher:
    """A folder with documents, content and a site."""

    folder: Path
    on_pages: list[Problem]
    """The problems in the pages of the next site."""

    @property
    def out(self) -> Path:
        return self.folder / "site"

    @property
    def ledger(self) -> Path:
        return self.folder / "content" / "ledger" / "hol.yml"

    def site(self, *options: str | Path, rulings: tuple[str, ...] = RULINGS) -> Result:
        fill(self.folder / "notes", {"hol.en.md": document(card("Bell of Bark", *rulings))})
        return run(
            "site",
            *documents.inputs(self.folder),
            "--out",
            self.out,
            *options,
        )

    def state(self) -> dict[str, bytes]:
        """Return everything that a command may change."""
        folders = (self.out, self.folder / "content")
        files = (path for folder in folders for path in folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in files}

    def refuses(
        self, *messages: str, options: Collection[str] = (), rulings: tuple[str, ...] = RULINGS
    ) -> None:
        """Check that the command changes nothing, and gives the reason in one error."""
        before = self.state()
        result = self.site(*options, rulings=rulings)
        assert result.exit_code == 1
        errors = [line for line in result.stderr.splitlines() if ": error: " in line]
        assert all(message in errors[-1] for message in messages), errors
        assert f"No website was built; {self.out} is unchanged." in result.stderr
        assert self.state() == before
        assert names(self.folder) == ["content", "notes", "site"]


@pytest.fixture
def publisher(tmp_path, monkeypatch):
    """Return a site with a history: the first ruling was removed."""
    made = Publisher(tmp_path, [])

    def make(job, *_):
        part = job.new_part()
        for path, content in data.make_files(job.site):
            part.put(path, content.encode() if isinstance(content, str) else content)
        return Table(files=part.files), made.on_pages

    monkeypatch.setattr(making, "make_site", make)
    documents.content(tmp_path / "content")
    assert made.site(rulings=(OTHER, *RULINGS)).exit_code == 0
    result = made.site()
    assert result.exit_code == 0, result.output
    return made


DAMAGES: dict[str, Callable[[str], str]] = {
    "empty": lambda _: "",
    "truncated": lambda good: good[: len(good) // 2],
    "lines lost": lambda good: good[: good.index("    - n: 3")],
    "number is huge": lambda good: good.replace("next: 5", f"next: {10**30 + 1}").replace(
        "n: 1\n", f"n: {10**30}\n"
    ),
    "no entries": lambda _: "entries:\n",
    "every hash is another": lambda good: re.sub(r"hash: \w+", f"hash: {'0' * 16}", good),
    "two numbers are swapped": lambda good: re.sub(
        r"n: ([23])$", lambda number: f"n: {5 - int(number[1])}", good, flags=re.MULTILINE
    ),
    "a retired number has another": lambda good: good.replace("next: 5", "next: 10").replace(
        "n: 1\n", "n: 9\n"
    ),
    "the first number is forgotten": lambda good: re.sub(
        r"    - n: 1\n.*?(?=    - n: 2)", "", good, flags=re.DOTALL
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_no_link_changes_with_a_damaged_ledger(damage, publisher):
    good = publisher.ledger.read_text("utf-8")
    bad = DAMAGES[damage](good)
    assert bad != good
    publisher.ledger.write_text(bad, "utf-8")
    publisher.refuses(f"{publisher.ledger}:", "history")


@pytest.mark.parametrize("kind", ["folder", "link"])
def test_a_ledger_that_is_not_a_file_is_refused(kind, publisher):
    publisher.ledger.unlink()
    if kind == "folder":
        publisher.ledger.mkdir()
    else:
        publisher.ledger.symlink_to("nowhere")
    publisher.refuses(f"{publisher.ledger}:1: error: cannot be read")


def test_the_order_and_line_ends_of_a_ledger_make_no_difference(publisher):
    before = publisher.state()
    publisher.ledger.write_bytes(
        b"\xef\xbb\xbf" + publisher.ledger.read_bytes().replace(b"\n", b"\r\n")
    )
    assert publisher.site().exit_code == 0
    assert publisher.state() == before


def test_force_breaks_links_and_reports_it(publisher):
    publisher.ledger.unlink()
    result = publisher.site("--force")
    assert result.exit_code == 0
    assert "warning: of the links that" in result.stderr
    assert "published because of --force" in result.stderr
    assert (
        ledgers.load_all(publisher.ledger.parent)[0]["hol"].entries["bell-of-bark"].following == 4
    )


def test_force_does_not_overwrite_an_unreadable_ledger(publisher):
    publisher.ledger.write_text("entries: [", "utf-8")
    publisher.refuses("not valid YAML", options=["--force"])


@pytest.mark.parametrize("name", [".", "r/index.json"])
def test_a_published_site_in_another_folder_is_compared(name, publisher, tmp_path_factory):
    live = publisher.out.rename(tmp_path_factory.mktemp("live") / "site")
    publisher.ledger.unlink()
    options = (
        *documents.inputs(publisher.folder),
        "--published",
        live / name,
    )
    for command in (("site", "--out", publisher.out), ("check",)):
        result = run(*command, *options)
        assert result.exit_code == 1
        assert f"{publisher.ledger}:1: error: of the links that {live}" in result.stderr
    assert not publisher.out.exists()
    assert not publisher.ledger.exists()


def test_locked_publishes_only_numbers_that_the_ledgers_have(publisher):
    assert publisher.site("--locked").exit_code == 0
    for rulings in (
        (*RULINGS, OTHER),
        RULINGS[1:],
        (RULINGS[0].replace("burns", "shines"), *RULINGS[1:]),
    ):
        message = f"{publisher.ledger}:1: error: the build would change this ledger"
        publisher.refuses(message, options=["--locked"], rulings=rulings)


def test_a_site_with_broken_pages_is_put_in_place_only_by_force(publisher):
    publisher.on_pages.append(error(Place("en/index.html", 3), "the link 'x' leads to no file"))
    message = f"{publisher.out}:1: error: the new website has 1 error"
    publisher.refuses(message, rulings=RULINGS[1:])
    result = publisher.site("--force", rulings=RULINGS[1:])
    assert result.exit_code == 1
    assert "leads to no file" in result.stderr
    mark = place.read_mark(publisher.out)
    assert mark is not None
    assert mark.errors == 1


def test_an_unreadable_document_never_replaces_a_site_without_errors(publisher):
    fill(publisher.folder / "notes", {"z.md": b""})
    message = f"{publisher.out}:1: error: the website here has no errors"
    publisher.refuses(message)
    assert publisher.site("--force").exit_code == 1
    assert publisher.site(rulings=RULINGS[:2]).exit_code == 1, (
        "one with errors is replaced by another"
    )
    assert "Bell of Bark" in (publisher.out / "data" / "rulings.ndjson").read_text("utf-8")
    assert RULINGS[2] not in (publisher.out / "data" / "rulings.ndjson").read_text("utf-8")


def test_the_ledger_is_written_before_the_site_is_put_in_place(publisher, monkeypatch):
    def put(*_, **__):
        raise OSError(28, "No space left on device", "site")

    monkeypatch.setattr(place, "put", put)
    before = publisher.state()
    assert publisher.site(rulings=(*RULINGS, OTHER)).exit_code == 1
    after = publisher.state()
    assert {path for path in after if after[path] != before[path]} == {"content/ledger/hol.yml"}


def test_a_ledger_that_cannot_be_written_stops_the_site(publisher, monkeypatch):
    def save(*_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(ledgers, "save", save)
    message = f"{publisher.ledger}:1: error: cannot be written (Read-only file system)"
    publisher.refuses(message, rulings=(*RULINGS, OTHER))


def test_cleaning_keeps_files_that_no_build_wrote(publisher, monkeypatch):
    monkeypatch.chdir(publisher.out.parent.parent)  # it needs neither notes nor facts
    fill(publisher.out, {".git/HEAD": "main", "data/mine/a.txt": "mine"})
    result = run("site", "--clean", "--out", publisher.out)
    assert result.exit_code == 0
    assert "is removed; 2 other files left: .git, data." in result.stdout
    assert files(publisher.out).keys() == {".git/HEAD", "data/mine/a.txt"}
    assert run("site", "--clean", "--out", publisher.out).exit_code == 1
    before = files(publisher.folder / "notes")
    refused = run("site", "--clean", "--out", publisher.folder / "notes")
    assert refused.exit_code == 1
    assert files(publisher.folder / "notes") == before
    assert "this is not a website of Rulebinder; name the folder of one" in refused.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no locks")
def test_the_ledgers_are_locked_until_the_site_is_in_place(publisher, monkeypatch):
    held: list[bool] = []
    put = place.put

    def putting(work, errors, files):
        handle = os.open(publisher.ledger.parent, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            held.append(True)
        os.close(handle)
        put(work, errors, files)

    monkeypatch.setattr(place, "put", putting)
    assert publisher.site("--force").exit_code == 0
    assert held == [True]
