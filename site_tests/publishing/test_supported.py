"""Settings of MkDocs and Material have an effect, or are refused with their line."""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result

from rulebinder.system import shipped
from site_tests import outputs
from site_tests.calling import python
from site_tests.rendering.approval import assert_approved
from site_tests.robustness import documents
from site_tests.robustness.documents import document, files, fill, run
from site_tests.sites import read_json, read_page

OURS = """\
site_name: Ours
site_url: https://example.org/
site_author: The <lamps>
copyright: Our <b>club</b>
repo_url: https://git.example/us
repo_name: Our notes
theme:
  name: material
  custom_dir: looks
  palette:
    primary: brown
plugins:
  rulebinder: {}
hooks: [hook.py]
nav:
  - Blog: blog.md
  - Elsewhere: https://example.com/
  - Members: en/club.md
extra_css: [extra.css, "https://styles.example/x.css"]
extra_javascript: [more.js, "https://scripts.example/x.js"]
markdown_extensions: [admonition]
extra:
  interface_languages: [en, es]
  analytics: {provider: google, property: G-LAMP}
  social:
    - {icon: x, link: "https://social.example/@us"}
"""
MAIN = """\
{% extends "base.html" %}
{% block extrahead %}
<meta name="club" content="{{ '<us>' }}">
{% endblock %}
{% block announce %}<a href="{{ base_url }}">Fridays</a>{% endblock %}
{% block content %}<i>before</i>{{ super() }}{% endblock %}
"""
ROBOTS = "User-agent: Anybot\nDisallow: /\n"
HOOK = """\
from pathlib import Path

from jinja2 import Environment

def on_files(files, config):
    cards = [file for file in files if file.src_uri.startswith("en/cards/seven")]
    assert [file.content_string for file in cards] == [""], "a plugin sees no text of a document"

def on_page_markdown(markdown, page, **_):
    macros = Environment(comment_start_string="{##")
    page.title = macros.from_string(page.title).render()
    return macros.from_string(markdown).render()

def on_post_page(output, page, config):
    return output.replace("</body>", "<a href=/late.txt></a><!-- hooked --></body>")

def on_post_build(config):
    site = Path(config.site_dir)
    (site / "late.txt").write_text("x")
    page = site / "en" / "cards" / "index.html"
    page.write_text(page.read_text("utf-8") + "<!-- last -->", "utf-8")
"""
HOSTILE = ("You have {{ 7*7 }} apples.", "{% raw %} and {# no end.")


