"""Finds the installed browser, and starts it."""

import contextlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from site_tests.conftest import NO_BROWSER

PATIENCE = 60
"""The longest that anything in a browser may take, in seconds.

A busy machine needs less, so this only ends a hang.
"""

_SHELL = "chromium-headless-shell"
"""Chromium without the parts that only windows need.

It needs a third of the time for the same work.
"""
_NAMES = (_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_NEVER = "https://never.invalid/"
"""An address that no page requests."""
_ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip


class NoBrowserError(Exception):
    """Raised if no browser is installed. The message lists the browsers that were tried."""


def find(playwright: Playwright) -> str:
    """Return the path of a working browser: the system's, or else the one that Playwright installs.

    Raises NoBrowserError.
    """
    system = filter(None, map(shutil.which, _NAMES))
    path = next(filter(_runs, (*system, playwright.chromium.executable_path)), None)
    if path is None:
        raise NoBrowserError(
            f"{NO_BROWSER}: neither {', '.join(_NAMES)} nor Playwright's own Chromium is installed"
        )
    return path


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser without a window. Raises NoBrowserError if there is none."""
    with sync_playwright() as playwright:
        path = find(playwright)
        mode = () if Path(path).name == _SHELL else ("--headless=new",)
        browser = playwright.chromium.launch(
            executable_path=path, args=(*mode, *_ARGUMENTS), timeout=PATIENCE * 1000
        )
        expect.set_options(timeout=PATIENCE * 1000)
        yield browser
        browser.close()


@contextlib.contextmanager
def context(browser: Browser, **options: Any) -> Iterator[BrowserContext]:
    """The context of one visit: cookies, cache, browser options, and long timeouts.

    By default there is no service worker, because its requests pass by the routes of a page.
    """
    with browser.new_context(**{"service_workers": "block", **options}) as opened:
        opened.set_default_timeout(PATIENCE * 1000)
        yield opened


def catching(page: Page) -> Page:
    """Return ``page``, of which every request can be caught from now on. Call this before the page
    loads.

    Chromium confirms the first route of a page before the page's requests pass through it. A
    request that follows at once may escape a route that is the first one.
    """
    page.route(_NEVER, lambda route: route.continue_())
    return page


def _runs(path: str) -> bool:
    """Return whether there is a browser at ``path``. Some systems have a script of that name that
    only explains how to install one.
    """
    try:
        return (
            subprocess.run(
                [path, "--version"], capture_output=True, check=False, timeout=PATIENCE
            ).returncode
            == 0
        )
    except OSError:
        return False
