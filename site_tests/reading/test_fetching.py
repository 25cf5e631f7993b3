"""``rulebinder import scryfall``: the published rulings of every card, fetched from a server of the
same shape.
"""

import errno
import gzip
import http.server
import json
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rulebinder.reading import fetching
from site_tests.reading.test_published_rulings import CARDS, RULINGS
from site_tests.robustness.documents import files, run

CARDS_PATH, RULINGS_PATH = "/oracle-cards-20310207.jsonl.gz", "/rulings-20310207.jsonl.gz"


def packed(objects: Sequence[object]) -> bytes:
    """Return objects as packed JSON Lines."""
    return gzip.compress("".join(f"{json.dumps(value)}\n" for value in objects).encode())


@dataclass(frozen=True)
class Answer:
    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    missing: int = 0
    """How many bytes it announces that do not come."""


@dataclass
class Scryfall:
    """A server, its answers, and the headers of each request by its path."""

    address: str
    answers: dict[str, Answer] = field(default_factory=dict)
    asked: dict[str, dict[str, str]] = field(default_factory=dict)

    def offer(self, cards: bytes, rulings: bytes, **more: object) -> None:
        """Offer two files, and a third that nobody wants."""
        named = {"oracle_cards": (CARDS_PATH, cards), "rulings": (RULINGS_PATH, rulings)}
        data: list[dict[str, object]] = [{"type": "all_cards"}]
        for name, (path, body) in named.items():
            offered = {
                "type": name,
                "jsonl_download_uri": f"{self.address}{path}",
                "compressed_size": len(body),
                "updated_at": "2031-02-07T09:00:00.000+00:00",
            }
            data.append(offered | more)
            self.answers[path] = Answer(body)
        self.answers["/bulk-data"] = Answer(json.dumps({"data": data}).encode())


