"""The names that files of facts have, and what in a folder of facts has another one."""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

from ...notes import SET_CODE, SET_OR_DAY
from ...problems import Place, Problem, warning
from . import yaml_files

_SCHEMAS = (
    "set", "other-sets", "mechanic", "names", "oracle-ids", "corrections", "removed", "eras",
    "verdicts", "synonyms", "rules", "questions", "language", "ledger",
)  # fmt: skip
"""The schemas of all files of facts.

The end of its title is the path of a file, or the form of it.
"""
_SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_PARTS = {
    "<code>": SET_CODE,
    "<set>": SET_OR_DAY,
    "<lang>": r"[a-z]{2,3}(?:-[A-Za-z]{2,4})?",
    "<slug>": _SLUG,
    "<topic>": _SLUG,
}
_OTHERS = ("ledger/feeds.tag", "cards/all.txt", "cards/imported.yml")
"""The files of a folder of facts that have no schema of their own."""
_BESIDE = ("notes", "vectors", "README.md")
"""What else may be in a folder of facts: the example, vectors of words, and explanations."""


def unknown(content: Path) -> Iterator[Problem]:
    """Yield a warning for each file and folder in the folder of facts ``content`` that nothing
    reads.
    """
    known = [_path(schema) for schema in _SCHEMAS]
    folders = sorted({path.partition("/")[0] for path in known if "/" in path})
    for path in sorted(content.rglob("*")):
        name = path.relative_to(content).as_posix()
        top, _, below = name.partition("/")
        if path.name.startswith(".") or top in _BESIDE or path.name in _BESIDE or name in folders:
            continue
        if below and (top not in folders or path.is_dir()):
            continue  # either its folder is a warning, or its files are
        if name in _OTHERS or any(fits(name, schema) for schema in _SCHEMAS):
            continue
        letters = (each if each.isprintable() else ascii(each)[1:-1] for each in str(path))
        yield warning(
            Place("".join(letters)),
            "nothing reads this",
            _likely(path, name, known, folders),
            "nothing reads a file",
        )


def _likely(path: Path, name: str, known: Sequence[str], folders: Sequence[str]) -> str:
    """Return the hint for a file or folder with a wrong name."""
    top = name.partition("/")[0]
    forms = [form for form in known if form.startswith(f"{top}/")]
    right = PurePath(name.lower()).with_suffix(".yml").as_posix()
    if forms and any(fits(right, schema) for schema in _SCHEMAS):
        return f"rename it to {path.parent / PurePath(right).name}"
    if forms:
        return f"give it a name like content/{' or content/'.join(forms)}"
    close = difflib.get_close_matches(name, [*folders, *known], 1)
    return (
        f"did you mean {path.parent / close[0]}? Move it there"
        if close
        else f"the folders here are {', '.join(folders)}"
    )


def fits(name: str, schema: str) -> bool:
    """Return whether a file with this schema may have the path ``name`` in the folder of facts,
    such as ``sets/lam.yml``.
    """
    return bool(_form(schema).fullmatch(name))


def _path(schema: str) -> str:
    """Return the path of a file with this schema, from the folder of facts: ``sets/<code>.yml``."""
    return str(yaml_files.schema(schema)["title"]).rpartition("content/")[2]


@functools.cache
def _form(schema: str) -> re.Pattern[str]:
    """Return what matches the path of a file with this schema."""
    parts = re.split(r"(<\w+>)", _path(schema))
    return re.compile(
        "".join(_PARTS[part] if part in _PARTS else re.escape(part) for part in parts)
    )
