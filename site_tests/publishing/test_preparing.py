"""Templates are compiled in a process of their own while documents are read."""

from __future__ import annotations

import pytest
from jinja2 import Environment

from generator.plugin import mkdocs
from generator.problems import InputError, Place, error
from generator.publishing import building, preparing
from generator.system import workers
from generator.theme import environment


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process have compiled nothing."""
    monkeypatch.setattr(environment, "_COMPILED", {})


def test_the_process_learns_what_another_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    with workers.limited(2), preparing.beside():
        assert not environment.is_prepared()
    assert environment.is_prepared()
    monkeypatch.setattr(Environment, "compile", lambda *_: pytest.fail("a template is compiled again"))
    building.prepare(mkdocs.read())


def test_nothing_is_compiled_on_one_core() -> None:
    with workers.limited(1), preparing.beside():
        pass
    assert not environment.is_prepared()


def test_what_another_process_cannot_prepare_is_left_to_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise InputError(error(Place("mkdocs.yml"), "cannot be read"))

    monkeypatch.setattr(building, "prepare", refused)
    with workers.limited(2), preparing.beside():
        pass
    assert not environment.is_prepared()


def test_an_error_while_documents_are_read_is_told() -> None:
    with pytest.raises(InputError), workers.limited(2), preparing.beside():
        raise InputError(error(Place("notes"), "cannot be read"))
