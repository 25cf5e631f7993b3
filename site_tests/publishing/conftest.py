"""Every test here that stops a command by a signal works in the background and under ``nohup``
too.
"""

import re
import signal
from pathlib import Path

import pytest

from rulebinder.system import shipped
from site_tests import outputs
from site_tests.robustness import documents


@pytest.fixture(autouse=True)
def heeded():
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


@pytest.fixture
def owned(tmp_path, monkeypatch):
    """Return the folder of an owner of an English site, whose program brings few facts and makes no
    search, so that builds are short.
    """
    monkeypatch.delenv("SITE_URL", raising=False)
    monkeypatch.setattr("rulebinder.search.bundle.search_files", outputs.unsearched)
    monkeypatch.setattr(shipped, "_CONTENT", documents.content(tmp_path / "shipped"))
    folder = tmp_path / "own"
    address = ("--site-url", "https://example.org/")
    assert documents.run("init", folder, *address).exit_code == 0
    monkeypatch.chdir(folder)
    choose(folder, "size: normal", "interface_languages: [en]")
    return folder


def choose(folder: Path, *lines: str) -> None:
    """Write settings under ``extra`` instead of those of the same names, or of the size."""
    file = folder / "mkdocs.yml"
    names = "|".join(line.partition(":")[0] for line in lines)
    text = re.sub(rf"(?m)^  (?:size|{names}): .*\n", "", file.read_text("utf-8"))
    chosen = "".join(f"  {line}\n" for line in lines)
    file.write_text(text.replace("extra:\n", f"extra:\n{chosen}"), "utf-8")
