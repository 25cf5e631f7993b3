"""YAML text becomes data, with the line of every value.

Only what YAML 1.2 calls a boolean is one (``no`` is a word in several of our languages), and dates
stay text. A text is read in one pass and without recursion, so that no depth of it can exhaust the
stack.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import yaml

from ...problems import InputError, Place, Problem, error

KeyPath = tuple[str | int, ...]

DEEPEST = 50
"""How deep lists and mappings may be nested."""
_LARGEST = 1e15
"""Greater than any number of these files.

Near this size, programs begin to read whole numbers differently.
"""
_STANDARD = "tag:yaml.org,2002:"
_TEXT = f"{_STANDARD}str"


class _Loader(yaml.CSafeLoader):
    """PyYAML's safe loader without YAML 1.1's surprises."""


_Loader.yaml_implicit_resolvers = {
    first: [
        (tag, regexp)
        for tag, regexp in resolvers
        if tag not in (f"{_STANDARD}timestamp", f"{_STANDARD}bool")
    ]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver(f"{_STANDARD}bool", re.compile(r"^(?:true|false)$"), list("tf"))
_SPECIAL = frozenset(filter(None, _Loader.yaml_implicit_resolvers))
"""The first letters of all values that are not text although nothing quotes them.

An empty value is not text either.
"""
_STARTS = frozenset({yaml.SequenceStartEvent, yaml.MappingStartEvent})
_ENDS = frozenset({yaml.SequenceEndEvent, yaml.MappingEndEvent})


def parse(source: str, name: str) -> TextBuilder:
    """Return the builder of the data of ``source``; ``name`` is the path that problems name.

    Raises InputError for tags, aliases and deep nesting: a tag can contradict its value (``!!bool
    maybe``). Raises the errors of PyYAML if the text is not YAML.
    """
    builder = TextBuilder(source, name)
    try:
        builder.run()
    finally:
        builder.loader.dispose()
    return builder


@dataclass(slots=True)
class _Open:
    """A list or a mapping whose end has not come.

    ``entry`` is the key of a mapping whose value comes next.
    """

    path: KeyPath
    values: list[Any] | dict[str, Any]
    line: int
    entry: str | None = None


class TextBuilder:
    """Builds the data of one text out of the parser's events."""

    def __init__(self, source: str, name: str) -> None:
        self.loader = _Loader(source)
        self.data: Any = None
        self.lines: dict[KeyPath, int] = {}
        """The line of every value, by its path from the top."""
        self.problems: list[Problem] = []
        """The problems of single values."""
        self._name = name
        self._open: list[_Open] = []
        self._documents = 0

    def run(self) -> None:
        check, get = self.loader.check_event, self.loader.get_event
        while check():
            event: Any = get()
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._scalar(event)
            elif kind in _ENDS:
                ended = self._open.pop()
                self._deliver(ended.values, ended.line)
            elif kind in _STARTS or kind is yaml.AliasEvent:
                self._start(event)
            elif kind is yaml.DocumentStartEvent:
                self._documents += 1
                if self._documents > 1:
                    hint = "give one document a file; quote a line of dashes, if it is text"
                    message = "not valid YAML (a second document begins)"
                    raise InputError(self._fault(_line(event), message, hint))

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        self._refuse_marks(event)
        text = event.value
        is_text = not event.implicit[0] or (text[:1] not in _SPECIAL and text != "")
        self._deliver(text if is_text else self._single(event), _line(event))

    def _start(self, event: yaml.NodeEvent) -> None:
        self._refuse_marks(event)
        path, line = self._path(), _line(event)
        self.lines.setdefault(path, line)
        if len(self._open) == DEEPEST:
            message = f"values are nested more than {DEEPEST} deep"
            raise InputError(self._fault(line, message, "write it flatter"))
        self._open.append(_Open(path, [] if type(event) is yaml.SequenceStartEvent else {}, line))

    def _refuse_marks(self, event: yaml.NodeEvent) -> None:
        """Raise InputError if a value has an anchor or a tag, or is an alias."""
        if event.anchor is not None:
            sign = "*" if isinstance(event, yaml.AliasEvent) else "&"
            message = f"{sign}{event.anchor} is an alias for a value elsewhere"
            hint = "write it out; or quote the value, if it is text"
        elif (tag := getattr(event, "tag", None)) is not None:
            message = f"the tag {tag.replace(_STANDARD, '!!')} says of what kind a value is"
            hint = "leave it out, or quote the value"
        else:
            return
        raise InputError(self._fault(_line(event), message, hint))

    def _path(self) -> KeyPath:
        """Return the path of the value that comes next."""
        if not self._open:
            return ()
        above = self._open[-1]
        return (
            *above.path,
            len(above.values) if isinstance(above.values, list) else above.entry or "",
        )

    def _single(self, event: Any) -> Any:
        """Return a value that is neither list nor mapping. ``2.0`` is the whole number 2.

        Report a number that no program can count with.
        """
        tag = self.loader.resolve(yaml.ScalarNode, event.value, event.implicit)  # type: ignore[no-untyped-call]
        if tag == _TEXT:
            return event.value
        try:
            node = yaml.ScalarNode(tag, event.value, event.start_mark, event.end_mark)
            value = self.loader.construct_object(node)
        except ValueError:  # more digits than Python takes
            value = math.inf
        if isinstance(value, int | float) and not abs(value) < _LARGEST:
            message = "this number is too large to count with"
            hint = "put it in quotes, if it is text"
            self.problems.append(self._fault(_line(event), message, hint))
            return 0
        return int(value) if isinstance(value, float) and value.is_integer() else value

    def _deliver(self, value: Any, line: int) -> None:
        """Put a finished value into what is open, or make it the key of the value that comes
        next.
        """
        if not self._open:
            self.lines.setdefault((), line)
            self.data = value
            return
        above = self._open[-1]
        if isinstance(above.values, list):
            self.lines.setdefault((*above.path, len(above.values)), line)
            above.values.append(value)
        elif above.entry is None:
            above.entry = self._key(value, line, above.values)
            self.lines[*above.path, above.entry] = line
        else:
            above.values[above.entry] = value
            above.entry = None

    def _key(self, value: Any, line: int, mapping: dict[str, Any]) -> str:
        entry = str(value)
        if not isinstance(value, str):
            fault = self._fault(line, f"the key {value!r} is not text", "put it in quotes")
            self.problems.append(fault)
        if entry in mapping:
            fault = self._fault(line, f"the key {entry!r} is here twice", "keep one of them")
            self.problems.append(fault)
        return entry

    def _fault(self, line: int, message: str, hint: str) -> Problem:
        return error(Place(self._name, line), message, hint)


def _line(event: Any) -> int:
    """Return the line on which an event of the parser begins, from 1."""
    return int(event.start_mark.line) + 1
