"""The workflows on GitHub run commands that exist, on the Pythons that the README names."""

import functools
import os
import re
import shutil
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.version import Version

from rulebinder.cli import init
from site_tests.calling import bash, script
from site_tests.conftest import ROOT
from site_tests.documentation.test_commands import calls, refusal
from site_tests.robustness import documents
from site_tests.setup.test_pins import OLDEST

WORKFLOWS = sorted((ROOT / ".github" / "workflows").iterdir())


def jobs(name: str, folder: Path = ROOT) -> Any:
    """Return the jobs of a workflow of a repository."""
    return yaml.safe_load((folder / ".github/workflows" / name).read_text("utf-8"))["jobs"]


def commands(name: str) -> Iterator[str]:
    """Return the command lines of a workflow."""
    for job in jobs(name).values():
        for step in job["steps"]:
            yield from step.get("run", "").splitlines()


def command_of(workflow: str, job: str, name: str) -> str:
    """Return the command of a step of a workflow."""
    steps = {each.get("name"): each for each in jobs(workflow)[job]["steps"]}
    return str(steps[name]["run"])


@pytest.mark.parametrize("name", [path.name for path in WORKFLOWS])
def test_every_command_line_can_be_typed(name):
    lines = [words for line in commands(name) for words in calls(line)]
    assert lines
    assert [(words, why) for words in lines if (why := refusal(words))] == []


def test_both_commands_of_the_readme_run_on_every_python():
    tested = jobs("tests.yml")
    pythons = tested["linux"]["strategy"]["matrix"]["python"]
    assert Version(min(pythons, key=Version)).minor == Version(OLDEST).minor
    assert tested["debian"]["container"] == "debian:12"
    for job in ("linux", "debian"):
        runs = [step.get("run", "") for step in tested[job]["steps"]]
        assert [run.split()[1] for run in runs if run.startswith("make ")] == ["site", "test"]


def test_a_release_names_the_links_of_its_repository(tmp_path):
    command = command_of("release.yml", "build", "Name the links of the project")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    given = {
        "GITHUB_SERVER_URL": "https://x.example",
        "GITHUB_REPOSITORY": "us/book",
        "GITHUB_REF_NAME": "v1",
    }
    assert bash(command, tmp_path, **given).returncode == 0
    home = "https://x.example/us/book"
    urls = {
        "Homepage": home,
        "Issues": f"{home}/issues",
        "Changelog": f"{home}/blob/v1/CHANGELOG.md",
    }
    assert (
        tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]["urls"] == urls
    )
    readme = (tmp_path / "README.md").read_text("utf-8")
    links = re.findall(r'(?:\]\(|src=")([^)"]+)', readme)
    assert links
    assert all(
        link.startswith((f"{home}/raw/v1/docs/pictures/", f"{home}/blob/v1/")) for link in links
    )


def test_the_ledgers_are_kept_before_the_site_is_published():
    begins = (
        "Fetch the published links",
        "make site",
        "actions/upload-pages-artifact",
        "Keep the history",
        "Keep the ledgers",
        "actions/deploy-pages",
    )
    listed = jobs("publish.yml").values()
    assert [job.get("needs") for job in listed] == [None, "build", "keep"]
    steps = [
        step.get("name") or step.get("run") or step["uses"]
        for job in listed
        for step in job["steps"]
    ]
    order = [
        next(place for place, step in enumerate(steps) if step.startswith(begin))
        for begin in begins
    ]
    assert order == sorted(order)


ADDRESS = "https://rulings.example/r/index.json"
FIRST = (
    'If the site was never published, run the workflow "Publish" by hand, and choose "first'
    ' publication"'
)


@pytest.mark.parametrize(
    ("given", "answer", "said"),
    [
        (
            {"SITE_URL": ""},
            (0, "200"),
            "::error::set the variable SITE_URL to the address of the site\n",
        ),
        ({}, (0, "200"), ""),
        (
            {},
            (0, "200"),
            "::warning::https://rulings.example/data/manifest.json is not there: feeds and short"
            " pages go if the settings leave them out\n",
        ),
        ({}, (0, "404"), ""),
        ({}, (0, "500"), f"::error::{ADDRESS}: the server answered 500\n"),
        (
            {},
            (6, "000"),
            (
                f"::error::{ADDRESS}: its domain has no address in the DNS. {FIRST}. Otherwise"
                " correct the DNS or SITE_URL\n"
            ),
        ),
        (
            {},
            (28, "000"),
            f"::error::{ADDRESS}: nothing answers there (code 28 of curl). {FIRST}\n",
        ),
        ({"FIRST": "true"}, (6, "000"), ""),
    ],
)
def test_every_answer_for_the_published_links_is_clear(given, answer, said, tmp_path):
    manifest = 22 if "is not there" in said else 0  # an older site has none
    command = command_of("publish.yml", "build", "Fetch the published links")
    assert textwrap.indent(command, " " * 10) in (
        ROOT / "generator/rulebinder/cli/owner/steps.yml"
    ).read_text("utf-8")
    asks = f'case "$*" in *http_code*) printf {answer[1]};; *) exit {manifest};; esac'
    script(tmp_path / "curl", f"{asks}\nexit {answer[0]}")
    env = {
        "SITE_URL": "https://rulings.example/",
        "FIRST": "",
        "GITHUB_ENV": str(tmp_path / "env"),
        **given,
    }
    env["PATH"] = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = bash(command, tmp_path, **env)
    is_refused = said.startswith("::error::")
    assert (done.returncode, done.stdout, done.stderr) == (is_refused, said, "")
    found = (tmp_path / "env").exists() and (tmp_path / "env").read_text("utf-8")
    assert found == (not is_refused and answer[1] == "200" and "PUBLISHED=build/published\n")


