"""Settings of MkDocs and Material have an effect, or are refused with their line."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml
from mkdocs.config.defaults import MkDocsConfig

from rulebinder.problems import InputError
from rulebinder.settings import options, palette, supported
from rulebinder.system import shipped
from site_tests.conftest import ROOT
from site_tests.robustness import documents
from site_tests.robustness.documents import document, files, fill, run

BASE: dict[str, Any] = {
    "site_name": "Ours",
    "theme": {"name": "material"},
    "plugins": ["rulebinder"],
    "extra": {},
}
EXAMPLES: dict[str, object] = {
    "use_directory_urls": False,
    "theme.features": ["navigation.tabs"],
    "pages": [{"A": "a.md"}],
}
_INSIDE = {"config_file_path", "mdx_configs", "theme", "extra"}
"""The names in MkDocs's schema that nobody writes, and those whose parts are listed."""


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the settings that the program reads."""
    monkeypatch.setattr(shipped, "SETTINGS", tmp_path / "mkdocs.yml")
    return tmp_path / "mkdocs.yml"


def faults(file: Path, values: object) -> list[str]:
    """Return the errors of settings."""
    file.write_text(yaml.safe_dump(values, sort_keys=False), encoding="utf-8")
    try:
        options.load()
    except InputError as failure:
        return [str(each) for each in failure.problems]
    return []


def having(key: str, value: object) -> dict[str, Any]:
    """Return the settings with one more."""
    above, _, name = key.rpartition(".")
    return {**BASE, above: {**BASE[above], name: value}} if above else {**BASE, name: value}


def test_ordinary_settings_have_no_fault(written: Path) -> None:
    assert faults(written, BASE) == []


@pytest.mark.parametrize("key", supported.REFUSED)
def test_each_refused_setting_is_one_error_with_its_line_and_the_reason(
    key: str, written: Path
) -> None:
    (found,) = faults(written, having(key, EXAMPLES.get(key, "x")))
    lines = written.read_text(encoding="utf-8").splitlines()
    line = next(
        number
        for number, text in enumerate(lines, 1)
        if text.strip().startswith(f"{key.rpartition('.')[2]}:")
    )
    assert (
        found
        == f"mkdocs.yml:{line}: error: {key} has no effect here: {supported.REFUSED[key]}; remove"
        " the setting"
    )


@pytest.mark.parametrize(
    "key", [key for key in supported.HONORED if key.startswith(("theme.", "extra.")) is False]
)
def test_each_honored_setting_is_accepted(key: str, written: Path) -> None:
    values: dict[str, object] = {
        "INHERIT": None,
        "plugins": {"rulebinder": {}, "redirects": {}},
        "site_url": "https://example.org/",
    }
    assert faults(written, having(key, values.get(key, ["x"]))) == []


def test_every_setting_of_mkdocs_has_one_of_the_two_answers() -> None:
    answered = {*supported.HONORED, *supported.REFUSED}
    known = {name for name, _ in MkDocsConfig._schema} - _INSIDE
    assert known <= answered
    assert not supported.HONORED.keys() & supported.REFUSED.keys()


def test_every_setting_of_the_theme_has_one_of_the_two_answers() -> None:
    theme = yaml.safe_load(
        (resources.files("material") / "templates" / "mkdocs_theme.yml").read_text(encoding="utf-8")
    )
    answered = {*supported.HONORED, *supported.REFUSED}
    assert {f"theme.{name}" for name in theme} <= answered


def test_the_page_of_the_documentation_lists_them() -> None:
    assert (ROOT / "docs" / "settings.md").read_text(encoding="utf-8") == supported.page()


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"plugins": []}, "plugins lacks 'rulebinder'"),
        ({"plugins": ["rulebinder", "search"]}, "the plugin 'search' has no effect here"),
        ({"plugins": {"rulebinder": {}, "social": {}}}, "the plugin 'social' has no effect here"),
        ({"theme": {"name": "readthedocs"}}, "theme.name is 'readthedocs'; write material"),
        (
            {"theme": {"name": "material", "font": {"text": "Roboto"}}},
            "no page asks another host for a font",
        ),
        (
            {"theme": {"name": "material", "palette": {"primary": "yellow"}}},
            "white text on yellow has a contrast below 4.5",
        ),
        ({"theme": {"name": "material", "palette": [{"primary": "puce"}]}}, "primary is 'puce'"),
        (
            {"theme": {"name": "material", "palette": {"accent": "red"}}},
            "accent has no effect here",
        ),
    ],
)
def test_what_cannot_be_honored_says_why(values: dict[str, Any], said: str, written: Path) -> None:
    found = faults(written, {**BASE, **values})
    assert len(found) == 1, found
    assert said in found[0]


def test_the_palette_colors_the_header(written: Path) -> None:
    schemes = [{"scheme": "default", "primary": "indigo"}, {"scheme": "slate", "primary": "teal"}]
    assert faults(written, {**BASE, "theme": {"name": "material", "palette": schemes}})[0].endswith(
        "own are in extra.owner.colors"
    )
    schemes[1]["primary"] = "brown"
    assert faults(written, {**BASE, "theme": {"name": "material", "palette": schemes}}) == []
    look = options.load().owner.brand
    assert (look.light, look.dark) == (palette.primaries()["indigo"], palette.primaries()["brown"])


OURS = """\
site_name: Ours
site_url: https://example.org/
site_author: The <lamps>
copyright: Our <b>club</b>
repo_url: https://git.example/us
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
extra_css: [extra.css, "https://styles.example/x.css"]
extra_javascript: [more.js, "https://scripts.example/x.js"]
markdown_extensions: [admonition]
extra:
  interface_languages: [en]
  analytics: {provider: google, property: G-LAMP}
  social:
    - {icon: x, link: "https://social.example/@us"}
