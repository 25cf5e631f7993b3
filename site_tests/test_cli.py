"""The command's contract: what it is called with, and its exit codes."""

import click
import pytest

from rulebinder.cli import COMMANDS, REPLACEMENTS, main
from site_tests.calling import python
from site_tests.robustness.documents import run

LIBRARIES = ("jinja2", "mammoth", "mcp", "mkdocs", "pdfminer", "pydantic")
"""What only some commands need, and takes long to import."""
DAILY = ["init", "check", "import", "serve", "site"]


def test_help_lists_the_five_commands_of_every_day_before_the_others():
    result = run("--help")
    assert result.exit_code == 0
    daily, others = (
        [line.split()[0] for line in part.splitlines() if line.startswith("  ")]
        for part in result.stdout.partition("Every day:\n")[2].split("Other commands:\n")
    )
    assert daily == DAILY
    assert sorted([*daily, *others]) == sorted(COMMANDS)


@pytest.mark.parametrize("more", ["", "--out x", "--from x.json --all", "x"])
@pytest.mark.parametrize("old", REPLACEMENTS)
def test_what_is_gone_answers_in_one_line_with_what_is_there_now(old, more, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(*old.split(), *more.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"`rulebinder {old}` is now `rulebinder {REPLACEMENTS[old]}`.\n"
    command, *options = REPLACEMENTS[old].split()
    described = main.get_command(click.Context(main), command)
    assert described is not None
    known = {option for each in described.params for option in each.opts}
    assert known.issuperset(option for option in options if option.startswith("--"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", sorted({*DAILY, "mcp", "verify"}))
def test_every_command_and_option_is_explained(command):
    assert run(command, "--help").exit_code == 0
    described = main.get_command(click.Context(main), command)
    assert described is not None
    assert described.help
    _, summary = COMMANDS[command]
    assert " ".join(described.help.split()).startswith(summary)
    options = [option for option in described.params if isinstance(option, click.Option)]
    assert options
    assert all(option.help and option.help.endswith(".") for option in options)


@pytest.mark.parametrize(
    ("module", "call"),
    [
        ("rulebinder.cli", ""),
        ("rulebinder.cli.facts", " as command; command.main(['check'])"),
    ],
)
def test_a_program_that_cannot_be_read_is_one_sentence(module, call):
    code = f"import sys; sys.modules['{module}'] = None; import rulebinder.__main__{call}"
    result = python("-c", code)
    assert result.returncode == 1
    assert result.stderr.startswith("rulebinder: error: the program cannot be read (")
    assert result.stderr.count("\n") == 1


def _imported(*arguments: str) -> set[str]:
    """Return the names of the packages, and of our stages, that a call of the command imports."""
    after = (
        "atexit.register(lambda: print(*{'.'.join(name.split('.')[: 1 +"
        " name.startswith('rulebinder.')]) for name in sys.modules}))"
    )
    called = (
        f"import atexit, sys; {after}; from rulebinder.__main__ import main;"
        f" main({list(arguments)!r})"
    )
    result = python("-c", called)
    return set(result.stdout.splitlines()[-1].split())


def test_help_imports_no_stage_that_works():
    found = _imported("--help")
    assert {name for name in found if name.startswith("rulebinder.")} <= {
        "rulebinder.__main__", "rulebinder.cli", "rulebinder.problems", "rulebinder.system",
    }  # fmt: skip
    assert found.isdisjoint({*LIBRARIES, "jsonschema", "yaml"})


def test_an_import_of_text_imports_nothing_that_publishes_or_reads_other_files(tmp_path):
    page = tmp_path / "notes.txt"
    page.write_text("no release notes", "utf-8")
    found = _imported("import", "--explain", str(page))
    assert "rulebinder.reading" in found
    stages = {f"rulebinder.{name}" for name in ("pages", "plugin", "search", "site")}
    assert found.isdisjoint({*LIBRARIES, *stages})


def test_the_module_is_the_command():
    assert python("-m", "rulebinder", "--version").stdout.startswith("rulebinder, version ")


@pytest.mark.parametrize(
    "line",
    [
        "--nope",
        "nope",
        "import",
        "import a.md",
        "site --notes .",
        "site --notes nowhere --out out",
        "site --notes file --out out",
        "site --notes . --out file",
        "site --notes . --out out --content nowhere",
        "site --notes . --out out --verify --force",
        "site --clean",
        "verify --manifest nowhere",
        "mcp",
        "check",
        "check --notes nowhere",
    ],
)
def test_wrong_usage_is_2_and_does_nothing(line, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder", "utf-8")
    (tmp_path / "content").mkdir()
    monkeypatch.chdir(tmp_path)
    result = run(*line.split())
    assert result.exit_code == 2
    assert "Usage: " in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["content", "file"]


@pytest.mark.parametrize("out", ["notes", "notes/site", ".", "content/site"])
def test_the_site_never_overlaps_with_what_it_is_made_from(out, tmp_path, monkeypatch):
    for folder in ("notes", "content"):
        (tmp_path / folder).mkdir()
    monkeypatch.chdir(tmp_path)
    result = run("site", "--notes", "notes", "--out", out)
    assert result.exit_code == 2
    assert "--out" in result.stderr
    assert not (tmp_path / "notes" / "site").exists()


@pytest.mark.parametrize(
    ("failure", "message"),
    [
        (MemoryError(), ".:1: error: the work cannot go on (out of memory)\n"),
        (OSError(24, "Full"), ".:1: error: the work cannot go on (Full)\n"),
        (OSError(24, "Full", "lists.yml"), "lists.yml:1: error: the work cannot go on (Full)\n"),
    ],
    ids=["memory", "files", "a named file"],
)
def test_a_system_that_has_no_more_to_give_is_one_error(failure, message, tmp_path, monkeypatch):
    def load(*_):
        raise failure

    monkeypatch.setattr("rulebinder.publishing.publish.load_content", load)
    result = run("check", "--notes", tmp_path, "--content", tmp_path)
    assert (result.exit_code, result.stderr) == (1, message)
