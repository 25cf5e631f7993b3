"""The site that is shown while its documents are written: pages reload, and errors appear.

The site's own files stay as they are.
"""

import contextlib
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection, HTTPResponse
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from rulebinder.cli import serve
from rulebinder.plugin.live_server import Overtaken, Server
from rulebinder.publishing.unchanged import Publication
from site_tests.conftest import ROOT
from site_tests.robustness import documents
from site_tests.robustness.documents import fill

PAGE = b"<!doctype html><title>Bell</title><p>It rings.</p>"
PATIENCE = 300
"""The seconds after which a test gives up waiting."""
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


@contextlib.contextmanager
def running(
    site: Path, builder: Callable[[Server], None] = lambda _: None, *watched: Path
) -> Iterator[Server]:
    """Run a server in a thread until it has built once."""
    ready = threading.Event()

    def built(server: Server) -> None:
        try:
            builder(server)
        finally:
            ready.set()

    server = Server(site, 0, lambda _: None, built)
    for path in watched:
        server.watch(str(path))
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield server
    finally:
        server.shutdown()
        thread.join()


@pytest.fixture
def folder(tmp_path):
    pages = ("index.html", "en/cards/bell/index.html", "404.html")
    fill(tmp_path / "site", dict.fromkeys(pages, PAGE))
    fill(tmp_path / "notes", {"hol.en.md": "one"})
    return tmp_path


@pytest.fixture
def server(folder):
    with running(folder / "site", lambda _: None, folder / "notes") as server:
        yield server


@pytest.fixture
def port(server):
    return int(server.server_port)


def get(port: int, path: str, host: str = "localhost") -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.putrequest("GET", path, skip_host=True)
    connection.putheader("Host", host)
    connection.endheaders()
    return connection.getresponse()


def script_of(page: bytes) -> str:
    """Return the address of the script that a page got."""
    found = re.fullmatch(rb'<script src="(.*?)"></script>', page.removeprefix(PAGE))
    assert found
    return found[1].decode()


@pytest.mark.parametrize("path", ["/", "/en/cards/bell/", "/en/cards/bell/index.html?x=1"])
def test_a_page_gets_a_script_that_its_policy_allows(path, folder, port):
    script = get(port, script_of(get(port, path).read()))
    assert script.headers["Content-Type"] == "text/javascript"
    text = script.read()
    assert b"location.reload()" in text
    assert not text.startswith(b"<")
    assert {file.read_bytes() for file in (folder / "site").rglob("*.html")} == {PAGE}


def test_a_site_that_is_only_shown_gets_no_script(folder):
    with running(folder / "site") as server:
        assert get(server.server_port, "/").read() == PAGE
        assert get(server.server_port, "/none/").read() == PAGE


def test_a_dead_address_has_the_page_of_the_site(folder, port):
    answer = get(port, "/en/cards/gone/")
    assert answer.status == 404
    assert script_of(answer.read())
    (folder / "site" / "404.html").unlink()
    assert b"no such page yet" in get(port, "/en/cards/gone/").read()


def test_only_names_of_this_machine_are_answered(port):
    """Another site may let its own name lead here."""
    for host in ("localhost", "LOCALHOST:8000", "127.0.0.1:80", "[::1]:9"):
        assert get(port, "/", host).status == 200, host
    for host in (
        "",
        "example.org",
        "localhost.example.org:8000",
        "127.0.0.1.example.org",
        "localhost:x",
        "[::2]",
    ):
        for path in ("/", "/.rulebinder/live.css", "/livereload/0/0", "/none"):
            answer = get(port, path, host)
            assert (answer.status, b"It rings." in answer.read()) == (403, False), (path, host)


@pytest.mark.parametrize(
    "path", ["/%00", "http://[", "/%ed%a0%80", f"/{'a/' * 5000}", "/.rulebinder/live.js?x"]
)
def test_no_path_drops_the_connection_or_writes_a_traceback(path, port, capfd):
    assert get(port, path).status in (200, 404, 500)
    assert capfd.readouterr().err == ""


def test_pages_say_the_errors_of_the_last_build_as_text(server, port):
    server.errors = ["notes/hol.en.md:3: error: there is no card '<b>Bell</b>'"]
    page = get(port, "/").read().decode()
    assert "The documents have 1 error:" in page
    assert "notes/hol.en.md:3: error: there is no card &#x27;&lt;b&gt;Bell" in page
    assert get(port, "/.rulebinder/live.css").headers["Content-Type"] == "text/css"
    server.errors = []
    assert script_of(get(port, "/").read())


