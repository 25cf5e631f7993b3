"""The files that pages load: style sheets and one script, each joined of a file for each topic, and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path

import rcssmin

from ..problems import InputError, Place, error
from ..search import script_modules
from ..system.digests import digest
from .theme import Sheets

STYLES, SCRIPTS = "styles", "scripts"
"""The folders whose files are joined. Settings of the same names list the files and their order."""
COMMON, WRITTEN, PRINTED = "rulebinder.css", "written.css", "print.css"
"""The style sheets that contain rules of the theme."""
SCRIPT = "rulebinder.js"


def files(
    folder: Path, styles: Mapping[str, Sequence[str]], scripts: Sequence[str], theme: Callable[[str, str], Sheets]
) -> dict[str, bytes]:
    """Return the files that pages load, by name: style sheets and the script, joined of files in ``folder``, and its pictures.

    ``styles`` lists the files of each style sheet, and ``scripts`` those of the script, all without their endings.
    ``theme`` returns the theme's rules that belong to our style sheets. Raises InputError if a listed file is missing, or
    if a file is not listed.
    """
    listed = _listed(folder, STYLES, ".css", list(chain.from_iterable(styles.values())))
    own = {f"{sheet}.css": "\n".join(listed[name] for name in files) for sheet, files in styles.items()}
    parts = theme(own[COMMON], "\n".join(own.values()))
    themed = {COMMON: parts.common, WRITTEN: parts.written, PRINTED: parts.printed}
    sheets = {name: rcssmin.cssmin(themed.get(name, "") + own.get(name, "")) for name in sorted(own | themed)}
    script = _scripts(_listed(folder, SCRIPTS, ".js", scripts).values())
    pictures = {path.name: path.read_bytes() for path in sorted(folder.glob("*.svg"))}
    return pictures | {name: content.encode("utf-8") for name, content in (sheets | {SCRIPT: script}).items()}


def version(contents: Iterable[bytes]) -> str:
    """Return a short digest. Pages load files by it, so that no browser combines a cached script with a new page."""
    return digest(*contents)[:8]


def _listed(folder: Path, name: str, ending: str, names: Sequence[str]) -> dict[str, str]:
    """Return the texts of the files, in the order of ``names``. Raises InputError as :func:`files`."""
    paths = {each: f"{name}/{each}{ending}" for each in names}
    there = {path.relative_to(folder).as_posix() for path in (folder / name).glob(f"*{ending}")}
    place = Place("mkdocs.yml")
    problems = [
        error(place, f"extra.{name} lists {each!r}, which does not exist") for each in paths.values() if each not in there
    ]
    problems += [
        error(place, f"extra.{name} lacks {each!r}", "add it to the list") for each in sorted(there - set(paths.values()))
    ]
    if problems:
        raise InputError(*problems)
    return {each: (folder / path).read_text("utf-8") for each, path in paths.items()}


def _scripts(contents: Iterable[str]) -> str:
    """Return one script, with each file in a function of its own, so that names cannot collide."""
    return '"use strict";\n' + "".join(f"(() => {{\n{script_modules.bare(content)}}})();\n" for content in contents)