def safe(files: list[Path]) -> None:
    """Look that workflows have no more rights than they need, and run only what is pinned."""
    for file in files:
        text = file.read_text("utf-8")
        assert all(PIN.fullmatch(line) for line in re.findall(r"uses: (.*)", text))
        assert "npx" not in text
        workflow = yaml.safe_load(text)
        assert workflow["permissions"] == {}
        for job in workflow["jobs"].values():
            writes = {right for right, degree in job["permissions"].items() if degree == "write"}
            runs = " ".join(step.get("run", "") for step in job["steps"])
            assert not writes or not re.search(r"pip |make |rulebinder |npm ", runs)
            for step in job["steps"]:
                uses = step.get("uses", "")
                if uses.startswith("actions/checkout@"):
                    assert step["with"]["persist-credentials"] is False
                if uses.startswith("actions/cache"):  # all else is made of private notes
                    assert step["with"]["path"] == "build/scryfall"


PIN = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


def test_the_workflows_have_no_more_rights_than_they_need():
    safe(WORKFLOWS)


def test_all_workflows_use_the_same_versions():
    files = [*WORKFLOWS, *sorted((ROOT / "generator/rulebinder/cli/owner").glob("*.yml"))]
    found = {use for file in files for use in re.findall(r"uses: (.*)", file.read_text("utf-8"))}
    assert len({use.partition("@")[0] for use in found}) == len(found)


@pytest.mark.parametrize("may_write", [True, False])
def test_earlier_words_are_kept_with_the_notes_and_a_loss_is_a_warning(may_write, tmp_path):
    command = command_of("publish.yml", "keep", "Keep the history")
    owner = (ROOT / "generator/rulebinder/cli/owner/publish.yml").read_text("utf-8")
    assert textwrap.indent(command, " " * 10) in owner
    server, notes = tmp_path / "server.git", tmp_path / "notes"

    git = functools.partial(documents.git, tmp_path)
    git("init", "--quiet", "--bare", "--initial-branch", "main", server)
    git("clone", "--quiet", server, notes)
    (notes / "history").mkdir()
    (notes / "history" / "lam.yml").write_text("{}\n", "utf-8")
    if not may_write:
        git("-C", notes, "remote", "set-url", "--push", "origin", tmp_path / "nowhere")
    ran = [bash(command, notes, TOKEN="none") for _ in range(2)]
    assert [each.returncode for each in ran] == [0, 0]
    assert ("::warning::" in ran[0].stdout) != may_write
    assert ran[1].stdout == ""  # nothing is new
    assert bool(git("-C", server, "for-each-ref")) == may_write


def owner_jobs(folder: Path, host: str) -> Any:
    """Return the jobs by which an owner publishes with a host."""
    assert documents.run("init", folder / "own", "--host", host).exit_code == 0
    if host == "gitlab":
        return yaml.safe_load((folder / "own" / init.GITLAB).read_text("utf-8"))
    return jobs("publish.yml", folder / "own")


@pytest.mark.parametrize("place", ["notes", "build/notes", None])
@pytest.mark.parametrize("host", ["github", "gitlab"])
def test_a_workflow_fetches_scryfalls_files_if_the_notes_ask_for_them(host, place, tmp_path):
    listed = owner_jobs(tmp_path, host)
    if host == "gitlab":
        commands = [line for line in listed[".build"]["script"] if "scryfall" in line]
    else:
        looking, cache, fetching = (
            step for step in listed["build"]["steps"] if "scryfall" in str(step)
        )
        asked = "steps.scryfall.outputs.day"
        assert (looking["id"], cache["if"], fetching["if"]) == ("scryfall", asked, asked)
        assert asked in cache["with"]["key"]  # another one each day
        commands = [looking["run"], *([fetching["run"]] if place else [])]
    if place:
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / ".scryfall").touch()
    script(
        tmp_path / "rulebinder",
        'test "$*" = "import scryfall --notes build/scryfall" || exit 1\n'
        "mkdir build/scryfall && touch build/scryfall/rulings.json.gz build/scryfall/.scryfall",
    )
    for command in commands:
        path, out = f"{tmp_path}:{os.environ['PATH']}", str(tmp_path / "out")
        assert bash(command, tmp_path, PATH=path, GITHUB_OUTPUT=out).returncode == 0
    assert (tmp_path / "build/notes/rulings.json.gz").exists() == bool(place)
    if host == "github":
        written = tmp_path / "out"
        assert written.exists() == bool(place)
        assert not place or re.fullmatch(r"day=\d{4}-\d\d-\d\d\n", written.read_text("utf-8"))


def test_without_private_notes_a_workflow_keeps_the_ledgers_alone(tmp_path):
    steps = {step.get("name"): step for step in owner_jobs(tmp_path, "github")["keep"]["steps"]}
    assert steps["Keep the history"]["if"] == "vars.NOTES_REPOSITORY"
    for name in ("build/kept/ledger", "build/kept/history", "content"):
        (tmp_path / name).mkdir(parents=True)
    command = steps["Take over the ledgers and the history"]["run"]
    assert bash(command, tmp_path).returncode == 0
    assert (tmp_path / "content/ledger").is_dir()
