"""Pages and other texts as somebody approved them: `make approve` writes them anew, and whoever
reviews a change reads the difference.
"""

import difflib
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

APPROVED = Path(__file__).with_name("approved")
BLOCK = re.compile(
    r"(?<!\n)(?=<(?:article|details|div|form|h[1-6]|li|link|meta|nav|ol|p|script|section|table|td"
    r"|template|th|tr|ul)[ >])"
)


def assert_approved(folder: str, pages: Mapping[str, str]) -> None:
    """Fail unless the pages, by their paths, are those in ``folder`` of the approved ones."""
    now = {_name(path): _readable(page) for path, page in pages.items()}
    if "RULEBINDER_APPROVE" in os.environ:
        (APPROVED / folder).mkdir(parents=True, exist_ok=True)
        for file in (APPROVED / folder).iterdir():
            file.unlink()
        for name, page in now.items():
            (APPROVED / folder / name).write_text(page, "utf-8")
    approved = {file.name: file.read_text("utf-8") for file in (APPROVED / folder).iterdir()}
    difference = [
        line
        for name in sorted({*approved, *now})
        for line in difflib.unified_diff(
            approved.get(name, "").splitlines(),
            now.get(name, "").splitlines(),
            f"approved {name}",
            f"now {name}",
            n=1,
            lineterm="",
        )
    ]
    assert not difference, "\n".join(["`make approve` if this is right:", *difference])


def read(folder: Path, paths: Iterable[str]) -> dict[str, str]:
    """Return the pages at ``paths`` in ``folder``."""
    return {path: (folder / path).read_text("utf-8") for path in paths}


def _name(path: str) -> str:
    """Return the name of the file of a page: ``en-cards.txt`` for ``en/cards/index.html``."""
    parts = re.sub(r"index\.\w+$", "", path).strip("/").split("/")
    return f"{'-'.join(parts) or 'front'}.txt"


def _readable(page: str) -> str:
    """Return a page with a line for each block, without the digests of what it loads."""
    return BLOCK.sub("\n", re.sub(r"\?[0-9a-f]{8}\b|(?<='sha256-)[\w+/=]+", "", page))
