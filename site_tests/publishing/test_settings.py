"""The settings of the site: mkdocs.yml is read in one place, and each wrong value is one clear
error.
"""

import json
import re
import shutil
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml
from mkdocs.config.defaults import MkDocsConfig

from rulebinder.plugin import plugin, rendering
from rulebinder.problems import InputError
from rulebinder.settings import files, options
from rulebinder.system import shipped
from rulebinder.system.files import DISK
from site_tests.builders import example_library
from site_tests.conftest import ROOT
from site_tests.outputs import site_of
from site_tests.robustness import documents
from site_tests.robustness.documents import fill


@pytest.fixture
def config(tmp_path, monkeypatch):
    """Return a copy of mkdocs.yml that the program reads."""
    (tmp_path / "docs").mkdir()
    file = tmp_path / "mkdocs.yml"
    shutil.copyfile(ROOT / file.name, file)
    monkeypatch.setattr(shipped, "SETTINGS", file)
    return file


def change(file: Path, pattern: str, new: str) -> None:
    text = file.read_text("utf-8")
    changed = re.sub(pattern, new, text, count=1, flags=re.MULTILINE)
    assert changed != text
    file.write_text(changed, "utf-8")


BASE: dict[str, Any] = {
    "site_name": "Ours",
    "theme": {"name": "material"},
    "plugins": ["rulebinder"],
    "extra": {},
}
CASES = yaml.safe_load(Path(__file__).with_name("settings.yml").read_bytes())


def meaning(file: Path, values: object) -> dict[str, Any]:
    """Return what the program takes settings for, and the problems that it names."""
    file.write_text(yaml.safe_dump(values, sort_keys=False), "utf-8")
    try:
        chosen = options.load()
    except InputError as failure:
        return {"says": list(map(str, failure.problems))}
    owner = chosen.owner
    return {
        "says": list(map(str, chosen.doubts)),
        "header": [owner.light, owner.dark],
        "logo": bool(owner.logo),
        "tagline": owner.tagline,
        "size": [chosen.preview_pictures, chosen.short_pages, chosen.rulings_api, chosen.feeds],
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: json.dumps(case["settings"]))
def test_settings_have_their_meaning_or_say_why_not(case, config):
    fill(config.parent, case.get("files", {}))
    refused = {"says": case["says"]} if "says" in case else None
    expected = refused or {**CASES[0]["means"], **case.get("means", {})}
    assert meaning(config, {**BASE, **case["settings"]}) == expected


def having(key: str, value: object) -> dict[str, Any]:
    """Return the settings with one more."""
    above, _, name = key.rpartition(".")
    if above == "plugins.rulebinder":
        return {**BASE, "plugins": [{"rulebinder": {name: value}}]}
    if above == "plugins":
        return {**BASE, "plugins": ["rulebinder", {name: {}}]}
    return {**BASE, above: {**BASE[above], name: value}} if above else {**BASE, name: value}


@pytest.mark.parametrize("key", options.REFUSED)
def test_each_refused_setting_is_one_error_with_its_line_and_the_reason(key, config):
    examples: dict[str, object] = {"use_directory_urls": False, "pages": [{"A": "a.md"}]}
    (fault,) = meaning(config, having(key, examples.get(key, "x")))["says"]
    lines = config.read_text("utf-8").splitlines()
    written = f"{key.rpartition('.')[2]}:"
    (at,) = (at for at, line in enumerate(lines, 1) if line.strip("- ").startswith(written))
    reason = f"{key} has no effect here: {options.REFUSED[key]}; remove it"
    assert fault == f"mkdocs.yml:{at}: error: {reason}"


@pytest.mark.parametrize(
    "key", [key for key in options.HONORED if not key.startswith(("theme.", "extra."))]
)
def test_each_honored_setting_is_accepted(key, config):
    values: dict[str, object] = {
        "INHERIT": None,
        "plugins": {"rulebinder": {}, "redirects": {}},
        "site_url": "https://example.org/",
    }
    assert "header" in meaning(config, having(key, values.get(key, ["x"])))


def test_every_setting_of_mkdocs_and_of_the_theme_has_one_of_the_three_answers():
    theme = yaml.safe_load(
        (resources.files("material") / "templates" / "mkdocs_theme.yml").read_text("utf-8")
    )
    unwritten = {"config_file_path", "mdx_configs"}
    listed_by_part = {"theme", "extra", "theme.palette"}
    known = {name for name, _ in MkDocsConfig._schema} | {f"theme.{name}" for name in theme}
    answers = [*options.HONORED, *options.REFUSED, *options.IGNORED]
    assert known - unwritten - listed_by_part <= {*answers}
    assert len(answers) == len(set(answers))


def test_each_key_that_the_plugin_gives_to_templates_is_taken():
    site = site_of(example_library())
    values = rendering.language_settings(site, {lang: {} for lang in site.langs}, "1", {})
    ours = {f"extra.{key}" for key in values["en"]["extra"]} - {"extra.feeds"}
    assert ours <= options.REFUSED.keys()


