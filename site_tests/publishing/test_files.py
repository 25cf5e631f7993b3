"""A new site shares the files that would be the same with the old one, and no file of the old one
ever changes.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebinder.problems import InputError
from rulebinder.publishing.unchanged import TABLE
from rulebinder.site import place
from rulebinder.site import table as tables
from rulebinder.site.links import PageLinks
from rulebinder.site.table import Part, SiteFile, Table
from rulebinder.system.caches import Cache
from site_tests.publishing.test_placing import shown

FIRST = {
    "en/a/index.html": "a",
    "en/b/index.html": "b",
    "r/x/index.html": "x",
    "data/all.json": "1",
}
SECOND = {**FIRST, "en/a/index.html": "changed"}


def table(out: Path) -> Table:
    kept: Table | None = Cache(place.cache_of(out)).get(TABLE)
    return kept or Table()


@contextlib.contextmanager
def begun(out: Path) -> Iterator[tuple[place.Work, Part]]:
    """Begin a site of ``out``, which is not put in place at the end."""
    with place.beside(out) as work:
        yield work, Part(work.site, work.out, table(out))


def build(out: Path, contents: dict[str, str]) -> set[str]:
    """Put a site in place, of which each file is made from its content.

    Return the paths of those that were kept.
    """
    with begun(out) as (work, part):
        kept = set()
        for path, content in contents.items():
            key = f"{path} {content}"
            if part.keep(key):
                kept.add(path)
            else:
                part.put(path, content.encode(), key)
        place.put(work, errors=0, files=contents)
        Cache(place.cache_of(out)).put(TABLE, Table(files=part.files))
        return kept


@pytest.fixture
def out(tmp_path):
    """Return a site that was built twice."""
    for _ in range(2):
        build(tmp_path / "site", FIRST)
    return tmp_path / "site"


def test_a_build_keeps_what_is_made_from_the_same(out):
    same, old = out / "en/b/index.html", out / "en/a/index.html"
    number, before = same.stat().st_ino, old.open("rb")
    assert build(out, SECOND) == FIRST.keys() - {"en/a/index.html"}
    assert shown(out) == SECOND
    assert same.stat().st_ino == number, "it is the same file"
    with before:
        assert before.read() == b"a", "the file that changed is another one"


def test_a_file_with_the_same_content_is_the_same_file(out):
    number = (out / "data/all.json").stat().st_ino
    with begun(out) as (work, part):
        assert not part.keep("made from something else")
        part.put("data/all.json", b"1", "made from something else")
        assert (work.site / "data/all.json").stat().st_ino == number
        assert part.files["data/all.json"].key == "made from something else"


def test_a_file_may_take_the_place_of_a_folder_and_a_folder_that_of_a_file(out):
    for contents in ({"en/a": "a file now", "r/x/index.html/deeper": "x"}, FIRST):
        build(out, contents)
        assert shown(out) == contents


@pytest.mark.parametrize("content", ["other", "b"])
def test_a_file_that_somebody_changed_is_made_again(content, out):
    (out / "en" / "a" / "index.html").write_text(content, "utf-8")
    assert not table(out).is_in(out)
    assert "en/a/index.html" not in build(out, FIRST)
    assert shown(out) == FIRST
    assert table(out).is_in(out)


def test_a_link_is_not_the_file_that_was_made(out, tmp_path):
    (out / "data/all.json").rename(tmp_path / "all.json")
    (out / "data/all.json").symlink_to(tmp_path / "all.json")
    assert not table(out).is_in(out)
    assert "data/all.json" not in build(out, FIRST)


def test_without_hard_links_the_site_is_the_same(tmp_path, monkeypatch):
    def refused(*_, **__):
        raise OSError

    monkeypatch.setattr(os, "link", refused)
    build(tmp_path / "site", FIRST)
    for contents in (FIRST, SECOND, FIRST):
        assert build(tmp_path / "site", contents), "the copies keep their times"
        assert shown(tmp_path / "site") == contents


def test_files_that_are_made_together_are_kept_together(out, tmp_path):
    paths = ("en/a/index.html", "en/b/index.html")
    both = {path: table(out).files[path] for path in paths}
    known = Table(files={path: SiteFile(**{**vars(both[path]), "key": "key"}) for path in paths})
    assert Part(tmp_path / "1", out, known).keep("another") == ()
    assert Part(tmp_path / "2", out, known).keep("key") == paths
    (out / "en/b/index.html").write_text("other", "utf-8")
    part = Part(tmp_path / "3", out, known)
    assert part.keep("key") == ()
    for path in paths:
        part.put(path, b"anew", "key")
    assert (tmp_path / "3" / paths[0]).read_bytes() == b"anew"
    assert (out / paths[0]).read_bytes() == b"a"


@pytest.mark.parametrize("path", ["a.txt", "a.txt/b.txt"])
def test_two_parts_cannot_make_the_same_file(path, tmp_path):
    parts = [Part(tmp_path / "new", tmp_path / "none", Table()) for _ in range(2)]
    parts[0].put("a.txt", b"1")
    with pytest.raises(InputError, match="two parts of the site have this file"):
        parts[1].put(path, b"2")
    parts[1].files["a.txt"] = parts[0].files["a.txt"]
    with pytest.raises(InputError, match=r"^a\.txt:1: error: two parts of the site"):
        tables.join(part.files for part in parts)


def test_a_table_is_read_as_it_was_written(tmp_path):
    links = PageLinks(("../",), {"top": 1})
    lamp = SiteFile(key="1", sha256="2", size=3, time=4, links=links)
    whole = Table(files={"lamp.html": lamp}, input="5", findings=("6",))
    Cache(tmp_path, "program").put(TABLE, whole)
    assert Cache(tmp_path, "program").get(TABLE) == whole
    assert Cache(tmp_path, "another program").get(TABLE) is None


def test_cleaning_removes_what_builds_remember(out, tmp_path):
    assert table(out).files
    (out / "en/a/index.html").unlink()
    assert place.clean(out) == []
    assert list(tmp_path.iterdir()) == []
