"""The structure of the code: which module may import which, and how large files and functions may
be.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

import rulebinder
from rulebinder.facts.languages import Reading, Searching, Typography
from site_tests.conftest import ROOT

GENERATOR = ROOT / "generator" / "rulebinder"
FILE_LINES = 400
FUNCTION_LINES = 60
FOLDER_FILES = 12

ORDER = tuple(re.findall(r"^    (\w+) ", rulebinder.__doc__ or "", re.MULTILINE))
"""The stages, first to last, as the package lists them.

A module may import from its own stage and those before it.
"""

STAGES = {name: rank for rank, name in enumerate(ORDER)}


def modules() -> list[Path]:
    return sorted(GENERATOR.rglob("*.py"))


def sources() -> list[Path]:
    return sorted([*modules(), *(ROOT / "site_tests").rglob("*.py")])


def stage(path: Path) -> str:
    """Return the stage of a module.

    ``generator/rulebinder/pages/addresses.py`` and ``generator/rulebinder/pages/__init__.py``
    belong to ``pages``.
    """
    return path.relative_to(GENERATOR).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """Return the dotted names that a module of the generator imports.

    Relative ones are made absolute.
    """
    package = ["rulebinder", *path.relative_to(GENERATOR).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def known_stages(path: Path) -> set[str]:
    parts = [name.split(".") for name in imported(path)]
    return {
        names[1]
        for names in parts
        if names[0] == "rulebinder" and len(names) > 1 and names[1] in STAGES
    }


def functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(GENERATOR)))
def test_a_module_imports_only_from_its_own_stage_and_earlier_ones(path: Path) -> None:
    own = stage(path)
    if own in ("__init__", "__main__"):
        assert known_stages(path) <= {"cli"}
        return
    assert own in STAGES, f"{own} has no place in ORDER: give it one"
    later = sorted(name for name in known_stages(path) if STAGES[name] > STAGES[own])
    assert not later, f"{own} must not know {', '.join(later)}"


@pytest.mark.parametrize(
    ("module", "forbidden"),
    [
        ("reading", "library"),
        ("pages", "reading"),
        ("reading.structured", "reading.dialects"),
        ("reading.dialects", "reading.structured"),
    ],
)
def test_some_stages_never_import_from_each_other(module: str, forbidden: str) -> None:
    """Readers never see the library, pages never see a reader, a dialect does not know the stored
    form.
    """
    for path in modules():
        own = ".".join(path.relative_to(GENERATOR).with_suffix("").parts)
        if f"{own}.".startswith(f"{module}."):
            assert not [
                name for name in imported(path) if f"{name}.".startswith(f"rulebinder.{forbidden}.")
            ], path


def test_every_kind_of_page_has_a_template_of_the_theme() -> None:
    kinds = {path.name.partition(".")[0] for path in (ROOT / "templates" / "pages").glob("*.md.j2")}
    assert kinds <= {path.stem for path in (ROOT / "templates" / "site").glob("*.html")}


def test_only_the_plugin_imports_mkdocs() -> None:
    naming = {
        path for path in modules() if any(name.split(".")[0] == "mkdocs" for name in imported(path))
    }
    assert {path for path in naming if stage(path) != "plugin"} == {
        GENERATOR / "build" / "whole.py"
    }


def test_only_the_server_of_assistants_imports_its_library() -> None:
    naming = {
        path
        for path in modules()
        if any(name.split(".")[0] in ("mcp", "mcp_types") for name in imported(path))
    }
    assert naming == {GENERATOR / "answering" / "server.py"}


def test_only_the_command_line_prints_and_exits() -> None:
    for path in modules():
        if stage(path) in {"cli", "__main__"}:
            continue
        calls = [
            node.func
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call)
        ]
        names = {ast.unparse(call) for call in calls}
        assert not names & {"print", "exit", "sys.exit", "click.echo"}, path


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_functions_stay_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < FILE_LINES
    long = {name: lines for name, lines in functions(path) if lines > FUNCTION_LINES}
    assert not long


def test_the_package_and_the_architecture_list_all_stages() -> None:
    there = {
        path.stem
        for path in GENERATOR.iterdir()
        if (path.is_dir() and (path / "__init__.py").exists()) or path.suffix == ".py"
    }
    assert there - {"__init__", "__main__"} == set(ORDER)
    stages = (
        (ROOT / "ARCHITECTURE.md")
        .read_text(encoding="utf-8")
        .partition("## The stages")[2]
        .partition("\n#")[0]
    )
    listed = re.findall(r"^\| `(\w+?)(?:/|\.py)` \|", stages, re.MULTILINE)
    assert tuple(listed) == ORDER


def test_few_modules_lie_outside_the_folders() -> None:
    assert len([path for path in GENERATOR.glob("*.py") if not path.stem.startswith("__")]) <= 9


@pytest.mark.parametrize(
    "folder",
    sorted({path.parent for path in modules()}),
    ids=lambda path: str(path.relative_to(GENERATOR)),
)
def test_no_folder_is_a_long_list(folder: Path) -> None:
    files = [path for path in folder.glob("*.py") if path.stem != "__init__"]
    if folder.name != "publishing":  # still one
        assert len(files) <= FOLDER_FILES


def test_every_word_list_of_a_language_is_documented_and_in_the_schema() -> None:
    names = {field.name for field in fields(Reading)}
    searching = {field.name for field in fields(Searching)}
    typography = {field.name for field in fields(Typography)}
    schema = json.loads(
        (GENERATOR / "facts" / "schemas" / "language.json").read_text(encoding="utf-8")
    )
    assert set(schema["properties"]["reading"]["properties"]) == names
    assert set(schema["properties"]["searching"]["properties"]) == searching
    assert set(schema["properties"]["typography"]["properties"]) == typography
    readme = (ROOT / "content" / "languages" / "README.md").read_text(encoding="utf-8")
    assert set(
        re.findall(r"^\| `(\w+)` \|", readme, re.MULTILINE)
    ) == names | searching | typography | {
        "typography",
        "name",
        "reading",
        "searching",
        "interface",
    }


def test_the_locks_pin_hashes_and_contain_no_path() -> None:
    for path in sorted((ROOT / "requirements").glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        pins = re.findall(r"^[\w.-]+==\S+(?: ; .+)? \\\n    --hash=sha256:", text, re.MULTILINE)
        assert len(pins) == len(re.findall(r"^[\w-]", text, re.MULTILINE)) > 0
        assert "://" not in text
        assert not re.search(r"^-", text, re.MULTILINE)
