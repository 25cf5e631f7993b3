"""The files and pictures that the documents of the repository name exist."""

import re

import pytest

from pictures import LARGEST, PICTURES
from site_tests.conftest import ROOT

README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_links_point_to_files(name):
    path = ROOT / name
    text = re.sub(r"`[^`\n]*`", "", path.read_text("utf-8"))
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_the_readme_shows_every_picture_and_all_are_small():
    folder = ROOT / "docs" / "pictures"
    names = {f"{picture.name}.png" for picture in PICTURES}
    assert {path.name for path in folder.iterdir()} == names
    assert set(re.findall(r"docs/pictures/([\w-]+\.png)", README)) == names
    assert all((folder / name).stat().st_size <= LARGEST for name in names)


def test_the_readme_is_short():
    assert len(README.splitlines()) <= 70


def test_the_architecture_and_the_scripts_name_modules_that_exist():
    architecture = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    names = set(re.findall(r"`(?:[a-z]+/)*([a-z_]+\.py)`", architecture))
    assert names
    assert names <= {path.name for path in (ROOT / "generator").rglob("*.py")}
    #  Those in node_modules are not ours.
    scripts = [path.read_text("utf-8") for path in ROOT.glob("web/[!n]*/**/*.[jt]s")]
    paths = re.findall(r"\bgenerator/[\w/]+\.py", "\n".join(scripts))
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []
