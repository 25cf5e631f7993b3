"""How a site is put in place: other files are kept, and there is a complete site at any moment."""

import ctypes
import multiprocessing
import os
import sys
from pathlib import Path

import pytest

from rulebinder.problems import InputError
from rulebinder.site import place
from site_tests.robustness.documents import fill, texts

FIRST = {
    "index.html": "first",
    "en/index.html": "first",
    "en/cards/index.html": "first",
    "en/cards/fen/index.html": "first",
}
SECOND = {"index.html": "second", "en/index.html": "second", "en/cards/index.html": "second"}

MINE = ".rulebinder-mine"
"""A folder of somebody else."""

needs_locks = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no locks")


def build(out: Path, files: dict[str, str], errors: int = 0) -> None:
    with place.beside(out) as work:
        fill(work.site, files)
        place.put(work, errors)


def shown(out: Path) -> dict[str, str]:
    """Return the files of a site except its mark."""
    return {name: text for name, text in texts(out).items() if name != place.MARK}


def is_alone(out: Path) -> bool:
    """Return whether nothing is beside a site."""
    return [path.name for path in out.parent.iterdir()] == [out.name]


@pytest.fixture
def out(tmp_path):
    """Return a place with a first site and nothing beside it."""
    build(tmp_path / "site", FIRST)
    return tmp_path / "site"


def test_the_mark_lists_the_built_files_and_the_number_of_errors(out):
    mark = place.read_mark(out)
    assert mark is not None
    assert mark.files == {place.MARK, *FIRST}
    assert mark.errors == 0
    build(out, SECOND, errors=3)
    assert place.read_mark(out) == place.SiteMark(frozenset({place.MARK, *SECOND}), 3)


def test_the_same_site_has_the_same_mark(out, tmp_path):
    build(tmp_path / "again", dict(reversed(FIRST.items())))
    assert texts(tmp_path / "again") == texts(out)


def test_a_new_site_replaces_the_old_files_and_keeps_all_others(out):
    others = {
        ".git/HEAD": "main",
        "CNAME": "example.org",
        ".nojekyll": "",
        "en/cards/mine.html": "mine",
        "notes/a/b.txt": "b",
    }
    fill(out, others)
    (out / ".git" / "refs").mkdir()
    (out / "latest").symlink_to("en/cards")
    (out / ".git" / "hook").symlink_to("nowhere")
    for _ in range(2):
        build(out, SECOND)
        assert shown(out) == {**SECOND, **others}
        assert (out / ".git" / "refs").is_dir()
        assert (out / "latest").readlink() == Path("en/cards")
        assert (out / ".git" / "hook").is_symlink()
    assert is_alone(out)


def test_permissions_of_other_files_are_kept(out):
    fill(out, {".git/hooks/pre-commit": "#!/bin/sh"})
    (out / ".git" / "hooks" / "pre-commit").chmod(0o755)
    (out / ".git").chmod(0o700)
    build(out, SECOND)
    assert (out / ".git" / "hooks" / "pre-commit").stat().st_mode & 0o777 == 0o755
    assert (out / ".git").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mine", ["robots.txt", "robots.txt/a", "data"])
def test_a_site_that_would_hide_other_files_is_refused(mine, out):
    fill(out, {mine: "mine"})
    before = texts(out)
    with pytest.raises(InputError, match=r"no build wrote this.*move it elsewhere"):
        build(out, {**SECOND, "robots.txt": "ours", "data/index.json": "ours"})
    assert texts(out) == before
    assert is_alone(out)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "{}\n",
        '{"form": 2, "errors": 0}\n',
        '{"form": 1, "errors": 0}\n0 ../../etc\n',
        "\0",
    ],
)
def test_a_damaged_mark_is_refused(text, out):
    fill(out, {place.MARK: text})
    before = texts(out)
    with pytest.raises(InputError, match="cannot be read"):
        build(out, SECOND)
    with pytest.raises(InputError, match="cannot be read"):
        place.clean(out)
    assert texts(out) == before


