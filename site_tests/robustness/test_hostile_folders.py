"""Devices, pipes and other odd files in a folder: reading never hangs, and no other document is
lost.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebinder.facts import yaml_files
from rulebinder.reading import document as readers
from site_tests.robustness.documents import document, fill, run
from site_tests.robustness.test_folder import QUARRY, STRUCTURED, read

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


ODD: dict[str, tuple[Callable[[Path], None], str]] = {
    "pipe": (os.mkfifo, "cannot be read (not a file)"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "cannot be read (not a file)"),
    "loop": (lambda path: path.symlink_to(path), "cannot be read ("),
    "folder": (Path.mkdir, "a folder inside the folder of release notes"),
}


@posix
@pytest.mark.parametrize("name", ["odd.md", "odd.yml", "odd.pdf", "AtomicCards.json"])
@pytest.mark.parametrize("kind", ODD)
def test_what_is_no_file_is_no_document(kind, name, notes, content):
    make, said = ODD[kind]
    fill(notes, {"hol.en.md": document()})
    make(notes / name)
    documents, (problem,), _ = read(notes, content)
    assert len(documents) == 1
    assert str(problem).startswith(f"{notes}/{name}:1: error: {said}")


@posix
@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"caf\xe9.md", "caf\\xe9.md"),
        (b"a\nb.md", "a\\nb.md"),
        (b"a\x1b[2Jb.yml", "a\\x1b[2Jb.yml"),
    ],
)
def test_a_name_that_no_text_can_hold_is_said(name, shown, notes, content):
    fill(notes, {"hol.en.md": document()})
    try:
        (notes / os.fsdecode(name)).write_text(QUARRY, "utf-8")
    except OSError:
        pytest.skip("this file system takes no such name")
    documents, problems, _ = read(notes, content)
    assert len(documents) == 1
    assert [problem.place.path for problem in problems] == [f"{notes}/{shown}"]
    assert str(problems[0]).encode("utf-8").count(b"\n") == 0
    result = run("import", notes / os.fsdecode(name), "--notes", notes, "--content", content)
    assert result.exit_code == 1
    assert "rename it" in result.stderr


def test_a_file_that_is_gone_when_it_is_read_is_said(notes, content, monkeypatch):
    fill(notes, {"hol.en.yml": STRUCTURED, "qua.en.md": QUARRY})
    inner = yaml_files.read_whole

    def read_late(path):
        if path.parent == notes:
            path.unlink(missing_ok=True)
        return inner(path)

    monkeypatch.setattr(yaml_files, "read_whole", read_late)
    documents, problems, _ = read(notes, content)
    assert documents == ()
    assert [problem.place.path for problem in problems] == [
        f"{notes}/hol.en.yml",
        f"{notes}/qua.en.md",
    ]


def test_a_folder_that_is_gone_is_said(tmp_path, content):
    documents, problems, _ = read(tmp_path / "nowhere", content)
    assert documents == ()
    assert [problem.place.path for problem in problems] == [str(tmp_path / "nowhere")]


def test_a_file_that_is_too_large_is_said(notes, monkeypatch):
    fill(notes, {"hol.en.md": document(), "qua.en.md": QUARRY + " " * 5000})
    monkeypatch.setattr("rulebinder.system.files.LARGEST_FILE", 4000)
    whole = yaml_files.read_whole(notes / "qua.en.md")
    assert "larger than" in str(whole)
    assert isinstance(yaml_files.read_whole(notes / "hol.en.md"), bytes)


@pytest.mark.parametrize(
    "fault",
    [
        RecursionError("too deep"),
        MemoryError(),
        ZeroDivisionError("x\ny"),
        KeyError("z"),
        AssertionError(),
    ],
)
def test_a_fault_in_one_document_is_its_own(fault, notes, content, monkeypatch):
    fill(notes, {"hol.en.md": document(), "qua.en.md": QUARRY})
    inner = readers.read

    def faulty(data, path, *options):
        if path.endswith("hol.en.md"):
            raise fault
        return inner(data, path, *options)

    monkeypatch.setattr(readers, "read", faulty)
    documents, problems, seen = read(notes, content)
    assert [each.set_code for each in documents] == ["qua"]
    assert seen == ["hol.en.md", "qua.en.md"]
    assert [problem.place.path for problem in problems] == [f"{notes}/hol.en.md"]
    assert problems[0].message.startswith(f"cannot be read: {type(fault).__name__}")
    assert "\n" not in str(problems[0])
