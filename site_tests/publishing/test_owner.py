"""The owner's block of the settings: name, tagline and links, or one clear error for each fault."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
import yaml

from rulebinder.outputs import feeds, front, offline, short_pages
from rulebinder.settings import options
from rulebinder.settings.options import Owner
from rulebinder.site.model import Site
from rulebinder.system import shipped
from rulebinder.theme import assets
from site_tests import outputs
from site_tests.builders import example_library
from site_tests.conftest import ROOT
from site_tests.outputs import shorts, site_of

BLOCK = """\
name: <Our> rulings
tagline: {en: Rulings of our club.}
links:
  - {title: {en: Imprint, es: Aviso legal}, url: "https://x.example/imprint"}
"""
LOGO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"'
    ' fill="#a00"/></svg>'
)
BRAND = """\
colors: {light: "#7A1F1F", dark: "#3d0f0f"}
logo: logo.svg
report: 'https://x.example/new?a="&title={id}'
edit: https://x.example/edit/{file}
"""
Read = Callable[[str], Owner]


@pytest.fixture
def read(tmp_path, monkeypatch):
    """Return what reads a block of the settings, whose folder is ``tmp_path``."""
    settings = {"theme": "material", "plugins": ["rulebinder"]}
    file = tmp_path / "mkdocs.yml"
    monkeypatch.setattr(shipped, "SETTINGS", file)

    def reading(block):
        extra = {"owner": yaml.safe_load(block)}
        file.write_text(yaml.safe_dump({"extra": extra, **settings}), "utf-8")
        return options.load().owner

    return reading


def test_a_block_is_read_and_an_empty_one_is_nobody(read):
    found = read(BLOCK)
    assert found.name == "<Our> rulings"
    assert found.links_in("es")[0] == {
        "title": "Aviso legal",
        "url": "https://x.example/imprint",
    }
    assert found.links_in("fr")[0] == {"title": "Imprint", "url": "https://x.example/imprint"}
    assert read("{}") == options.NOBODY


def test_the_name_is_in_everything_that_a_site_publishes(languages, read):
    found = read(BLOCK)
    site = Site(
        library=example_library(), languages=found.put_name(languages), address="https://x.example/"
    )
    files = dict((*front.make_files(site), *feeds.make_files(site), *short_pages.make_files(site)))
    for path in ("index.html", "404.html", "en/feed.xml", "es/r/lom/mire-lantern/1/index.html"):
        assert "&lt;Our&gt; rulings" in str(files[path]), path
        assert "Rulebinder" not in str(files[path]), path
    assert "<Our> rulings" in str(files["en/feed.json"])
    assert str(files["llms.txt"]).startswith("# <Our> rulings\n")
    assert "Rulings of our club." in str(files["index.html"])
    assert site.name == "<Our> rulings"


@pytest.fixture
def branded(tmp_path, read):
    (tmp_path / "logo.svg").write_text(LOGO, "utf-8")
    return read(BRAND)


def test_the_look_is_in_styles_icons_and_manifest(branded):
    dressed = assets.apply_brand({"icon.svg": b"<svg/>", "rulebinder.css": b"a{}"}, branded)
    assert dressed["icon.svg"].decode() == LOGO
    assert (
        dressed["rulebinder.css"].decode()
        == "a{}:root,[data-md-color-scheme]{--rb-header:light-dark(#7a1f1f,#3d0f0f)}"
    )
    site = site_of(example_library(), owner=branded)
    own, shipped = (
        dict(offline.make_files(each)) for each in (site, replace(site, owner=options.NOBODY))
    )
    assert json.loads(str(own["en/manifest.webmanifest"]))["theme_color"] == "#7a1f1f"
    assert all(own[name] != shipped[name] for name in own if name.endswith(".png"))


def test_without_an_owner_the_mark_has_the_color_of_the_header():
    mark = (ROOT / "web/icon.svg").read_text("utf-8")
    assert options.NOBODY.icon == mark
    assert 'fill="#123456"' in options.Owner(light="#123456").icon


def test_readers_report_an_error_in_a_ruling_and_edit_a_document(branded):
    site = site_of(example_library(), owner=branded)
    short = shorts(site)["en/r/lom/mire-lantern/1/index.html"]
    assert 'href="https://x.example/new?a=&#34;&amp;title=lom%2Fmire-lantern%2F1"' in short
    assert "Report an error in this ruling" in short
    made = outputs.sources(site, "en")
    assert (
        "[Edit this document](https://x.example/edit/lom.en.txt)" in made["sets/lom/index.md"].text
    )
    plain = outputs.sources(replace(site, owner=options.NOBODY), "en")
    assert "Edit this document" not in plain["sets/lom/index.md"].text
