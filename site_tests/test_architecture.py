"""The structure of the code: which module may import which, and how large the whole may be."""

import ast
import collections
import functools
import importlib.util
import io
import json
import re
import tokenize
from dataclasses import fields
from pathlib import Path

import pytest

import rulebinder
from rulebinder.facts.languages import ReadingWords, Searching, Typography
from site_tests.conftest import ROOT

GENERATOR = ROOT / "generator" / "rulebinder"
LIMITS = {
    "generator": 255_650,
    "templates": 28_900,
    "web": 102_500,
    "site_tests": 222_600,
    "tools": 19_500,
    "all": 629_100,
    "modules": 151,
    "types with several meanings": 0,
}
"""The most that the program may have. Tokens are counted without comments and docstrings, so that
neither dense lines nor fewer comments help. A change that makes something smaller lowers its limit.
"""
SLACK = 1.01
"""How much a limit may be above what is there: more means that somebody forgot to lower it."""

ORDER = tuple(re.findall(r"^    (\w+) ", rulebinder.__doc__ or "", re.MULTILINE))
"""The stages, first to last, as the package lists them.

A module may import from its own stage and those before it.
"""

STAGES = {name: rank for rank, name in enumerate(ORDER)}


@functools.cache
def modules() -> dict[Path, ast.Module]:
    """Return the modules of the generator, each read once."""
    paths = sorted(GENERATOR.rglob("*.py"))
    return {path: ast.parse(path.read_text("utf-8")) for path in paths}


def stage(path: Path) -> str:
    """Return the stage of a module.

    ``generator/rulebinder/pages/addresses.py`` and ``generator/rulebinder/pages/__init__.py``
    belong to ``pages``.
    """
    return path.relative_to(GENERATOR).parts[0].removesuffix(".py")


@functools.cache
def imports(path: Path) -> tuple[str, ...]:
    """Return the dotted names that a module of the generator imports, relative ones as absolute."""
    package = ".".join(["rulebinder", *path.relative_to(GENERATOR).parent.parts])
    names: list[str] = []
    for node in ast.walk(modules()[path]):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            relative = "." * node.level + (node.module or "")
            origin = importlib.util.resolve_name(relative, package)
            names += [f"{origin}.{alias.name}" for alias in node.names]
    return tuple(names)


def imported_stages(path: Path) -> set[str]:
    parts = [name.split(".") for name in imports(path)]
    return {
        names[1]
        for names in parts
        if names[0] == "rulebinder" and len(names) > 1 and names[1] in STAGES
    }


def test_a_module_imports_only_from_its_own_stage_and_earlier_ones():
    later = []
    for path in modules():
        home = stage(path)
        if home in ("__init__", "__main__"):
            assert imported_stages(path) <= {"cli"}
            continue
        assert home in STAGES, f"{home} has no place in ORDER: give it one"
        later += [
            f"{path.relative_to(GENERATOR)} must not know {name}"
            for name in imported_stages(path)
            if STAGES[name] > STAGES[home]
        ]
    assert not later


@pytest.mark.parametrize(
    ("module", "forbidden"),
    [
        ("reading", "library"),
        ("pages", "reading"),
        ("reading.saved_notes", "reading.dialects"),
        ("reading.dialects", "reading.saved_notes"),
    ],
)
def test_some_stages_never_import_from_each_other(module, forbidden):
    """Readers never see the library, pages never see a reader, a dialect does not know the stored
    form.
    """
    for path in modules():
        name_of = ".".join(path.relative_to(GENERATOR).with_suffix("").parts)
        if f"{name_of}.".startswith(f"{module}."):
            assert not [
                name for name in imports(path) if f"{name}.".startswith(f"rulebinder.{forbidden}.")
            ], path


