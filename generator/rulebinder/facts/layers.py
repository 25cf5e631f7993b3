"""Facts in two layers: an owner's files are laid over those of the program, entry by entry.

The schema of a file says what an entry is. Mappings are joined key by key, and every other value is
one entry. The keyword ``entry`` changes that: ``"whole"`` makes a mapping one entry, and a list of
keys makes each item of a list an entry, which its values of these keys identify (or the whole item,
if there are no keys).
"""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import Any

from ..notes import SET_CODE, SET_OR_DAY
from ..problems import Place, Problem, WithProblems, notice, warning
from ..system import shipped
from ..system.files import DISK
from . import yaml_files
from .yaml_files import Document, KeyPath, Loaded

_SCHEMAS = (
    "set", "other-sets", "mechanic", "names", "oracle-ids", "corrections", "removed", "eras",
    "verdicts", "synonyms", "rules", "questions", "language", "ledger",
)  # fmt: skip
"""The schemas of all files of facts. The title of each ends with the form of a file's path:
``content/sets/<code>.yml``.
"""
_SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_PATTERN_OF_PART = {
    "<code>": SET_CODE,
    "<set>": SET_OR_DAY,
    "<lang>": r"[a-z]{2,3}(?:-[A-Za-z]{2,4})?",
    "<slug>": _SLUG,
    "<topic>": _SLUG,
}
"""What a part of such a form in angle brackets stands for."""
_FILES_WITHOUT_SCHEMA = ("ledger/feeds.tag", "cards/all.txt", "cards/imported.yml")
"""The files of facts that have no schema, or share that of another file."""
_IGNORED = ("notes", "vectors", "README.md")
"""What else may be in a folder of facts: the example's notes, vectors of words, explanations."""


def find_unknown(content: Path) -> Iterator[Problem]:
    """Yield a warning for each file and folder in the folder of facts ``content`` that nothing
    reads.
    """
    forms = [_path_form(schema) for schema in _SCHEMAS]
    folders = sorted({form.partition("/")[0] for form in forms if "/" in form})
    for path in sorted(content.rglob("*")):
        name = path.relative_to(content).as_posix()
        top, _, rest = name.partition("/")
        if path.name.startswith(".") or top in _IGNORED or path.name in _IGNORED or name in folders:
            continue
        if rest and (top not in folders or path.is_dir()):
            continue  # either its folder is a warning, or its files are
        if name in _FILES_WITHOUT_SCHEMA or any(is_path_of(name, schema) for schema in _SCHEMAS):
            continue
        letters = (letter if letter.isprintable() else ascii(letter)[1:-1] for letter in str(path))
        hint = _suggest_name(path, name, forms, folders)
        yield warning(Place("".join(letters)), "nothing reads this", hint, "nothing reads a file")


def _suggest_name(path: Path, name: str, forms: Sequence[str], folders: Sequence[str]) -> str:
    """Return the hint for the file or folder ``path``, whose wrong name in the folder of facts is
    ``name``: the right ones have these ``forms``, or are these ``folders``.
    """
    top = name.partition("/")[0]
    likely = [form for form in forms if form.startswith(f"{top}/")]
    right = PurePath(name.lower()).with_suffix(".yml").as_posix()
    if likely and any(is_path_of(right, schema) for schema in _SCHEMAS):
        return f"rename it to {path.parent / PurePath(right).name}"
    if likely:
        return f"give it a name like content/{' or content/'.join(likely)}"
    if close := difflib.get_close_matches(name, [*folders, *forms], 1):
        return f"did you mean {path.parent / close[0]}? Move it there"
    return f"the folders here are {', '.join(folders)}"


def is_path_of(name: str, schema: str) -> bool:
    """Return whether a file with this schema may have the path ``name`` in the folder of facts,
    such as ``sets/lam.yml``.
    """
    return bool(_compile_path(schema).fullmatch(name))


@functools.cache
def _compile_path(schema: str) -> re.Pattern[str]:
    """Return the pattern of the paths of files with this schema."""
    parts = re.split(r"(<\w+>)", _path_form(schema))
    return re.compile("".join(_PATTERN_OF_PART.get(part) or re.escape(part) for part in parts))


def _path_form(schema: str) -> str:
    """Return the form of the path of files with this schema, from the folder of facts:
    ``sets/<code>.yml``.
    """
    return str(yaml_files.schema(schema)["title"]).rpartition("content/")[2]


def load(content: Path, schema: str, name: str = "") -> Loaded:
    """Return the file ``name`` of the folder of facts ``content``, in an owner's folder laid over
    that of the program, and the problems of both. Without a name, it is the only file that this
    schema is for.

    An owner's file with errors counts as missing. If both are missing, the document is None. Each
    entry of the program that an entry of the owner hides is a notice.
    """
    name = name or _path_form(schema)
    lower_path = shipped.overlaid_file(name)
    lower, problems = yaml_files.load(lower_path, schema) if lower_path else (None, [])
    path = content / name
    if not DISK.has(path):
        return lower, problems
    upper, upper_problems = yaml_files.parse_file(path)
    if upper is None or upper_problems:
        return lower, [*problems, *upper_problems]
    document, hidden = overlay(upper, lower, yaml_files.schema(schema)) if lower else (upper, [])
    violations = yaml_files.validate(document, schema)
    #  What an entry hides says nothing as long as the file is not valid.
    problems += sorted(violations, key=lambda problem: problem.place) or hidden
    return (lower if violations else document), problems