def test_a_change_during_a_build_ends_it_and_pages_wait_for_the_next(folder):
    """An event is a file that is other, new or gone, with its path."""
    changes: list[set[str]] = []
    page = folder / "site" / "index.html"

    def build(server):
        changes.append(set(server.changed))
        server.changed.clear()
        if len(changes) == 2:
            (folder / "notes" / "new.md").write_text("new", "utf-8")
            deadline = time.monotonic() + PATIENCE
            while not server.changed:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            raise Overtaken("There is something newer.")
        page.write_bytes(f"Build {len(changes)}.".encode())

    with running(folder / "site", build, folder / "notes") as server:
        (folder / "notes" / "hol.en.md").write_text("two of them", "utf-8")
        epoch = script_of(get(server.server_port, "/404.html").read()).partition("?")[2]
        assert get(server.server_port, f"/livereload/{epoch}/0").read() > epoch.encode()
        assert get(server.server_port, "/").read().startswith(b"Build 3.")
    assert changes == [set(), {str(folder / "notes/hol.en.md")}, {str(folder / "notes/new.md")}]


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run the command on a document in ``folder``. Yield the process and the port."""
    documents.write_inputs(folder, documents.card("Bell of Bark"))
    short = tempfile.mkdtemp(
        prefix="rb"
    )  # the names of sockets may have about a hundred characters
    (folder / "temporary").symlink_to(short)
    words = ("serve", *documents.inputs(folder), "--port", "0")
    with subprocess.Popen(
        [sys.executable, "-m", "rulebinder", *words],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": short, "PYTHONUNBUFFERED": "1"},
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


def page_with(port: int, text: str) -> str:
    """Return the page of the card as soon as it has a text."""
    deadline = time.monotonic() + PATIENCE
    while text not in (page := get(port, "/en/cards/bell-of-bark/").read().decode()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return page


@posix
def test_an_edit_shows_on_the_page_and_an_error_with_its_line(tmp_path):
    with serving(tmp_path) as (process, port):
        page_with(port, "only a tree")
        path = tmp_path / "notes" / "hol.en.md"
        for ruling in ("It rings at dusk.", "It rings at dawn."):
            path.write_text(documents.document(documents.card("Bell of Bark", ruling)), "utf-8")
            page_with(port, ruling)
        (tmp_path / "content" / "sets" / "hol.yml").write_text("names: {\n", "utf-8")
        assert "It rings at dawn." in page_with(port, "hol.yml:")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert "Traceback" not in out
        assert "hol.yml:" in out
        assert list((tmp_path / "temporary").iterdir()) == []
        assert not list((tmp_path / "content").rglob("ledger/*"))


@pytest.fixture
def builder(tmp_path):
    documents.write_inputs(tmp_path, documents.card("Bell of Bark"))
    order = Publication(
        notes=tmp_path / "notes", content=tmp_path / "content", out=tmp_path / "site", jobs=1
    )
    builder = serve.Builder(order)
    yield builder
    builder.end()


@pytest.mark.parametrize("is_started", [True, False])
def test_a_signal_while_a_process_is_started_leaves_none(is_started, builder, monkeypatch):
    start = BaseProcess.start

    def interrupted(process):
        if is_started:
            start(process)
        raise SystemExit

    monkeypatch.setattr(BaseProcess, "start", interrupted)
    with pytest.raises(SystemExit):
        builder.build(lambda: False)
    builder.end()
    assert multiprocessing.active_children() == []


def test_a_build_that_is_unwanted_leaves_nothing_behind(builder, tmp_path):
    def is_begun():
        return any(tmp_path.glob(".rulebinder-*"))

    assert builder.build(is_begun) is None
    assert not (tmp_path / "site").exists()
    assert not is_begun()


def test_a_build_that_is_killed_is_an_error_and_the_next_one_has_another_process(
    builder,
):
    def kill():
        (process,) = multiprocessing.active_children()
        process.kill()
        return False

    done = builder.build(kill)
    assert [problem.message for problem in done.problems] == ["the build was killed from outside"]
    for _ in range(2):
        assert builder.build(lambda: False).weight
        (process,) = multiprocessing.active_children()
        process.kill()
        process.join()


@posix
def test_a_signal_during_the_first_build_leaves_nothing_behind(tmp_path):
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


def test_a_port_in_use_is_one_sentence(tmp_path, port):
    result = documents.run("serve", *documents.write_inputs(tmp_path), "--port", str(port))
    assert result.exit_code == 1
    assert (
        result.output
        == f".:1: error: another program uses the port {port}; name another one with --port\n"
    )
