"""A new site begins with the files that it shares with the old one. No file of the old site ever changes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from generator.publishing import renewing
from generator.site import swap

FIRST = {"en/a/index.html": "a", "en/b/index.html": "b", "r/x/index.html": "x", "data/all.json": "1"}
SECOND = {**FIRST, "en/a/index.html": "changed"}
KEPT = {"en", "r"}


def build(out: Path, files: dict[str, str]) -> set[str]:
    """Put a site of ``files`` in place. Return the paths that it began with."""
    with swap.beside(out) as work:
        tree = renewing.begin(work, KEPT)
        for path, content in files.items():
            tree.put(path, content.encode())
        tree.keep_only(files)
        swap.put(work, errors=0, files=files)
        return set(tree.begun)


def shown(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file() and path.name not in {swap.MARK, swap.FOLDERS}
    }


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Return a site that was built twice, so that there is a spare."""
    for _ in range(2):
        build(tmp_path / "site", FIRST)
    return tmp_path / "site"


def spare(out: Path) -> Path:
    return swap.cache_of(out) / "spare"


def is_shared(out: Path, path: str) -> bool:
    return (out / path).samefile(spare(out) / path)


def test_a_build_begins_with_the_files_of_the_spare(out: Path) -> None:
    assert build(out, SECOND) == {path for path in FIRST if path.split("/")[0] in KEPT}
    assert shown(out) == SECOND
    assert shown(spare(out)) == FIRST, "the file that changed is another one"
    assert is_shared(out, "en/b/index.html")
    build(out, SECOND)
    assert shown(out) == SECOND
    assert is_shared(out, "en/a/index.html")


def test_files_that_are_no_longer_made_are_removed_with_their_folders(out: Path) -> None:
    del (less := dict(FIRST))["en/b/index.html"]
    build(out, less)
    assert shown(out) == less
    assert not (out / "en" / "b").exists()


def test_a_file_may_take_the_place_of_a_folder_and_a_folder_that_of_a_file(out: Path) -> None:
    other = {"en/a": "a file now", "r/x/index.html/deeper": "x"}
    build(out, other)
    assert shown(out) == other
    build(out, FIRST)
    assert shown(out) == FIRST


def test_a_spare_that_somebody_changed_is_not_trusted(out: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (spare(out) / "en" / "a" / "index.html").unlink()
    (spare(out) / "en" / "a" / "index.html").write_text("forged", encoding="utf-8")
    (spare(out) / "en" / "more.html").write_text("forged", encoding="utf-8")
    (spare(out) / "r" / "x" / "index.html").unlink()
    (spare(out) / "r" / "x").rmdir()
    (spare(out) / "r" / "x").symlink_to(tmp_path / "elsewhere")
    build(out, FIRST)
    assert shown(out) == FIRST
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_site_that_somebody_changed_is_made_again(out: Path) -> None:
    (out / "en" / "a" / "index.html").unlink()
    (out / "en" / "a" / "index.html").write_text("other", encoding="utf-8")
    build(out, FIRST)
    assert shown(out) == FIRST


def test_a_spare_that_is_no_folder_is_not_used(out: Path) -> None:
    shutil.rmtree(spare(out))
    spare(out).write_text("no folder", encoding="utf-8")
    assert build(out, FIRST) == frozenset()
    assert shown(out) == FIRST


def test_without_hard_links_the_site_is_the_same_and_no_spare_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr(os, "link", refused)
    for files in (FIRST, SECOND, FIRST):
        build(tmp_path / "site", files)
        assert shown(tmp_path / "site") == files
    assert not spare(tmp_path / "site").exists()


def test_files_of_others_are_not_kept_in_the_spare(out: Path) -> None:
    (out / "mine.txt").write_text("mine", encoding="utf-8")
    build(out, SECOND)
    assert (out / "mine.txt").read_text(encoding="utf-8") == "mine"
    assert not (spare(out) / "mine.txt").exists()


def test_a_build_that_is_refused_leaves_the_site_as_it_is(out: Path) -> None:
    with swap.beside(out) as work:
        tree = renewing.begin(work, KEPT)
        tree.put("en/a/index.html", b"changed")
        tree.keep_only({"en/a/index.html"})
    assert shown(out) == FIRST
    assert build(out, SECOND) == frozenset(), "the spare went with the refused site"
    assert shown(out) == SECOND


@pytest.mark.parametrize("refused", [True, False])
def test_folders_are_put_as_a_whole_unless_another_task_has_made_them(
    tmp_path: Path, refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rename(*_: object) -> None:
        raise OSError

    for path, content in FIRST.items():
        (tmp_path / "made" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "made" / path).write_text(content, encoding="utf-8")
    (tmp_path / "site").mkdir()
    if refused:
        monkeypatch.setattr(os, "rename", rename)
    tree = renewing.Tree(tmp_path / "site", tmp_path / "old")
    assert set(tree.put_all(tmp_path / "made")) == set(FIRST)
    assert shown(tmp_path / "site") == FIRST
    assert (tmp_path / "made" / "en").exists() == refused
