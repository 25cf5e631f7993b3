"""What the browser reads: tables that name every record, words in every language, the same bytes each time."""

from __future__ import annotations

import gzip
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from generator import indexing, rendering
from generator.languages import Languages
from generator.library import Library
from generator.pages.edition import Edition
from generator.problems import InputError
from generator.search.index import SAID
from generator.search.records import Record
from site_tests.conftest import ROOT

SCRIPTS = ROOT / "docs" / "search"


def held(path: Path) -> Any:
    return json.loads(gzip.decompress(path.read_bytes()))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_library_makes_the_same_bytes(indexed: Path, editions: dict[str, Edition], tmp_path: Path) -> None:
    indexing.write(editions, tmp_path, SCRIPTS)
    assert contents(tmp_path / indexing.FOLDER) == contents(indexed)


def test_the_facets_name_every_record_of_the_index(indexed: Path, records: dict[str, list[Record]]) -> None:
    for lang, found in records.items():
        table = held(indexed / lang / "facets")
        fragments = {path.stem for path in (indexed / lang / "index" / "fragment").iterdir()}
        assert set(table["rows"]) == fragments
        assert len(fragments) == len(found)
        column = table["columns"].index("kinds")
        kinds = sorted(table["values"]["kinds"][row[column][0]] for row in table["rows"].values())
        assert kinds == sorted(each.kind for each in found)


def test_a_record_s_key_says_its_language_and_kind(indexed: Path) -> None:
    """The browser ranks by them without reading more."""
    for lang in ("en", "es"):
        table = held(indexed / lang / "facets")
        column = table["columns"].index("kinds")
        for key, row in table["rows"].items():
            kind = table["values"]["kinds"][row[column][0]]
            assert re.fullmatch(rf"{lang}_[0-9a-f]+-{kind}\d+-\d+", key)


def test_a_language_says_all_that_the_search_says(indexed: Path) -> None:
    keys = {lang: set(held(indexed / lang / "said")) for lang in ("en", "es", "fr")}
    assert keys["en"] == keys["es"] == keys["fr"] >= set(SAID)
    assert held(indexed / "es" / "said")["sets"]["lom"] == "Faroles sobre el fango"
    assert held(indexed / "es" / "mechanics")["glimmer"] == "Destellar"


def test_a_language_s_own_records_come_first_in_its_head(indexed: Path) -> None:
    assert list(held(indexed / "es" / "head")["languages"]) == ["es", "en", "fr"]
    assert list(held(indexed / "fr" / "head")["languages"]) == ["fr", "en", "es"]


def test_scripts_and_the_library_s_script_stand_there_once(indexed: Path) -> None:
    scripts = sorted(path.relative_to(indexed).as_posix() for path in indexed.rglob("*.js"))
    assert scripts == sorted([*(f"{name}.js" for name in indexing.ENTRIES), indexing.SCRIPT])
    assert not list(indexed.rglob("*.css"))


def test_an_indexer_that_fails_is_one_clear_error(
    library: Library, languages: Languages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(InputError, match="Pagefind gave up"):
        indexing.write(rendering.editions(library, languages), tmp_path, SCRIPTS)