def test_a_symbolic_link_stays_and_its_target_is_replaced(out, tmp_path):
    link = tmp_path / "elsewhere" / "current"
    link.parent.mkdir()
    link.symlink_to(out)
    build(link, SECOND)
    assert link.is_symlink()
    assert shown(out) == SECOND
    assert [path.name for path in link.parent.iterdir()] == ["current"]
    dangling = tmp_path / "new"
    dangling.symlink_to(tmp_path / "made")
    build(dangling, SECOND)
    assert dangling.is_symlink()
    assert shown(tmp_path / "made") == SECOND


def test_a_mount_point_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(os.path, "ismount", lambda _: True)
    with pytest.raises(InputError, match="mounted"):
        build(tmp_path / "site", FIRST)


@pytest.fixture
def renaming(monkeypatch):
    """Let the system rename folders, and exchange none."""
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: None)


@pytest.mark.usefixtures("renaming")
def test_a_site_is_replaced_on_a_system_that_exchanges_no_folders(out):
    build(out, SECOND)
    assert shown(out) == SECOND
    assert is_alone(out)


def test_linux_exchanges_the_two_folders_at_once(out, monkeypatch):
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux has renameat2")
    monkeypatch.setattr(Path, "rename", lambda *_: pytest.fail("no site is there for a moment"))
    build(out, SECOND)
    assert shown(out) == SECOND


@pytest.mark.usefixtures("renaming")
def test_a_signal_right_after_the_first_rename_keeps_the_old_site(out, monkeypatch):
    rename, signals = Path.rename, iter([SystemExit(130)])

    def renamed(self, target):
        there = rename(self, target)
        for each in signals:
            raise each
        return there

    monkeypatch.setattr(Path, "rename", renamed)
    before = texts(out)
    with pytest.raises(SystemExit):
        build(out, SECOND)
    assert texts(out) == before
    assert is_alone(out)


def _end_between_the_renames(out: Path) -> None:
    ctypes.CDLL = lambda *_, **__: None  # type: ignore[assignment, misc]
    rename = Path.rename

    def renamed(self: Path, target: Path) -> Path:
        if self.name == "site" and target == out:
            os._exit(9)
        return rename(self, target)

    Path.rename = renamed  # type: ignore[method-assign, assignment]
    build(out, SECOND)


def _end_while_making(out: Path) -> None:
    with place.beside(out) as work:
        fill(work.site, SECOND)
        os._exit(9)


@needs_locks
def test_a_build_killed_between_the_renames_is_undone(out):
    before = texts(out)
    killed(_end_between_the_renames, out)
    assert not out.exists()
    with place.beside(out):
        assert texts(out) == before
    assert is_alone(out)


@needs_locks
def test_the_next_build_removes_the_leftovers_of_a_killed_one(out):
    killed(_end_while_making, out)
    (out.parent / ".rulebinder-begun").mkdir()
    fill(out.parent, {f"{MINE}/letter.txt": "mine"})
    assert len(list(out.parent.iterdir())) == 4
    build(out, SECOND)
    assert sorted(path.name for path in out.parent.iterdir()) == [MINE, "site"]


def _end_while_cleaning_up(out: Path) -> None:
    rmdir = os.rmdir

    def removed(path: str, **options: int) -> None:
        rmdir(path, **options)
        os._exit(9)

    with place.beside(out) as work:
        fill(work.site, SECOND)
        os.rmdir = removed  # type: ignore[assignment]


@needs_locks
def test_a_build_killed_while_cleaning_up_leaves_nothing_permanently(out):
    killed(_end_while_cleaning_up, out)
    assert len(list(out.parent.iterdir())) == 2
    build(out, SECOND)
    assert is_alone(out)


def killed(what: object, out: Path) -> None:
    process = multiprocessing.get_context("fork").Process(target=what, args=(out,))  # type: ignore[arg-type]
    process.start()
    process.join(30)
    assert process.exitcode == 9


def test_two_builds_at_once_do_not_disturb_each_other(out):
    with place.beside(out) as first, place.beside(out) as second:
        fill(first.site, FIRST)
        fill(second.site, SECOND)
        place.put(second, 0)
        assert shown(out) == SECOND
        place.put(first, 0)
    assert shown(out) == FIRST
    assert is_alone(out)
