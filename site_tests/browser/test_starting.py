"""How a browser is found, installed or missed. These tests need no browser."""

import os
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest
from playwright.sync_api import sync_playwright

from site_tests.browser import installing, starting
from site_tests.calling import python, script
from site_tests.conftest import NO_BROWSER, ROOT

Answer = TypeVar("Answer")
NEEDS_ONE = "site_tests/browser/test_policy.py::test_an_injected_script_does_not_run"


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """Simulate a machine without a browser.

    Return the only folder in which programs are searched.
    """
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "browsers"))
    monkeypatch.delenv("CI", raising=False)
    return tmp_path


def alone(call: Callable[[], Answer]) -> Answer:
    """Return the result of a call in a thread of its own. Playwright runs only once in a thread,
    and other tests may have started it.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(call).result()


def paths() -> tuple[str, str]:
    """Return the paths of the browser that is found, and of Playwright's own."""
    with sync_playwright() as playwright:
        return starting.find(playwright), playwright.chromium.executable_path


def test_a_browser_of_the_system_is_found_or_else_playwright_s(bare):
    # Some systems have a script of this name that only explains how to install a browser.
    script(bare / "chromium", "exit 1")
    google = script(bare / "google-chrome", "exit 0")
    path, own = alone(paths)
    assert path == str(google)
    for name in ("chromium", "chromium-headless-shell"):
        system = script(bare / name, "exit 0")
        assert alone(paths)[0] == str(system)
    for name in ("chromium", "chromium-headless-shell", "google-chrome"):
        (bare / name).unlink()
    assert Path(own).is_relative_to(bare)
    Path(own).parent.mkdir(parents=True)
    script(Path(own), "exit 0")
    assert alone(paths) == (own, own)


@pytest.mark.parametrize("ci", [False, True], ids=["at home", "in CI"])
def test_without_a_browser_a_test_is_skipped_with_one_line_and_in_ci_it_fails(bare, ci):
    words = ("-m", "pytest", "-p", "no:cacheprovider", NEEDS_ONE)
    ran = python(*words, cwd=ROOT, **({"CI": "true"} if ci else {}))
    assert (ran.returncode == 0) is not ci, ran.stdout
    assert re.search(f"{NO_BROWSER}: .*chromium.*google-chrome.*Playwright", ran.stdout)
    assert len(re.findall(f"browser tests? (?:was|were) SKIPPED: {NO_BROWSER}", ran.stdout)) == (
        0 if ci else 1
    )
    assert "SKIPPED [" not in ran.stdout, "each of them is not listed again"
    assert bare.is_dir()


def test_who_has_no_way_to_install_a_browser_is_told_so(bare, monkeypatch, capfd):
    script(bare / "apt-get", "exit 1")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(installing, "run", lambda _: False)
    assert alone(installing.main) == 1
    output = capfd.readouterr()
    assert output.out.count("Installing") == output.err.count("It could not be installed") == 2
    assert output.err.endswith("(Debian: apt-get install chromium)\n")


def test_the_debian_package_is_enough_and_is_installed_once(bare, monkeypatch, capfd):
    for program in ("sh", "chmod"):
        (bare / program).symlink_to(f"/bin/{program}")
    script(bare / "apt-get", f"printf '#!/bin/sh\n' > {bare}/chromium; chmod +x {bare}/chromium")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    for output in ("Installing Debian's Chromium for the browser tests\n", ""):
        assert alone(installing.main) == 0
        assert capfd.readouterr() == (output, "")
