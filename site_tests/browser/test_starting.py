"""How a browser is found, installed or missed. These tests need no browser."""

from __future__ import annotations

import os
import re
import shlex
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest
from playwright.sync_api import sync_playwright

from site_tests.browser import installing, starting
from site_tests.calling import called, python, script
from site_tests.conftest import NO_BROWSER, ROOT

Answer = TypeVar("Answer")
NEEDS_ONE = "site_tests/browser/test_search_words.py::test_words_are_folded_in_the_same_way"


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


def found() -> str:
    with sync_playwright() as playwright:
        return starting.find(playwright)


def own_path() -> str:
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def test_a_browser_of_the_system_is_found(bare):
    script(
        bare / "chromium", "exit 1"
    )  # like the script of this name that only explains how to install a browser
    google = script(bare / "google-chrome", "exit 0")
    assert alone(found) == str(google)
    chromium = script(bare / "chromium", "exit 0")
    assert alone(found) == str(chromium)
    shell = script(bare / "chromium-headless-shell", "exit 0")
    assert alone(found) == str(shell)


def test_playwright_s_browser_is_found_if_the_system_has_none(bare):
    own = Path(alone(own_path))
    assert own.is_relative_to(bare)
    own.parent.mkdir(parents=True)
    script(own, "exit 0")
    assert alone(found) == str(own)


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


def test_nothing_is_installed_if_there_is_a_browser(bare, monkeypatch):
    script(bare / "chromium", "exit 0")
    monkeypatch.setattr(installing, "run", lambda *_: pytest.fail("installed"))
    assert alone(installing.main) == 0


@pytest.mark.parametrize(
    ("root", "ways"), [(True, ["apt-get", "playwright"]), (False, ["playwright"])]
)
def test_every_way_to_install_a_browser_is_tried_and_reported(
    bare,
    monkeypatch,
    capsys,
    root,
    ways,
):
    tried: list[str] = []

    def run(command, _longest):
        tried.append(shlex.join(command))
        return "no network"

    script(bare / "apt-get", "exit 1")
    monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000)
    monkeypatch.setattr(installing, "run", run)
    assert alone(installing.main) == 1
    assert [way in command for way, command in zip(ways, tried, strict=True)] == [True] * len(ways)
    said = capsys.readouterr()
    assert (
        said.out.count("Installing")
        == said.err.count("It could not be installed: no network")
        == len(ways)
    )
    assert said.err.endswith("(Debian: apt-get install chromium)\n")


def test_the_debian_package_is_enough(bare, monkeypatch, capsys):
    def run(command, _longest):
        assert "apt-get install" in shlex.join(command)
        script(bare / "chromium", "exit 0")

    script(bare / "apt-get", "exit 0")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(installing, "run", run)
    assert alone(installing.main) == 0
    assert capsys.readouterr().out == "Installing Debian's Chromium for the browser tests\n"


def test_a_hanging_installation_is_ended_with_its_children(tmp_path):
    noted = tmp_path / "pid"
    assert (
        installing.run(["sh", "-c", f"sleep 600 & echo $! >{shlex.quote(str(noted))}; wait"], 1)
        == "it took longer than 1 seconds"
    )
    pid = noted.read_text("utf-8").strip()
    end = time.monotonic() + starting.PATIENCE
    while (state := called("ps", "-o", "stat=", "-p", pid).stdout)[:1] not in "Z":
        assert time.monotonic() < end, state


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("Get: 1\nE: Unable to locate\nE: more\n", "E: Unable to locate"),
        ("one\ntwo\n", "two"),
        ("", "it did not say why"),
    ],
)
def test_a_failure_gives_its_reason(said, why):
    command = ["sh", "-c", f"printf %s {shlex.quote(said)}; exit 3"]
    assert installing.run(command, 60) == why
    assert installing.run(["sh", "-c", "echo Error; exit 0"], 60) is None
