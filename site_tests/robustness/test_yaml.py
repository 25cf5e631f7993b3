"""Structured files as nobody should write them: one clear error with its line, whatever PyYAML
would make of them.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from rulebinder.facts import yaml_files
from rulebinder.reading import saved_notes
from site_tests.conftest import ROOT
from site_tests.robustness.test_folder import STRUCTURED

FAR = 30_000
TITLES: dict[str, tuple[str, str]] = {
    "a tag of truth": ("!!bool maybe", "tag !!bool"),
    "a tag of bytes": ("!!binary x", "tag !!binary"),
    "a tag of Python's": (
        "!!python/object/apply:os.getcwd []",
        "tag !!python/object/apply:os.getcwd",
    ),
    "a tag of its own": ("!mine x", "tag !mine"),
    "a tag in full": ("!<tag:yaml.org,2002:int> x", "tag !!int"),
    "no tag": ("! x", "tag !"),
    "lists in lists": ("[" * FAR, "nested more than"),
    "mappings in mappings": ("{a: " * FAR, "nested more than"),
    "lists on one line": ("\n" + "  - " + "- " * FAR + "x", "nested more than"),
    "keys of keys": ("\n" + "  ? " + "? " * 200 + "x", "nested more than"),
    "an anchor": ("&a Hollow", "&a is an alias"),
    "an alias": ("*a", "*a is an alias"),
    "laughs": ("[&a [x,x], &b [*a,*a], &c [*b,*b]]", "&a is an alias"),
    "a list in itself": ("&a [*a]", "&a is an alias"),
    "a number of a thousand digits": ("1" * 1000, "too large to count with"),
    "a number of too many digits": ("1" * 5000, "too large to count with"),
    "a number beyond all": ("1.0e+999", "too large to count with"),
    "no number": (".nan", "too large to count with"),
    "endless": (".inf", "too large to count with"),
    "a number": ("12", "title must be text"),
    "truth": ("true", "title must be text"),
    "nothing": ("", "title must be text"),
    "a mapping": ("{a: b}", "title must be text"),
    "a quote without end": ('"Hollow', "not valid YAML"),
    "a list without end": ("[Hollow", "not valid YAML"),
    "a percent sign": ("%x", "not valid YAML"),
    "a tab": ("\tx\n\ty: z", "not valid YAML"),
    "a merge": ("{<<: x}", "not valid YAML"),
    "a control character": ("a\x00b", "not valid YAML"),
    "a second document": ("x\n---\nset: hol", "not valid YAML"),
}


@pytest.mark.parametrize("name", TITLES)
def test_what_no_title_can_be_is_one_error(name):
    title, said = TITLES[name]
    notes, problems = saved_notes.loads(
        STRUCTURED.replace("title: Hollow Orchard", f"title: {title}"), "hol.en.yml"
    )
    assert notes is None
    assert said in problems[0].message
    assert "\n" not in str(problems[0])
    assert all(3 <= problem.place.line <= STRUCTURED.count("\n") + 1 for problem in problems)


KEYS = {
    "set": "hol", "language": "en", "kind: release-notes": "release-notes", "layout": "normal",
}  # fmt: skip


@pytest.mark.parametrize("end", ["\\n", "\\r\\n", "\\u2028", "\\n\\n", " "])
@pytest.mark.parametrize("key", KEYS)
def test_a_value_with_a_break_at_its_end_is_another_one(key, end):
    value = KEYS[key]
    source = STRUCTURED.replace(
        f"{key.split(':', maxsplit=1)[0]}: {value}",
        f'{key.split(":", maxsplit=1)[0]}: "{value}{end}"',
    )
    assert source != STRUCTURED
    notes, problems = saved_notes.loads(source, "hol.en.yml")
    assert notes is None
    assert len(problems) == 1


@pytest.mark.parametrize("field", ["name", "type_line"])
def test_a_face_without_a_name_or_a_type_is_an_error(field):
    source = re.sub(rf"{field}: .*", f"{field}: ''", STRUCTURED)
    notes, problems = saved_notes.loads(source, "hol.en.yml")
    assert notes is None
    assert [problem.message for problem in problems] == [f"cards.1.faces.1.{field} is empty"]


def test_what_is_as_deep_as_allowed_is_read():
    depth = yaml_files.DEEPEST - 1
    _, problems = yaml_files.loads(f"a: {'[' * depth}x{']' * depth}", "names", "x.yml")
    assert problems
    assert not any("nested" in problem.message for problem in problems)


def patterns(schema: Any) -> Iterator[str]:
    """All patterns in a schema, those of keys too; no depth matters, for the schemas are ours."""
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        yield from schema.get("patternProperties", {})
        for value in schema.values():
            yield from patterns(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from patterns(value)


@pytest.mark.parametrize(
    "path",
    sorted((ROOT / "generator" / "rulebinder" / "facts" / "schemas").glob("*.json")),
    ids=lambda path: str(path.stem),
)
def test_a_pattern_means_the_same_in_every_language(path):
    """``$`` lets a line break follow in Python, ``\\Z`` is none in ECMAScript, and ``\\d`` is any
    script's digit in Python.
    """
    for pattern in patterns(json.loads(path.read_text("utf-8"))):
        assert not re.search(r"(?<!\\)\$|\\[ZAdw]", pattern), pattern
        assert pattern.startswith("^") == pattern.endswith(r"(?![\s\S])"), pattern


@pytest.mark.parametrize(("written", "value"), [("2.0", 2), ("1.0e+3", 1000), ("2.5", 2.5)])
def test_a_whole_number_is_one_however_it_is_written(written, value):
    read = yaml_files.ParsedText(f"n: {written}", "").data["n"]
    assert (read, type(read)) == (value, type(value))
