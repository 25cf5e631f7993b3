"""A website that is built by several processes or by a cluster: the same bytes as one build, and
one sentence for each thing that goes wrong.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from rulebinder.build import clusters, tasks
from rulebinder.build.job import Job
from rulebinder.problems import InputError
from rulebinder.site.links import NONE
from rulebinder.site.record import Record, SiteFile
from rulebinder.system import shipped
from site_tests.robustness import documents
from site_tests.robustness.documents import APPLE, card, document, files, fill, run


@pytest.fixture(scope="module")
def owned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an owner's folder with a website of one build in ``whole``."""
    above = tmp_path_factory.mktemp("crews")
    folder = above / "own"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shipped, "_CONTENT", documents.content(above / "shipped"))
        run("init", folder, "--site-url", "https://example.org/")
        settings = folder / "mkdocs.yml"
        settings.write_text(
            settings.read_text(encoding="utf-8").replace("[en, es, fr]", "[en]"), encoding="utf-8"
        )
        about = (shipped.ROOT / "docs" / "en" / "about.md").read_text(encoding="utf-8")
        fill(
            folder / "docs" / "en",
            {"about.md": f"{about}\nRead about [a card](cards/brook-hermit/index.md).\n"},
        )
        fill(
            folder / "notes",
            {
                "hol.en.md": document(
                    APPLE, *(card(f"{name} Hermit") for name in ("Brook", "Cave", "Dune"))
                )
            },
        )
        patch.chdir(folder)
        assert run("site", "--jobs", "1", "--out", "whole").exit_code == 0
    return folder


