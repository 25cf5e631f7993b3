"""Templates are compiled once for all processes, and their code is that of this very program."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader
from mkdocs.structure.files import Files

from rulebinder.plugin.plugin import SharePlugin
from rulebinder.system import caches, shipped
from rulebinder.theme import environment
from rulebinder.theme.environment import compiled_templates, markdown_environment

TEXT = "{{ '<' }}{{ here }}"


@pytest.fixture(autouse=True)
def code(tmp_path, monkeypatch):
    """Return the folder of compiled modules, and let one template be there."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "code"))
    monkeypatch.setattr(shipped, "TEMPLATES", tmp_path / "templates")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "lamp.j2").write_text(TEXT)
    yield tmp_path / "code"
    compiled_templates.cache_clear()


@pytest.fixture
def sources(monkeypatch):
    """Return the list of the templates that are compiled from now on."""
    sources: list[str] = []
    compile_template: Any = Environment.compile

    def count(self, source, *others):
        sources.append(source)
        return compile_template(self, source, *others)

    monkeypatch.setattr(Environment, "compile", count)
    return sources


def render(env: Environment) -> str:
    """Return what a new process makes of the template."""
    compiled_templates.cache_clear()
    env.bytecode_cache = compiled_templates("pages")
    return env.get_template("lamp.j2").render(here="a")


def test_a_template_is_compiled_once_for_all_processes(sources, code):
    assert render(environment.environment()) == render(environment.environment()) == "&lt;a"
    assert sources == [TEXT]
    assert all(path.suffix == ".pyc" for path in code.rglob("*") if path.is_file())


def test_a_changed_template_is_compiled_again(sources):
    render(environment.environment())
    (shipped.TEMPLATES / "lamp.j2").write_text("b")
    assert render(environment.environment()) == "b"
    assert sources == [TEXT, "b"]


def test_code_of_another_version_is_not_used(sources, monkeypatch):
    render(environment.environment())
    monkeypatch.setattr(caches, "program_version", lambda: "another")
    render(environment.environment())
    assert sources == [TEXT, TEXT]


def test_environments_with_other_options_have_other_code():
    html = environment.environment().get_template("lamp.j2").render(here="*")
    markdown = markdown_environment().get_template("lamp.j2").render(here="*")
    assert (html, markdown) == ("&lt;*", "&lt;\\*")


@pytest.mark.parametrize("damage", [b"", b"code", "half", "folder"])
def test_damaged_code_is_compiled_again(damage, sources, code):
    render(environment.environment())
    (file,) = (path for path in code.rglob("*") if path.is_file())
    content = file.read_bytes()
    file.unlink()
    if damage == "folder":
        file.mkdir()
    else:
        file.write_bytes(damage if isinstance(damage, bytes) else content[: len(content) // 2])
    assert render(environment.environment()) == "&lt;a"
    assert sources == [TEXT, TEXT]


def test_a_folder_that_cannot_be_written_is_no_failure(sources, code):
    code.write_text("no folder")
    for _ in range(2):
        assert render(environment.environment()) == "&lt;a"
    environment.environment().get_template("lamp.j2")
    assert sources == [TEXT, TEXT], "a process compiles it once"


def test_python_may_be_told_to_write_nothing(code, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    render(environment.environment())
    assert not code.exists()


def test_templates_of_owners_leave_nothing(sources, tmp_path, code):
    (tmp_path / "own").mkdir()
    for text in ("one", "two"):
        (tmp_path / "own" / "lamp.j2").write_text(text)
        env = environment.environment()
        env.loader = FileSystemLoader(tmp_path / "own")
        assert render(env) == text
    assert sources == ["one", "two"]
    assert not code.exists()


def test_templates_that_other_plugins_may_change_are_not_kept():
    for plugins, is_kept in ((["rulebinder"], True), (["rulebinder", "macros"], False)):
        config: Any = SimpleNamespace(plugins=plugins, theme=SimpleNamespace(custom_dir=None))
        env = SharePlugin().on_env(Environment(), config=config, files=Files([]))
        assert bool(env.bytecode_cache) == is_kept