@pytest.fixture
def scryfall(monkeypatch):
    """Return a server that offers invented cards, which the program takes for Scryfall's."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            answer = server.answers[self.path]
            server.asked[self.path] = dict(self.headers)
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body) + answer.missing))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        server = Scryfall(f"http://127.0.0.1:{listening.server_port}")
        server.offer(packed(CARDS), packed(RULINGS))
        monkeypatch.setattr(fetching, "INDEX", f"{server.address}/bulk-data")
        thread = threading.Thread(target=listening.serve_forever, args=[0.02])
        thread.start()
        yield server
        listening.shutdown()
        thread.join()


def test_an_owner_fetches_every_card_and_the_program_reads_them(scryfall, tmp_path, monkeypatch):
    run("init", tmp_path / "own")
    monkeypatch.chdir(tmp_path / "own")
    (tmp_path / "own/scryfall").touch()  # the word is not this file
    result = run("import", "scryfall")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "of 2031-02-07 from Scryfall (0.0 MB)" in result.stdout
    assert "belong to Wizards of the Coast" in result.stdout
    for headers in scryfall.asked.values():
        assert re.fullmatch(r"rulebinder/\d.*", headers["User-Agent"])
        assert headers["Accept"]
    assert sorted(files(Path("notes"))) == [
        ".gitkeep", ".scryfall", "oracle-cards.json.gz", "rulings.json.gz"
    ]  # fmt: skip
    checked = run("check")
    assert checked.exit_code == 0
    assert "oracle-cards.json.gz:1: warning: some cards have no " in checked.stderr


def test_the_same_content_gives_the_same_bytes(scryfall, tmp_path):
    written = []
    for price in ("1.00", "2.00"):
        notes = tmp_path / price
        cards = [{**card, "prices": {"eur": price}} for card in CARDS]
        scryfall.offer(packed(cards), packed(RULINGS))
        assert run("import", "scryfall", "--notes", notes).exit_code == 0
        written.append({name: data for name, data in files(notes).items() if name != ".scryfall"})
    assert written[0] == written[1]
    cards = json.loads(gzip.decompress(written[0]["oracle-cards.json.gz"]))
    assert cards == CARDS


def test_arrays_are_read_as_json_lines_are(scryfall, tmp_path):
    scryfall.offer(*(json.dumps(values).encode() for values in (CARDS, RULINGS)))
    listed = scryfall.answers["/bulk-data"].body
    older = listed.replace(b"jsonl_download_uri", b"download_uri").replace(b"compressed_", b"")
    scryfall.answers["/bulk-data"] = Answer(older)
    assert run("import", "scryfall", "--notes", tmp_path).exit_code == 0
    assert json.loads(gzip.decompress((tmp_path / "oracle-cards.json.gz").read_bytes())) == CARDS


def test_nothing_is_fetched_twice_a_day(scryfall, tmp_path):
    def asked(change=lambda: None):
        change()
        scryfall.asked.clear()
        result = run("import", "scryfall", "--notes", tmp_path)
        assert (result.exit_code, result.stderr) == (0, "")
        assert bool(scryfall.asked) != ("nothing is fetched" in result.stdout)
        return bool(scryfall.asked)

    def remember(hours):
        time = datetime.now(UTC) - timedelta(hours=hours)
        (tmp_path / ".scryfall").write_text(f"# fetched\n{time.isoformat()}\n", "utf-8")

    assert asked()
    assert not asked()
    assert asked(lambda: remember(24.1))
    assert not asked(lambda: remember(23.9))
    assert asked(lambda: remember(-1))
    assert asked((tmp_path / "rulings.json.gz").unlink)
    assert asked(lambda: (tmp_path / ".scryfall").write_text("2031-02-07\n", "utf-8"))


def redirect(to: str) -> Answer:
    return Answer(status=302, headers={"Location": to})


def half(body: bytes) -> Answer:
    return Answer(body[: len(body) // 2], missing=len(body) - len(body) // 2)


FAULTS: dict[str, tuple[str, Answer, str]] = {
    "many": (
        "/bulk-data",
        Answer(status=429, headers={"Retry-After": "30"}),
        "answers 429 (Too Many Requests); it asks to wait: 30",
    ),
    "ill": (RULINGS_PATH, Answer(status=503), "answers 503 (Service Unavailable)"),
    "half a list": ("/bulk-data", Answer(b'{"data": [', missing=90), "not of the expected form"),
    "other list": ("/bulk-data", Answer(b'{"data": [{"type": "rulings"}]}'), "not of the expected"),
    "half": (
        RULINGS_PATH,
        half(packed(RULINGS)),
        "the file is cut off",
    ),
    "few": (CARDS_PATH, Answer(packed([{"object": "card"}])), "bytes came, not "),
    "plain": (RULINGS_PATH, Answer(b"[]" * 99), "not valid JSON ("),
    "damaged": (
        RULINGS_PATH,
        Answer(packed(RULINGS)[:12] + b"!" * 99),
        "cannot be unpacked (",
    ),
    "no JSON": (CARDS_PATH, Answer(gzip.compress(b"<html>")), "not valid JSON ("),
    "other": (CARDS_PATH, Answer(packed(RULINGS)), "something in it is not a card"),
    "strange host": (
        CARDS_PATH,
        redirect("https://scryfall.io.example/x"),
        "leads to another host",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_goes_wrong_is_one_sentence_and_changes_nothing(name, scryfall, tmp_path):
    path, answer, sentence = FAULTS[name]
    scryfall.answers[path] = answer
    check_refused(tmp_path, sentence)


def check_refused(notes: Path, sentence: str) -> None:
    """Look that nothing is fetched into a folder that has older files."""
    for name in ("oracle-cards.json.gz", "rulings.json.gz"):
        if not (notes / name).exists():
            (notes / name).write_bytes(b"older")
    before = files(notes)
    result = run("import", "scryfall", "--notes", notes)
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert sentence in result.stderr
    assert files(notes) == before


@pytest.mark.parametrize("host", ["nowhere.invalid", "127.0.0.1:9"])
def test_without_a_network_nothing_changes(host, tmp_path, monkeypatch):
    monkeypatch.setattr(fetching, "INDEX", f"http://{host}/bulk-data")
    check_refused(tmp_path, f"http://{host}/bulk-data:1: error: the server cannot be reached, or")


@pytest.mark.usefixtures("scryfall")
def test_a_server_that_falls_silent_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr(fetching, "_PATIENCE", 0.2)
    monkeypatch.setattr(
        http.server.BaseHTTPRequestHandler, "end_headers", lambda _: threading.Event().wait(0.6)
    )
    check_refused(tmp_path, "(timed out)")


def test_an_offer_at_another_host_is_refused(scryfall, tmp_path):
    scryfall.offer(b"", b"", jsonl_download_uri="https://x.example/cards.jsonl.gz")
    check_refused(tmp_path, "it leads to another host, 'https://x.example'")


def test_a_redirect_on_the_same_host_is_followed(scryfall, tmp_path):
    scryfall.answers["/moved"] = scryfall.answers[CARDS_PATH]
    scryfall.answers[CARDS_PATH] = redirect("/moved")
    assert run("import", "scryfall", "--notes", tmp_path).exit_code == 0


@pytest.mark.usefixtures("scryfall")
def test_a_full_disk_leaves_the_older_files(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(gzip.GzipFile, "write", full)
    check_refused(tmp_path, "cannot be written (No space left on device)")


@pytest.mark.parametrize("name", ["rulings.json.gz", "oracle-cards.json.gz"])
@pytest.mark.usefixtures("scryfall")
def test_both_files_are_replaced_or_none(name, tmp_path):
    (tmp_path / name).mkdir()
    check_refused(tmp_path, "cannot be written (")


@pytest.mark.parametrize("name", ["AtomicCards.json", "rulings-20300101.json"])
def test_the_same_rulings_in_another_file_are_refused_before(name, scryfall, tmp_path):
    (tmp_path / name).touch()
    check_refused(tmp_path, f"{tmp_path / name}:1: error: has the rulings that ")
    assert not scryfall.asked


def test_the_word_stands_alone_and_a_file_of_that_name_has_a_path(scryfall, tmp_path, monkeypatch):
    (tmp_path / "content").mkdir()
    monkeypatch.chdir(tmp_path)
    for other in ("notes.txt", "--force"):
        result = run("import", "scryfall", other, "--notes", "notes")
        assert result.exit_code == 2
        assert "takes --notes, and nothing else" in result.stderr
    assert "scryfall:1: error: " in run("import", "./scryfall", "--notes", "notes").stderr
    assert not scryfall.asked
