"""The command as a process: its output, its signals, and the processes that work for it."""

import contextlib
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from rulebinder.problems import InputError
from rulebinder.system import output_streams, processes
from site_tests.conftest import ROOT
from site_tests.robustness import documents

FAR = "Ñandú — 漢字"
MANY = 100
"""How many cards make a build so long that it is still at work when its signal comes."""
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


def command(*arguments: str | Path, env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    given = [sys.executable, "-m", "rulebinder", *map(str, arguments)]
    return subprocess.Popen(
        given, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **env}
    )


@pytest.fixture
def imported(tmp_path):
    """Return an import of a document whose text and file name few terminals can show, and an import
    of a newer edition.
    """
    documents.content(tmp_path / "content")
    path = tmp_path / f"{FAR}.md"
    path.write_text(
        documents.document(documents.card("Bell of Bark", f"{FAR} rings at night.")),
        encoding="utf-8",
    )
    documents.run("import", path, *documents.inputs(tmp_path))
    path.write_text(
        documents.document(documents.card("Bell of Bark", f"{FAR} never rings.")), encoding="utf-8"
    )
    return (
        "import",
        path,
        "--force",
        *documents.inputs(tmp_path),
    )


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_no_terminal_stops_the_command(encoding, imported):
    process = command(*imported, env={"PYTHONIOENCODING": encoding})
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert b"Traceback" not in err
    assert (FAR.encode() if encoding == "utf-8" else b"\\u6f22\\u5b57") in out


@posix
def test_a_reader_that_closes_the_pipe_does_not_stop_the_command(imported, tmp_path):
    process = command(*imported, env={})
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait(120) == 0
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert "revision: 2" in (tmp_path / "content" / "ledger" / "hol.yml").read_text("utf-8")


class _Full(io.StringIO):
    def write(self, _: str, /) -> int:
        raise OSError(28, "No space left on device")

    def flush(self) -> None:
        raise OSError(28, "No space left on device")


def test_a_stream_that_cannot_be_written_is_given_up():
    stream = output_streams.Unfailing(_Full())
    assert stream.write("lamp") == 4
    stream.flush()


@posix
@pytest.mark.parametrize(("number", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_stops_a_build_and_leaves_nothing_behind(number, code, tmp_path):
    documents.write_inputs(tmp_path, *(documents.card(f"Tree {number}") for number in range(MANY)))
    where = (*documents.whole(tmp_path),)
    process = command("site", *where, env={"PYTHONUNBUFFERED": "1"})
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(b"Building pages"):
            break
    process.send_signal(getattr(signal, number))
    _, err = process.communicate(timeout=120)
    assert process.returncode == code
    assert b"Traceback" not in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["content", "notes"]
    assert not list((tmp_path / "content" / "ledger").iterdir())


def test_each_process_has_the_shared_value():
    with processes.pool(2, "lamp") as pool:
        assert [pool.submit(processes.shared_value).result() for _ in range(4)] == ["lamp"] * 4


def test_no_number_of_processes_below_one_is_accepted(tmp_path):
    assert documents.run("site", "--out", tmp_path / "site", "--jobs", "0").exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_killed_worker_is_a_problem():
    with pytest.raises(InputError, match="killed from outside"), processes.pool(1) as pool:
        pool.submit(os._exit, 1).result()


def _given_up(numbers: list[int]) -> None:
    with processes.pool(1) as pool:
        numbers.append(pool.submit(os.getpid).result())
        pool.submit(time.sleep, 600)
        raise KeyboardInterrupt


def test_cancelled_work_is_not_waited_for():
    numbers: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        _given_up(numbers)
    _wait_for_the_end_of(numbers[0])


def test_a_result_that_is_being_sent_is_not_cut_off():
    for hundredth in range(10):
        with contextlib.suppress(KeyboardInterrupt), processes.pool(1) as pool:
            pool.submit(bytes, 20_000_000)
            time.sleep(hundredth / 100)
            raise KeyboardInterrupt


def _stubborn(begun: Path) -> None:
    with contextlib.suppress(BaseException):
        begun.touch()
        time.sleep(600)
    time.sleep(600)


def test_a_process_that_does_not_leave_its_task_is_terminated(tmp_path, monkeypatch):
    monkeypatch.setattr(processes, "_SECONDS_TO_LEAVE", 0.1)
    begun = tmp_path / "begun"
    with contextlib.suppress(KeyboardInterrupt), processes.pool(1) as pool:
        pool.submit(_stubborn, begun)
        while not begun.exists():
            time.sleep(0.01)
        raise KeyboardInterrupt


KILLED = """
import os, sys, time
from rulebinder.system import processes

def number():
    return os.getpid()

if __name__ == "__main__":
    with processes.pool(2) as pool:
        print(pool.submit(number).result(), flush=True)
        pool.submit(time.sleep, 600)
        pool.submit(time.sleep, 600).result()
"""


@posix
def test_workers_stop_if_their_parent_is_killed(tmp_path):
    script = tmp_path / "killed.py"
    script.write_text(KILLED, "utf-8")
    env = {**os.environ, "PYTHONPATH": str(ROOT / "generator")}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, env=env) as process:
        assert process.stdout is not None
        number = int(process.stdout.readline())
        process.kill()
        assert process.stdout.read() == b"", "all who could write to it are gone"
    _wait_for_the_end_of(number)


def _wait_for_the_end_of(number: int) -> None:
    """Wait until a process has ended. If it does not end, the test's own timeout fails the test."""
    while True:
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return
        if (
            Path(f"/proc/{number}/stat").is_file()
            and Path(f"/proc/{number}/stat").read_text().split(") ")[1][0] == "Z"
        ):
            return
        time.sleep(0.05)
