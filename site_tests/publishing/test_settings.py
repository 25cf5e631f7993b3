"""The settings of the site: mkdocs.yml is read in one place, and each wrong value is one clear
error.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulebinder.plugin import plugin
from rulebinder.problems import InputError
from rulebinder.settings import files, options
from rulebinder.system import shipped
from rulebinder.system.files import DISK
from site_tests.conftest import ROOT
from site_tests.robustness import documents


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


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("rulings", "rulings"),
        ("cards", "cards"),
        ("off", "off"),
        ('"off"', "off"),
        ("false", "off"),
        ("true", "cards"),
    ],
)
def test_the_pictures_have_three_values_and_two_older_ones(config, written, meant):
    change(config, "  size: .*", f"  preview_pictures: {written} # as written")
    assert options.load().preview_pictures == meant


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("size: large", 'extra.size is "large"; choose one of small, normal, full'),
        (
            "preview_pictures: sometimes",
            'extra.preview_pictures is "sometimes"; choose one of rulings, cards, off',
        ),
        ("rulings_api: maybe", "extra.rulings_api must be true or false"),
        (
            "short_pages: some",
            'extra.short_pages is "some"; choose one of all, translated, one',
        ),
        ("feed_authority: us", "; write it like example.org,2026"),
        (
            "analytics: {provider: plausible, property: X}",
            "; write google; give scripts of others in extra_javascript",
        ),
        ("analytics: {provider: google}", "extra.analytics lacks 'property'"),
        ("analytics: google", "extra.analytics must be a mapping"),
        (
            "analytics: {provider: google, property: X, feed: {}}",
            "unknown key 'feed' in extra.analytics",
        ),
        ("social: [{name: x}]", "extra.social.1 lacks 'link'"),
    ],
)
def test_a_value_of_the_wrong_form_is_one_error(config, new, said):
    change(config, "  size: .*", f"  {new}")
    with pytest.raises(InputError) as failure:
        options.load()
    (problem,) = failure.value.problems
    assert re.match(r"mkdocs\.yml:\d\d: error: .*extra\.", str(problem)), "it names the line"
    assert said in str(problem)


def test_all_wrong_values_are_reported_at_once(config):
    change(config, "  size: .*", "  preview_pictures: 1\n  short_pages: some")
    with pytest.raises(InputError) as failure:
        options.load()
    assert len(failure.value.problems) == 2


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
        files.read_address(wrong, "--site-url")
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
    assert (
        str(failure.value) == "mkdocs.yml:1: error: site_url is 'example.org'; write it like"
        " https://example.org/rulings/"
    )
    with pytest.raises(InputError) as again:
        plugin.load(files.read())
    assert again.value.problems == failure.value.problems, "a command says it once"


def test_an_address_ends_in_a_slash():
    assert (
        files.read_address("https://example.org/a")
        == files.read_address("https://example.org/a/")
        == "https://example.org/a/"
    )
    assert files.read_address("") is files.read_address(None) is None


def test_mkdocs_understands_its_own_tags(config):
    tags = """markdown_extensions:
  - pymdownx.snippets:
      base_path: !relative $docs_dir
  - pymdownx.emoji:
      emoji_generator: !!python/name:pymdownx.emoji.to_alt
"""
    (config.parent / "base.yml").write_text(f"site_author: We\n{tags}", "utf-8")
    change(config, "^theme:", "INHERIT: base.yml\ntheme:")
    found = plugin.load(files.read())
    assert found.site_author == "We"
    assert str(found.mdx_configs["pymdownx.snippets"]["base_path"]) == f"{config.parent / 'docs'}/"
    assert callable(found.mdx_configs["pymdownx.emoji"]["emoji_generator"])


def test_a_build_reads_its_settings_once(config):
    with DISK.once():
        first, written = options.load(), files.read()
        change(config, "interface_languages: .*", "interface_languages: [es]")
        assert options.load() is first
        assert files.read() is written
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