def mkdocs(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Return what MkDocs does in an owner's folder, beside which are the facts of the program. It
    makes no search.
    """
    code = (
        "from pathlib import Path; from rulebinder.system import shipped; "
        f"shipped._CONTENT = Path({str(folder.parent / 'shipped')!r}); "
        "from rulebinder.search import bundle; "
        f"bundle.search_files = lambda *_: {outputs.unsearched()}; "
        f"from mkdocs.__main__ import cli; cli({list(arguments)!r})"
    )
    path = os.pathsep.join(sys.path)
    return python("-c", code, cwd=folder, PYTHONPATH=path, NO_MKDOCS_2_WARNING="1")


@pytest.fixture
def own(owned):
    """Return an owner's folder with a document, which is the current one."""
    return fill(owned, {"notes/hol.en.md": document(documents.APPLE)})


def filled(folder: Path) -> Path:
    """Return a new owner's folder with settings of all kinds."""
    run("init", folder)
    fill(folder, {"mkdocs.yml": OURS, "hook.py": HOOK})
    fill(
        folder / "docs",
        {
            "blog.md": "---\nkind: card\n---\n# Blog\n\n!!! note\n    Hello.\n",
            "extra.css": "a{}\n",
            "more.js": "1\n",
        },
    )
    fill(folder / "docs", {"robots.txt": ROBOTS})
    club = "# Club {#top}\n\nWe are {{ 6*7 }}.\n"
    fill(folder / "docs", {"en/club.md": club, "es/club.md": club})
    fill(folder / "looks" / "partials", {"brand.html": "<b>ours</b>\n"})
    fill(folder / "looks", {"main.html": MAIN, "mine.css": "b{}\n"})
    card = documents.card("Seven {{ lamp }} Apples", *HOSTILE)
    return fill(folder / "notes", {"hol.en.md": document(card)}).parent


def navigation(folder: Path, page: str) -> list[tuple[str, str]]:
    """Return the links of the owner in the header of a page, each with its title."""
    bar = read_page(folder, page).partition('class="rb-nav')[2].partition("</nav>")[0]
    return re.findall(r'href="([^"]+)"[^>]*>([^<>]+)</a>', bar)[4:]


def both(folder: Path, *options: str) -> Result:
    """Return what ``rulebinder site`` does in an owner's folder, where MkDocs makes a site too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shipped, "_CONTENT", documents.content(folder.parent / "shipped"))
        patch.setattr("rulebinder.search.bundle.search_files", outputs.unsearched)
        patch.chdir(folder)
        result = run("site", "--jobs", "2", "--out", "ours")
    assert result.exit_code == 0, result.output
    made = mkdocs(folder, "build", "--quiet", "--site-dir", "alone", *options)
    assert made.returncode == 0, made.stderr
    assert files(folder / "ours") == files(folder / "alone")
    return result


def build(jobs: int, out: str) -> None:
    """Build the site of the current folder with so many processes."""
    result = run("site", "--jobs", str(jobs), "--out", out)
    assert result.exit_code == 0, result.output


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return an owner's folder with settings of all kinds, and the site that each command makes."""
    folder = filled(tmp_path_factory.mktemp("owner") / "own")
    both(folder, "--strict")
    return folder


def test_pages_with_settings_of_all_kinds_are_as_approved(built):
    """Each setting has its effect on a generated page, whose policy allows just the hosts of the
    owner. A page of the owner has extensions and no languages; its front matter is not ours.
    """
    assert_approved(
        "settings", {page: read_page(built, f"ours/{page}") for page in ("blog", "en/cards")}
    )


def test_files_of_the_owner_are_published_and_take_the_place_of_ours(built):
    assert (built / "ours" / "robots.txt").read_text("utf-8") == ROBOTS
    assert (built / "ours" / "mine.css").read_text("utf-8") == "b{}\n", "beside the templates"
    assert (built / "ours" / "sitemap.xml").is_file()


@pytest.fixture
def looks(built, monkeypatch):
    """Return the folder of the owner's templates, which are as before afterwards."""
    monkeypatch.setattr(shipped, "_CONTENT", built.parent / "shipped")
    monkeypatch.setattr("rulebinder.search.bundle.search_files", outputs.unsearched)
    monkeypatch.chdir(built)
    yield built / "looks"
    fill(built / "looks", {"main.html": MAIN})


def test_an_edited_template_is_on_the_pages_of_the_next_build(looks):
    fill(looks, {"main.html": MAIN.replace("Fridays", "Mondays")})
    assert run("site", "--out", "ours").exit_code == 0
    page = Path("ours/en/cards/index.html").read_text("utf-8")
    assert "Mondays" in page


def test_a_template_that_fails_is_one_line(looks):
    fill(looks, {"main.html": MAIN.replace("Fridays", "{{ 1 / 0 }}")})
    before = files(looks.parent / "ours")
    result = run("site", "--jobs", "2", "--out", "ours")
    assert result.exit_code == 1
    fault = "looks/main.html:5: error: this template fails (ZeroDivisionError: division by zero)"
    assert result.stderr.count(fault) == result.stderr.count("error:") == 1, result.stderr
    assert files(looks.parent / "ours") == before
    made = mkdocs(looks.parent, "build", "--quiet", "--site-dir", "alone")
    assert made.returncode == 1
    assert f"Error: {fault}" in made.stderr
    assert "Traceback" not in made.stderr


def test_a_plugin_reads_macros_in_pages_of_the_owner_alone(built):
    (path,) = (built / "ours" / "en" / "cards").glob("seven*/index.html")
    card = path.read_text("utf-8")
    for text in ("Seven {{ lamp }} Apples", *HOSTILE):
        assert text in card
    assert "We are 42." in read_page(built, "ours/en/club")


def test_what_plugins_write_last_is_a_part_of_the_site(built):
    files = read_json(built / "ours" / "data" / "manifest.json")["files"]
    page = (built / "ours" / "en" / "cards" / "index.html").read_bytes()
    assert "late.txt" in files
    assert hashlib.sha256(page).hexdigest() in json.dumps(files["en/cards/index.html"])


def test_more_processes_make_the_same_site_after_an_edit_as_one_from_nothing(own):
    """Pages of the owner in the navigation are known to all of them."""
    hermits = (documents.card(f"{name} Hermit") for name in ("Brook", "Cave", "Dune"))
    fill(own / "notes", {"hol.en.md": document(documents.APPLE, *hermits)})
    nav = """nav:
  - Club: en/club.md
  - en/about.md
  - blog.md
  - More:
      - en/cards/index.md
      - Deeper: [{Trees: en/sets/hol/index.md}, en/cards/apple-warden/index.md, en/rooms.md]
"""
    fill(own, {"mkdocs.yml": (own / "mkdocs.yml").read_text("utf-8") + nav})
    fill(own / "docs", {"blog.md": "Our *blog* {#b}\n===\n\n[Rooms](en/rooms.md)\n"})
    pages = {
        "club.md": "# Us {#top}\n",
        "about.md": "# We {#top}\n",
        "rooms.md": "# Rooms {#top}\n",
        "adding.md": "# Ours {#top}\n",  # a redirect has this address otherwise
    }
    fill(own / "docs" / "en", pages)
    build(3, "by3")
    homes = {"blog": "../en/", "en": "./", "en/cards": "../", "en/adding": "../"}
    for path, home in homes.items():
        assert f'class="rb-brand" href="{home}"' in read_page(own, f"by3/{path}")
    shown = ["Club", "We", "Our blog", "More", "Cards", "Trees", "Apple Warden", "Rooms"]
    page = "by3/en/cards/apple-warden"
    assert [title for _, title in navigation(own, page)] == shown
    assert '<a href="../" aria-current="true">More</a>' in read_page(own, page)
    titles = [title for _, title in navigation(own, "by3/blog")]
    assert titles == shown[:4], "it shows no other section"
    fill(own / "docs", {"blog.md": "# Their blog\n"})
    fill(own / "notes", {"hol.en.md": document(documents.APPLE.replace("any season", "autumn"))})
    build(3, "by3")
    build(1, "by1")
    assert files(own / "by3") == files(own / "by1")
    assert "ripens in autumn" in read_page(own, "by3/en/cards/apple-warden")
    assert b"Their blog" in (own / "by3" / "en" / "cards" / "index.html").read_bytes()


def test_a_missing_file_is_one_error_with_its_line(own):
    more = """nav: [{A: [{B: en/lost.md}]}]
extra_css: [x/lost.css]
extra_javascript:
  - {path: lost.js, defer: true}
extra_templates: [lost.xml]
"""
    before = (own / "mkdocs.yml").read_text("utf-8")
    fill(own, {"mkdocs.yml": before + more})
    line = before.count("\n")
    printed = run("-q", "site", "--jobs", "2").stderr.splitlines()
    errors = [text for text in printed if " error: " in text]
    assert [error.partition(" error:")[0] for error in errors[:-1]] == [
        f"mkdocs.yml:{line + at}:" for at in (1, 2, 4, 5)
    ]
    assert errors[1].endswith("'x/lost.css' leads to no file; correct the path, or write the file")


def test_a_plugin_that_changes_addresses_is_refused(own):
    fill(own, {"hook.py": "def on_config(config):\n    config.use_directory_urls = False\n"})
    settings = (own / "mkdocs.yml").read_text("utf-8")
    fill(own, {"mkdocs.yml": f"{settings}hooks: [hook.py]\n"})
    said = "a plugin sets use_directory_urls to false: published links would break"
    assert said in run("-q", "site").stderr
    made = mkdocs(own, "build")
    assert said in made.stderr
    assert "Traceback" not in made.stderr


def test_nothing_that_the_program_writes_is_unknown_to_it(own):
    fill(own / "docs" / "en", {"club.md": "# Club {#top}\n"})
    assert run("site").exit_code == 0
    assert (own / "content" / "ledger" / "feeds.tag").is_file()
    made = mkdocs(own, "build", "--strict")
    assert made.returncode == 0, made.stderr
    run("import", "--set", "zzz", "--name", "Zither", "--released", "2031-01-02", "notes/hol.en.md")
    run("language", "new", "tlh")
    assert "nothing reads" not in run("check", "--all").stderr
