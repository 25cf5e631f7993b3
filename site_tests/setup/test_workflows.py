"""The workflows on GitHub run commands that exist, on the Pythons that the README names."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.version import Version

from site_tests.conftest import ROOT
from site_tests.setup.test_pins import OLDEST

WORKFLOWS = sorted((ROOT / ".github" / "workflows").iterdir())
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def jobs(name: str) -> dict[str, Any]:
    """Return the jobs of a workflow."""
    loaded: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8"))["jobs"]
    return loaded


def commands(name: str) -> Iterator[str]:
    """Return the command lines of a workflow."""
    for job in jobs(name).values():
        for step in job["steps"]:
            yield from step.get("run", "").splitlines()


@pytest.mark.parametrize("name", [path.name for path in WORKFLOWS])
def test_make_knows_every_target_and_variable(name: str) -> None:
    calls = [line.split()[1:] for line in commands(name) if line.startswith("make ")]
    assert calls
    for target, *variables in calls:
        assert re.search(rf"^{target}:.*## ", MAKEFILE, re.MULTILINE)
        assert all(f"\n{variable.partition('=')[0]} ?=" in MAKEFILE for variable in variables)


def test_both_commands_of_the_readme_run_on_every_python() -> None:
    tested = jobs("tests.yml")
    pythons = tested["linux"]["strategy"]["matrix"]["python"]
    assert Version(min(pythons, key=Version)).minor == Version(OLDEST).minor
    assert tested["debian"]["container"] == "debian:12"
    for job in ("linux", "debian"):
        runs = [step.get("run", "") for step in tested[job]["steps"]]
        assert [run.split()[1] for run in runs if run.startswith("make ")] == ["site", "test"]


def test_the_ledgers_are_kept_before_the_site_is_published() -> None:
    steps = [step.get("name") or step.get("run") or step["uses"] for step in jobs("publish.yml")["publish"]["steps"]]
    order = [next(place for place, step in enumerate(steps) if step.startswith(begin)) for begin in STEPS]
    assert order == sorted(order)


STEPS = ("Fetch the published links", "make site", "Keep the ledgers", "actions/upload-pages-artifact", "actions/deploy-pages")
"""The beginnings of the steps, in the only safe order."""


def test_the_words_that_rulings_had_before_are_kept_with_the_notes(tmp_path: Path) -> None:
    steps = jobs("publish.yml")["publish"]["steps"]
    script = next(step["run"] for step in steps if step.get("name") == "Keep the earlier words")
    of_owners = (ROOT / "generator" / "cli" / "owner" / "publish.yml").read_text(encoding="utf-8")
    assert all(line in of_owners for line in script.splitlines())

    def said(command: list[str]) -> str:
        done = subprocess.run(command, cwd=tmp_path / "notes", capture_output=True, text=True, check=True)
        return done.stdout

    subprocess.run(["git", "init", "-q", "--bare", tmp_path / "kept"], check=True)
    subprocess.run(["git", "clone", "-q", tmp_path / "kept", tmp_path / "notes"], check=True, capture_output=True)
    (tmp_path / "notes" / "history").mkdir()
    (tmp_path / "notes" / "history" / "hol.json").write_text("{}\n", encoding="utf-8")
    assert "::warning::" not in said(["bash", "-e", "-c", script])
    assert said(["git", "--git-dir", "../kept", "ls-tree", "-r", "--name-only", "HEAD"]) == "history/hol.json\n"
    assert said(["bash", "-e", "-c", script]) == ""
    (tmp_path / "kept").rename(tmp_path / "elsewhere")
    (tmp_path / "notes" / "history" / "hol.yml").write_text("wordings: []\n", encoding="utf-8")
    assert "::warning::NOTES_TOKEN may not write" in said(["bash", "-e", "-c", script])
