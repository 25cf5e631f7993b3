"""Finds a browser for the tests, or installs one: ``python -m site_tests.browser.installing``."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

from playwright.sync_api import sync_playwright

from site_tests.browser.starting import NoBrowserError, find

_LONGEST = 600
"""The most seconds that an installation may take."""
_APT = (
    "sh",
    "-c",
    (
        "apt-get update -qq && install='apt-get install -qq -y --no-install-recommends'"
        " && { $install chromium-headless-shell || $install chromium; }"
    ),
)
"""The smaller package comes first. Some releases have only the other one."""
_OWN = (sys.executable, "-m", "playwright", "install", "--no-shell", "chromium")
_ENVIRONMENT = {
    "DEBIAN_FRONTEND": "noninteractive",
    "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000",
}


def main() -> int:
    """Install a browser if there is none, and say so.

    The exit code says whether there is one now.
    """
    ways: dict[str, Sequence[str]] = {"Playwright's Chromium": _OWN}
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        ways = {"Debian's Chromium": _APT, **ways}
    for name, command in ways.items():
        if installed():
            return 0
        print(f"Installing {name} for the browser tests", flush=True)
        if not run(command):
            print("It could not be installed", file=sys.stderr)
    if installed():
        return 0
    print(
        "The browser tests need Chromium: install your system's package (Debian: apt-get install"
        " chromium)",
        file=sys.stderr,
    )
    return 1


def installed() -> bool:
    """Return whether the tests find a browser."""
    with sync_playwright() as playwright:
        try:
            find(playwright)
        except NoBrowserError:
            return False
        return True


def run(command: Sequence[str]) -> bool:
    """Return whether a command succeeds in time. What it says of a failure is shown."""
    try:
        ran = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, **_ENVIRONMENT},
            timeout=_LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return ran.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
