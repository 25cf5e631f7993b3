"""A build is what its files say: each is read once, and nothing is published or remembered that no
file has.
"""

import json
import os
import shutil
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulebinder.facts import content
from rulebinder.publishing import publish, unchanged
from rulebinder.publishing.unchanged import Publication
from rulebinder.reading import inputs
from rulebinder.system import shipped
from rulebinder.system.files import DISK
from site_tests import outputs
from site_tests.calling import python
from site_tests.conftest import ROOT
from site_tests.publishing.conftest import choose
from site_tests.robustness import documents
from site_tests.robustness.documents import card, document, files, fill, run

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"'
    ' fill="{}"/></svg>'
)
SAVED, UNDONE = "It rings at dusk.", "It rings at dawn."

AUDIT = """\
import os, sys
log = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
watched = tuple(sys.argv[2].split(os.pathsep))

def hook(event, given):
    if event == "open" and isinstance(given[0], (str, bytes)) and not (
        given[2] & (os.O_WRONLY | os.O_RDWR)
    ):
        path = os.path.abspath(os.fsdecode(given[0]))
        if path.startswith(watched) and not os.path.isdir(path):
            os.write(log, (path + "\\n").encode())

sys.addaudithook(hook)
from pathlib import Path
from rulebinder.cli import main
from rulebinder.system import shipped
shipped._CONTENT = Path(sys.argv[3])
main(sys.argv[4:])
"""
"""Runs a command with the facts in a folder, and logs each file that it or a process that it forks
opens to read.
"""


@pytest.fixture
def own(owned):
    """Return an owner's folder with every kind of input: documents, facts, pages, a logo, a ledger
    and the rules.
    """
    folder = owned
    choose(folder, "owner: {name: Us, logo: logo.svg}")
    (folder / "logo.svg").write_text(SVG.format("red"), "utf-8")
    about = (ROOT / "docs" / "en" / "about.md").read_text("utf-8")
    fill(folder / "docs" / "en", {"about.md": about})
    hol = "names: {en: Hollow Orchard}\nreleased: 2031-01-02\n"
    fill(folder, {"content/sets/hol.yml": hol, "notes/hol.en.md": document(card("Bell of Bark"))})
    shutil.copy(ROOT / "content/notes/gvc.en.txt", folder / "notes")
    shutil.copy(ROOT / "content/sets/gvc.yml", folder / "content/sets")
    book = {
        "effective": "2031-01-01",
        "name": "Rules",
        "sha256": "0" * 64,
        "sections": {"1": "Trees"},
        "rules": {"100.1": ["Trees."]},
        "glossary": {},
    }
    fill(folder / "notes" / "rules", {"2031-01-01.json": json.dumps(book)})
    return folder


def opened(folder: Path, *command: str) -> Counter[str]:
    """Run a command in an owner's folder. Return how often each input was opened: the owner's, and
    those that come with the program.
    """
    log = folder.parent / "opened"
    log.unlink(missing_ok=True)
    names = ("notes", "content", "docs", "mkdocs.yml", "logo.svg")
    brought = (ROOT / "docs", ROOT / "mkdocs.yml", folder.parent / "shipped")
    watched = os.pathsep.join(map(str, (*(folder / name for name in names), *brought)))
    path = str(ROOT / "generator")
    done = python("-c", AUDIT, log, watched, brought[-1], *command, cwd=folder, PYTHONPATH=path)
    assert done.returncode == 0, done.stderr
    return Counter(log.read_text("utf-8").splitlines())


@pytest.mark.skipif(sys.platform == "win32", reason="a new process there has no hook")
def test_no_build_opens_an_input_twice(own):
    first = opened(own, "site", "--jobs", "2")
    names = {
        path.relative_to(own).as_posix() for path in map(Path, first) if path.is_relative_to(own)
    }
    assert {
        "mkdocs.yml",
        "logo.svg",
        "notes/hol.en.md",
        "docs/en/about.md",
        "content/sets/hol.yml",
    } <= names
    assert {path: times for path, times in first.items() if times > 1} == {}
    for change in (
        lambda: None,
        lambda: fill(own / "notes", {"hol.en.md": document(card("Bell of Bark", SAVED))}),
    ):
        change()  # with a ledger and a history, which then change
        again = opened(own, "site", "--jobs", "2")
        assert {
            str(own / "content/ledger/hol.yml"),
            str(own / "notes/history/hol.json"),
        } <= again.keys()
        assert {path: times for path, times in again.items() if times > 1} == {}


def saving(
    patch: pytest.MonkeyPatch, what: Callable[[], object], undo: Callable[[], object]
) -> None:
    """Let somebody save files before a build loads the facts, and undo that after it has read the
    documents.
    """
    load, read = content.load_content, inputs.read_folder

    def loaded(*given: Any, **named: Any) -> Any:
        what()
        return load(*given, **named)

    def finished(*given: Any, **named: Any) -> Any:
        try:
            return read(*given, **named)
        finally:
            undo()

    patch.setattr(publish, "load_content", loaded)
    patch.setattr(inputs, "read_folder", finished)


