"""``rulebinder init --upgrade``: it renews what an earlier version wrote, and nothing that somebody
edited.
"""

import re
import shutil
from pathlib import Path

import pytest

from rulebinder.cli import init
from rulebinder.system import shipped
from site_tests.conftest import ROOT
from site_tests.robustness.documents import files, run
from site_tests.sites import read_json

EARLIER = Path(__file__).parent / "version_0_2_0"
"""What `rulebinder init --host github` wrote in version 0.2.0, and a ledger of that version."""
PLACES = {"gitignore": ".gitignore", "publish.yml": init.PUBLISH}
ADDRESS = "https://us.example/rulings/"


@pytest.fixture
def older(tmp_path, monkeypatch):
    """Return a folder of version 0.2.0, which is the current one."""
    folder = tmp_path / "own"
    for path in EARLIER.iterdir():
        target = folder / PLACES.get(path.name, path.name)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    for name in ("notes", "content/ledger"):
        (folder / name).mkdir(parents=True)
        (folder / name / ".gitkeep").touch()
    # Other numbers than the shipped ledger has: those of two rulings are exchanged.
    first, second, rest = re.split(
        r"(?<=- )n: [13]", (folder / "gvc.yml").read_text("utf-8"), maxsplit=2
    )
    ledger = f"{first}n: 3{second}n: 1{rest}"
    (folder / "content/ledger/gvc.yml").write_text(ledger, "utf-8")
    (folder / "gvc.yml").unlink()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("SITE_URL", raising=False)
    return folder


def test_a_folder_of_version_0_2_0_becomes_one_of_today(older, tmp_path):
    owned = {name: (older / name).read_bytes() for name in ("mkdocs.yml", "content/ledger/gvc.yml")}
    result = run("init", "--upgrade")
    assert (result.exit_code, result.stderr) == (0, "")
    run("init", tmp_path / "new", "--site-url", ADDRESS)
    new = {
        name: content
        for name, content in files(tmp_path / "new").items()
        if name not in ("mkdocs.yml", init.RECORD)
    }
    upgraded = files(older)
    assert {name: upgraded[name] for name in new} == new
    assert {name: upgraded[name] for name in owned} == owned
    assert set(upgraded) == {*new, *owned, init.RECORD}
    # Once more, with nothing to do.
    assert ": nothing.\n" in run("init", "--upgrade").stdout
    assert files(older) == upgraded


def test_an_upgraded_folder_builds_a_site_with_its_numbers(older):
    shutil.copy(ROOT / "content/notes/gvc.en.txt", "notes")
    numbers = re.findall(
        r"n: (\d+)\n.*\n.*\n.*\n +hash: (\w+)", Path("content/ledger/gvc.yml").read_text("utf-8")
    )
    assert run("init", "--upgrade").exit_code == 0
    result = run("site")
    assert result.exit_code == 0, result.output
    published = read_json(older / "site/r/index.json")
    addresses = {(name.rpartition("/")[2], entry["hash"]) for name, entry in published.items()}
    assert len(numbers) > 20
    assert set(numbers) <= addresses


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_what_somebody_edited_or_removed_stays(older, line_end):
    edited = (older / "README.md").read_bytes() + b"We meet on Fridays.\n"
    (older / "README.md").write_bytes(edited)
    version = (older / "requirements.txt").read_bytes().replace(b"0.2.0", b"0.2.9")
    (older / "requirements.txt").write_bytes(version.replace(b"\n", line_end))  # is no edit
    (older / ".gitignore").unlink()
    result = run("init", "--upgrade")
    assert result.exit_code == 0
    assert "README.md: is yours, so it stays. Take over what you want of README.md.new" in (
        result.stdout
    )
    assert (older / "README.md").read_bytes() == edited
    assert b"init --upgrade" in (older / "README.md.new").read_bytes()
    assert not (older / ".gitignore").exists()
    assert b"--hash=sha256" in (older / "requirements.txt").read_bytes()
    # What was offered once is not offered again.
    (older / "README.md.new").unlink()
    assert "README" not in run("init", "--upgrade").stdout
    assert not (older / "README.md.new").exists()


def test_the_package_of_an_older_version_goes_unless_edited_requirements_need_it(
    tmp_path, monkeypatch
):
    run("init", tmp_path / "own")
    monkeypatch.chdir(tmp_path / "own")
    old, new, requirements = (
        Path("rulebinder-0-py3-none-any.whl"),
        Path("rulebinder-1-py3-none-any.whl"),
        Path("requirements.txt"),
    )

    def build(name, content):
        def built(_source, spare):
            (spare / name).write_bytes(content)
            return spare / name

        monkeypatch.setattr(init, "_build_wheel", built)

    edited = requirements.read_bytes() + b"mkdocs-minify-plugin==0.8.0\n"
    requirements.write_bytes(edited)
    build(old, b"built again")
    for _ in range(2):  # it is offered each time: each version has another line
        assert run("init", "--upgrade").exit_code == 0
        assert old.read_bytes() == b"built"
        assert requirements.read_bytes() == edited
        Path("requirements.txt.new").unlink()
    build(new, b"newer")
    assert run("init", "--upgrade").exit_code == 0
    assert (old.read_bytes(), new.read_bytes()) == (b"built", b"newer")
    Path("requirements.txt.new").replace(requirements)
    (old.parent / init.RECORD).write_text(init.format_record(files(Path())), "utf-8")
    assert run("init", "--upgrade").exit_code == 0
    assert not old.exists()
    assert f"./{new}" in requirements.read_text("utf-8")


@pytest.mark.parametrize("host", init.HOSTS)
def test_the_host_and_the_address_are_those_of_the_workflow(host, tmp_path):
    run("init", tmp_path / "own", "--host", host, "--site-url", ADDRESS)
    before = files(tmp_path / "own")
    (tmp_path / "own" / init.RECORD).write_text("{}", "utf-8")
    assert run("init", tmp_path / "own", "--upgrade").exit_code == 0
    assert files(tmp_path / "own") == before


def test_a_setting_that_went_is_named_with_its_line(older):
    text = (older / "mkdocs.yml").read_text("utf-8")
    (older / "mkdocs.yml").write_text(f"{text}use_directory_urls: false\n", "utf-8")
    line = len(text.splitlines()) + 1
    result = run("init", "--upgrade")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"mkdocs.yml:{line}: error: ")
    assert (older / init.RECORD).exists()  # all else was done


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["mkdocs.yml"], "is not a folder of `rulebinder init`; run this in such a folder"),
        ([init.PUBLISH], "no workflow here names its host; add --host"),
    ],
)
def test_what_cannot_be_upgraded_is_one_sentence(names, sentence, older):
    for name in names:
        (older / name).unlink()
    before = files(older)
    result = run("init", "--upgrade")
    assert (result.exit_code, len(result.stderr.splitlines())) == (1, 1)
    assert sentence in result.stderr
    assert files(older) == before


def test_a_broken_record_and_other_options_are_refused(older):
    (older / init.RECORD).write_text("<<<<<<< ours\n", "utf-8")
    assert "take it back from the history" in run("init", "--upgrade").stderr
    assert run("init", "--upgrade", "--example").exit_code == 2
    assert "is not a folder of `rulebinder init`" in run("init", "--upgrade", ROOT).stderr
    assert "No such file" in run("init", "--upgrade", older / "nowhere").stderr
    assert run("init").exit_code == 2
    assert shipped.owner() == older
