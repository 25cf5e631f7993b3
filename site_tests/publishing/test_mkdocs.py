"""``mkdocs build`` and ``mkdocs gh-deploy`` publish as ``rulebinder site`` does, and ``mkdocs
serve`` gives no number.
"""

import functools
import logging
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from mkdocs.__main__ import cli
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.livereload import LiveReloadServer

from rulebinder.system import shipped
from site_tests.robustness import documents
from site_tests.robustness.documents import card, document, files, fill, run
from site_tests.sites import read_json, read_page

FLOWER = "It flowers before any lantern is lit, whoever planted the orchard."
RIPE = "Its apples ripen during your upkeep, and a player may still not eat them."
GRAFT = "Grafting is a special action that doesn't use the stack."
SETTINGS = """\
site_name: Ours
theme:
  name: material
plugins: [rulebinder]
extra:
  interface_languages: [en]
"""
PREVIEW = "some rulings on this page have no permanent number"


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Return an owner's folder with two rulings, in which the tests work."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    monkeypatch.setattr(shipped, "_CONTENT", documents.content(tmp_path / "shipped"))
    folder = tmp_path / "own"
    fill(folder, {"mkdocs.yml": SETTINGS})
    for name in ("content", "docs"):
        (folder / name).mkdir()
    monkeypatch.chdir(folder)
    write(FLOWER, RIPE)
    return folder


def write(*rulings: str) -> None:
    fill(Path("notes"), {"hol.en.md": document(card("Apple Warden", *rulings))})


def mkdocs(*words: str, code: int = 0) -> str:
    """Run MkDocs in this process, without what `--quiet` would leave behind for other tests.

    Look how it ends, and return what it prints.
    """
    logger = logging.getLogger("mkdocs")
    level, handlers = logger.level, [*logger.handlers]
    try:
        result = CliRunner().invoke(cli, [words[0], "--quiet", *words[1:]])
    finally:
        logger.setLevel(level)
        logger.handlers[:] = handlers
    assert result.exit_code == code, result.output
    return result.output


def numbers(site: Path) -> dict[int, str]:
    """Return the hash of the ruling that each number means on a site."""
    index = read_json(site / "r/index.json")
    return {
        int(note_id.rpartition("/")[2]): each["languages"]["en"]["hash"]
        for note_id, each in index.items()
        if "apple-warden" in note_id and each["languages"]
    }


def cached(own: Path) -> dict[str, int]:
    """Return when each result in the cache of a site was made."""
    return {path.name: path.stat().st_mtime_ns for path in own.glob(".site-cache/*/*")}


def test_a_ruling_on_top_changes_no_number(own):
    mkdocs("build")
    first = numbers(own / "site")
    assert first.keys() == {1, 2}
    write(GRAFT, FLOWER, RIPE)
    mkdocs("build")
    second = numbers(own / "site")
    assert second.keys() == {1, 2, 3}
    assert {number: second[number] for number in first} == first
    assert run("site", "--out", "ours", "--locked").exit_code == 0
    results = cached(own)
    write(RIPE)
    mkdocs("build")
    assert len(cached(own)) <= len(results), "a document that was edited is not kept twice"
    assert cached(own).items() & results.items(), "what did not change was not made again"
    assert numbers(own / "site") == {2: first[2]}


@pytest.mark.usefixtures("own")
def test_gh_deploy_saves_what_it_pushes(tmp_path):
    git = functools.partial(documents.git, Path())
    remote = tmp_path / "remote.git"
    git("init", "--bare", remote)
    git("init")
    git("remote", "add", "origin", remote)
    for name, value in (("user.name", "A"), ("user.email", "a@x.example")):
        git("config", name, value)
    pushed: list[dict[int, str]] = []
    for rulings in ((FLOWER, RIPE), (GRAFT, FLOWER, RIPE)):
        write(*rulings)
        git("add", "notes", "content")
        git("commit", "--allow-empty", "-m", "Notes")
        mkdocs("gh-deploy")
        published = tmp_path / f"published-{len(pushed)}"
        git("clone", "--branch", "gh-pages", remote, published)
        pushed.append(numbers(published))
    assert {number: pushed[1][number] for number in pushed[0]} == pushed[0]


