"""Finds a browser for the tests, or installs one: ``python -m site_tests.browser.installing``."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
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
    ways: list[tuple[str, Sequence[str]]] = [("Playwright's Chromium", _OWN)]
    if _is_root() and shutil.which("apt-get"):
        ways.insert(0, ("Debian's Chromium", _APT))
    for what, command in ways:
        if installed():
            return 0
        print(f"Installing {what} for the browser tests", flush=True)
        if failure := run(command, _LONGEST):
            print(f"It could not be installed: {failure}", file=sys.stderr)
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


def run(command: Sequence[str], longest: float) -> str | None:
    """Run a command and its children for at most ``longest`` seconds.

    Return the reason if it fails.
    """
    environment = {**os.environ, **_ENVIRONMENT}
    with (
        tempfile.TemporaryFile(mode="w+", encoding="utf-8", errors="replace") as said,
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            env=environment,
            start_new_session=True,
        ) as running,
    ):
        try:
            running.wait(longest)
        except (
            BaseException
        ) as cut:  # Ctrl-C too: neither it nor a timeout reaches the command's children
            os.killpg(running.pid, signal.SIGKILL)
            if isinstance(cut, subprocess.TimeoutExpired):
                return f"it took longer than {longest:g} seconds"
            raise
        said.seek(0)
        return reason(said.read()) if running.returncode else None


def reason(said: str) -> str:
    """Return the line of a command's output with the reason of a failure: its first error, or else
    its last line.
    """
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = (line for line in lines if line.startswith(("E:", "Err", "error", "Error")))
    return next(errors, lines[-1] if lines else "it did not say why")


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


if __name__ == "__main__":
    sys.exit(main())
