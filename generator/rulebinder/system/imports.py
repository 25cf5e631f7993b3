"""Files that import others, each on a line of its own, as style sheets and scripts do."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from ..problems import Place, refusal


def texts(
    entry: Path, line: re.Pattern[str], given: Mapping[Path, str] | None = None
) -> dict[Path, str]:
    """Return the text of each file that ``entry`` needs: imported ones first, and ``entry`` last.

    ``line`` matches an import; its group ``file`` is a path from the folder of the importing file.
    ``given`` are texts of files that do not exist. Raises InputError if an import names no file, or
    if files import each other.
    """
    found: dict[Path, str] = {}
    virtual = given or {}

    def add(file: Path, above: tuple[Path, ...]) -> None:
        text = virtual[file] if file in virtual else file.read_text("utf-8")
        for match in line.finditer(text):
            needed = target(file, match)
            place = Place(str(file), text.count("\n", 0, match.start()) + 1)
            if needed in (*above, file):
                raise refusal(place, f"{match['file']!r} imports this file")
            if needed not in virtual and not needed.is_file():
                raise refusal(place, f"there is no file {match['file']!r} to import")
            if needed not in found:
                add(needed, (*above, file))
        found[file] = text

    add(entry, ())
    return found


def target(file: Path, match: re.Match[str]) -> Path:
    """Return the file that an import in ``file`` names."""
    return Path(os.path.normpath(file.parent / match["file"]))
