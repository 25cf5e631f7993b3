"""The states of a site's files are read once, and anew when the site or the command that asks is
another.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebinder.site import marks, states, swap
from site_tests.robustness.documents import fill

FILES = ["a.txt", "en/b.txt"]


def put(out: Path, content: str) -> None:
    with swap.beside(out) as work:
        fill(work.site, dict.fromkeys(FILES, content))
        swap.put(work, errors=0)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    put(tmp_path / "site", "old")
    return tmp_path / "site"


def sizes(found: object) -> list[int]:
    assert isinstance(found, dict)
    return [found[name].st_size for name in FILES]


def test_the_files_of_builds_are_read_and_no_others(out: Path) -> None:
    (out / "mine.txt").write_text("mine", "utf-8")
    assert list(states.read(out)) == [marks.MARK, *FILES]


def test_states_are_read_once(out: Path) -> None:
    before = states.read(out)
    (out / "a.txt").write_text("longer", "utf-8")
    assert states.latest(out) is before
    assert sizes(states.read(out)) == [6, 3]


def test_another_site_in_its_place_is_read(out: Path) -> None:
    states.read(out)
    put(out, "newer")
    assert sizes(states.latest(out)) == [5, 5]


def test_a_missing_file_is_an_error_and_a_missing_site_has_no_files(
    out: Path, tmp_path: Path
) -> None:
    (out / "a.txt").unlink()
    with pytest.raises(OSError, match=r"a\.txt"):
        states.read(out)
    assert states.latest(tmp_path / "none") == {}


def test_a_link_is_not_followed(out: Path, tmp_path: Path) -> None:
    before = states.read(out)["a.txt"]
    (out / "a.txt").rename(tmp_path / "a.txt")
    (out / "a.txt").symlink_to(tmp_path / "a.txt")
    assert states.read(out)["a.txt"].st_mode != before.st_mode
