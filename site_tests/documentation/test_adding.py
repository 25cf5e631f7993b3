"""The page on adding a document: its files are written and its commands are run exactly as
printed.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import Result

from site_tests import sites
from site_tests.conftest import ROOT
from site_tests.documentation.written import anywhere, page
from site_tests.robustness.documents import run
from site_tests.sites import read_page

SERVING = ("show",)
"""The commands that serve until they are stopped. test_detail.py runs them."""
ADDING, LINKING = page("en", "adding.md"), page("en", "linking.md")


def commands() -> Iterator[str]:
    """Return the commands of the page, without those of git."""
    for block in ADDING.blocks:
        yield from (line for line in block.splitlines() if line.startswith(("make ", ".venv/bin/")))


def made(command: str) -> list[str]:
    """Return the arguments that a command passes to Rulebinder.

    Return none if it calls another program.
    """
    if command.startswith("make "):
        told = subprocess.run(
            ["make", "-n", *shlex.split(command)[1:]], capture_output=True, text=True, check=True
        ).stdout
        calls = [
            line.split("-m rulebinder ", 1)[1]
            for line in told.splitlines()
            if "-m rulebinder " in line
        ]
        return shlex.split(calls[-1]) if calls else []
    return shlex.split(command)[1:]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    """Run each command in a copy of the folders that it needs, and return the results."""
    project = tmp_path_factory.mktemp("home") / "rulebinder"
    shutil.copytree(ROOT / "content", project / "content")
    mechanics = sites.library(ROOT / "content" / "notes").mechanics
    for path in (project / "content" / "mechanics").iterdir():
        if not mechanics[path.stem].in_library:
            path.unlink()
    for name in ("Makefile", "pyproject.toml", "requirements"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, project / name)
    others = shutil.ignore_patterns("gv*", "lam.fr*", "history")
    shutil.copytree(ROOT / "content" / "notes", project.parent / "my-notes", ignore=others)
    document = (ROOT / "content" / "notes" / "lam.en.md").read_text("utf-8")
    (project.parent / "my-notes" / "hov.en.md").write_text(
        document.replace("Lanterns of Aldermoor", "Harbors of Vell"), "utf-8"
    )
    facts, corrections = ADDING.part("document").blocks[0], ADDING.part("corrections").blocks[0]
    (project / "content" / "sets" / "hov.yml").write_text(facts, "utf-8")
    (project / "content" / "corrections" / "hov.en.yml").write_text(corrections, "utf-8")
    with chdir(project):
        return {
            command: run(*arguments)
            for command in commands()
            if (arguments := made(command)) and arguments[0] not in SERVING
        }


@pytest.fixture(scope="module")
def folder(results: dict[str, Result], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that contains all of it."""
    assert results
    return max(tmp_path_factory.getbasetemp().glob("home*"))


def test_the_commands_do_what_the_page_says(results: dict[str, Result]) -> None:
    assert [command.split()[:2] for command in results] == [
        ["make", "site"],
        ["make", "check"],
        [".venv/bin/rulebinder", "import"],
        ["make", "site"],
    ]
    for command, result in results.items():
        assert result.exit_code == 0, (command, result.output)


def test_the_documents_of_the_page_are_read_and_corrected(folder: Path) -> None:
    notes = folder / "my-notes"
    assert "own tolls" in (notes / "hov.en.yml").read_text("utf-8")
    assert (notes / "hov.en.review").is_file()
    assert (folder / "rulebinder" / "content" / "ledger" / "hov.yml").is_file()


def test_every_address_on_a_page_is_in_the_site(folder: Path) -> None:
    named = [each for each in LINKING.code if each.startswith(("r/", "data/", "en/"))]
    named += LINKING.part("short").blocks[0].splitlines()
    assert len(named) >= 8
    assert [each for each in named if not anywhere(folder / "my-site", each)] == []


def test_anchors_have_the_documented_form(folder: Path) -> None:
    (anchor,) = [each for each in LINKING.code if each.startswith("#")]
    there = read_page(folder, "my-site/en/cards/tollkeepers-due")
    assert f'id="{anchor[1:].replace("mh3", "hov")}"' in there
