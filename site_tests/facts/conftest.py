"""An owner's folder, over a small folder of facts that comes with the program."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from rulebinder.system import shipped
from site_tests.robustness import documents
from site_tests.robustness.documents import fill, run


@dataclass(frozen=True)
class Layers:
    """The two folders of facts."""

    own: Path
    """It is ``content`` in the current folder."""
    brought: Path


def put(folder: Path, name: str, text: str) -> Path:
    """Write the file ``name`` of a folder of facts, and return its path."""
    fill((folder / name).parent, {Path(name).name: text})
    return folder / name


@pytest.fixture
def layers(tmp_path, monkeypatch):
    """Return the folders of a new owner, whose folder is the current one."""
    brought = documents.content(tmp_path / "brought")
    monkeypatch.setattr(shipped, "_CONTENT", brought)
    assert run("init", tmp_path / "own").exit_code == 0
    monkeypatch.chdir(tmp_path / "own")
    return Layers(Path("content"), brought)
