"""The package: a wheel has all that the program opens, and builds the website of an owner's
folder.
"""

import re
import shutil
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from site_tests.calling import python
from site_tests.conftest import ROOT
from site_tests.publishing.conftest import choose
from site_tests.sites import read_page

TOOLING = {
    "eslint.config.js",
    "package-lock.json",
    "package.json",
    "stylelint.config.js",
    "tsconfig.json",
}
"""The files of ``web`` that only check the others."""
OWNER = '{name: Our rulings, links: [{title: {en: Imprint}, url: "https://x.example/imprint"}]}'
SOURCES = (
    "generator",
    "content",
    "docs",
    "templates",
    "web",
    "requirements",
    "mkdocs.yml",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)


def needed() -> Iterator[Path]:
    """Return the files that the program opens, from the top of the repository."""
    yield from (Path("mkdocs.yml"), Path("requirements/site.txt"))
    for folder in ("generator/rulebinder", "templates", "content", "web", "docs"):
        for path in sorted((ROOT / folder).rglob("*")):
            below = path.relative_to(ROOT)
            if path.is_file() and not _is_left_out(below):
                yield below


def _is_left_out(path: Path) -> bool:
    """Return whether a file is for people, for tools, or made by a tool."""
    folder, *parts = path.parts
    if (
        {"node_modules", "__pycache__", "tests", ".imported"} & {*parts}
        or path.name.endswith(".d.ts")
        or path.name.startswith(".")
    ):
        return True
    return (
        path == Path("docs/measurements.md")
        or parts[0] == "pictures"
        or path == Path("content/vectors/README.md")
        or (folder == "web" and path.name in TOOLING)
        or parts[:2] in (["notes", "rules"], ["notes", "history"])
    )


def _in_the_wheel(path: Path) -> Path:
    """Return where a wheel has a file, which is named from the top of the repository."""
    return (
        path.relative_to("generator")
        if path.parts[0] == "generator"
        else Path("rulebinder/shipped", path)
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Return a wheel of the repository."""
    folder = tmp_path_factory.mktemp("wheel")
    ignored = shutil.ignore_patterns("node_modules", "__pycache__", "*.egg-info")
    (folder / "source").mkdir()
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / "source" / name, ignore=ignored)
        else:
            shutil.copyfile(ROOT / name, folder / "source" / name)
    return build(folder / "source", folder)


def build(source: Path, folder: Path) -> Path:
    """Build a wheel of ``source`` into ``folder``, without a network."""
    offline = ("--no-build-isolation", "--no-deps", "--no-index", "--quiet")
    made = python("-m", "pip", "wheel", *offline, "--wheel-dir", folder, source, cwd=folder)
    assert made.returncode == 0, made.stderr
    return next(folder.glob("*.whl"))


def test_pyproject_lists_every_package():
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"][
        "packages"
    ]
    packages = {
        ".".join(path.relative_to(ROOT / "generator").parent.parts)
        for path in (ROOT / "generator").rglob("__init__.py")
    }
    assert set(listed) == packages | {"rulebinder.shipped"}


def test_every_file_names_the_same_version(wheel):
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert wheel.name == f"rulebinder-{version}-py3-none-any.whl"
    assert f"    pipx install {wheel.name} && " in (ROOT / "README.md").read_text("utf-8")
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == version
    released = re.search(
        rf"^## \[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)$",
        (ROOT / "CHANGELOG.md").read_text("utf-8"),
        re.MULTILINE,
    )
    assert released
    assert citation["date-released"] == released[1]


def test_a_wheel_has_all_that_the_program_opens_as_it_is_in_the_repository(wheel):
    packed = {
        name: content for name, content in unpacked(wheel).items() if name.startswith("rulebinder/")
    }
    wanted = {_in_the_wheel(path): ROOT / path for path in needed()}
    assert {path.as_posix() for path in wanted} == packed.keys()
    assert all(packed[path.as_posix()] == source.read_bytes() for path, source in wanted.items())


def test_what_init_writes_in_a_clone_installs_a_program_that_builds_an_owners_website(tmp_path):
    before = set(ROOT.iterdir()) | set((ROOT / "generator").iterdir())
    own, host, owners = tmp_path / "own", tmp_path / "host", tmp_path / "own site"

    def run(folder, *words, **environment):
        done = python("-m", *words, cwd=folder, **environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run(tmp_path, "rulebinder", "init", own)
    after = set(ROOT.iterdir()) | set((ROOT / "generator").iterdir())
    assert after == before, "the clone is as it was"
    options = "--no-index --no-deps --require-hashes --quiet --requirement requirements.txt"
    run(own, "pip", "install", *options.split(), "--target", host)
    shipped = (host / "rulebinder/shipped/mkdocs.yml").read_bytes()
    assert shipped == (ROOT / "mkdocs.yml").read_bytes()

    def installed(folder, *words):
        return run(folder, "rulebinder", *words, PYTHONPATH=str(host), SITE_URL="")

    assert "run `rulebinder site`" in installed(tmp_path, "init", owners.name, "--example")
    for path in owners.glob("notes/*.*"):
        if not path.name.startswith("gvc."):
            path.unlink()
    choose(owners, "interface_languages: [es]", f"owner: {OWNER}")
    output = installed(owners, "site")
    assert "The website is in site." in output
    assert "make" not in output
    assert installed(owners, "help", "owning").startswith("# Your own site\n")
    ledger = "content/ledger/gvc.yml"
    assert (owners / ledger).read_bytes() == (ROOT / ledger).read_bytes()
    assert (owners / "site/es/cards/dustroad-courier/index.html").is_file()
    assert not (owners / "site/en").exists()
    home = read_page(owners, "site/es")
    assert "<title>Our rulings" in home
    assert '<li><a href="https://x.example/imprint">Imprint</a></li>' in home
    assert installed(owners, "site").startswith("Nothing has changed.")


def test_a_folder_that_makes_no_package_is_one_sentence(tmp_path):
    code = (
        "from pathlib import Path; from rulebinder.system import shipped; shipped.ROOT ="
        " Path('empty'); from rulebinder.cli import main; main()"
    )
    (tmp_path / "empty").mkdir()
    result = python("-c", code, "init", "own", cwd=tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith("empty:1: error: no package for the host can be built of it (")
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "own").exists()


def test_a_wheel_of_the_source_archive_is_that_of_the_repository(wheel, tmp_path):
    source = wheel.parent / "source"
    code = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
    made = python("-c", code, tmp_path, cwd=source)
    assert made.returncode == 0, made.stderr
    assert "warning" not in made.stderr.lower(), made.stderr
    archive = next(tmp_path.glob("*.tar.gz"))
    assert unpacked(build(archive, tmp_path)) == unpacked(wheel)


def unpacked(wheel: Path) -> dict[str, bytes]:
    """Return the files of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
