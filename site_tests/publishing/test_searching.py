"""The search is made in a process of its own while the pages are prepared, and is the same as that of a task."""

from __future__ import annotations

import contextlib
import multiprocessing
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.build import make
from generator.facts.languages import Languages
from generator.problems import InputError, Place, error
from generator.publishing import building, searching, working
from generator.search import bundle
from generator.site import swap
from generator.system import workers
from site_tests import builders


@pytest.fixture
def english(languages: Languages) -> Languages:
    return {"en": languages["en"]}


def built(languages: Languages, out: Path, *, ahead: bool, hands: int = 2) -> dict[str, bytes]:
    """Build a site, with the search made ahead or not. Return the files of its search."""
    library = builders.example_library()
    with workers.limited(hands), contextlib.ExitStack() as stack:
        if ahead:
            stack.enter_context(searching.beside(library, languages, out.parent / "cache"))
        assert make.build(library, languages, out) == []
    folder = out / bundle.FOLDER
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_search_that_was_made_ahead_is_the_same(english: Languages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = built(english, tmp_path / "alone", ahead=False)
    monkeypatch.setitem(working._KINDS, "search", lambda _: pytest.fail("the search is made by a task"))
    assert built(english, tmp_path / "ahead", ahead=True) == alone


def test_on_one_core_a_task_makes_the_search(english: Languages, tmp_path: Path) -> None:
    assert built(english, tmp_path / "one", ahead=True, hands=1) == built(english, tmp_path / "alone", ahead=False)


def test_a_search_that_cannot_be_made_refuses_the_site(
    english: Languages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> Iterator[None]:
        raise InputError(error(Place("web/search"), "a script is missing"))

    monkeypatch.setattr(bundle, "files", refused)
    with pytest.raises(InputError, match="a script is missing"):
        built(english, tmp_path / "site", ahead=True)
    assert not (tmp_path / "site").exists()


def test_nobody_waits_for_a_search_that_is_not_needed(
    english: Languages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "files", lambda *_: time.sleep(1_000))
    with workers.limited(2), searching.beside(builders.example_library(), english, tmp_path / "cache"):
        pass
    assert not building._AHEAD.get()


def test_an_error_of_the_build_ends_the_process(english: Languages, tmp_path: Path) -> None:
    library = builders.example_library()
    with pytest.raises(InputError), workers.limited(2), searching.beside(library, english, tmp_path / "cache"):
        raise InputError(error(Place("site"), "the build is refused"))
    assert not building._AHEAD.get()


def test_nothing_is_written_when_an_interrupted_build_removes_its_folder(
    english: Languages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "put", lambda *_: time.sleep(1_000))
    library, before = builders.example_library(), set(multiprocessing.active_children())
    with workers.limited(2), searching.beside(library, english, tmp_path / "cache"):
        job = make.job(library, english, swap.Work(tmp_path, tmp_path / "site"), None)
        with contextlib.suppress(KeyboardInterrupt), building.workshop(job, working.do):
            raise KeyboardInterrupt
        assert set(multiprocessing.active_children()) == before
