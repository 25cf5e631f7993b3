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
from ..problems import Place, Problem, notice, warning
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
    known = [_path(schema) for schema in _SCHEMAS]
    folders = sorted({path.partition("/")[0] for path in known if "/" in path})
    for path in sorted(content.rglob("*")):
        name = path.relative_to(content).as_posix()
        top, _, below = name.partition("/")
        if path.name.startswith(".") or top in _BESIDE or path.name in _BESIDE or name in folders:
            continue
        if below and (top not in folders or path.is_dir()):
            continue  # either its folder is a warning, or its files are
        if name in _OTHERS or any(is_path_of(name, schema) for schema in _SCHEMAS):
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
    if forms and any(is_path_of(right, schema) for schema in _SCHEMAS):
        return f"rename it to {path.parent / PurePath(right).name}"
    if forms:
        return f"give it a name like content/{' or content/'.join(forms)}"
    close = difflib.get_close_matches(name, [*folders, *known], 1)
    return (
        f"did you mean {path.parent / close[0]}? Move it there"
        if close
        else f"the folders here are {', '.join(folders)}"
    )


def is_path_of(name: str, schema: str) -> bool:
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


_WHOLE = "whole"


def load(content: Path, name: str, schema: str) -> Loaded:
    """Return the file ``name`` of the folder of facts ``content``, in an owner's folder laid over
    that of the program.

    It is None if there is neither, or if the only one has problems. They are returned too, with a
    notice for each entry of the program that an entry of the owner hides.
    """
    below = shipped.overlaid_file(name)
    brought, problems = yaml_files.load(below, schema) if below else (None, [])
    path = content / name
    if not DISK.has(path):
        return brought, problems
    own, found = yaml_files.parse_file(path)
    if own is None or found:
        return brought, [*problems, *found]
    document, hidden = overlay(own, brought, yaml_files.schema(schema)) if brought else (own, [])
    wrong = yaml_files.validate(document, schema)
    problems += sorted(wrong, key=lambda problem: problem.place) or hidden
    return (brought if wrong else document), problems


def load_all(folder: Path, schema: str) -> tuple[dict[str, Document], list[Problem]]:
    """Return the files of a folder of facts, such as ``content/sets``, by their names without
    suffix; see :func:`load`.
    """
    documents: dict[str, Document] = {}
    problems: list[Problem] = []
    for path in shipped.facts_files(folder):
        name = f"{folder.name}/{path.name}"
        if is_path_of(name, schema):
            document, faults = load(folder.parent, name, schema)
            problems += faults
            if document is not None:
                documents[path.stem] = document
    return documents, problems


def overlay(
    own: Document, brought: Document, schema: Mapping[str, Any]
) -> tuple[Document, list[Problem]]:
    """Return ``own`` laid over ``brought``, with a notice for each entry that it hides.

    An empty file hides nothing.
    """
    if own.data is None:
        return brought, []
    joint = _Joint()
    data = joint.laid(_Value(own, (), own.data), _Value(brought, (), brought.data), schema, ())
    document = replace(own, data=data, parts=joint.parts)
    return document, [hiding_notice(document.place(*at), value) for at, value in joint.hidden]


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

    def under(self, name: str | int) -> _Value:
        return _Value(self.document, (*self.key, name), self.data[name])


@dataclass(frozen=True)
class _Joint:
    """The files of the values of both layers, and the values of the lower one that are hidden."""

    parts: dict[KeyPath, tuple[Document, KeyPath]] = field(default_factory=dict)
    hidden: list[tuple[KeyPath, Any]] = field(default_factory=list)

    def laid(self, own: _Value, below: _Value, schema: Mapping[str, Any], at: KeyPath) -> Any:
        """Return the value at ``at``, which both layers have."""
        entry = schema.get("entry")
        taken = self._taken(own, at)
        if isinstance(own.data, dict) and isinstance(below.data, dict) and entry != _WHOLE:
            joint: dict[str, Any] = {}
            for name in {**below.data, **own.data}:
                there = (*at, name)
                if name in own.data and name in below.data:
                    inner = _schema_of(name, schema)
                    joint[name] = self.laid(own.under(name), below.under(name), inner, there)
                else:
                    layer = own if name in own.data else below
                    joint[name] = self._taken(layer.under(name), there)
            return joint
        if isinstance(own.data, list) and isinstance(below.data, list) and isinstance(entry, list):
            return self._items(own, below, schema, at)
        if own.data != below.data and below.data is not None:
            self.hidden.append((at, below.data))
        return taken

    def _items(
        self, own: _Value, below: _Value, schema: Mapping[str, Any], at: KeyPath
    ) -> list[Any]:
        """Return the items of the lower list, those of the upper one laid over them, then its other
        ones.
        """
        keys = schema["entry"]
        known = {
            _identity(item, keys): number for number, item in reversed(list(enumerate(below.data)))
        }
        over: dict[int, _Value] = {}
        others: list[_Value] = []
        for number, item in enumerate(own.data):
            identity = _identity(item, keys)
            found = known.pop(identity, None) if identity else None
            if found is None:
                others.append(own.under(number))
            else:
                over[found] = own.under(number)
        items: list[Any] = []
        for number in range(len(below.data)):
            each, here = below.under(number), (*at, number)
            items.append(
                self.laid(over[number], each, schema.get("items", {}), here)
                if number in over
                else self._taken(each, here)
            )
        for each in others:
            items.append(self._taken(each, (*at, len(items))))
        return items

    def _taken(self, value: _Value, at: KeyPath) -> Any:
        """Return a value as one layer has it."""
        self.parts[at] = value.document, value.key
        return value.data


def _identity(item: Any, keys: list[str]) -> str:
    """Return what identifies an item of a list; nothing if it has none of the ``keys``."""
    if not keys:
        return repr(item)
    values = [item.get(key) for key in keys] if isinstance(item, dict) else []
    return repr(values) if any(value is not None for value in values) else ""


def _schema_of(name: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema of a mapping's value."""
    patterns = schema.get("patternProperties", {}).items()
    found = schema.get("properties", {}).get(name) or next(
        (own for pattern, own in patterns if re.search(pattern, name)), None
    )
    other = found or schema.get("additionalProperties")
    return other if isinstance(other, dict) else {}
