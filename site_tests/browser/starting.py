"""Starting the browser that is installed."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator

from playwright.sync_api import Browser, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip


class NoBrowserError(Exception):
    """None is installed; says which were looked for."""


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window. Raises NoBrowserError where there is none."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        raise NoBrowserError(f"no browser here: none of {', '.join(_NAMES)} is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        yield browser
        browser.close()