@pytest.fixture
def here(owned: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in the owner's folder."""
    monkeypatch.setattr(shipped, "_CONTENT", owned.parent / "shipped")
    monkeypatch.chdir(owned)
    return owned


@contextlib.contextmanager
def two_workers() -> Iterator[Any]:
    """Give a cluster of two workers, which are processes."""
    distributed = pytest.importorskip(
        "distributed", reason="the tests of a cluster need Dask: pip install 'rulebinder[cluster]'"
    )
    options = {
        "n_workers": 2,
        "threads_per_worker": 1,
        "processes": True,
        "dashboard_address": ":0",
    }
    with distributed.LocalCluster(**options) as local:
        yield local


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Return the address of a scheduler with two workers."""
    with two_workers() as local:
        yield local.scheduler_address


@pytest.mark.parametrize("crew", ["--jobs", "--cluster"])
def test_many_make_the_bytes_of_one_build_before_and_after_an_edit(
    crew: str, here: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    workers = "3" if crew == "--jobs" else request.getfixturevalue("cluster")
    for name in ("notes", "content"):
        shutil.copytree(here / name, tmp_path / name)
    options = documents.inputs(tmp_path)
    many = ("site", crew, workers, "--out", tmp_path / "many", *options)
    result = run(*many)
    assert result.exit_code == 0, result.output
    assert files(tmp_path / "many") == files(here / "whole")
    text = (tmp_path / "notes" / "hol.en.md").read_text(encoding="utf-8")
    (tmp_path / "notes" / "hol.en.md").write_text(
        text.replace("ripens in any season", "ripens in autumn"), encoding="utf-8"
    )
    assert run(*many).exit_code == 0
    assert run("site", "--jobs", "1", "--out", tmp_path / "fresh", *options).exit_code == 0
    assert files(tmp_path / "many") == files(tmp_path / "fresh")


@pytest.fixture
def unbuilt(here: Path) -> Callable[[str], str]:
    """Return a function that builds with a cluster, which fails, and returns the one sentence that
    says why.
    """

    def build(address: str) -> str:
        result = run("site", "--cluster", address, "--out", "never")
        assert result.exit_code == 1, result.output
        assert not (here / "never").exists()
        found = [line for line in result.stderr.splitlines() if ": error: " in line]
        assert len(found) == 1, result.stderr
        return found[0]

    return build


def killing(local: Any, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let so many workers of a cluster be killed as soon as they have tasks.

    Their nannies begin new ones.
    """
    submit, killed = clusters.Workers.submit, list[int]()

    def submitted(workers: clusters.Workers, *given: Any, **named: Any) -> Future[Any]:
        future = submit(workers, *given, **named)
        for nanny in list(local.workers.values())[: count - len(killed)]:
            killed.append(nanny.process.process.pid)
            os.kill(killed[-1], signal.SIGKILL)
        return future

    monkeypatch.setattr(clusters.Workers, "submit", submitted)


def test_a_worker_that_is_killed_leaves_its_tasks_to_the_others(
    here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with two_workers() as local:
        killing(local, 1, monkeypatch)
        result = run("site", "--cluster", local.scheduler_address, "--out", tmp_path / "far")
    assert result.exit_code == 0, result.output
    assert files(tmp_path / "far") == files(here / "whole")


def test_a_cluster_all_whose_workers_are_killed_is_one_sentence(
    unbuilt: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with two_workers() as local:
        killing(local, 2, monkeypatch)
        assert "the cluster ended during the build; start it again, and build again" in unbuilt(
            local.scheduler_address
        )


def test_a_missing_library_is_one_sentence(
    unbuilt: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = unbuilt("tcp://127.0.0.1:9")
    assert (
        said
        == "--cluster:1: error: this needs the library Dask, which is not installed; install it:"
        " pip install 'rulebinder[cluster]'"
    )


@pytest.mark.parametrize(
    ("address", "said"),
    [("tcp://127.0.0.1:9", "no scheduler answers within"), ("foo", "'foo' is no address")],
)
def test_a_scheduler_that_is_not_there_is_one_sentence(
    unbuilt: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, address: str, said: str
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(clusters, "PATIENCE", 0.2)
    assert said in unbuilt(address)


def test_a_scheduler_without_workers_is_one_sentence(unbuilt: Callable[[str], str]) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as local:
        assert "the scheduler has no workers; start some with `dask worker" in unbuilt(
            local.scheduler_address
        )


class _Stub(Executor):
    """Stands for a cluster whose tasks end with ``failure``, or never."""

    def __init__(self, failure: Exception | None = None) -> None:
        self._failure = failure

    def nthreads(self) -> dict[str, int]:
        return {}

    def submit(self, _do: Any, /, *_args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self._failure:
            future.set_exception(self._failure)
        return future


class _Done(_Stub):
    """Stands for a cluster that has done a task."""

    def __init__(self, done: Future[bytes]) -> None:
        super().__init__()
        self._done = done

    def submit(self, _do: Any, /, *_args: Any, **_: Any) -> Future[Any]:
        return self._done


PAGES = tasks.Task(kind=tasks.PAGES)


def job(folder: Path) -> Job:
    """Return a job of which only the folder counts."""
    return cast(Job, SimpleNamespace(folder=folder, old=folder / "none", known=Record()))


KilledWorker = type("KilledWorker", (Exception,), {})
"""Stands for Dask's exception of that name."""


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (None, "the cluster has lost all its workers; start some again, and build again"),
        (
            KilledWorker(),
            "each worker that did one of the tasks was lost; give the workers more memory",
        ),
        (
            ModuleNotFoundError("No module named 'rulebinder'"),
            "a worker has no Rulebinder that can do this",
        ),
        (
            RuntimeError("OSError:\n the disk is full"),
            "a worker could not do its task (OSError: the disk is full); build again",
        ),
    ],
)
def test_what_goes_wrong_at_the_workers_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, failure: Exception | None, said: str
) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 0.02)
    monkeypatch.setattr(clusters, "LOOK", 0.01)
    with (
        clusters.Workers(_Stub(failure), b"", job(Path("none")), "tcp://there:1", 1) as pool,
        pytest.raises(InputError) as raised,
    ):
        pool.submit(print, PAGES).result(timeout=60)
    problem = raised.value.problems[0]
    assert str(problem).startswith(f"tcp://there:1:1: error: {said}")


def test_a_worker_of_another_version_does_nothing_and_says_so() -> None:
    sent = pickle.dumps(("another version", {}, b"not to be read"))
    result = pickle.loads(clusters.run(sent, PAGES)).result
    assert not result.complete
    assert [problem.message for problem in result.problems] == [
        "a worker has another version of Rulebinder, of its libraries or of Python"
    ]


@pytest.mark.parametrize("path", ["../outside", "/etc/outside", "a/../../outside", "a\\b", ""])
def test_a_worker_writes_nothing_outside_the_website(tmp_path: Path, path: str) -> None:
    made = SiteFile(key="", content="", size=0, links=NONE)
    pack = clusters.Pack(result=tasks.Result(record=Record({path: made})), files={path: b""})
    future: Future[bytes] = Future()
    future.set_result(pickle.dumps(pack))
    with (
        clusters.Workers(_Done(future), b"", job(tmp_path / "site"), "tcp://there:1", 1) as pool,
        pytest.raises(InputError),
    ):
        pool.submit(print, PAGES).result(timeout=60)
    assert not list(tmp_path.rglob("*outside*"))
