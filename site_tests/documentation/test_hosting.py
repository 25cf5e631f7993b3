"""docs/hosting.md names options, settings, files and limits that exist."""

from __future__ import annotations

import re

import click
import pytest

from rulebinder.cli import COMMANDS, main
from rulebinder.settings.supported import EXTRA
from rulebinder.site.hosts import LIMITS
from site_tests.conftest import ROOT
from site_tests.documentation.written import options

PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")


@pytest.mark.parametrize("host", LIMITS)
def test_a_line_has_the_limits_that_a_build_compares_with(host: str) -> None:
    words = re.split(r", | \(|\)", host)
    assert any(all(word in line for word in words) for line in PAGE.splitlines())


def test_every_command_and_option_exists() -> None:
    named = re.findall(r"rulebinder (\w+)((?: --[a-z-]+(?: [\w./]+)?)*)", PAGE)
    assert named
    for command, arguments in named:
        assert command in {each.name for each in COMMANDS}
        assert set(re.findall(r"--[a-z-]+", arguments)) <= options(command)
    assert {"--locked", "--published"} <= set(re.findall(r"`(--\w+)", PAGE))


def test_every_setting_of_size_exists() -> None:
    named = re.findall(r"`(size|short_pages|preview_pictures|feeds): (\w+)`", PAGE)
    assert named
    assert all(value in EXTRA[name]["enum"] for name, value in named)


def test_every_host_that_a_workflow_is_for_is_named() -> None:
    init = main.get_command(click.Context(main), "init")
    assert init is not None
    option = next(each for each in init.params if each.name == "host")
    assert isinstance(option.type, click.Choice)
    assert all(f"`{host}`" in PAGE for host in option.type.choices)
