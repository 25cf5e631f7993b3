"""What earlier builds remembered is used only if nobody else can have written it."""

import os
import stat
from pathlib import Path

import pytest

from rulebinder.site import place
from rulebinder.system import caches, files
from site_tests.robustness import documents
from site_tests.robustness.documents import run


@pytest.fixture
def cache(tmp_path):
    """Return the cache beside the site of a folder with content and a document."""
    documents.write_inputs(tmp_path)
    (tmp_path / ".site-cache" / "ab").mkdir(parents=True)
    (tmp_path / ".site-cache" / "ab" / "cd").write_text("kept", "utf-8")
    return place.cache_of(tmp_path / "site")


def refused(cache: Path) -> str:
    """Return the one line with which a build refuses to begin, and look that it changed nothing."""
    folder = cache.parent
    result = run(
        "site",
        *documents.whole(folder),
    )
    assert result.exit_code == 1
    assert not (folder / "site").exists()
    assert cache.exists()
    return result.stderr


@pytest.mark.parametrize("below", ["", "ab", "ab/cd"])
def test_a_memory_behind_a_link_is_refused(below, cache):
    link = cache / below
    link.rename(cache.parent / "elsewhere")
    link.symlink_to(cache.parent / "elsewhere")
    hint = f"remove {cache}: the next build then makes everything"
    assert (
        refused(cache)
        == f"{link}:1: error: what earlier builds remembered is behind a link; {hint}\n"
    )


@pytest.mark.parametrize("below", ["", "ab/cd"])
def test_a_memory_of_another_user_is_refused(below, cache, monkeypatch):
    theirs = (cache / below).lstat().st_ino
    fault = caches._explain_distrust
    other = os.stat_result((stat.S_IFREG | 0o644, 0, 0, 1, -5, -5, 0, 0, 0, 0))
    monkeypatch.setattr(
        caches,
        "_explain_distrust",
        lambda status: fault(other if status.st_ino == theirs else status),
    )
    assert refused(cache).startswith(
        f"{cache / below}:1: error: what earlier builds remembered belongs to another user; "
    )


def test_a_file_that_is_replaced_meanwhile_is_no_fault(cache, monkeypatch):
    listed = list(files.walk(cache))
    (cache / "ab" / "cd").unlink()
    monkeypatch.setattr(caches, "walk", lambda _: iter(listed))
    assert caches.find_untrusted(cache) is None
