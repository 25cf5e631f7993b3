"""The workflows on GitHub run commands that exist, on the Pythons that the README names."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