"""
ROBOTS = "User-agent: Anybot\nDisallow: /\n"
HOOK = """\
def on_page_markdown(markdown, page, **_):
    assert "Apple" not in markdown, "a plugin sees no text of a document"
    return markdown

def on_post_page(output, page, config):
    return output.replace("</body>", "<!-- hooked --></body>")
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an owner's folder with settings of all kinds, and the site that MkDocs makes in it,
    and ours.
    """
    above = tmp_path_factory.mktemp("owner")
    folder = above / "own"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shipped, "_CONTENT", documents.content(above / "shipped"))
        run("init", folder)
        fill(folder, {"mkdocs.yml": OURS, "hook.py": HOOK})
        fill(
            folder / "docs",
            {"blog.md": "# Blog\n\n!!! note\n    Hello.\n", "extra.css": "a{}\n", "more.js": "1\n"},
        )
        fill(folder / "docs", {"robots.txt": ROBOTS})
        fill(folder / "looks" / "partials", {"brand.html": "<b>ours</b>\n"})
        fill(folder / "notes", {"hol.en.md": document(documents.APPLE)})
        patch.chdir(folder)
        result = run("site", "--jobs", "2", "--out", "ours")
        assert result.exit_code == 0, result.output
    code = (
        "from pathlib import Path; from rulebinder.system import shipped; "
        f"shipped._CONTENT = Path({str(above / 'shipped')!r}); "
        "from mkdocs.__main__ import cli; cli(['build', '--quiet', '--site-dir', 'alone'])"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "generator")}
    made = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert made.returncode == 0, made.stderr
    return folder


def test_mkdocs_makes_the_same_site_in_an_owners_folder(built: Path) -> None:
    assert files(built / "ours") == files(built / "alone")


@pytest.mark.parametrize(
    "said",
    [
        '<meta name="author" content="The &lt;lamps&gt;">',
        "<p>Our <b>club</b></p>",
        'href="https://git.example/us"',
        '<a href="https://social.example/@us" rel="me">social.example</a>',
        '<a href="../../blog/">Blog</a>',
        '<a href="https://example.com/">Elsewhere</a>',
        '<link rel="stylesheet" href="../../extra.css">',
        '<script src="../../more.js"></script>',
        '<script src="https://scripts.example/x.js"></script>',
        '<script data-property="G-LAMP">',
        "<b>ours</b>",
        "<!-- hooked -->",
    ],
)
def test_each_setting_has_its_effect_on_a_generated_page(said: str, built: Path) -> None:
    assert said in (built / "ours" / "en" / "cards" / "index.html").read_text(encoding="utf-8")


def test_the_policy_allows_just_the_hosts_of_the_owner(built: Path) -> None:
    page = (built / "ours" / "en" / "cards" / "index.html").read_text(encoding="utf-8")
    policy = page.partition('Content-Security-Policy" content="')[2].partition('"')[0]
    allowed = {
        each.split()[0]: {host for host in each.split() if "." in host}
        for each in policy.split("; ")
    }
    google = {
        "https://www.googletagmanager.com",
        "https://*.google-analytics.com",
        "https://*.analytics.google.com",
    }
    assert allowed["script-src"] == {"https://scripts.example", "https://www.googletagmanager.com"}
    assert allowed["style-src"] == allowed["font-src"] == {"https://styles.example"}
    assert allowed["connect-src"] == allowed["img-src"] == {"https://scripts.example", *google}


def test_robots_txt_of_the_owner_takes_the_place_of_ours(built: Path) -> None:
    assert (built / "ours" / "robots.txt").read_text(encoding="utf-8") == ROBOTS
    assert (built / "ours" / "sitemap.xml").is_file()


def test_a_page_of_the_owner_has_extensions_and_no_languages(built: Path) -> None:
    page = (built / "ours" / "blog" / "index.html").read_text(encoding="utf-8")
    assert '<div class="admonition note">' in page
    assert "rb-languages" not in page
