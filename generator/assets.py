"""What the pages load besides themselves: one style sheet and one script, joined of a file for each topic."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from .problems import InputError, Place, error

STYLES, SCRIPTS = "styles", "scripts"
"""The folders whose files are joined. The order of each is the list of that name in mkdocs.yml's ``extra``."""
STYLE_SHEET, SCRIPT = "rulebinder.css", "rulebinder.js"


def files(folder: Path, order: Mapping[str, Sequence[str]]) -> dict[str, bytes]:
    """The assets in ``folder`` by their path in it: the joined ones, and all others as they are.

    ``order`` names the files to join, without their endings. Raises InputError where it names a file
    that is not there, or leaves one out.
    """
    paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    joined = {
        STYLE_SHEET: _styles(_listed(paths, STYLES, ".css", order)),
        SCRIPT: _scripts(_listed(paths, SCRIPTS, ".js", order)),
    }
    rest = {name: path.read_bytes() for name, path in paths.items() if not name.startswith((f"{STYLES}/", f"{SCRIPTS}/"))}
    return rest | {name: content.encode("utf-8") for name, content in joined.items()}


def version(contents: Iterable[bytes]) -> str:
    """A short digest: pages ask for what they load by it, so that no browser puts a kept script beside a new page."""
    found = hashlib.sha256()
    for content in contents:
        found.update(f"{len(content)} ".encode() + content)
    return found.hexdigest()[:8]


def _listed(paths: Mapping[str, Path], folder: str, ending: str, order: Mapping[str, Sequence[str]]) -> list[str]:
    names = [f"{folder}/{name}{ending}" for name in order.get(folder, ())]
    there = {name for name in paths if name.startswith(f"{folder}/")}
    place = Place("mkdocs.yml")
    problems = [error(place, f"extra.{folder} lists {name!r}, which is not there") for name in names if name not in there]
    problems += [
        error(place, f"extra.{folder} lacks {name!r}", "list it where it belongs") for name in sorted(there - set(names))
    ]
    if problems:
        raise InputError(*problems)
    return [paths[name].read_text("utf-8") for name in names]


def _styles(contents: Sequence[str]) -> str:
    return "\n".join(contents)


def _scripts(contents: Sequence[str]) -> str:
    """Each file in a function of its own, so that their names cannot meet."""
    return "\n".join(f"(() => {{\n{content.strip()}\n}})();" for content in contents) + "\n"
