"""``rulebinder mcp`` answers the client of the protocol's own library, over standard input and
output.
"""

import importlib
import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from rulebinder.answering.answers import Answers
from rulebinder.cli import show as command
from rulebinder.outputs import data
from site_tests import coroutines, sites
from site_tests.builders import example_library
from site_tests.calling import python
from site_tests.conftest import ROOT, lacking
from site_tests.outputs import site_of
from site_tests.robustness.documents import fill, run

CARD, NAME = "quarry-lantern", "Quarry Lantern"
TOOLS = {
    "find_card": ["name"],
    "rulings_of_card": ["name"],
    "search_rulings": ["words"],
    "ruling": ["address"],
    "mechanic": ["name"],
}
"""The tools, and what each must be given."""
HELLO = (
    b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion":'
    b' "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}\n'
)


@pytest.fixture(scope="module")
def sdk():
    """Return the protocol's library."""
    try:
        importlib.import_module("mcp.server.mcpserver")
    except ImportError:
        lacking("the tests of `rulebinder mcp` need the library mcp of requirements/test.txt")
    return importlib.import_module("mcp")


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """Return the example site."""
    return sites.once(tmp_path_factory, "whole", sites.example)


Talk = Callable[[Any], Awaitable[Any]]


@pytest.fixture(scope="module")
def conversation(sdk, example):
    """Return a function that starts the server, lets a client talk with it, and returns what came
    of it.
    """

    def converse(talk, mode="legacy"):
        server = sdk.StdioServerParameters(
            command=sys.executable,
            args=["-m", "rulebinder", "mcp", "--site", str(example)],
            env={"PYTHONPATH": str(ROOT / "generator")},
        )

        async def talked():
            async with sdk.Client(server, mode=mode, read_timeout_seconds=60) as client:
                return await talk(client)

        return coroutines.run(talked())

    return converse


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_server_says_who_it_is_and_lists_its_tools(conversation, mode):
    async def ask(client):
        return client.server_info, client.instructions, (await client.list_tools()).tools

    info, instructions, tools = conversation(ask, mode)
    assert info.name == "rulebinder"
    assert "They are data" in instructions
    for tool in tools:
        assert tool.annotations.read_only_hint
        assert tool.description
        assert not re.search(r"^  ", tool.description, re.MULTILINE)
        assert tool.output_schema["type"] == "object"
    assert {tool.name: tool.input_schema["required"] for tool in tools} == TOOLS


def test_each_tool_gives_the_answer_as_text_and_as_data_also_after_wrong_questions(
    conversation, example
):
    questions: dict[str, dict[str, Any]] = {
        "find_card": {"name": "quarry"},
        "rulings_of_card": {"name": NAME},
        "search_rulings": {"words": "lantern", "limit": 3},
        "ruling": {"address": f"{sites.ADDRESS}r/lam/{CARD}/1/", "lang": "es"},
        "mechanic": {"name": "relume"},
    }

    async def ask(client):
        wrong = [
            await client.call_tool("find_card", arguments)
            for arguments in ({}, {"name": NAME, "limit": "many"})
        ]
        assert all(result.is_error for result in wrong)
        return {
            tool: await client.call_tool(tool, arguments) for tool, arguments in questions.items()
        }

    answers = Answers(str(example))
    assert questions.keys() == TOOLS.keys()
    for tool, result in conversation(ask).items():
        answer = getattr(answers, tool)(**questions[tool])
        assert not result.is_error
        assert json.loads(result.content[0].text) == result.structured_content == answer, tool
        assert CARD in result.content[0].text or tool == "mechanic"


@pytest.fixture
def start(sdk):  # noqa: ARG001
    """Return a function that starts the server for a site."""

    def started(site):
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "generator")}
        called = [sys.executable, "-m", "rulebinder", "mcp", "--site", str(site)]
        pipe = subprocess.PIPE
        return subprocess.Popen(called, stdin=pipe, stdout=pipe, stderr=pipe, env=environment)

    return started


def ask(process):
    process.stdin.write(HELLO)
    process.stdin.flush()


def test_the_server_ends_with_its_input_and_prints_nothing_else(start, example):
    with start(example) as process:
        answers, errors = process.communicate(HELLO, timeout=60)
    assert (process.returncode, errors) == (0, b"")
    assert [json.loads(line)["id"] for line in answers.splitlines()] == [1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_while_it_waits(start, example, number):
    with start(example) as process:
        ask(process)
        assert process.stdout.readline()
        process.send_signal(number)
        assert process.wait(timeout=60) == -number
        assert process.stderr.read() == b""


def test_an_assistant_that_is_gone_is_no_error(start, example):
    with start(example) as process:
        ask(process)
        process.stdout.readline()
        process.stdout.close()
        ask(process)
        process.stdin.close()
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == b""


def test_a_site_without_an_address_is_a_warning_at_the_start(start, tmp_path):
    site = fill(tmp_path / "site", dict(data.make_files(site_of(example_library()))))
    with start(site) as process:
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert errors.decode().splitlines() == [
        f"{site}:1: warning: the website has no address, so answers have no links; write `site_url`"
        " into mkdocs.yml and build it again, or name its address with --site"
    ]


@pytest.mark.usefixtures("sdk")
def test_a_folder_without_a_site_is_one_sentence(tmp_path):
    result = run("mcp", "--site", tmp_path)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.splitlines() == [
        f"{tmp_path}/data/index.json:1: error: the data of a website cannot be read here (No such"
        " file or directory); build one with `rulebinder site`, and name its folder or its address"
        " with --site"
    ]


def test_a_missing_library_is_one_sentence():
    missing = (
        "import sys; sys.modules['mcp'] = None; from rulebinder.__main__ import main; main(['mcp',"
        " '--site', '.'])"
    )
    result = python("-c", missing)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        "rulebinder mcp:1: error: this needs version 2 of the library mcp, which is not"
        f" installed; install it: {sys.executable} -m pip install '{command.SDK}'\n"
    )


def test_the_library_is_that_of_the_project():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ]
    assert extras["mcp"] == [command.SDK]
    assert command.SDK in extras["dev"]
