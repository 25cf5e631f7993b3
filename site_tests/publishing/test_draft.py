"""A new site shares the files that would be the same with the old one.

No file of the old site ever changes.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulebinder.site import record, swap
from rulebinder.site.draft import Draft
from rulebinder.site.links import PageLinks
from rulebinder.site.record import Group, Record, SiteFile
from site_tests.publishing.test_placing import shown

FIRST = {
    "en/a/index.html": "a",
    "en/b/index.html": "b",
    "r/x/index.html": "x",
    "data/all.json": "1",
}
SECOND = {**FIRST, "en/a/index.html": "changed"}


@contextlib.contextmanager
def drafted(out: Path) -> Iterator[tuple[swap.Work, Draft]]:
    """Begin a site of ``out``, which is not put in place at the end."""
    with swap.beside(out) as work:
        swap.begin(work)
        yield work, Draft(work.site, work.out, record.load(work.memory / swap.RECORD, "1"))


def build(out: Path, files: dict[str, str]) -> set[str]:
    """Put a site of ``files`` in place, each made from its content.

    Return the paths of those that were taken over.
    """
    with drafted(out) as (work, draft):
        taken = set()
        for path, content in files.items():
            if draft.takes(path, content):
                taken.add(path)
            else:
                draft.put(path, content.encode(), content)
        swap.put(work, errors=0, files=files)
        draft.record.settled(work.out).save(work.memory / swap.RECORD, "1")
        return taken


def before(out: Path) -> Path:
    """Return the folder of the site that the one in place has replaced."""
    return swap.cache_of(out) / "before"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Return a site that was built twice."""
    for _ in range(2):
        build(tmp_path / "site", FIRST)
    return tmp_path / "site"


def test_a_build_takes_over_what_is_made_from_the_same(out: Path) -> None:
    kept = out / "en/b/index.html"
    number = kept.stat().st_ino
    assert build(out, SECOND) == FIRST.keys() - {"en/a/index.html"}
    assert shown(out) == SECOND
    assert kept.stat().st_ino == number, "it is the same file"
    assert kept.samefile(before(out) / "en/b/index.html"), "which the site before has too"
    assert shown(before(out)) == FIRST, "the file that changed is another one"


def test_a_file_with_the_same_content_is_the_same_file(out: Path) -> None:
    number = (out / "data/all.json").stat().st_ino
    with drafted(out) as (work, draft):
        assert not draft.takes("data/all.json", "made from something else")
        draft.put("data/all.json", b"1", "made from something else")
        assert (work.site / "data/all.json").stat().st_ino == number
        assert draft.record.files["data/all.json"].key == "made from something else"


def test_files_that_are_no_longer_made_are_gone_with_their_folders(out: Path) -> None:
    del (less := dict(FIRST))["en/b/index.html"]
    build(out, less)
    assert shown(out) == less
    assert not (out / "en" / "b").exists()


def test_a_file_may_take_the_place_of_a_folder_and_a_folder_that_of_a_file(out: Path) -> None:
    for files in ({"en/a": "a file now", "r/x/index.html/deeper": "x"}, FIRST):
        build(out, files)
        assert shown(out) == files


def test_a_file_that_somebody_replaced_is_made_again(out: Path) -> None:
    (out / "en" / "a" / "index.html").unlink()
    (out / "en" / "a" / "index.html").write_text("other", "utf-8")
    assert "en/a/index.html" not in build(out, FIRST)
    assert shown(out) == FIRST


def test_a_file_that_somebody_changes_in_its_place_is_made_again(out: Path) -> None:
    page = out / "en" / "a" / "index.html"
    times = page.stat().st_atime_ns, page.stat().st_mtime_ns
    page.write_text("b", "utf-8")
    os.utime(page, ns=times)
    assert "en/a/index.html" not in build(out, FIRST)
    assert shown(out) == FIRST


