"""``rulebinder init``, and an owner's folder: its files are laid over those that come with the
program.
"""

import hashlib
import itertools
import re
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from rulebinder.facts.content import load_content
from rulebinder.ledger import files as ledgers
from rulebinder.plugin import rendering
from rulebinder.settings import options
from rulebinder.system import shipped
from site_tests.conftest import ROOT
from site_tests.publishing.conftest import choose
from site_tests.rendering.approval import assert_approved
from site_tests.robustness import documents
from site_tests.robustness.documents import run, texts
from site_tests.setup.test_workflows import safe
from site_tests.sites import read_json

VERSION = metadata.version("rulebinder")


def init(folder: Path, host: str) -> Path:
    """Return a new owner's folder for a host."""
    assert run("init", folder / "own", "--host", host).exit_code == 0
    return folder / "own"


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def owners(tmp_path, monkeypatch):
    """Return a new owner's folder, which is the current one."""
    assert run("init", str(tmp_path / "own")).exit_code == 0
    monkeypatch.chdir(tmp_path / "own")
    return tmp_path / "own"


def test_an_owner_installs_the_package_that_init_builds(owners):
    installed = f"./rulebinder-0-py3-none-any.whl --hash=sha256:{sha256(b'built')}"
    assert (owners / "requirements.txt").read_text("utf-8").splitlines()[-1] == installed


def test_init_accepts_an_empty_folder_and_copies_the_example(tmp_path):
    (tmp_path / "own").mkdir()
    assert run("init", str(tmp_path / "own"), "--example").exit_code == 0
    copied = {path.name for path in (tmp_path / "own/notes").iterdir()} - {".gitkeep"}
    assert copied == {path.name for path in (ROOT / "content/notes").iterdir() if path.is_file()}


