"""The workflows on GitHub run commands that exist, on the Pythons that the README names."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import textwrap
import tomllib
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


def test_a_release_names_the_links_of_its_repository(tmp_path: Path) -> None:
    step = next(each for each in jobs("release.yml")["release"]["steps"] if each.get("name") == "Name the links of the project")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    given = {"GITHUB_SERVER_URL": "https://x.example", "GITHUB_REPOSITORY": "us/book", "GITHUB_REF_NAME": "v1"}
    subprocess.run(["bash", "-e", "-c", step["run"]], cwd=tmp_path, env={**os.environ, **given}, check=True)
    home = "https://x.example/us/book"
    urls = {"Homepage": home, "Issues": f"{home}/issues", "Changelog": f"{home}/blob/v1/CHANGELOG.md"}
    assert tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"] == urls


def test_the_ledgers_are_kept_before_the_site_is_published() -> None:
    found = jobs("publish.yml")
    assert found["publish"]["needs"] == "build"
    both = [*found["build"]["steps"], *found["publish"]["steps"]]
    steps = [step.get("name") or step.get("run") or step["uses"] for step in both]
    order = [next(place for place, step in enumerate(steps) if step.startswith(begin)) for begin in STEPS]
    assert order == sorted(order)


def test_a_workflow_without_an_address_says_so(tmp_path: Path) -> None:
    step = next(each for each in jobs("publish.yml")["build"]["steps"] if each.get("name") == "Fetch the published links")
    assert textwrap.indent(step["run"], " " * 10) in (ROOT / "generator/cli/owner/steps.yml").read_text(encoding="utf-8")
    given = {**os.environ, "SITE_URL": ""}
    told = subprocess.run(["bash", "-e", "-c", step["run"]], cwd=tmp_path, env=given, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (1, "::error::set the variable SITE_URL to the address of the site\n")


@pytest.mark.parametrize("may_write", [True, False])
def test_earlier_words_are_kept_with_the_notes_and_a_loss_is_a_warning(may_write: bool, tmp_path: Path) -> None:
    step = next(each for each in jobs("publish.yml")["build"]["steps"] if each.get("name") == "Keep the history")
    owner = (ROOT / "generator/cli/owner/publish.yml").read_text(encoding="utf-8")
    assert textwrap.indent(step["run"], " " * 10) in owner
    server, notes = tmp_path / "server.git", tmp_path / "notes"

    def git(*words: str | Path) -> str:
        return subprocess.run(["git", *words], cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    git("init", "--quiet", "--bare", "--initial-branch", "main", server)
    git("clone", "--quiet", server, notes)
    (notes / "history").mkdir()
    (notes / "history" / "lam.yml").write_text("{}\n", encoding="utf-8")
    if not may_write:
        git("-C", notes, "remote", "set-url", "--push", "origin", tmp_path / "nowhere")
    ran = [
        subprocess.run(["bash", "-e", "-c", step["run"]], cwd=notes, check=True, capture_output=True, text=True).stdout
        for _ in range(2)
    ]
    assert ("::warning::" in ran[0]) != may_write
    assert ran[1] == ""  # nothing is new
    assert bool(git("-C", server, "for-each-ref")) == may_write


STEPS = (
    "Fetch the published links",
    "make site",
    "Keep the history",
    "actions/upload-pages-artifact",
    "Keep the ledgers",
    "actions/deploy-pages",
)
"""The beginnings of the steps, in the only safe order."""


OURS = [*WORKFLOWS, *sorted((ROOT / "generator/cli/owner").glob("*.yml"))]
"""The workflows of this repository, and those that `rulebinder init` writes."""


@pytest.mark.parametrize("path", OURS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_actions_are_pinned_by_digest(path: Path) -> None:
    used = re.findall(r"uses: (\S+)(.*)", path.read_text(encoding="utf-8"))
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) and re.match(r" # v\d", tag) for action, tag in used), used


@pytest.mark.parametrize("path", OURS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_credentials_are_kept_only_to_push(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    checkouts = re.findall(r"uses: actions/checkout@.*\n(?:        with:\n((?:          .*\n)+))?", text)
    assert all("persist-credentials: false" in each or "true # pushes" in each for each in checkouts)
    assert "actions/cache" not in text


def test_what_may_write_installs_nothing() -> None:
    found = jobs("publish.yml")
    assert found["build"]["permissions"] == {"contents": "read"}
    assert not any("make" in step.get("run", "") for step in found["publish"]["steps"])


def test_an_address_without_a_server_is_explained(tmp_path: Path) -> None:
    step = next(each for each in jobs("publish.yml")["build"]["steps"] if each.get("name") == "Fetch the published links")
    (tmp_path / "build").mkdir()
    given = {**os.environ, "SITE_URL": "http://127.0.0.1:9/", "no_proxy": "*"}
    told = subprocess.run(["bash", "-e", "-c", step["run"]], cwd=tmp_path, env=given, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert told.stdout.startswith("::error::no server answers at http://127.0.0.1:9/: point its domain")


@pytest.mark.parametrize("path", [".github/workflows/publish.yml", "generator/cli/owner/publish.yml"])
def test_no_command_of_a_workflow_is_there_twice(path: str) -> None:
    lines = [line.strip() for line in (ROOT / path).read_text(encoding="utf-8").splitlines()]
    assert [lines.count(command) for command in ("git add history", "git add content/ledger")] == [1, 1]
