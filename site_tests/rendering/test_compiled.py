"""A process compiles each template once."""

from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import Environment
from mkdocs.structure.files import Files

from rulebinder.plugin.plugin import SharePlugin
from rulebinder.system import shipped
from rulebinder.theme import environment
from rulebinder.theme.environment import compiled_templates, markdown_environment

TEXT = "{{ '<' }}{{ here }}"


@pytest.fixture(autouse=True)
def template(tmp_path, monkeypatch):
    """Let one template be there."""
    monkeypatch.setattr(shipped, "TEMPLATES", tmp_path / "templates")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "lamp.j2").write_text(TEXT)
    compiled_templates.clear()


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
    return env.get_template("lamp.j2").render(here="a")


def test_a_template_is_compiled_once(sources):
    assert (
        render(environment.html_environment()) == render(environment.html_environment()) == "&lt;a"
    )
    assert sources == [TEXT]


def test_a_changed_template_is_compiled_again(sources):
    render(environment.html_environment())
    (shipped.TEMPLATES / "lamp.j2").write_text("b")
    assert render(environment.html_environment()) == "b"
    assert sources == [TEXT, "b"]


def test_environments_with_other_options_have_other_code():
    html = environment.html_environment().get_template("lamp.j2").render(here="*")
    markdown = markdown_environment().get_template("lamp.j2").render(here="*")
    assert (html, markdown) == ("&lt;*", "&lt;\\*")


def test_templates_that_other_plugins_may_change_are_not_kept():
    for plugins, is_kept in ((["rulebinder"], True), (["rulebinder", "macros"], False)):
        config: Any = SimpleNamespace(plugins=plugins, theme=SimpleNamespace(custom_dir=None))
        env = SharePlugin().on_env(Environment(), config=config, files=Files([]))
        assert bool(env.bytecode_cache) == is_kept
