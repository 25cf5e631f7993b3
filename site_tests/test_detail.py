"""``-q`` and ``-v`` choose how much the commands print; messages of servers."""

import json
import subprocess
import sys
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from site_tests.calling import python
from site_tests.conftest import ROOT
from site_tests.robustness import documents
from site_tests.robustness.documents import run


@pytest.fixture
def notes(tmp_path):
    """Return the options of a folder with warnings of one kind, and one with a file that cannot be
    read.
    """
    options = documents.write_inputs(tmp_path)
    (tmp_path / "notes" / "z.md").touch()
    return tuple(map(str, options))


def test_quiet_prints_errors_only(notes):
    loud, quiet = run("check", *notes), run("-q", "check", *notes)
    assert (loud.exit_code, quiet.exit_code) == (1, 1)
    assert ": warning: " in loud.stderr
    assert quiet.stdout == ""
    assert quiet.stderr.splitlines() == [
        line for line in loud.stderr.splitlines() if ": error: " in line
    ]


def test_verbose_prints_what_all_lists(notes):
    assert run("-v", "check", *notes).stderr == run("check", "--all", *notes).stderr


def test_quiet_and_verbose_exclude_each_other(notes):
    result = run("-q", "-v", "check", *notes)
    assert result.exit_code == 2
    assert "exclude each other" in result.stderr


@pytest.mark.parametrize("quiet", [(), ("-q",)], ids=["all", "errors"])
def test_json_prints_one_line_for_each_problem_and_nothing_else(notes, quiet):
    result, plain = run("--json", *quiet, "check", *notes), run(*(quiet or ["-v"]), "check", *notes)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    hints = [f"; {each['hint']}" if each["hint"] else "" for each in found]
    lines = [
        f"{each['path']}:{each['line']}: {each['severity']}: {each['message']}" for each in found
    ]
    assert [
        line + hint for line, hint in zip(lines, hints, strict=True)
    ] == plain.stderr.splitlines()
    assert result.stderr == plain.stdout


def test_a_shell_completes_commands_and_options(tmp_path):
    def completed(words):
        return python(
            "-m",
            "rulebinder",
            cwd=tmp_path,
            PYTHONPATH=str(ROOT / "generator"),
            _RULEBINDER_COMPLETE="bash_complete",
            COMP_WORDS=words,
            COMP_CWORD=str(words.count(" ")),
        ).stdout.split()

    assert completed("rulebinder s") == ["plain,serve", "plain,show", "plain,site"]
    assert completed("rulebinder init --host ne") == ["plain,netlify"]


def test_show_says_that_a_site_is_missing(tmp_path):
    assert run("show", "--out", str(tmp_path)).stderr.endswith(
        "index.html:1: error: not there; run `rulebinder site` first\n"
    )


def test_show_serves_a_site_and_its_page_for_dead_addresses(tmp_path):
    (tmp_path / "index.html").write_text("home", "utf-8")
    (tmp_path / "404.html").write_text("nothing here", "utf-8")
    words = ("-u", "-m", "rulebinder", "show", "--port", "0", "--out", tmp_path)
    with subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            address = process.stdout.readline().split()[1]
            with urlopen(address) as answer:
                assert answer.read() == b"home"
            with pytest.raises(HTTPError) as dead:
                urlopen(f"{address}nowhere/")
            with dead.value as failure:
                assert (failure.code, failure.read()) == (404, b"nothing here")
        finally:
            process.terminate()
    assert process.returncode == 143


def test_a_refusal_is_a_line_of_json_too(tmp_path):
    (tmp_path / "notes.txt").touch()
    result = run("--json", "init", tmp_path)
    (line,) = result.stdout.splitlines()
    assert (result.exit_code, result.stderr) == (1, "")
    assert json.loads(line)["message"] == "the folder is not empty"
