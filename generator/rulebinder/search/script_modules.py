"""Scripts as browsers load them: without comments, and the modules of the search joined, so that no
phone waits for each.

A module is a file of ES imports, each on a line of its own, and of exported functions, classes and
constants. That is all that our scripts use; Python has no well-kept bundler.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Mapping
from pathlib import Path

from ..system import imports

_IMPORT = re.compile(
    r'^import (?:(?P<names>\{[^}]*\}) from )?"(?P<file>\.[^"\n]+)";?\n', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


@functools.lru_cache(
    maxsize=128
)  # a script is in many pages' files, and a live site is built again and again
def bare(script: str) -> str:
    """Return a script without its comments, the types in them and its indentation; each line that
    has code stays a line.

    A browser needs none of it, and every phone pays for it. Names are kept, so that errors can be
    read. Pygments guesses the start of a regular expression; a test compares each of our scripts
    with its bare form.
    """
    #  Most builds take over the scripts of the one before.
    from pygments.lexers.javascript import JavascriptLexer  # noqa: PLC0415
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


def joined(entry: Path, given: Mapping[str, str] | None = None) -> str:
    """Return the module ``entry`` with all that it imports in one text, without comments.

    ``given`` are modules that do not exist, by their path from the folder of ``entry``; they are
    taken as they are. Imports by ``import()`` stay imports. Raises InputError if an import names a
    module that is not there, or if modules import each other.
    """
    virtual = {entry.parent / name: text for name, text in (given or {}).items()}
    texts = imports.texts(entry, _IMPORT, virtual)
    top = os.path.commonpath([file.parent for file in texts])
    names = {
        file: "$" + re.sub(r"\W", "_", os.path.relpath(file.with_suffix(""), top)) for file in texts
    }

    def taken(file: Path, text: str) -> str:
        """Return the text of a module in which names of the joined modules replace its imports."""
        return _IMPORT.sub(lambda match: _taken(match, names[imports.target(file, match)]), text)

    parts = {
        file: taken(file, text if file in virtual else bare(text)) for file, text in texts.items()
    }
    own = parts.pop(entry).lstrip("\n")
    return "".join([*(_closed(names[file], text) for file, text in parts.items()), own])


def files(entry: Path) -> frozenset[Path]:
    """Return the files that the module ``entry`` is joined of.

    Raises InputError as :func:`joined`.
    """
    return frozenset(imports.texts(entry, _IMPORT))


def _taken(match: re.Match[str], module: str) -> str:
    """Return the line that replaces an import: its names, of the joined module."""
    if not match["names"]:
        return ""
    return f"const {match['names'].replace(' as ', ': ')} = {module}\n"


def _closed(name: str, content: str) -> str:
    """Return a module in a function of its own, so that its names meet no others.

    If it exports something, ``name`` becomes what it exports. The semicolon matters: without it,
    the next function would be taken for an argument.
    """
    exported = ", ".join(_EXPORT.findall(content))
    body = _EXPORT.sub("", content).strip()
    if exported:
        return f"const {name} = (() => {{\n{body}\nreturn {{ {exported} }}\n}})();\n"
    return f"(() => {{\n{body}\n}})();\n"
