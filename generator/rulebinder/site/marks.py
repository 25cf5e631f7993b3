"""The mark of a site: a file in it that lists the files that the build wrote."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..problems import Place, refusal
from ..system.files import replace_whole

MARK = ".rulebinder"
"""The file that every built site has.

Only a folder with this file, or an empty one, is replaced.
"""
WEBSITE, PAGES = "website", "folder of pages"
"""What can be put in place. One never replaces the other."""
_FORM = 1


@dataclass(frozen=True)
class Mark:
    """What a build recorded about its site."""

    files: frozenset[str]
    """The files that the build wrote, by their path in the site."""
    errors: int
    """The number of errors in the input and the pages."""
    kind: str = WEBSITE


def read(out: Path) -> Mark | None:
    """Return the mark of the site in ``out``; None if there is no site. Raises InputError if the
    mark cannot be read.
    """
    try:
        head, *lines = (out / MARK).read_text(encoding="utf-8").removesuffix("\n").split("\n")
        values = json.loads(head)
        before, files = "", []
        for line in lines:
            shared, rest = line.split(" ", 1)
            before = before[: int(shared)] + rest
            files.append(before)
        is_strange = any(
            path[:1] == "/" or (".." in path and ".." in path.split("/")) for path in files
        )
        if values["form"] != _FORM or MARK not in files or is_strange:
            raise ValueError(head)
        return Mark(frozenset(files), int(values["errors"]), values.get("kind", WEBSITE))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError) as failure:
        place = Place(str(out / MARK), 1)
        hint = "take the file back from a copy of the site, or name another --out"
        raise refusal(place, "the list of the website's files cannot be read", hint) from failure


def write(site: Path, files: Iterable[str], errors: int, kind: str = WEBSITE) -> None:
    """List the ``files`` of a site in its mark.

    Each line has the number of characters shared with the line before, and the rest.
    """
    head = {"form": _FORM, "errors": errors} | ({} if kind == WEBSITE else {"kind": kind})
    before, lines = "", [json.dumps(head)]
    for path in sorted({MARK, *files}):
        shared = len(os.path.commonprefix((before, path)))  # noqa: RUF071 -- by letters
        lines.append(f"{shared} {path[shared:]}")
        before = path
    replace_whole(site / MARK, ("\n".join(lines) + "\n").encode())
