"""Somebody who has a site of Material adds the plugin to it: pages keep their addresses, and what
has no effect is named once.
"""

from pathlib import Path

import pytest

from rulebinder.system import shipped
from site_tests.publishing.test_supported import both, build, navigation
from site_tests.rendering.approval import assert_approved
from site_tests.robustness import documents
from site_tests.robustness.documents import document, files, fill, run
from site_tests.sites import read_page

CLUB = """\
site_name: The Lamps
site_url: https://example.org/club/
site_description: Evenings of the lamps.
repo_url: https://git.example/us
edit_uri: edit/main/docs/
theme:
  name: material
  custom_dir: overrides
  language: en
  logo: images/logo.svg
  favicon: images/logo.svg
  font: {text: Roboto}
  icon: {repo: fontawesome/brands/github}
  features: [navigation.tabs, search.suggest]
  palette:
    - media: "(prefers-color-scheme: light)"
      scheme: default
      primary: indigo
      toggle: {icon: material/brightness-7}
    - scheme: slate
      primary: black
plugins:
  - search
  - blog
  - tags
  - rulebinder
extra:
  interface_languages: [en]
  homepage: https://example.org/
  status: {new: Recently added}
  analytics:
    provider: google
    property: G-LAMP
    feedback: {title: Was it helpful}
extra_css: [extra.css]
markdown_extensions:
  - admonition
  - attr_list
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
      emoji_generator: !!python/name:material.extensions.emoji.to_svg
nav:
  - Home: index.md
  - Evenings:
      - evenings.md
      - Rooms: more/rooms.md
  - Blog: [blog/index.md]
"""
POST = """\
---
date: 2031-02-03
categories: [News]
---
# A lamp < a lantern

Lit.

<!-- more -->

Out.
"""
POSTED = "blog/2031/02/03/a-lamp--a-lantern"
MAIN = '{% extends "base.html" %}{% block announce %}{{ "<Fridays>" }}{% endblock %}'
IDLE = (
    "edit_uri, theme.language, theme.favicon, theme.font, theme.icon, theme.features,"
    " theme.palette.media, theme.palette.toggle, plugins.search, extra.homepage, extra.status,"
    " extra.analytics.feedback"
)


def club(above: Path, settings: str) -> Path:
    """Return a new folder with the site of a club, and with release notes."""
    pages = {
        "index.md": "# Welcome :material-lamp:\n\n!!! tip\n    Any deck.\n",
        "evenings.md": "---\ntags: [late]\n---\n# Evenings\n",
        "cards/house.md": "# Our cards\n\n## Old\n\n## New\n",
        "more/rooms.md": "Without a title. ![A](https://pictures.example/a.png)\n",
        "blog/index.md": "# Blog\n",
        "blog/posts/lamp.md": POST,
        "extra.css": "a{}\n",
        "images/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"/>\n',
    }
    folder = above / "club"
    fill(folder, {"mkdocs.yml": settings, "notes/hol.en.md": document(documents.APPLE)})
    fill(folder, {f"docs/{name}": text for name, text in pages.items()})
    overrides = {"main.html": MAIN, "partials/comments.html": "<i>{{ page.title }}</i>\n"}
    return fill(folder, {f"overrides/{name}": text for name, text in overrides.items()})


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return the folder of the club with the site that each command makes."""
    folder = club(tmp_path_factory.mktemp("second"), CLUB)
    warnings = [line for line in both(folder).stderr.splitlines() if line.startswith("mkdocs.yml")]
    assert warnings == [
        f"mkdocs.yml:5: warning: without effect here: {IDLE}; `rulebinder help settings` says why"
    ]
    return folder


def test_each_page_keeps_its_address(built):
    pages = ("", "blog/", f"{POSTED}/", "cards/house/", "evenings/", "more/rooms/")
    listed = (built / "ours/sitemap.xml").read_text("utf-8")
    for page in pages:
        assert (built / "ours" / page / "index.html").is_file(), page
        assert f"<loc>https://example.org/club/{page}</loc>" in listed
    assert (built / "content/ledger/hol.yml").is_file()


def test_pages_are_as_approved(built):
    """They have what Material gives them, and sections are in the header. A page in a folder with
    the name of ours is not one of ours.
    """
    pages = ("index", "more/rooms", "evenings", "blog", "cards/house", POSTED, "en/sets")
    assert_approved(
        "club", {page: read_page(built, f"ours/{page.removeprefix('index')}") for page in pages}
    )


def test_all_styles_of_the_theme_are_weaker_than_ours(built):
    sheet = (built / "ours/assets/material.css").read_text("utf-8")
    assert sheet.startswith("@layer theme{html{")
    assert sheet.count("{") == sheet.count("}")
    assert ".admonition" in sheet
    assert 'dir="ltr"' in read_page(built, "ours"), "half of its rules ask for that"


def test_a_plugin_without_effect_writes_nothing(built):
    assert not (built / "ours/search/search_index.json").exists()
    assert (built / "ours/assets/icon.svg").read_text("utf-8").endswith('viewBox="0 0 2 2"/>\n')


def test_without_a_navigation_each_process_lists_all_pages(tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "_CONTENT", documents.content(tmp_path / "shipped"))
    settings = CLUB.partition("nav:")[0].replace("  - blog\n  - tags\n", "")
    folder = club(tmp_path, f"{settings}not_in_nav: blog/\n")
    monkeypatch.chdir(folder)
    build(3, "by3")
    titles = [title for _, title in navigation(folder, "by3/en/cards")]
    assert titles == ["Welcome", "Evenings", "Cards", "More"]
    fill(folder, {"docs/evenings.md": "# Mornings\n", "docs/new.md": "# New\n"})
    build(3, "by3")
    build(1, "by1")
    assert files(folder / "by3") == files(folder / "by1"), "no page keeps the old titles"
    assert ">Mornings</a>" in read_page(folder, "by3/en/cards")
    fill(folder, {"docs/404.md": "# Lost\n", "docs/sitemap.xml": "<a/>\n"})
    assert "sitemap.xml:1: error: two parts of the site have this file" in run("site").stderr
