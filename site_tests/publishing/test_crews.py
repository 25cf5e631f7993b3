"""A website that is built by several processes has the same bytes as one build."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulebinder.system import shipped
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
        settings.write_text(
            settings.read_text("utf-8").replace("[en, es, fr]", "[en]"), encoding="utf-8"
        )
        about = (shipped.ROOT / "docs" / "en" / "about.md").read_text("utf-8")
        fill(
            folder / "docs" / "en",
            {"about.md": f"{about}\nRead about [a card](cards/brook-hermit/index.md).\n"},
        )
        fill(
            folder / "notes",
            {
                "hol.en.md": document(
                    APPLE, *(card(f"{name} Hermit") for name in ("Brook", "Cave", "Dune"))
                )
            },
        )
        patch.chdir(folder)
        assert run("site", "--jobs", "1", "--out", "whole").exit_code == 0
    return folder


@pytest.fixture
def here(owned: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in the owner's folder."""
    monkeypatch.setattr(shipped, "_CONTENT", owned.parent / "shipped")
    monkeypatch.chdir(owned)
    return owned


def test_three_processes_make_the_same_bytes_before_and_after_an_edit(
    here: Path, tmp_path: Path
) -> None:
    notes, content = (
        shutil.copytree(here / name, tmp_path / name) for name in ("notes", "content")
    )
    options = ("--notes", notes, "--content", content)
    many = ("site", "--jobs", "3", "--out", "many", *options)
    assert run(*many).exit_code == 0
    assert files(here / "many") == files(here / "whole")
    text = (notes / "hol.en.md").read_text("utf-8")
    (notes / "hol.en.md").write_text(
        text.replace("ripens in any season", "ripens in autumn"), encoding="utf-8"
    )
    assert run(*many).exit_code == 0
    assert run("site", "--jobs", "1", "--out", tmp_path / "fresh", *options).exit_code == 0
    assert files(here / "many") == files(tmp_path / "fresh")


@pytest.mark.parametrize("options", [(), ("--notes", "notes", "--out", "never")])
@pytest.mark.parametrize("address", [(), ("tcp://127.0.0.1:9",)])
def test_who_asks_for_a_cluster_is_told_in_one_line_what_to_do_instead(
    here: Path, options: tuple[str, ...], address: tuple[str, ...]
) -> None:
    result = run("site", *options, "--cluster", *address)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "--cluster is gone: one machine builds everything that was ever published; --jobs N sets"
        " its processes\n"
    )
    assert not (here / "never").exists()
    assert "--cluster" not in run("site", "--help").stdout