@pytest.mark.parametrize(
    ("libraries", "users"),
    [
        ({"mkdocs"}, {"plugin", "publishing/mkdocs.py"}),
        ({"mcp", "mcp_types"}, {"answering/server.py"}),
    ],
)
def test_only_one_place_imports_a_large_library(libraries, users):
    naming = {
        path.relative_to(GENERATOR)
        for path in modules()
        if libraries & {name.split(".")[0] for name in imports(path)}
    }
    assert {
        path.parts[0] if path.parts[0] in users else path.as_posix() for path in naming
    } == users


def test_only_the_command_line_prints_and_exits():
    for path, tree in modules().items():
        if stage(path) in {"cli", "__main__"}:
            continue
        calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
        names = {ast.unparse(call) for call in calls}
        assert not names & {"print", "exit", "sys.exit", "click.echo"}, path


def sizes() -> dict[str, int]:
    """Return what LIMITS bounds, as it is now."""
    tokens = dict.fromkeys(("generator", "templates", "web", "site_tests", "tools"), 0)
    for folder in tokens:
        for path in sorted((ROOT / folder).rglob("*")):
            if not {"node_modules", "__pycache__"} & set(path.parts):
                tokens[folder] += _tokens(path)
    types: dict[str, set[Path]] = collections.defaultdict(set)
    for path, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                types[node.name].add(path)
    return {
        **tokens,
        "all": sum(tokens.values()),
        "modules": len(modules()),
        "types with several meanings": sum(len(paths) > 1 for paths in types.values()),
    }


def _tokens(path: Path) -> int:
    if path.suffix == ".py":
        return _python_tokens(path.read_text("utf-8"))
    if path.suffix in (".js", ".ts", ".css", ".j2", ".html"):
        without = re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        return len(re.findall(r"[\w$]+|[^\w\s]", without))
    return 0


def _python_tokens(text: str) -> int:
    """Return the number of tokens of a module, without those that only people read."""
    docstrings = {
        (node.lineno, node.col_offset)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node.value.value, str)
    }
    return sum(
        token.type not in _UNCOUNTED and token.start not in docstrings
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
    )


_UNCOUNTED = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def test_the_program_only_becomes_smaller():
    now = sizes()
    assert {name: size for name, size in now.items() if size > LIMITS[name]} == {}
    forgotten = {name: now[name] for name, limit in LIMITS.items() if limit > now[name] * SLACK}
    assert forgotten == {}, "lower these limits to what is there now"


def test_the_package_and_the_architecture_list_all_stages():
    there = {
        path.stem
        for path in GENERATOR.iterdir()
        if (path.is_dir() and (path / "__init__.py").exists()) or path.suffix == ".py"
    }
    assert there - {"__init__", "__main__"} == set(ORDER)
    stages = (
        (ROOT / "ARCHITECTURE.md")
        .read_text("utf-8")
        .partition("## The stages")[2]
        .partition("\n#")[0]
    )
    listed = re.findall(r"^\| `(\w+?)(?:/|\.py)` \|", stages, re.MULTILINE)
    assert tuple(listed) == ORDER


def test_every_word_list_of_a_language_is_documented_and_in_the_schema():
    schema = json.loads((GENERATOR / "facts" / "schemas" / "language.json").read_text("utf-8"))
    readme = (ROOT / "content" / "languages" / "README.md").read_text("utf-8")
    documented = {"typography", "name", "reading", "searching", "interface"}
    for key, of in (
        ("reading", ReadingWords),
        ("searching", Searching),
        ("typography", Typography),
    ):
        names = {field.name for field in fields(of)}
        assert set(schema["properties"][key]["properties"]) == names
        documented |= names
    assert set(re.findall(r"^\| `(\w+)` \|", readme, re.MULTILINE)) == documented


def test_the_locks_pin_hashes_and_contain_no_path():
    for path in sorted((ROOT / "requirements").glob("*.txt")):
        text = path.read_text("utf-8")
        pins = re.findall(r"^[\w.-]+==\S+(?: ; .+)? \\\n    --hash=sha256:", text, re.MULTILINE)
        assert len(pins) == len(re.findall(r"^[\w-]", text, re.MULTILINE)) > 0
        assert "://" not in text
        assert not re.search(r"^-", text, re.MULTILINE)