def test_a_broken_promise_changes_nothing(own):
    mkdocs("build")
    ledger = own / "content/ledger/hol.yml"
    ledger.unlink()
    write(GRAFT, FLOWER, RIPE)
    before = files(own / "site")
    assert "would mean something else" in mkdocs("build", code=1)
    assert not ledger.exists()
    assert files(own / "site") == before


@pytest.mark.parametrize(
    ("page", "options"),
    [
        ("[none](../en/nothing/index.html)", ()),
        ("[none](nothing.md)", ("--strict",)),
    ],
)
def test_a_build_that_fails_changes_nothing(page, options, own):
    fill(own / "docs", {"blog.md": f"# Blog\n\n{page}\n"})
    mkdocs("build", *options, code=1)
    assert not (own / "site").exists()
    assert not list((own / "content").rglob("*.yml"))
    (own / "docs" / "blog.md").write_text("# Blog\n", "utf-8")
    mkdocs("build", *options)


@pytest.fixture
def preview(own):
    """Return a function that builds as ``mkdocs serve`` does, and returns a page."""
    shown = own.parent / "preview"

    def settings():
        return load_config("mkdocs.yml", site_dir=str(shown), site_url="http://127.0.0.1:8000/")

    with click.Context(click.Command("serve"), info_name="serve"):  # as with its option --clean
        settings().plugins.on_startup(command="build", dirty=False)

    def show():
        build(settings(), serve_url="http://127.0.0.1:8000/")
        return read_page(shown, "en/cards/apple-warden")

    return show


def test_a_preview_says_which_numbers_are_not_given(own, preview):
    page = preview()
    assert PREVIEW in page
    assert "Content-Security-Policy" not in page, "the script of MkDocs may run"
    assert "data-short" not in page
    assert not (own / "content/ledger").exists()
    assert sorted(path.name for path in own.parent.iterdir()) == ["own", "preview", "shipped"]


def test_a_preview_follows_what_is_edited(preview):
    mkdocs("build")
    load_config("mkdocs.yml").plugins.on_startup(command="serve", dirty=False)
    page = preview()
    assert PREVIEW not in page
    write(GRAFT, FLOWER, RIPE)
    page = preview()
    assert "Grafting" in page
    assert PREVIEW in page
    assert page.count("data-short") == 2


def test_serve_watches_notes_and_facts(own):
    watched: list[str] = []

    class Server(LiveReloadServer):
        def __init__(self):
            """Begin without a port."""

        def watch(self, path, func=None, *, recursive=True):  # noqa: ARG002
            watched.append(str(Path(path).resolve()))

    config = load_config("mkdocs.yml")
    config.plugins.on_startup(command="serve", dirty=False)
    config.plugins.on_serve(Server(), config=config, builder=lambda: None)
    assert watched == [str(own / "notes"), str(own / "content")]


def test_settings_may_be_inherited(own):
    (own / "mkdocs.yml").rename(own / "base.yml")
    fill(own, {"mkdocs.yml": "INHERIT: !ENV [NONE, base.yml]\nsite_name: Heirs\n"})
    assert run("site", "--out", "ours").exit_code == 0
    mkdocs("build")
    assert files(own / "ours") == files(own / "site")
    assert "Heirs" in read_page(own, "site/en")
    assert run("site", "--out", "ours").output.startswith("Nothing has changed.")
    fill(own, {"base.yml": f"INHERIT: mkdocs.yml\n{SETTINGS}"})
    assert "mkdocs.yml:1: error: MkDocs cannot read it" in run("check").output
    (own / "base.yml").unlink()
    assert "mkdocs.yml:1: error: MkDocs cannot read it" in run("check").output
