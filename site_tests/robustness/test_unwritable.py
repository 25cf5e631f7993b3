"""Folders without rights, a full disk, a foreign memory, two builds at once: one clear message, and
ledgers and websites stay whole.
"""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulebinder.site import place
from rulebinder.site import table as site_files
from rulebinder.system.files import digest
from site_tests.conftest import lacking
from site_tests.robustness import documents
from site_tests.robustness.documents import APPLE, card, document, errors, files, fill, run

OPTIONS = ("site", "--jobs", "1", "--notes", "notes", "--content", "content", "--out", "out/site")
DENIED = "cannot be written (Permission denied)"
UNMADE = "No website was built; out/site is unchanged."


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return a folder with a website, as somebody has it who has built twice."""
    folder = tmp_path_factory.mktemp("built")
    documents.content(folder / "content")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for cards in ((APPLE,), (APPLE, card("Brook Hermit"))):
            fill(Path("notes"), {"hol.en.md": document(*cards)})
            assert run(*OPTIONS).exit_code == 0
    return folder


def edit(folder: Path) -> None:
    fill(
        folder / "notes",
        {"hol.en.md": document(APPLE, card("Brook Hermit", "It is a tree that walks at night."))},
    )


@pytest.fixture(scope="module")
def fresh(built, tmp_path_factory):
    """Return the files of the website after the edit that a build from nothing makes."""
    folder = shutil.copytree(built, tmp_path_factory.mktemp("fresh") / "here")
    edit(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert run(*OPTIONS[:-1], "fresh").exit_code == 0
    return files(folder / "fresh")


@pytest.fixture
def here(built, tmp_path, monkeypatch):
    """Work in a copy of the folder, whose document was edited since."""
    folder = shutil.copytree(built, tmp_path / "here")
    edit(folder)
    monkeypatch.chdir(folder)
    yield folder
    for path in [folder, *folder.rglob("*")]:
        if path.is_dir():
            path.chmod(0o755)


def powerless() -> tuple[str, ...]:
    """Return what begins a command that permissions bind, even if root runs the tests."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return ()
    setpriv = shutil.which("setpriv") or lacking(
        "no setpriv here, and permissions do not bind root"
    )
    return (setpriv, "--bounding-set", "-dac_override,-dac_read_search")


def site() -> subprocess.CompletedProcess[str]:
    """Build in a process without power and without a home."""
    environment = {name: value for name, value in os.environ.items() if name != "HOME"}
    called = [*powerless(), sys.executable, "-m", "rulebinder", *OPTIONS]
    return subprocess.run(called, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_a_folder_without_rights_is_one_sentence_until_it_has_them(here):
    before = files(here / "out/site"), files(here / "content")
    unread = "cannot be read (Permission denied); let it be read: a number that was given must stay"
    for folder, mode, said in (
        ("notes/history", 0o555, f"notes/history:1: error: {DENIED}; the earlier words of rulings"
         " would be lost, so their ledger is not written"),
        ("notes/history", 0o300, f"notes/history:1: error: {unread}"),
        ("content/ledger", 0o300, f"content/ledger:1: error: {unread}"),
        ("out", 0o555, f"{here}/out:1: error: {DENIED}; choose another --out"),
        ("content/ledger", 0o555, f"content/ledger/hol.yml:1: error: {DENIED}; let it be written:"
         " its numbers are not permanent yet"),
    ):  # fmt: skip
        (here / folder).chmod(mode)
        result = site()
        (here / folder).chmod(0o755)
        assert result.returncode == 1, (said, result.stderr)
        assert errors(result) == [said]
        assert UNMADE in result.stderr
        assert (files(here / "out/site"), files(here / "content")) == before, said
    assert run(*OPTIONS).exit_code == 0, "with the rights, it is built"
    kept = b"".join(files(here / "notes/history").values())
    assert kept.count(b"argue") == 1, "the earlier words are kept, once"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_a_memory_that_cannot_be_written_is_done_without(here, fresh):
    cache = place.cache_of(here / "out/site")
    folders = [cache, *filter(Path.is_dir, cache.rglob("*"))]
    for path in folders:
        path.chmod(0o555)
    result = site()
    for path in folders:
        path.chmod(0o755)
    assert result.returncode == 0, result.stderr
    assert files(here / "out/site") == fresh


def test_a_full_disk_is_one_sentence_and_the_old_website_stays(here, monkeypatch):
    before = files(here / "out/site"), files(here / "content")

    def full(path, _content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

    monkeypatch.setattr(site_files, "_write", full)
    result = run(*OPTIONS)
    assert result.exit_code == 1
    (line,) = errors(result)
    assert f"cannot be written ({os.strerror(errno.ENOSPC)})" in line
    assert (files(here / "out/site"), files(here / "content")) == before
    assert not list((here / "out").glob(".rulebinder-*"))


MEMORIES = (
    b'[["generator.notes:ReleaseNotes"],[10,1,2]]',
    b"cos\nsystem\n(S'touch ran'\ntR.",
    b'[["os:system"],[10,"touch ran"]]',
)
"""What an older package remembered, and what would run."""


@pytest.mark.parametrize("first", range(2))
def test_no_memory_but_that_of_this_program_is_used(first, here, fresh):
    """A file is cut, or a folder, or has other data under its seal."""
    cache = place.cache_of(here / "out/site")
    remembered = sorted(path for path in cache.rglob("*") if path.is_file())
    assert len(remembered) > 5
    for at, file in enumerate(remembered, first):
        data = file.read_bytes()
        file.unlink()
        if at % 5 == 4:
            file.mkdir()
        elif at % 5 == 3:
            file.write_bytes(data[: len(data) // 2])
        else:
            content = MEMORIES[at % 5]
            seal = digest(file.parent.name + file.name, content).encode()
            file.write_bytes(seal + content)
    assert run(*OPTIONS).exit_code == 0
    assert files(here / "out/site") == fresh
    assert not (here / "ran").exists()


def test_two_builds_at_once_into_one_folder_are_one(here, fresh):
    called = [sys.executable, "-m", "rulebinder", *OPTIONS]
    both = [
        subprocess.Popen(called, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    outputs = [process.communicate(timeout=600)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    assert sum("Nothing has changed." in output for output in outputs) == 1, (
        "the second one waits, and finds the website of the first"
    )
    assert files(here / "out/site") == fresh
