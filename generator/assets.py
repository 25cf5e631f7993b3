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
    """What pages load, by its name: the style sheet and the script joined of files in ``folder``, and the pictures there.

    ``order`` names the files to join, without their endings. Raises InputError if it names a file
    that is not there, or leaves one out.
    """
    joined = {
        STYLE_SHEET: _styles(_listed(folder, STYLES, ".css", order)),
        SCRIPT: _scripts(_listed(folder, SCRIPTS, ".js", order)),
    }
    pictures = {path.name: path.read_bytes() for path in sorted(folder.glob("*.svg"))}
    return pictures | {name: content.encode("utf-8") for name, content in joined.items()}


def version(contents: Iterable[bytes]) -> str:
    """A short digest: pages ask for what they load by it, so that no browser puts a kept script beside a new page."""
    found = hashlib.sha256()
    for content in contents:
        found.update(f"{len(content)} ".encode() + content)
    return found.hexdigest()[:8]


def _listed(folder: Path, name: str, ending: str, order: Mapping[str, Sequence[str]]) -> list[str]:
    names = [f"{name}/{each}{ending}" for each in order.get(name, ())]
    there = {path.relative_to(folder).as_posix() for path in (folder / name).glob(f"*{ending}")}
    place = Place("mkdocs.yml")
    problems = [error(place, f"extra.{name} lists {each!r}, which is not there") for each in names if each not in there]
    problems += [error(place, f"extra.{name} lacks {each!r}", "list it where it belongs") for each in sorted(there - set(names))]
    if problems:
        raise InputError(*problems)
    return [(folder / each).read_text("utf-8") for each in names]


def _styles(contents: Sequence[str]) -> str:
    return "\n".join(contents)


def _scripts(contents: Sequence[str]) -> str:
    """Each file in a function of its own, so that their names cannot meet."""
    return "\n".join(f"(() => {{\n{content.strip()}\n}})();" for content in contents) + "\n"
