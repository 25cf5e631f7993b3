"""Every output makes files from a site, and no two outputs make the same file."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.facts.languages import Languages
from generator.problems import InputError
from generator.publishing import departures, outputs, site
from generator.publishing.contract import Files, Site
from generator.publishing.renewing import Tree
from site_tests import builders


@pytest.fixture
def whole(languages: Languages) -> Site:
    return Site(library=builders.example_library(), languages=languages, address="https://example.org/sub/", pages=("", "cards/"))


def made(whole: Site, folder: Path) -> outputs.Written:
    return outputs.write(whole, Tree(folder, folder / "old"), [*outputs.LAST, *outputs.OUTPUTS])


def test_every_output_writes_its_own_files(whole: Site, tmp_path: Path) -> None:
    written = made(whole, tmp_path)
    assert written.problems == ()
    assert set(written.files) == {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    for output in (*outputs.OUTPUTS, *outputs.LAST):
        if output is departures.files:  # nothing is gone in this library
            continue
        assert {path for path, _ in output(whole)} & set(written.files), output


def test_every_output_makes_the_same_files_again(whole: Site) -> None:
    for output in (*outputs.OUTPUTS, *outputs.LAST):
        assert dict(output(whole)) == dict(output(whole)), output


def test_an_output_can_be_added_to_the_list(whole: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def greeting(site: Site) -> Files:
        yield "hello/world.txt", f"Hello, {site.address}\n"
        yield "hello/world.bin", b"\x00\xff"

    monkeypatch.setattr(outputs, "OUTPUTS", [greeting])
    written = outputs.write(whole, Tree(tmp_path, tmp_path / "old"), outputs.OUTPUTS)
    assert (list(written.files), written.problems) == (["hello/world.txt", "hello/world.bin"], ())
    assert (tmp_path / "hello" / "world.txt").read_bytes() == b"Hello, https://example.org/sub/\n"
    assert (tmp_path / "hello" / "world.bin").read_bytes() == b"\x00\xff"


def test_an_existing_file_is_kept_and_reported(whole: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "OUTPUTS", [lambda _: [("a.txt", "first")], lambda _: [("a.txt", "second")]])
    written = outputs.write(whole, Tree(tmp_path, tmp_path / "old"), outputs.OUTPUTS)
    (problem,) = written.problems
    assert list(written.files) == ["a.txt"]
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "first"
    assert str(problem).startswith("a.txt:1: error: two parts of the site have this file; ")


def test_a_page_with_the_path_of_an_output_refuses_the_site(
    whole: Site, languages: Languages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two are made side by side, so that nobody knows which of them is there."""
    monkeypatch.setattr(outputs, "OUTPUTS", [lambda _: [("en/cards/mire-lantern/index.html", "output")]])
    monkeypatch.setattr("generator.search.indexing.files", lambda *_: {})
    with pytest.raises(InputError, match="two parts of the site have this file"):
        site.build(whole.library, {"en": languages["en"]}, tmp_path / "site")
    assert not (tmp_path / "site").exists()
