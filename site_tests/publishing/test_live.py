"""The site that is shown while its documents are written: pages reload, and errors appear.

The site's own files stay as they are.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from rulebinder.build.unchanged import Publication
from rulebinder.cli import rebuilds
from rulebinder.release import live_server
from rulebinder.system.digests import digest
from rulebinder.system.files import file_watch
from site_tests.conftest import ROOT
from site_tests.robustness import documents
from site_tests.robustness.documents import fill
from site_tests.sites import read_page

PAGE = b"<!doctype html><title>Bell</title><p>It rings.</p>"
PATIENCE = 300
"""The seconds after which a test gives up waiting."""
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


@pytest.fixture
def stage(tmp_path: Path) -> live_server.Stage:
    pages = ("index.html", "en/cards/bell/index.html", "404.html")
    fill(tmp_path / "site", {**dict.fromkeys(pages, PAGE), "assets/a.css": b"p {}"})
    return live_server.Stage(tmp_path / "site")


@pytest.fixture
def port(stage: live_server.Stage) -> Iterator[int]:
    with live_server.Server(stage, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def get(port: int, path: str, host: str = "localhost") -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.putrequest("GET", path, skip_host=True)
    connection.putheader("Host", host)
    connection.endheaders()
    return connection.getresponse()


class Events:
    """The events that a page gets."""

    def __init__(self, port: int) -> None:
        self._lines = get(port, live_server.EVENTS)

    def next(self) -> dict[str, Any]:
        while True:
            line = self._lines.readline()
            assert line, "the server has ended"
            if line.startswith(b"data: "):
                found: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
                return found

    def error(self) -> str:
        """Return the first error, as soon as there is one."""
        while not (errors := self.next()["errors"]):
            pass
        return str(errors[0])


@pytest.mark.parametrize("path", ["/", "/en/cards/bell/", "/en/cards/bell/index.html?x=1"])
def test_a_page_gets_the_script_only_while_it_is_served(
    path: str, stage: live_server.Stage, port: int
) -> None:
    answer = get(port, path)
    assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-store")
    assert (
        answer.read()
        == PAGE
        + f'<script src="{live_server.SCRIPT}" data-page="{digest(PAGE)}"></script>'.encode()
    )
    assert b"EventSource" in get(port, live_server.SCRIPT).read()
    assert {file.read_bytes() for file in stage.site.rglob("*.html")} == {PAGE}


def test_other_files_are_served_as_they_are(port: int) -> None:
    assert get(port, "/assets/a.css").read() == b"p {}"


def test_a_dead_address_has_the_page_of_the_site(port: int) -> None:
    answer = get(port, "/en/cards/gone/")
    assert answer.status == 404
    assert answer.read().startswith(PAGE)


@pytest.mark.parametrize("path", ["/../secret.txt", "/%2e%2e/secret.txt", "/en/../../secret.txt"])
def test_nothing_outside_the_site_is_served(path: str, stage: live_server.Stage, port: int) -> None:
    (stage.site.parent / "secret.txt").write_bytes(b"secret")
    stage.show(stage.site / "en")
    assert b"secret" not in get(port, path).read()


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:80", "[::1]:9"])
def test_this_machine_has_these_names(host: str, port: int) -> None:
    assert get(port, "/", host).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "",
        "example.org",
        "localhost.example.org:8000",
        "127.0.0.1.example.org",
        "localhost:x",
        "[::2]",
    ],
)
@pytest.mark.parametrize("path", ["/", live_server.EVENTS, live_server.SCRIPT, "/none"])
def test_a_site_that_lets_its_name_lead_here_reads_nothing(host: str, path: str, port: int) -> None:
    answer = get(port, path, host)
    assert answer.status == 403
    assert b"It rings." not in answer.read()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/%00", 400),
        ("/en/%00/", 400),
        ("http://[", 400),
        ("/%ed%a0%80", 400),
        ("/%ff%fe", 404),
        (f"/{'a' * 5000}", 404),
        (f"/{'a/' * 5000}", 404),
        ("/index.html/x", 404),
    ],
)
def test_no_path_drops_the_connection(
    path: str, status: int, stage: live_server.Stage, port: int
) -> None:
    assert get(port, path).status == status
    stage.show(stage.site / "en")
    assert get(port, path).status == status


def test_only_so_many_pages_wait_for_events(port: int) -> None:
    waiting = [get(port, live_server.EVENTS) for _ in range(live_server.STREAMS)]
    assert {answer.status for answer in waiting} == {200}
    assert get(port, live_server.EVENTS).status == 503
    assert get(port, "/").status == 200


def test_a_page_that_leaves_makes_room(stage: live_server.Stage, port: int) -> None:
    for _ in range(live_server.STREAMS):
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection.request("GET", live_server.EVENTS, headers={"Host": "localhost"})
        connection.getresponse().close()
        connection.close()
    deadline = time.monotonic() + PATIENCE
    while get(port, live_server.EVENTS).status == 503:
        assert time.monotonic() < deadline
        stage.show()  # to write finds out that nobody reads


def test_newer_pages_come_first_until_they_are_in_place(
    stage: live_server.Stage, port: int, tmp_path: Path
) -> None:
    fill(tmp_path / "work", {"en/cards/bell/index.html": b"newer"})
    stage.show(tmp_path / "work")
    assert get(port, "/en/cards/bell/").read().startswith(b"newer")
    assert get(port, "/").read().startswith(PAGE)
    (tmp_path / "work/en/cards/bell/index.html").unlink()
    assert get(port, "/en/cards/bell/").read().startswith(PAGE)


def test_a_page_hears_of_each_new_version_and_of_errors(
    stage: live_server.Stage, port: int
) -> None:
    events = Events(port)
    first = events.next()
    stage.show()
    assert events.next()["version"] > first["version"]
    stage.report(["notes/hol.en.md:3: error: no such card"])
    assert events.next()["errors"] == ["notes/hol.en.md:3: error: no such card"]
    stage.report([])
    assert events.next()["errors"] == []


def test_only_changes_of_files_count(tmp_path: Path) -> None:
    file = tmp_path / "notes" / "deep" / "hol.en.md"
    file.parent.mkdir(parents=True)
    file.write_text("one", "utf-8")
    with file_watch.watch([tmp_path / "notes"]) as watch:
        file.read_text("utf-8")
        assert not watch.wait(0.5)
        file.write_text("other", "utf-8")
        assert watch.wait(PATIENCE)
        (file.parent / "new.md").write_text("new", "utf-8")
        assert watch.wait(PATIENCE)
        file.unlink()
        assert watch.wait(PATIENCE)


def test_a_file_that_is_watched_may_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("a: 1", "utf-8")
    with file_watch.watch([tmp_path / "mkdocs.yml"]) as watch:
        (tmp_path / "new").write_text("a: 23", "utf-8")
        (tmp_path / "new").replace(tmp_path / "mkdocs.yml")
        assert watch.wait(PATIENCE)


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run the command on a document in ``folder``. Yield the process and the port."""
    documents.content(folder / "content")
    documents.fill(
        folder / "notes", {"hol.en.md": documents.document(documents.card("Bell of Bark"))}
    )
    short = tempfile.mkdtemp(
        prefix="rb"
    )  # the names of sockets may have about a hundred characters
    (folder / "temporary").symlink_to(short)
    given: list[str | Path] = [
        sys.executable,
        "-m",
        "rulebinder",
        "serve",
        *documents.inputs(folder),
        "--port",
        "0",
    ]
    env = {**os.environ, "TMPDIR": short, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        given,
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            yield process, int(process.stdout.readline().split("localhost:")[1].split("/")[0])
        finally:
            process.kill()
            shutil.rmtree(short, ignore_errors=True)


@posix
def test_an_edit_shows_on_the_page_and_an_error_with_its_line(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, port):
        events = Events(port)
        while (first := events.next())["version"] == 0:
            pass
        assert b"only a tree" in get(port, "/en/cards/bell-of-bark/").read()
        path = tmp_path / "notes" / "hol.en.md"
        path.write_text(
            documents.document(documents.card("Bell of Bark", "It rings at dusk.")),
            encoding="utf-8",
        )
        while b"It rings at dusk." not in get(port, "/en/cards/bell-of-bark/").read():
            assert (
                events.next()["version"] >= first["version"]
            )  # each language is shown as soon as its pages are there
        (tmp_path / "content" / "sets" / "hol.yml").write_text("names: {\n", "utf-8")
        assert "hol.yml:" in events.error()
        assert b"It rings at dusk." in get(port, "/en/cards/bell-of-bark/").read()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert "Traceback" not in out
        assert "hol.yml:" in out
        assert list((tmp_path / "temporary").iterdir()) == []
        assert not list((tmp_path / "content").rglob("ledger/*"))


@pytest.mark.parametrize("ready", [True, False])
def test_a_process_that_is_ready_builds_what_the_documents_say_now(
    ready: bool, tmp_path: Path
) -> None:
    documents.write_inputs(tmp_path, documents.card("Bell of Bark"))
    out = tmp_path / "site"
    builder = rebuilds.Builder(
        Publication(notes=tmp_path / "notes", content=tmp_path / "content", out=out, jobs=1)
    )
    builder.get_ready()
    try:
        waiting = builder._waiting
        assert waiting
        if ready:
            assert waiting.connection.poll(PATIENCE)
        changed = documents.document(documents.card("Bell of Bark", "It rings at dusk."))
        (tmp_path / "notes" / "hol.en.md").write_text(changed, "utf-8")
        with builder.begun() as connection:
            while not isinstance(done := connection.recv(), rebuilds.Done):
                assert isinstance(done, Path)
        assert done.changed
        assert "It rings at dusk." in read_page(out, "en/cards/bell-of-bark")
        assert not waiting.process.is_alive()
    finally:
        builder.forget()


@posix
def test_a_signal_during_the_first_build_leaves_nothing_behind(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, _):
        deadline = time.monotonic() + PATIENCE
        while not list((tmp_path / "temporary").glob("*/.rulebinder-*")):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 143
        assert "Traceback" not in out
        assert list((tmp_path / "temporary").iterdir()) == []


def test_a_port_in_use_is_one_sentence(tmp_path: Path, port: int) -> None:
    result = documents.run("serve", *documents.write_inputs(tmp_path), "--port", str(port))
    assert result.exit_code == 1
    assert (
        result.output
        == f".:1: error: another program uses the port {port}; name another one with --port\n"
    )
