"""Every output makes files from a site, and no two outputs make the same file."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.facts.languages import Languages
from generator.publishing import departures, outputs
from generator.publishing.contract import Files, Site
from generator.publishing.renewing import Tree
from site_tests import builders


@pytest.fixture
def whole(languages: Languages) -> Site:
    return Site(library=builders.example_library(), languages=languages, address="https://example.org/sub/", pages=("", "cards/"))


def test_every_output_writes_its_own_files(whole: Site, tmp_path: Path) -> None:
    written, problems = outputs.write(whole, Tree(tmp_path, tmp_path / "old"))
    assert problems == []
    assert len(written) == len(set(written))
    assert set(written) == {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    for output in outputs.OUTPUTS:
        if output is departures.files:  # nothing is gone in this library
            continue
        assert {path for path, _ in output(whole)} & set(written), output


def test_every_output_makes_the_same_files_again(whole: Site) -> None:
    for output in outputs.OUTPUTS:
        assert dict(output(whole)) == dict(output(whole)), output


def test_an_output_can_be_added_to_the_list(whole: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def greeting(site: Site) -> Files:
        yield "hello/world.txt", f"Hello, {site.address}\n"
        yield "hello/world.bin", b"\x00\xff"

    monkeypatch.setattr(outputs, "OUTPUTS", [greeting])
    written, problems = outputs.write(whole, Tree(tmp_path, tmp_path / "old"))
    assert (list(written), problems) == (["hello/world.txt", "hello/world.bin"], [])
    assert (tmp_path / "hello" / "world.txt").read_bytes() == b"Hello, https://example.org/sub/\n"
    assert (tmp_path / "hello" / "world.bin").read_bytes() == b"\x00\xff"


def test_an_existing_file_is_kept_and_reported(whole: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "OUTPUTS", [lambda _: [("a.txt", "first")], lambda _: [("a.txt", "second")]])
    written, (problem,) = outputs.write(whole, Tree(tmp_path, tmp_path / "old"))
    assert list(written) == ["a.txt"]
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "first"
    assert str(problem).startswith("a.txt:1: error: two parts of the site have this file; ")
