"""Fixtures for many tests: the facts and languages of the repository, and the real release
notes.
"""

import contextlib
import gc
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from rulebinder.cli import init
from rulebinder.publishing import make
from rulebinder.system import processes
from site_tests import sites
from site_tests.sites import Site

ROOT = Path(__file__).resolve().parent.parent


NO_BROWSER = "no browser here"
"""The beginning of the reason for which browser tests are skipped."""


def lacking(reason: str) -> NoReturn:
    """Skip a test that needs something this machine lacks.

    In CI, where nothing may be missing, fail it.
    """
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


class _Scheduling(LoadFileScheduling):
    """Gives all tests of a file to one worker, and all tests in a browser too: so only one browser
    is started, and the sites that it shows are built once.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = Path(super()._split_scope(nodeid))
        return "browser" if file.parent.name == "browser" else str(file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling:
    """Return what divides the tests among workers, whatever `--dist` says."""
    return _Scheduling(config, log)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """At the end of a run, report the skipped browser tests in one line instead of one for each,
    with the reason.
    """
    skipped = terminalreporter.stats.get("skipped", [])
    missed = [report for report in skipped if NO_BROWSER in str(report.longrepr)]
    if missed:
        terminalreporter.stats["skipped"] = [report for report in skipped if report not in missed]
    yield
    if missed:
        terminalreporter.stats["skipped"] = skipped
        tests = "browser test was" if len(missed) == 1 else "browser tests were"
        reason = str(missed[0].longrepr[2]).removeprefix("Skipped: ")
        terminalreporter.write_line(
            f"{len(missed)} {tests} SKIPPED: {reason}", yellow=True, bold=True
        )


@pytest.fixture(scope="session", autouse=True)
def _packed():
    """Let `rulebinder init` take a file without content for the package of the program, because to
    build one takes seconds.
    """

    def built(_source, spare):
        wheel = spare / "rulebinder-0-py3-none-any.whl"
        wheel.write_bytes(b"built")
        return wheel

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(init, "_build_wheel", built)
        yield


@pytest.fixture(scope="session", autouse=True)
def _alone():
    """Let builds in this process share their work among no others, unless a test asks for some: to
    begin a process takes as long as a small site.
    """

    @contextlib.contextmanager
    def pool(size, shared):
        if size > 1:
            with processes.pool(size, shared) as workers:
                yield workers
            return
        processes._SHARED.append(shared)
        yield SimpleNamespace(submit=_done)
        processes._SHARED.pop()
        gc.unfreeze()
        gc.enable()

    alone = SimpleNamespace(pool=pool, shared_value=processes.shared_value)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "count_cores", lambda: 1)
        patch.setattr(make, "processes", alone)
        yield


def _done(task: Callable[..., object], *arguments: object) -> Future[object]:
    """Do a task at once."""
    future: Future[object] = Future()
    future.set_result(task(*arguments))
    return future


@pytest.fixture(scope="session")
def content_dir():
    """Return the repository's own ``content`` folder."""
    return ROOT / "content"


@pytest.fixture(scope="session")
def catalogue():
    """Return the repository's facts, which must be without problems."""
    return sites.content().catalogue


@pytest.fixture(scope="session")
def languages():
    """Return the repository's languages, which must be without problems."""
    return sites.content().languages


@pytest.fixture(scope="session")
def release_notes_dir():
    """Return the folder of real release notes.

    If it does not exist, skip the test, or fail it in CI.
    """
    folder = Path(
        os.environ.get("RULEBINDER_RELEASE_NOTES") or ROOT.parent / "shared" / "release-notes"
    )
    if not folder.is_dir():
        reason = (
            f"{folder}: no real release notes here; RULEBINDER_RELEASE_NOTES names their folder"
        )
        lacking(reason)
    return folder


@pytest.fixture(scope="session")
def real_library(release_notes_dir, tmp_path_factory):
    """Return the real documents, read with the repository's facts and joined."""
    return sites.once_library(tmp_path_factory, release_notes_dir)


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """Return the site whose pages are tested kind by kind: the example set's, or the one that
    RULEBINDER_SITE names.
    """
    return sites.named() or Site(sites.once(tmp_path_factory, "whole", sites.example))