def test_an_inherited_fault_has_the_line_of_its_own_file(config):
    for name, text in {
        "base.yml": "INHERIT: first.yml\nextra:\n  club: 1\n  feed: all\n  social: [1, {link: 3}]",
        "first.yml": "extra:\n  club: 0\n\n\n  logo: x\n",
    }.items():
        (config.parent / name).write_text(text, "utf-8")
    own = {"INHERIT": "base.yml", **BASE, "extra": {"club": 2, "social": [{"link": 4}]}}
    places = sorted(fault.partition(": error: ")[0] for fault in meaning(config, own)["says"])
    assert places == ["base.yml:4", "first.yml:5", "mkdocs.yml:10"]


def test_the_colors_are_those_of_material():
    sheets = resources.files("material") / "templates" / "assets" / "stylesheets"
    (sheet,) = (
        path
        for path in sheets.iterdir()
        if path.name.startswith("palette.") and path.name.endswith(".css")
    )
    colors = re.findall(
        r"color-primary=([a-z-]+)\]\{--md-primary-fg-color:([^;}]+)", sheet.read_text("utf-8")
    )
    assert {name for name, _ in colors} == options.COLORS.keys()
    assert all(options.COLORS[name] == color for name, color in colors if color[0] == "#")
    assert all(options.contrast(options.darken(color)) >= 4.5 for color in options.COLORS.values())


def test_a_file_that_mkdocs_rejects_is_an_error_without_a_traceback(config):
    config.write_text("site_name: [unclosed\n", "utf-8")
    with pytest.raises(InputError, match=r"mkdocs\.yml:1: error: MkDocs cannot read it"):
        options.load()


WRONG = [
    "example.org",
    "ftp://e.org/",
    "https://e.org/?a",
    "https://e.org/#a",
    "https://",
    "https://[",
    "https://e.org:x/",
    "https://a b/",
]


@pytest.mark.parametrize("wrong", WRONG)
def test_an_invalid_address_is_one_problem_of_whoever_gave_it(wrong, monkeypatch, caplog):
    hint = "write it like https://example.org/rulings/"
    with pytest.raises(InputError) as asked:
        files.check_address(wrong, "--site-url")
    assert str(asked.value) == f"--site-url:1: error: {wrong!r} is not a web address; {hint}"
    monkeypatch.setenv("SITE_URL", wrong)
    with pytest.raises(InputError) as taken:
        options.load()
    assert str(taken.value) == f"SITE_URL:1: error: {wrong!r} is not a web address; {hint}"
    assert not caplog.records


def test_an_invalid_address_in_the_file_is_a_problem_of_the_file(config):
    change(config, "site_url: .*", "site_url: example.org")
    with pytest.raises(InputError) as failure:
        options.load()
    with pytest.raises(InputError) as again:
        plugin.load(files.read_settings())
    assert again.value.problems == failure.value.problems, "a command says it once"


def test_an_address_ends_in_a_slash():
    assert (
        files.check_address("https://example.org/a")
        == files.check_address("https://example.org/a/")
        == "https://example.org/a/"
    )
    assert files.check_address("") is files.check_address(None) is None


def test_mkdocs_understands_its_own_tags(config):
    tags = """markdown_extensions:
  - pymdownx.snippets:
      base_path: !relative $docs_dir
  - pymdownx.emoji:
      emoji_generator: !!python/name:pymdownx.emoji.to_alt
"""
    (config.parent / "base.yml").write_text(f"site_author: We\n{tags}", "utf-8")
    change(config, "^theme:", "INHERIT: base.yml\ntheme:")
    found = plugin.load(files.read_settings())
    assert found.site_author == "We"
    assert str(found.mdx_configs["pymdownx.snippets"]["base_path"]) == f"{config.parent / 'docs'}/"
    assert callable(found.mdx_configs["pymdownx.emoji"]["emoji_generator"])


def test_a_build_reads_its_settings_once(config):
    with DISK.once():
        first, written = options.load(), files.read_settings()
        change(config, "interface_languages: .*", "interface_languages: [es]")
        assert options.load() is first
        assert files.read_settings() is written
        assert plugin.load(written).extra["interface_languages"] == first.interface_languages
    assert options.load().interface_languages == ["es"]


@pytest.mark.parametrize(
    ("pattern", "new", "said"),
    [
        (
            "  size: .*",
            "  preview_picture: off",
            "extra.preview_picture has no effect here",
        ),
        ("^site_name: .*", "site_name: A\nnav: 7", "Config value 'nav': "),
    ],
)
def test_each_command_prints_a_wrong_setting_once_and_builds_nothing(
    pattern, new, said, config, tmp_path
):
    change(config, pattern, new)
    inputs = documents.write_inputs(tmp_path)
    for command in (("check", *inputs), ("site", *inputs, "--out", tmp_path / "site")):
        result = documents.run(*command)
        assert result.exit_code == 1
        assert len(re.findall(rf"mkdocs\.yml:\d+: error: {said}", result.stderr)) == 1
        assert "mkdocs.yml:1:" not in result.stderr
    assert not (tmp_path / "site").exists()