def test_a_file_that_somebody_changes_before_the_record_is_written_has_no_stamp(out: Path) -> None:
    made = Draft(out.parent / "new", out, Record())
    made.put("en/a/index.html", b"a", "a")
    (out.parent / "new/en/a/index.html").write_text("other", "utf-8")
    assert made.record.settled(out.parent / "new").files["en/a/index.html"].stamp == ""


def test_a_site_before_that_somebody_changed_is_not_trusted(out: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (before(out) / "en" / "a" / "index.html").unlink()
    (before(out) / "en" / "a" / "index.html").write_text("forged", "utf-8")
    (before(out) / "en" / "more.html").write_text("forged", "utf-8")
    (before(out) / "r" / "x" / "index.html").unlink()
    (before(out) / "r" / "x").rmdir()
    (before(out) / "r" / "x").symlink_to(tmp_path / "elsewhere")
    build(out, FIRST)
    assert shown(out) == FIRST
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_site_before_that_is_no_folder_is_not_used(out: Path) -> None:
    shutil.rmtree(before(out))
    before(out).write_text("no folder", "utf-8")
    build(out, SECOND)
    assert shown(out) == SECOND


def test_files_of_others_are_not_kept_in_the_site_before(out: Path) -> None:
    (out / "mine.txt").write_text("mine", "utf-8")
    build(out, SECOND)
    assert (out / "mine.txt").read_text("utf-8") == "mine"
    assert not (before(out) / "mine.txt").exists()


def test_without_hard_links_the_site_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr(os, "link", refused)
    for files in (FIRST, SECOND, FIRST):
        build(tmp_path / "site", files)
        assert shown(tmp_path / "site") == files


def test_a_build_that_is_refused_leaves_the_site_as_it_is(out: Path) -> None:
    with drafted(out) as (_, draft):
        assert draft.takes("en/b/index.html", "b")
        draft.put("en/a/index.html", b"changed")
    assert shown(out) == FIRST
    build(out, SECOND)
    assert shown(out) == SECOND


def test_a_group_is_taken_over_whole_or_not_at_all(out: Path) -> None:
    known = record.load(swap.memory_of(out) / swap.RECORD, "1")
    paths = ("en/a/index.html", "en/b/index.html")
    known = Record(known.files, {"pages": Group("key", paths)})
    for number, key in enumerate(("key", "another")):
        draft = Draft(out.parent / str(number), out, known)
        assert draft.takes_group("pages", key) == (paths if key == "key" else ())
    (out / "en/b/index.html").write_text("other", "utf-8")
    draft = Draft(out.parent / "third", out, known)
    assert draft.takes_group("pages", "key") == ()
    assert not draft.record.groups


@pytest.fixture
def written(tmp_path: Path) -> Record:
    """Return a record that is in the file ``record``."""
    made = SiteFile(key="1", content="2", size=3, links=PageLinks(("../",), {"top": 1}), stamp="4")
    whole = Record({"lamp.html": made}, {"lamp": Group("5", ("lamp.html",))})
    whole.save(tmp_path / "deep" / "record", "program")
    return whole


def test_a_record_is_read_as_it_was_written(written: Record, tmp_path: Path) -> None:
    assert record.load(tmp_path / "deep" / "record", "program") == written
    assert record.load(tmp_path / "deep" / "record", "another program") == Record()
    assert record.load(tmp_path / "none", "program") == Record()


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda _: b"[]",
        lambda _: b"\xff",
        lambda _: b"0 {}",
        lambda _: b"0" * 32 + b"sealed",
        lambda good: good.replace(b"lamp", b"lump"),
    ],
)
def test_a_damaged_record_is_not_used(damage: Callable[[bytes], bytes], tmp_path: Path) -> None:
    file = tmp_path / "deep" / "record"
    file.write_bytes(damage(file.read_bytes()))
    assert record.load(file, "program") == Record()


def test_cleaning_removes_what_builds_remember(out: Path, tmp_path: Path) -> None:
    assert swap.memory_of(out).is_dir()
    swap.clean(out)
    assert list(tmp_path.iterdir()) == []
