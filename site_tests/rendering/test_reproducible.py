"""A site does not depend on the day on which it is built."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rulebinder.build import make
from rulebinder.facts.languages import Languages
from rulebinder.site.comparison import MANIFEST
from site_tests.builders import catalogue, entry, example_library, library_of, notes
from site_tests.conftest import ROOT
from site_tests.sites import read_page

CLOCKS = {"now", "today", "utcnow", "time", "localtime", "gmtime", "time_ns"}


def contents(folder: Path) -> dict[str, str]:
    """Return the texts of a site by path, without pictures, the index of the search, and the lists
    with digests of pages.
    """
    files = {
        path.relative_to(folder).as_posix(): path
        for path in folder.rglob("*")
        if path.suffix in {".html", ".json", ".xml"}
    }
    return {
        name: path.read_text("utf-8")
        for name, path in files.items()
        if not name.startswith(("offline/", MANIFEST))
    }


def test_no_module_reads_the_current_day() -> None:
    for path in sorted((ROOT / "generator").rglob("*.py")):
        calls = [
            node.func
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call)
        ]
        asked = [
            func.attr for func in calls if isinstance(func, ast.Attribute) and func.attr in CLOCKS
        ]
        assert not asked, f"{path.name} calls {asked}"


def test_two_days_give_the_same_site(
    languages: Languages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = []
    for epoch in ("1893456000", "2524608000"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
        make.build(example_library(), {"en": languages["en"]}, tmp_path / epoch)
        built.append(contents(tmp_path / epoch))
    assert "Newest document: " in built[0]["en/cards/mire-lantern/index.html"]
    assert built[0] == built[1]


def test_without_dated_documents_no_day_is_shown(
    languages: Languages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    library = library_of(
        notes(entry("Mire Lantern", "It glows.")),
        facts=catalogue(lom=False),
    )
    make.build(library, {"en": languages["en"]}, tmp_path / "site")
    page = read_page(tmp_path, "site/en")
    assert "Newest document" not in page
