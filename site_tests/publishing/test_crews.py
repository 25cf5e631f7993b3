"""A website that is built by several processes or by a cluster: the same bytes as one build, and one sentence for each thing that goes wrong."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest
from generator.publishing.renewing import Tree

from generator.build import clusters, tasks
from generator.problems import InputError
from generator.publishing import elsewhere, errand, packing, results
from generator.system import shipped
from generator.system.caches import frozen_values
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
        settings.write_text(settings.read_text(encoding="utf-8").replace("[en, es, fr]", "[en]"), encoding="utf-8")
        about = (shipped.ROOT / "docs" / "en" / "about.md").read_text(encoding="utf-8")
        fill(folder / "docs" / "en", {"about.md": f"{about}\nRead about [a card](cards/brook-hermit/index.md).\n"})
        fill(folder / "notes", {"hol.en.md": document(APPLE, *(card(f"{name} Hermit") for name in ("Brook", "Cave", "Dune")))})
        patch.chdir(folder)
        assert run("site", "--jobs", "1", "--out", "whole").exit_code == 0
    return folder


@pytest.fixture
def here(owned: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in the owner's folder."""
    monkeypatch.setattr(shipped, "_CONTENT", owned.parent / "shipped")
    monkeypatch.chdir(owned)
    return owned


def test_more_processes_than_languages_make_the_same_bytes_before_and_after_an_edit(here: Path, tmp_path: Path) -> None:
    notes, content = (shutil.copytree(here / name, tmp_path / name) for name in ("notes", "content"))
    options = ("--notes", notes, "--content", content)
    many = ("site", "--jobs", "3", "--out", "many", *options)
    assert run(*many).exit_code == 0
    assert files(here / "many") == files(here / "whole")
    assert {f"pages-en-{number}-3" for number in (1, 2, 3)} <= {path.name for path in (here / ".many-cache/pages").iterdir()}
    text = (notes / "hol.en.md").read_text(encoding="utf-8")
    (notes / "hol.en.md").write_text(text.replace("ripens in any season", "ripens in autumn"), encoding="utf-8")
    assert run(*many).exit_code == 0
    assert run("site", "--jobs", "1", "--out", tmp_path / "fresh", *options).exit_code == 0
    assert files(here / "many") == files(tmp_path / "fresh")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Return the address of a scheduler with two workers, which are processes."""
    distributed = pytest.importorskip("distributed", reason="the tests of a cluster need Dask: pip install 'rulebinder[cluster]'")
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": ":0"}
    with distributed.LocalCluster(**options) as local:
        yield local.scheduler_address


@pytest.mark.parametrize("shares", [True, False])
def test_two_workers_of_a_cluster_make_the_bytes_of_one_build(
    here: Path, cluster: str, shares: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not shares:  # as if the workers were on other machines, which do not reach the folder of the build
        monkeypatch.setattr(errand, "_TOKEN", "elsewhere")
    monkeypatch.setattr(packing, "_put" if shares else "_move", lambda *_: pytest.fail("the files came in another way"))
    result = run("site", "--cluster", cluster, "--out", f"far-{shares}")
    assert result.exit_code == 0, result.output
    assert files(here / f"far-{shares}") == files(here / "whole")


@pytest.fixture
def unbuilt(here: Path) -> Callable[[str], str]:
    """Return a function that builds with a cluster, which fails, and returns the one sentence that says why."""

    def build(address: str) -> str:
        result = run("site", "--cluster", address, "--out", "never")
        assert result.exit_code == 1, result.output
        assert not (here / "never").exists()
        found = [line for line in result.stderr.splitlines() if ": error: " in line]
        assert len(found) == 1, result.stderr
        return found[0]

    return build


def test_a_missing_library_is_one_sentence(unbuilt: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = unbuilt("tcp://127.0.0.1:9")
    assert said == (
        "--cluster:1: error: this needs the library Dask, which is not installed; install it: pip install 'rulebinder[cluster]'"
    )


@pytest.mark.parametrize(
    ("address", "said"), [("tcp://127.0.0.1:9", "no scheduler answers within"), ("foo", "'foo' is no address")]
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
        assert "the scheduler has no workers; start some with `dask worker" in unbuilt(local.scheduler_address)


class _Stub(Executor):
    """Stands for a cluster whose tasks end with ``failure``, or never."""

    def __init__(self, failure: Exception | None = None) -> None:
        self._failure = failure

    def get_executor(self, **_: object) -> Executor:
        return self

    def nthreads(self) -> dict[str, int]:
        return {}

    def submit(self, _do: Any, /, *_args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self._failure:
            future.set_exception(self._failure)
        return future


KilledWorker = type("KilledWorker", (Exception,), {})
"""Stands for Dask's exception of that name."""


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (None, "the cluster has lost all its workers; start some again, and build again"),
        (KilledWorker(), "each worker that did one of the tasks was lost; give the workers more memory"),
        (ModuleNotFoundError("No module named 'generator'"), "a worker has no Rulebinder that can do this"),
        (RuntimeError("OSError:\n the disk is full"), "a worker could not do its task (OSError: the disk is full); build again"),
    ],
)
def test_what_goes_wrong_at_the_workers_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, failure: Exception | None, said: str
) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 0.02)
    monkeypatch.setattr(clusters, "LOOK", 0.01)
    with clusters.Workers(_Stub(failure), b"", "tcp://there:1") as pool, pytest.raises(InputError) as raised:
        pool.submit(print, tasks.whole("en")).result(timeout=60)
    problem = raised.value.problems[0]
    assert str(problem).startswith(f"tcp://there:1:1: error: {said}")


