"""The files that pages load: style sheets and one script, each joined of its parts, and
pictures.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from pathlib import Path

import rcssmin

from ..problems import InputError, Place, error
from ..search import script_modules
from ..settings.brand import DARK, ICON, LIGHT, Brand
from ..system import imports
from ..system.digests import digest

STYLES, SCRIPTS = "styles", "scripts"
"""The folders whose files are joined."""
COMMON, PRINTED = "rulebinder.css", "print.css"
"""The style sheet of every page, and that of paper."""
SCRIPT = "rulebinder.js"

_IMPORT = re.compile(r'^@import "?(?P<file>.*?)"?;', re.MULTILINE)
"""Of another form of import, it takes all for a file, which does not exist."""


def files(folder: Path) -> dict[str, bytes]:
    """Return the files that pages load, by name: style sheets, the script, and the pictures.

    They are made of what is in ``folder``. Raises InputError if an import names no file, or if
    nothing imports a part.
    """
    pictures = {path.name: path.read_bytes() for path in sorted(folder.glob("*.svg"))}
    styles = {
        name: rcssmin.cssmin("\n".join(parts.values())).encode()
        for name, parts in sorted(sheets(folder / STYLES).items())
    }
    entry = folder / SCRIPTS / SCRIPT
    _all_needed(entry.parent.rglob("*.js"), script_modules.files(entry))
    #  Each part is in a function of its own, so that names cannot collide.
    script = f'"use strict";\n{script_modules.joined(entry)}'
    return {**pictures, **styles, SCRIPT: script.encode()}


def sheets(folder: Path) -> dict[str, dict[Path, str]]:
    """Return each style sheet of ``folder`` by its name: the rules of each file that it needs, in
    order.

    Files in other folders than ``page`` are parts of sheets. Raises InputError as :func:`files`.
    """
    loaded = sorted(chain(folder.glob("*.css"), folder.glob("page/**/*.css")))
    parts = {
        path.name: {
            file: _IMPORT.sub("", text) for file, text in imports.texts(path, _IMPORT).items()
        }
        for path in loaded
    }
    _all_needed(folder.rglob("*.css"), set(chain.from_iterable(parts.values())))
    return parts


def version(contents: Iterable[bytes]) -> str:
    """Return a short digest.

    Pages load files by it, so that no browser combines a cached script with a new page.
    """
    return digest(*contents)[:8]


def _all_needed(there: Iterable[Path], needed: Collection[Path]) -> None:
    """Raise InputError if a file that is ``there`` is not ``needed``: somebody forgot to import
    it.
    """
    problems = [
        error(Place(str(path)), "nothing imports this file", "import it, or remove it")
        for path in sorted(there)
        if path not in needed
    ]
    if problems:
        raise InputError(*problems)


def dressed(files: Mapping[str, bytes], brand: Brand) -> dict[str, bytes]:
    """Return the files that pages load, with the colors and the logo of the owner's ``brand``."""
    branded = {**files, ICON: brand.mark(files[ICON].decode()).encode()}
    if (brand.light, brand.dark) != (LIGHT, DARK):
        rule = f":root,[data-md-color-scheme]{{--rb-header:light-dark({brand.light},{brand.dark})}}"
        branded[COMMON] += rule.encode()
    return branded
