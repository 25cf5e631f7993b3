"""Folders whose stamps are known are not looked into, and no file of somebody else is overlooked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.publishing import folders

OWN = {"index.html", "en/a/index.html", "en/b/index.html"}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for path in OWN:
        (tmp_path / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / path).write_text("own", encoding="utf-8")
    return tmp_path / "site"


@pytest.fixture
def stamps(site: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[int, ...]]:
    """Return the stamps of the site, as if it had been made long ago."""
    monkeypatch.setattr(folders, "_LATELY", -(10**10))
    folders.save(site, OWN, site.parent / "stamps")
    return folders.load(site.parent / "stamps")


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of the folders that were looked into."""
    found: list[str] = []
    scan = os.scandir

    def noted(path: str | Path) -> object:
        found.append(str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", noted)
    return found


def add(file: Path) -> None:
    """Write a file. Wait until the clock of the file system has moved on, which takes some milliseconds."""
    before = file.parent.stat().st_ctime_ns
    while file.parent.stat().st_ctime_ns == before:
        file.unlink(missing_ok=True)
        file.write_text("not ours", encoding="utf-8")


def test_files_links_and_empty_folders_of_others_are_found(site: Path) -> None:
    (site / "mine" / "deep").mkdir(parents=True)
    (site / "mine" / "deep" / "file").write_text("mine", encoding="utf-8")
    (site / "en" / "empty").mkdir()
    (site / "en" / "a" / "link").symlink_to(site / "en" / "b")
    assert set(folders.others(site, OWN)) == {"mine/deep/file", "en/empty", "en/a/link"}


def test_a_link_in_the_place_of_a_folder_is_not_followed(site: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "file").write_text("elsewhere", encoding="utf-8")
    (site / "en" / "a" / "index.html").unlink()
    (site / "en" / "a").rmdir()
    (site / "en" / "a").symlink_to(tmp_path / "elsewhere")
    assert list(folders.others(site, OWN)) == ["en/a"]


def test_a_file_in_the_place_of_a_folder_is_found(site: Path) -> None:
    (site / "en" / "a" / "index.html").unlink()
    (site / "en" / "a").rmdir()
    (site / "en" / "a").write_text("a file", encoding="utf-8")
    assert list(folders.others(site, OWN)) == ["en/a"]


def test_only_folders_that_changed_are_looked_into(site: Path, stamps: dict[str, tuple[int, ...]], listed: list[str]) -> None:
    assert list(folders.others(site, OWN, stamps)) == []
    assert listed == [str(site)]
    add(site / "en" / "b" / "mine.txt")
    assert list(folders.others(site, OWN, stamps)) == ["en/b/mine.txt"]
    assert listed[1:] == [str(site), str(site / "en" / "b")]


def test_a_folder_that_has_just_changed_has_no_stamp(site: Path) -> None:
    folders.save(site, OWN, site.parent / "stamps")
    assert folders.load(site.parent / "stamps") == {}


def test_damaged_stamps_count_as_none(site: Path, stamps: dict[str, tuple[int, ...]]) -> None:
    assert set(stamps) == {"en", "en/a", "en/b"}
    file = site.parent / "stamps"
    file.write_bytes(file.read_bytes()[:-1])
    assert folders.load(file) == {}
    assert folders.load(site.parent / "none") == {}
