"""Scripts as browsers load them: without comments, and the modules of the search joined, so that no phone waits for each.

A module is a file of ES imports, each on a line of its own, and of exported functions, classes and
constants. That is all that the search's own scripts use; Python has no well-kept bundler.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from pathlib import Path

from ..problems import InputError, Place, error

_IMPORT = re.compile(r'^import (?:(?P<names>\{[^}]*\}) from )?"\./(?P<module>[\w-]+)\.js";?\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


@functools.lru_cache(maxsize=128)  # a script is in many pages' files, and a live site is built again and again
def bare(script: str) -> str:
    """Return a script without its comments, the types in them and its indentation; each line that has code stays a line.

    A browser needs none of it, and every phone pays for it. Names are kept, so that errors can be read.
    Pygments guesses the start of a regular expression; a test compares each of our scripts with its bare form.
    """
    from pygments.lexers.javascript import JavascriptLexer  # noqa: PLC0415 -- most builds take over the scripts of the one before
    from pygments.token import Comment, Whitespace  # noqa: PLC0415

    parts: list[str] = []
    gap = ""
    for _, kind, value in JavascriptLexer().get_tokens_unprocessed(script):
        if kind in Comment or kind in Whitespace:
            gap = "\n" if "\n" in gap + value else " "
        else:
            parts += (gap, value)
            gap = ""
    return "".join(parts).strip() + "\n"


def joined(folder: Path, entry: str, given: Mapping[str, str] | None = None) -> str:
    """Return the module ``entry`` of ``folder`` with all that it imports in one text, without comments.

    ``given`` are modules by name that are not in the folder and import nothing; they are taken as they
    are. Imports by ``import()`` stay imports. Raises InputError if an import names a module that is
    not there, or if modules import each other.
    """
    held: dict[str, str] = {}
    others = given or {}

    def read(name: str, path: tuple[str, ...]) -> str:
        file = folder / f"{name}.js"
        if name in path:
            raise InputError(error(Place(str(file)), "imports itself", f"through {' and '.join(path)}"))
        if not file.is_file():
            raise InputError(error(Place(str(folder / f"{path[-1]}.js")), f"imports {name!r}, which is not there"))
        content = bare(file.read_text("utf-8"))
        for match in _IMPORT.finditer(content):
            module = match["module"]
            if module in held:
                continue
            held[module] = _closed(others[module] if module in others else read(module, (*path, name)))
        return _IMPORT.sub(_taken, content)

    own = read(entry, ())
    parts = [f"const ${name} = {content}\n" for name, content in held.items()]
    return "".join([*parts, own.lstrip("\n")])


def _taken(match: re.Match[str]) -> str:
    """Return the line that replaces an import: its names, of the joined module."""
    if not match["names"]:
        return ""
    return f"const {match['names'].replace(' as ', ': ')} = ${match['module']}\n"


def _closed(content: str) -> str:
    """Return a module in a function of its own, so that its names meet no others; the function returns the exports."""
    exported = ", ".join(_EXPORT.findall(content))
    return f"(() => {{\n{_EXPORT.sub('', content).strip()}\nreturn {{ {exported} }}\n}})()"