def test_a_worker_of_another_version_does_nothing_and_says_so(tmp_path: Path) -> None:
    for name, content in {elsewhere.PROGRAM: b"another version", elsewhere.ORDER: b"not to be read"}.items():
        (tmp_path / name).write_bytes(content)
    errand.work(tmp_path)
    built = packing.unpacked((tmp_path / elsewhere.PACK).read_bytes(), Tree(tmp_path, tmp_path / "old"))
    assert not built.complete
    assert [problem.message for problem in built.problems] == [
        "a worker has another version of Rulebinder, of its libraries or of Python"
    ]


@pytest.mark.parametrize("path", ["../outside", "/etc/outside", "a/../../outside", "a\\b", ""])
def test_a_worker_writes_nothing_outside_the_website(tmp_path: Path, path: str) -> None:
    pack = frozen_values.frozen(({}, {path: b""}, {}, (), True, ""))
    with pytest.raises(frozen_values.FrozenError):
        packing.unpacked(pack, Tree(tmp_path / "site", tmp_path / "old"))


@pytest.mark.parametrize("content", [3, "text", None, [60]])
def test_a_worker_sends_files_as_bytes_only(tmp_path: Path, content: object) -> None:
    pack = frozen_values.frozen(({}, {"index.html": content}, {}, (), True, ""))
    with pytest.raises(frozen_values.FrozenError):
        packing.unpacked(pack, Tree(tmp_path / "site", tmp_path / "old"))


@pytest.mark.parametrize("place", ["..", "../outside", "/etc", "task-1/deep", "task-none", "site"])
def test_a_worker_puts_no_files_but_those_of_its_folder(tmp_path: Path, place: str) -> None:
    for folder in ("outside", "work/site", "work/task-1/deep"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "index.html").write_bytes(b"page")
    tree = Tree(tmp_path / "work" / "site", tmp_path / "old")
    pack = frozen_values.frozen(({}, {"index.html": b""}, {}, (), True, place))
    with pytest.raises(frozen_values.FrozenError):
        packing.unpacked(pack, tree, tmp_path / "work")
    with pytest.raises(frozen_values.FrozenError):
        packing.unpacked(pack, tree)


def test_a_worker_says_which_files_it_has_put_there(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    tree = Tree(tmp_path / "site", tmp_path / "old")
    for names, said in ((["a.html", "b.html"], True), (["a.html"], False)):
        (tmp_path / "task-1" / "en").mkdir(parents=True)
        for name in names:
            (tmp_path / "task-1" / "en" / name).write_bytes(b"page")
        built = results.Built(pages={}, files=frozenset(["en/a.html", "en/b.html"]))
        pack = packing.placed(built, tmp_path / "task-1")
        with contextlib.nullcontext() if said else pytest.raises(frozen_values.FrozenError):
            assert packing.unpacked(pack, tree, tmp_path) == built
        shutil.rmtree(tmp_path / "task-1")
