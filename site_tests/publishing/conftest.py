"""Every test here that stops a command by a signal works in the background and under ``nohup``
too.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebinder.system import shipped
from site_tests.robustness import documents
from site_tests.robustness.documents import fill, run


def rewrite(file: Path, old: str, new: str) -> None:
    """Replace a text in a file, which has it."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder: a new owner's one with a document, whose site is in English. The
    program brings few facts, so that builds are short.
    """
    monkeypatch.delenv("SITE_URL", raising=False)
    monkeypatch.setattr(shipped, "_CONTENT", documents.content(tmp_path / "shipped"))
    folder = tmp_path / "own"
    assert run("init", folder, "--site-url", "https://example.org/").exit_code == 0
    rewrite(folder / "mkdocs.yml", "[en, es, fr]", "[en]")
    fill(folder / "notes", {"hol.en.md": documents.document(documents.APPLE)})
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture(autouse=True)
def heeded() -> Iterator[None]:
    """Let commands heed every signal.

    In the background or under ``nohup``, the tests and so their children ignore some.
    """
    every = [
        getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
    ]
    ignored = [each for each in every if signal.getsignal(each) is signal.SIG_IGN]
    for each in ignored:
        signal.signal(each, signal.SIG_DFL)
    yield
    for each in ignored:
        signal.signal(each, signal.SIG_IGN)