def texts(folder: Path) -> bytes:
    return b"".join(
        content for path, content in files(folder).items() if path.endswith((".html", ".json"))
    )


@pytest.fixture
def plain(tmp_path, monkeypatch):
    """Return a folder with notes and content, and no pages of search."""
    monkeypatch.setattr("rulebinder.search.bundle.search_files", outputs.unsearched)
    documents.write_inputs(tmp_path, card("Bell of Bark", UNDONE))
    fill(tmp_path / "notes", {"aaa.en.md": "Nothing.\n"})
    return tmp_path


@pytest.mark.parametrize("served", [False, True])
def test_what_was_saved_and_undone_during_a_build_is_neither_published_nor_remembered(
    served, plain, monkeypatch
):
    def build():
        if served:
            order = Publication(
                notes=plain / "notes",
                content=plain / "content",
                out=plain / "site",
                preview=True,
            )
            with DISK.once():
                publish.build(order)
        else:
            run(
                "site",
                *documents.whole(plain),
            )
        return texts(plain / "site")

    file = plain / "notes" / "hol.en.md"
    before = file.read_text("utf-8")
    facts = plain / "content" / "sets" / "hol.yml"
    named = facts.read_text("utf-8")

    def save():
        file.write_text(before.replace(UNDONE, SAVED), "utf-8")
        facts.write_text(named.replace("Hollow Orchard", "Hollow Harbour"), "utf-8")
        fill(plain / "notes", {"new.en.md": document(card("Gong of Bark", SAVED))})

    def undo():
        file.write_text(before, "utf-8")
        facts.write_text(named, "utf-8")
        (plain / "notes" / "new.en.md").unlink(missing_ok=True)

    with monkeypatch.context() as patch:
        saving(patch, save, undo)
        during = build()
    # A server reads documents last, and builds again after each change.
    for published in (build(),) if served else (during, build()):
        assert UNDONE.encode() in published
        assert SAVED.encode() not in published
        assert b"Hollow Harbour" not in published


def test_a_ledger_that_somebody_changed_after_it_was_saved_is_no_part_of_the_site(
    plain,
):
    ledger = plain / "content" / "ledger" / "hol.yml"
    chosen = Publication(out=plain / "site", content=plain / "content", notes=plain / "notes")
    with DISK.once():
        before = unchanged.digest_inputs(chosen)
        DISK.write(ledger, "entries: {}\n")
        saved = unchanged.digest_inputs(chosen)
        ledger.write_text("entries: {a: 1}\n", "utf-8")
        assert before != saved == unchanged.digest_inputs(chosen)
    assert unchanged.digest_inputs(chosen) != saved


@pytest.mark.parametrize(
    "owner",
    [
        "owner: {name: X, logo: logo.svg}",
        'owner:\n    "logo": logo.svg',
        "owner: &us\n    logo: logo.svg\n  again: *us",
        "mine: &mine {logo: logo.svg}\n  owner:\n    <<: *mine",
        "owner: {logo: !ENV [NO_LOGO, logo.svg]}",
    ],
)
def test_a_changed_logo_is_noticed_however_it_is_written(owner, own):
    text = (own / "mkdocs.yml").read_text("utf-8")
    (own / "mkdocs.yml").write_text(
        text.replace("owner: {name: Us, logo: logo.svg}", owner), encoding="utf-8"
    )

    def said():
        return unchanged.digest_inputs(
            Publication(out=Path("site"), content=Path("content"), notes=Path("notes"))
        )

    before = said()
    assert said() == before
    (own / "logo.svg").write_text(SVG.format("blue"), "utf-8")
    assert said() != before


def test_settings_that_nobody_can_read_are_no_traceback(own):
    for text in (
        "# RULEBINDER_SETTINGS\n- a\n",
        "# RULEBINDER_SETTINGS\na: [\n",
        "# RULEBINDER_SETTINGS\n\x00",
        "INHERIT: !ENV RULEBINDER_SETTINGS\nextra: []\n",
    ):
        (own / "mkdocs.yml").write_text(text, "utf-8")
        assert shipped.owner() == own
        result = run("site")
        assert result.exit_code == 1
        assert "mkdocs.yml:" in result.stderr
        assert result.exception is None or isinstance(result.exception, SystemExit)


def test_a_large_file_is_digested_without_being_kept(tmp_path, monkeypatch):
    path = tmp_path / "rulings.json"
    path.write_bytes(b"[" * 3_000_000)
    whole = DISK.digest(path)
    monkeypatch.setattr("rulebinder.system.files.LARGEST_FILE", 1_000_000)
    with DISK.once():
        assert DISK.digest(path) == whole
        path.write_bytes(b"[" * 3_000_000 + b"]")
        assert DISK.digest(path) == whole
    tracemalloc.start()
    assert DISK.digest(path) != whole
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3_000_000
