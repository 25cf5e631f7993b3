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


def find_unknown(content: Path) -> Iterator[Problem]:
    """Yield a warning for each file and folder in the folder of facts ``content`` that nothing
    reads.
    """
    forms = [_title_path(schema) for schema in _SCHEMAS]
    folders = sorted({form.partition("/")[0] for form in forms if "/" in form})
    for path in sorted(content.rglob("*")):
        name = path.relative_to(content).as_posix()
        top, _, rest = name.partition("/")
        if path.name.startswith(".") or top in _BESIDE or path.name in _BESIDE or name in folders:
            continue
        if rest and (top not in folders or path.is_dir()):
            continue  # either its folder is a warning, or its files are
        if name in _OTHERS or any(is_path_of(name, schema) for schema in _SCHEMAS):
            continue
        letters = (letter if letter.isprintable() else ascii(letter)[1:-1] for letter in str(path))
        hint = _suggest_name(path, name, forms, folders)
        yield warning(Place("".join(letters)), "nothing reads this", hint, "nothing reads a file")


def _suggest_name(path: Path, name: str, forms: Sequence[str], folders: Sequence[str]) -> str:
    """Return the hint for a file or folder with a wrong name."""
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
    return bool(_path_pattern(schema).fullmatch(name))


@functools.cache
def _path_pattern(schema: str) -> re.Pattern[str]:
    parts = re.split(r"(<\w+>)", _title_path(schema))
    return re.compile("".join(_PARTS.get(part) or re.escape(part) for part in parts))


def _title_path(schema: str) -> str:
    """Return the path of a file with this schema, from the folder of facts: ``sets/<code>.yml``."""
    return str(yaml_files.schema(schema)["title"]).rpartition("content/")[2]


def load(content: Path, schema: str, name: str = "") -> Loaded:
    """Return the file ``name`` of the folder of facts ``content``, in an owner's folder laid over
    that of the program. Without a name, it is the only file that this schema is for.

    It is None if there is neither, or if the only one has problems. They are returned too, with a
    notice for each entry of the program that an entry of the owner hides.
    """
    name = name or _title_path(schema)
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
    problems += sorted(violations, key=lambda problem: problem.place) or hidden
    return (lower if violations else document), problems


def load_all(folder: Path, schema: str) -> WithProblems[dict[str, Document]]:
    """Return the files of a folder of facts, such as ``content/sets``, by their names without
    suffix; see :func:`load`.
    """
    documents: dict[str, Document] = {}
    problems: list[Problem] = []
    for path in shipped.facts_files(folder):
        name = f"{folder.name}/{path.name}"
        if is_path_of(name, schema):
            document, faults = load(folder.parent, schema, name)
            problems += faults
            if document is not None:
                documents[path.stem] = document
    return documents, problems


def overlay(upper: Document, lower: Document, schema: Mapping[str, Any]) -> WithProblems[Document]:
    """Return ``upper`` laid over ``lower``, with a notice for each entry that it hides.

    An empty file hides nothing.
    """
    if upper.data is None:
        return lower, []
    layers = _Overlay()
    data = layers.merge(_Value(upper, (), upper.data), _Value(lower, (), lower.data), schema, ())
    document = replace(upper, data=data, parts=layers.parts)
    return document, [hiding_notice(document.place(*key), value) for key, value in layers.hidden]


def hiding_notice(place: Place, value: object) -> Problem:
    """Return the notice for an entry of the owner at ``place``, which hides this ``value`` of the
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
    """The files of the values of both layers, and the values of the lower one that are hidden."""

    parts: dict[KeyPath, tuple[Document, KeyPath]] = field(default_factory=dict)
    hidden: list[tuple[KeyPath, Any]] = field(default_factory=list)

    def merge(
        self, upper: _Value | None, lower: _Value | None, schema: Mapping[str, Any], key: KeyPath
    ) -> Any:
        """Return the value at ``key``, which one layer has, or both."""
        value = upper or lower
        assert value is not None
        self.parts[key] = value.document, value.key
        if upper is None or lower is None:
            return value.data
        entry, types = schema.get("entry"), {type(upper.data), type(lower.data)}
        if types == {dict} and entry != "whole":
            return {
                name: self.merge(
                    upper.get(name), lower.get(name), _schema_of(name, schema), (*key, name)
                )
                for name in {**lower.data, **upper.data}
            }
        if types == {list} and isinstance(entry, list):
            items = schema.get("items", {})
            return [
                self.merge(*pair, items, (*key, number))
                for number, pair in enumerate(_pair_items(upper, lower, entry))
            ]
        if upper.data != lower.data and lower.data is not None:
            self.hidden.append((key, lower.data))
        return upper.data


def _pair_items(
    upper: _Value, lower: _Value, keys: list[str]
) -> Iterator[tuple[_Value | None, _Value | None]]:
    """Yield the items of the lower list, each with that of the upper one that is laid over it, then
    the other ones of the upper list.
    """
    numbers = {
        _identity(item, keys): number for number, item in reversed(list(enumerate(lower.data)))
    }
    over: dict[int, _Value | None] = {}
    others: list[_Value | None] = []
    for number, item in enumerate(upper.data):
        identity = _identity(item, keys)
        twin = numbers.pop(identity, None) if identity else None
        if twin is None:
            others.append(upper.get(number))
        else:
            over[twin] = upper.get(number)
    for number in range(len(lower.data)):
        yield over.get(number), lower.get(number)
    for item in others:
        yield item, None


def _identity(item: Any, keys: list[str]) -> str:
    """Return what identifies an item of a list; nothing if it has none of the ``keys``."""
    if not keys:
        return repr(item)
    values = [item.get(key) for key in keys] if isinstance(item, dict) else []
    return repr(values) if any(value is not None for value in values) else ""


def _schema_of(name: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of a mapping's value."""
    patterns = schema.get("patternProperties", {}).items()
    inner = (
        schema.get("properties", {}).get(name)
        or next((part for pattern, part in patterns if re.search(pattern, name)), None)
        or schema.get("additionalProperties")
    )
    return inner if isinstance(inner, dict) else {}
