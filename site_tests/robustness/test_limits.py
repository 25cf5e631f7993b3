"""Each conversion is a process with limits: whatever a library does, one clear error comes out."""

import functools
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable

import pytest

from rulebinder.reading.formats import conversion, webpages
from rulebinder.system import processes
from site_tests.reading.shapes.table import FORMATS

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process so")


def endless() -> None:
    while True:
        pass


def crash() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def sleep() -> None:
    time.sleep(600)


def fail(*_: object) -> None:
    raise KeyError("lamp")


def letters(count: int) -> str:
    return "a" * count


PASSED: dict[str, tuple[Callable[[], object], str]] = {
    "time": (endless, "it takes more than 1 seconds of processor time"),
    "memory": (functools.partial(bytearray, 3 << 30), "it takes more than 1024 MB of memory"),
    "output": (functools.partial(letters, 65 << 20), "it becomes more than 64 MB"),
    "a crash": (crash, "the process that reads it was ended by SIGKILL"),
    "an end": (lambda: os._exit(7), "the process that reads it ended with code 7"),
}  # fmt: skip


@ON_LINUX
@pytest.mark.parametrize("name", PASSED)
def test_work_that_passes_a_limit_ends(name, monkeypatch):
    monkeypatch.setattr(processes, "_SECONDS", 1)
    work, message = PASSED[name]
    with pytest.raises(processes.LimitError, match=message):
        processes.run_within_limits(work, 9)


def test_limits_grow_with_the_input(monkeypatch):
    monkeypatch.setattr(processes, "_LEAST_OUTPUT", 1 << 10)
    assert len(processes.run_within_limits(functools.partial(letters, 30_000), 1_000)) == 30_000
    with pytest.raises(processes.LimitError):
        processes.run_within_limits(functools.partial(letters, 33_000), 1_000)


def test_a_system_without_limits_has_the_clock(languages, monkeypatch):
    """There, a process begins anew: what it is given and gives is written out and read."""
    monkeypatch.setattr(processes, "_FORKS", False)
    text, problems = conversion.to_text(FORMATS["mhtml"](), "lam.en.mhtml", languages)
    assert "Ashen Courier" in (text or "")
    assert not any(problem.is_error for problem in problems)
    monkeypatch.setattr(processes, "_SECONDS", 0)
    with pytest.raises(processes.LimitError, match="it takes more than 0 seconds"):
        processes.run_within_limits(sleep, 9)


@ON_LINUX
def test_a_process_that_hangs_is_ended_by_the_clock(monkeypatch):
    monkeypatch.setattr(processes, "_TIMES_CLOCK", 0.01)
    with pytest.raises(processes.LimitError, match=r"it takes more than 0\.1 seconds"):
        processes.run_within_limits(sleep, 9)


@ON_LINUX
def test_a_process_that_is_left_leaves_none_behind():
    def leave(*_):
        raise KeyboardInterrupt

    others = set(multiprocessing.active_children())
    before = signal.signal(signal.SIGALRM, leave)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            processes.run_within_limits(sleep, 9)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert set(multiprocessing.active_children()) <= others


def test_processes_of_a_pool_have_processes_with_limits():
    with processes.pool(2) as pool:
        futures = [
            pool.submit(processes.run_within_limits, functools.partial(letters, count), 9)
            for count in range(20)
        ]
        assert [len(future.result()) for future in futures] == list(range(20))


@ON_LINUX
@pytest.mark.parametrize("make", FORMATS.values())
def test_every_format_that_a_library_reads_is_limited(make, monkeypatch):
    data = make()
    monkeypatch.setattr(processes, "_LEAST_OUTPUT", 1)
    monkeypatch.setattr(processes, "_MOST_TIMES_INPUT", 0)
    text, [problem] = conversion.to_text(data, "lam.en.txt")
    assert text is None
    assert problem.is_error
    assert problem.message.endswith("that can be read: it becomes more than 0 MB")


def test_a_conversion_that_raises_is_one_error(monkeypatch):
    monkeypatch.setattr(webpages, "from_html", fail)
    text, [problem] = conversion.to_text(FORMATS["html"](), "lam.en.html")
    assert text is None
    assert str(problem).startswith(
        "lam.en.html:1: error: not a web page that can be read (KeyError: 'lamp'); "
    )