def load_all(folder: Path, schema: str) -> WithProblems[dict[str, Document]]:
    """Return the files of a folder of facts, such as ``content/sets``, by their names without
    suffix, and the problems of all; see :func:`load`.
    """
    documents: dict[str, Document] = {}
    problems: list[Problem] = []
    for path in shipped.facts_files(folder):
        name = f"{folder.name}/{path.name}"
        if is_path_of(name, schema):
            document, file_problems = load(folder.parent, schema, name)
            problems += file_problems
            if document is not None:
                documents[path.stem] = document
    return documents, problems


def overlay(upper: Document, lower: Document, schema: Mapping[str, Any]) -> WithProblems[Document]:
    """Return ``upper`` laid over ``lower``, with a notice for each entry that it hides.

    An empty file hides nothing. ``schema`` is the content of a schema: it says what an entry is.
    """
    if upper.data is None:
        return lower, []
    merged = _Overlay()
    data = merged.merge(_Value(upper, (), upper.data), _Value(lower, (), lower.data), schema, ())
    document = replace(upper, data=data, parts=merged.parts)
    return document, [hiding_notice(document.place(*key), value) for key, value in merged.hidden]


def hiding_notice(place: Place, value: object) -> Problem:
    """Return the notice for an entry of the owner at ``place`` that hides this ``value`` of the
    program.
    """
    return notice(place, f"this hides an entry of the program: {yaml_files.shorten(value)}")


@dataclass(frozen=True)
class _Value:
    """A value of a file, with its path from the top."""

    document: Document
    key: KeyPath
    data: Any

    def get(self, name: str | int) -> _Value | None:
        """Return the value of a key, or an item; None if there is no such key."""
        if isinstance(self.data, dict) and name not in self.data:
            return None
        return _Value(self.document, (*self.key, name), self.data[name])


@dataclass(frozen=True)
class _Overlay:
    """What is noted while two layers are merged."""

    parts: dict[KeyPath, tuple[Document, KeyPath]] = field(default_factory=dict)
    """The file of each value, and its path there: see :attr:`Document.parts`."""
    hidden: list[tuple[KeyPath, Any]] = field(default_factory=list)
    """The values of the lower layer that are hidden, with their paths in the merged one."""

    def merge(
        self, upper: _Value | None, lower: _Value | None, schema: Mapping[str, Any], key: KeyPath
    ) -> Any:
        """Return the value at ``key`` of the merged layers, of which one may lack it (None)."""
        value = upper or lower
        assert value is not None
        self.parts[key] = value.document, value.key
        if upper is None or lower is None:
            return value.data
        entry, types = schema.get("entry"), {type(upper.data), type(lower.data)}
        if types == {dict} and entry != "whole":
            return {
                name: self.merge(
                    upper.get(name), lower.get(name), _find_schema(name, schema), (*key, name)
                )
                for name in {**lower.data, **upper.data}
            }
        if types == {list} and isinstance(entry, list):
            items = schema.get("items", {})
            return [
                self.merge(*pair, items, (*key, number))
                for number, pair in enumerate(_pair_items(upper, lower, entry))
            ]
        #  Both have the entry.
        if upper.data != lower.data and lower.data is not None:
            self.hidden.append((key, lower.data))
        return upper.data


def _pair_items(
    upper: _Value, lower: _Value, keys: list[str]
) -> Iterator[tuple[_Value | None, _Value | None]]:
    """Yield pairs of an upper and a lower item: each item of the lower list with the one that is
    laid over it, then the other ones of the upper list. None stands for an item that is missing.
    """
    #  Of several items with one identity, the first one: later numbers come first here.
    numbers = {
        _identify(item, keys): number for number, item in reversed(list(enumerate(lower.data)))
    }
    upper_of: dict[int, _Value | None] = {}
    others: list[_Value | None] = []
    for number, item in enumerate(upper.data):
        identity = _identify(item, keys)
        twin = numbers.pop(identity, None) if identity else None
        if twin is None:
            others.append(upper.get(number))
        else:
            upper_of[twin] = upper.get(number)
    for number in range(len(lower.data)):
        yield upper_of.get(number), lower.get(number)
    for item in others:
        yield item, None


def _identify(item: Any, keys: list[str]) -> str:
    """Return what identifies an item of a list: its values of the ``keys``, or without keys the
    whole item; empty if it has none of them.
    """
    if not keys:
        return repr(item)
    values = [item.get(key) for key in keys] if isinstance(item, dict) else []
    return repr(values) if any(value is not None for value in values) else ""


def _find_schema(name: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the part of a mapping's schema that is for the value of its key ``name``; an empty one
    if there is none.
    """
    patterns = schema.get("patternProperties", {}).items()
    inner = (
        schema.get("properties", {}).get(name)
        or next((part for pattern, part in patterns if re.search(pattern, name)), None)
        or schema.get("additionalProperties")
    )
    return inner if isinstance(inner, dict) else {}
