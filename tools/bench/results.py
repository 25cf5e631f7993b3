"""The results page, docs/measurements.md: one section for each measurement, replaced when it runs
again.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from rulebinder.system.files import DISK
from site_tests.conftest import ROOT

PAGE = ROOT / "docs" / "measurements.md"

_collected: list[str] = []
"""The Markdown of the running measurement.

Measurements run one after another, so one list is enough.
"""


def collect(markdown: str) -> None:
    """Add a block of Markdown to the section of the running measurement."""
    _collected.append(markdown)


def markdown_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as Markdown, with its title above: the first column to the left, the others to
    the right.
    """
    lines = (heads, ["---", *["---:"] * (len(heads) - 1)], *rows)
    cells = ([cell.replace("|", "&#124;") for cell in line] for line in lines)
    return f"{title}:\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in cells)


def keep(name: str, page: Path = PAGE) -> None:
    """Write the collected blocks as the section ``name`` of ``page``, and forget them.

    All other sections stay as they are. A measurement that collected nothing, because it could not
    run, changes nothing.
    """
    if not _collected:
        return
    head, sections = parsed(page.read_text("utf-8"))
    sections[name] = f"{_setting()} " + "\n\n".join(_collected)
    _collected.clear()
    body = "\n".join(f"## {each}\n\n{sections[each].strip()}\n" for each in sorted(sections))
    DISK.write(page, f"{head.strip()}\n\n{body}")


def parsed(text: str) -> tuple[str, dict[str, str]]:
    """Return the text above the first section, and the sections by name."""
    head, *parts = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    return head, dict(zip(parts[::2], parts[1::2], strict=True))


def _setting() -> str:
    """Return the line with the date, commit and setting of a measurement, without the names of
    machines and paths. On a machine with a load above its cores, times are too long.
    """
    facts = (
        f"commit {_commit()}",
        f"{os.cpu_count()} cores with a load of {os.getloadavg()[0]:.0f}",
        f"Python {platform.python_version()}",
        platform.system(),
    )
    return f"Measured on {date.today().isoformat()}: {', '.join(facts)}."


def _commit() -> str:
    """Return the current commit, marked if files differ from it; ``unknown`` if there is no
    repository.
    """
    command = [
        "git",
        "-C",
        str(ROOT),
        "describe",
        "--always",
        "--dirty=, with changes",
        "--exclude=*",
    ]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
