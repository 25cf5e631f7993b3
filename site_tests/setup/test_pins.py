"""The pinned dependencies: the oldest Python is the same everywhere, and every pin can be installed
on it.
"""

import re
import tomllib
from functools import cache
from importlib import metadata
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from site_tests.conftest import ROOT

LOCKS = ("site.txt", "test.txt")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
OLDEST = PROJECT["project"]["requires-python"].removeprefix(">=")
"""The oldest Python that Rulebinder requires, with its patch release."""
_WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))
PYTHONS = (
    OLDEST,
    *(f"{each}.0" for each in _WORKFLOW["jobs"]["linux"]["strategy"]["matrix"]["python"][1:]),
)
"""The oldest Python, and the first releases of the others."""


@cache
def pins(lock: str) -> list[Requirement]:
    """Return the pins of a lock."""
    text = (ROOT / "requirements" / lock).read_text("utf-8")
    return [
        Requirement(line.removesuffix("\\").strip())
        for line in text.splitlines()
        if re.match(r"\w", line)
    ]


def here(lock: str) -> list[Requirement]:
    """Return the pins of a lock for this kind of machine."""
    return [pin for pin in pins(lock) if pin.marker is None or pin.marker.evaluate()]


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_the_documents_name_the_same_python(file):
    told = re.findall(r"Python (\d[\d.]*\d)", (ROOT / file).read_text("utf-8"))
    assert set(told) == {OLDEST}


def test_the_tools_check_for_the_same_python():
    major, minor, _ = OLDEST.split(".")
    assert PROJECT["tool"]["ruff"]["target-version"] == f"py{major}{minor}"
    assert PROJECT["tool"]["mypy"]["python_version"] == f"{major}.{minor}"


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_is_one_version_that_can_be_installed_on_each_python_of_the_workflow(lock):
    """A package that only some Pythons need has a marker, but the version is always the same."""
    names = [pin.name for pin in pins(lock)]
    assert sorted(set(names)) == sorted(names)
    for pin in here(lock):
        assert str(pin.specifier) == f"=={metadata.version(pin.name)}", "another one is installed"
        (asked,) = metadata.distribution(pin.name).metadata.get_all("Requires-Python") or [""]
        assert [python for python in PYTHONS if python not in SpecifierSet(asked)] == [], pin


def test_the_tests_use_the_packages_that_build_the_site():
    site, test = ({(pin.name, str(pin.specifier)) for pin in pins(lock)} for lock in LOCKS)
    assert site <= test


@pytest.mark.parametrize(("lock", "extras"), [("site.txt", []), ("test.txt", ["dev"])])
def test_the_lock_contains_the_requirements_of_the_project(lock, extras):
    project = PROJECT["project"]
    optional = (wanted for extra in extras for wanted in project["optional-dependencies"][extra])
    wanted = map(
        Requirement, (*project["dependencies"], *optional, *PROJECT["build-system"]["requires"])
    )
    pinned = {canonicalize_name(pin.name): next(iter(pin.specifier)).version for pin in pins(lock)}
    assert [
        str(each)
        for each in wanted
        if pinned.get(canonicalize_name(each.name), "0") not in each.specifier
    ] == []