def test_init_refuses_what_is_not_an_empty_folder_and_a_wrong_address(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("precious", "utf-8")
    address = "'example.org' is not a web address; write it like https://example.org/rulings/\n"
    for words, message in (
        ([tmp_path], f"{tmp_path}:1: error: the folder is not empty; choose a new"),
        ([file], f"{file}:1: error: is a file"),
        ([tmp_path / "own", "--site-url", "example.org"], f"--site-url:1: error: {address}"),
    ):
        result = run("init", *words)
        assert result.exit_code == 1
        assert result.stderr.startswith(message)
        assert texts(tmp_path) == {"mine.txt": "precious"}
        assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_the_address_of_init_is_a_setting(tmp_path, monkeypatch):
    monkeypatch.delenv("SITE_URL", raising=False)
    run("init", str(tmp_path / "own"), "--site-url", "https://example.org/a")
    monkeypatch.chdir(tmp_path / "own")
    assert options.load().site_url == "https://example.org/a/"
    monkeypatch.setenv("SITE_URL", "https://example.org/b/")
    assert options.load().site_url == "https://example.org/b/"


def test_own_settings_are_laid_over_the_shipped_ones(owners):
    shipped = options.load()
    choose(owners, "interface_languages: [fr]")
    own = options.load()
    assert own.interface_languages == ["fr"]
    assert own.preview_pictures == shipped.preview_pictures


def test_settings_without_our_inheritance_are_another_projects(owners):
    (owners / "mkdocs.yml").write_text(
        "site_name: Elsewhere\nextra: {interface_languages: [fr]}\n", encoding="utf-8"
    )
    assert options.load().interface_languages == ["en", "es", "fr"]
    assert load_content(owners / "content")[0].catalogue.sets == {}


def test_an_own_ledger_wins_over_the_shipped_one(owners):
    folder = owners / "content/ledger"
    brought, _ = ledgers.load_all(folder)
    assert brought == ledgers.load_all(ROOT / "content/ledger")[0]
    (folder / "lam.yml").write_text("entries: {}\n", "utf-8")
    own, problems = ledgers.load_all(folder)
    assert not problems
    assert not own["lam"].entries
    assert own["gvc"] == brought["gvc"]


def test_own_pages_are_laid_over_the_shipped_ones(owners):
    (owners / "docs/en").mkdir(parents=True)
    (owners / "docs/en/about.md").write_bytes(b"# Our rulings {#top}\n")
    pages, problems = rendering.read_hand_written(shipped.DOCS, ["en", "es"])
    files = pages["en"]
    assert not problems
    assert files["about.md"] == b"# Our rulings {#top}\n"
    assert files["searching.md"] == (ROOT / "docs/en/searching.md").read_bytes()


def test_check_shows_an_owner_only_what_the_owner_can_correct(owners, tmp_path, monkeypatch):
    brought = documents.content(tmp_path / "brought")
    glow = "kind: keyword-action\nrule: null\nnames: {en: Glow}\nexplanation: {en: It glows.}\n"
    documents.fill(brought / "mechanics", {"glow.yml": glow})
    documents.fill(
        brought / "corrections",
        {"hol.en.yml": "- {card: Nobody, rules_paragraphs: 2, reason: invented}\n"},
    )
    monkeypatch.setattr(shipped, "_CONTENT", brought)
    warden = documents.card("Apple Warden", "It is green.").replace("{T}:", "Glow or gleam. {T}:")
    documents.fill(owners / "notes", {"hol.en.md": documents.document(warden)})
    result = run("check", "--all")
    assert "Glow" not in result.output
    own = "content/corrections/hol.en.yml"
    assert (
        f"{brought / 'corrections/hol.en.yml'}:1: error: this correction no longer matches"
        in result.stderr
    )
    (hint,) = re.findall(
        rf"this came with the program: to leave it out, add this line to {own}: (- .*)",
        result.stderr,
    )
    nameless = r"notes/hol\.en\.md:\d+: warning: 1 of 1 cards have no name in 'es': apple-warden"
    assert re.search(nameless, result.stderr), "an owner has no content/cards/names.yml"
    # What the owner writes is checked.
    gleam = glow.replace("Glow", "Gleam")
    documents.fill(owners / "content/mechanics", {"glow.yml": glow, "gleam.yml": gleam})
    documents.fill(owners / "content/corrections", {"hol.en.yml": f"{hint}\n"})
    result = run("check", "--all")
    assert (
        "content/mechanics/gleam.yml:1: warning: 2 of 2 mechanics have no name in 'es': gleam, glow"
        in result.stderr
    )
    assert result.exit_code == 0


HOSTS = {
    "github": ("publish.yml", "preview.yml"),
    "cloudflare": ("publish.yml", "preview.yml"),
    "netlify": ("publish.yml",),
    "server": ("publish.yml",),
    "gitlab": (),
}
"""The workflows of each host that differ from those of others."""


def test_what_init_writes_for_each_host_is_as_approved(tmp_path):
    """The workflow of a host publishes last, with few rights, what its preview builds as it does.
    The headers let other websites read data and rulings, and name the schemas. The job for GitLab
    publishes what it builds without giving numbers.
    """
    written: dict[str, str] = {}
    for host, workflows in HOSTS.items():
        folder = init(tmp_path / host, host)
        paths = sorted((folder / ".github" / "workflows").glob("*"))
        safe(paths)
        names = [f".github/workflows/{name}" for name in workflows]
        names += [name for name in ("_headers", ".gitlab-ci.yml") if (folder / name).exists()]
        written |= {f"{host}/{name}": (folder / name).read_text("utf-8") for name in names}
        written[f"{host}/files"] = "\n".join(sorted(texts(folder)))
    assert_approved("init", written)


def test_the_host_installs_libraries_with_digests(owners):
    assert (owners / "requirements.lock").read_bytes() == (
        ROOT / "requirements/site.txt"
    ).read_bytes()


def test_the_program_that_uploads_is_pinned_with_all_its_packages(tmp_path):
    folder = init(tmp_path, "cloudflare")
    lock = read_json(folder / "package-lock.json")
    asked = read_json(folder / "package.json")["dependencies"]
    assert lock["packages"][""]["dependencies"] == asked
    assert all(
        each["integrity"].startswith("sha512-") for path, each in lock["packages"].items() if path
    )
    assert not any("resolved" in each for each in lock["packages"].values())
    assert "npx" not in "".join(texts(folder).values())


@pytest.mark.parametrize(
    ("origin", "requirement"),
    [
        (
            '{"url": "https://x.example/rulebinder-9-py3-none-any.whl",'
            ' "archive_info": {"hashes": {"sha256": "0a1b"}}}',
            "rulebinder @ https://x.example/rulebinder-9-py3-none-any.whl --hash=sha256:0a1b",
        ),
        (
            '{"url": "FOLDER/rulebinder-9-py3-none-any.whl", "archive_info": {}}',
            f"./rulebinder-9-py3-none-any.whl --hash=sha256:{sha256(b'wheel')}",
        ),
        (
            '{"url": "FOLDER", "dir_info": {}}',
            f"./rulebinder-0-py3-none-any.whl --hash=sha256:{sha256(b'built')}",
        ),
        (
            '{"url": "https://x.example/r.git", "vcs_info": {"vcs": "git", "commit_id": "0b2c"}}',
            "rulebinder @ git+https://x.example/r.git@0b2c",
        ),
        (None, f"rulebinder=={VERSION}"),
    ],
)
def test_a_host_installs_the_program_from_where_it_came(origin, requirement, tmp_path, monkeypatch):
    (tmp_path / "rulebinder-9-py3-none-any.whl").write_bytes(b"wheel")
    written = origin and origin.replace("FOLDER", tmp_path.as_uri())
    monkeypatch.setattr(
        metadata, "distribution", lambda _: SimpleNamespace(read_text=lambda _: written)
    )
    monkeypatch.setattr(metadata, "version", lambda _: VERSION)
    monkeypatch.setattr(shipped, "INSTALLED", True)
    assert run("init", tmp_path / "own").stdout == (
        f"{tmp_path / 'own'} is ready. Next: put release notes into {tmp_path / 'own' / 'notes'},"
        f" then run `rulebinder site` in {tmp_path / 'own'}.\n"
    )
    assert (tmp_path / "own/requirements.txt").read_text("utf-8").splitlines()[-1] == requirement
    named = requirement.removeprefix("./").partition(" ")[0]
    assert [each.name for each in (tmp_path / "own").glob("*.whl")] == (
        [named] if requirement.startswith("./") else []
    )
    assert (
        f"`{named}` | the program" in (tmp_path / "own/README.md").read_text("utf-8")
    ) == requirement.startswith("./")


def test_the_workflows_know_the_address_of_init(tmp_path):
    for given, address in (
        ((), ""),
        (("--site-url", "https://example.org/a"), "https://example.org/a/"),
    ):
        own = tmp_path / f"own{len(given)}"
        run("init", own, *given)
        for name in ("publish", "preview"):
            text = (own / f".github/workflows/{name}.yml").read_text("utf-8")
            assert f"SITE_URL: ${{{{ vars.SITE_URL || '{address}' }}}}\n" in text


@pytest.mark.parametrize("host", ["github", "gitlab", "netlify"])
def test_an_empty_line_is_below_each_list_and_table_of_the_readme(host, tmp_path):
    lines = (init(tmp_path, host) / "README.md").read_text("utf-8").splitlines()
    kinds = [
        "table" if line.startswith("|") else "list" if line[:1].isdigit() else line and "text"
        for line in lines
    ]
    assert all(not below or kind == below for kind, below in itertools.pairwise(kinds) if kind)
