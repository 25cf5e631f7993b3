"""What the browser reads: tables that name every record, words in every language, the same bytes each time."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.facts.languages import Languages
from generator.library import Library
from generator.pages.edition import Edition
from generator.pages.edition import editions as all_editions
from generator.problems import InputError
from generator.search import index, indexing
from generator.search.index import SAID
from generator.search.records import Record
from site_tests.conftest import ROOT

SCRIPTS = ROOT / "web" / "search"


def held(path: Path) -> Any:
    return json.loads(gzip.decompress(path.read_bytes()))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_library_makes_the_same_bytes(indexed: Path, editions: dict[str, Edition], tmp_path: Path) -> None:
    indexing.write(editions, tmp_path, SCRIPTS)
    assert contents(tmp_path / indexing.FOLDER) == contents(indexed)


def files(indexed: Path, lang: str) -> Path:
    """The folder of a language whose name changes with what is in it."""
    return indexed / lang / str(held(indexed / lang / "head")["version"])


def test_the_facets_have_a_row_for_every_record(indexed: Path, records: dict[str, list[Record]]) -> None:
    for lang, found in records.items():
        table = held(files(indexed, lang) / "facets")
        column = table["columns"].index("kinds")
        kinds = [table["values"]["kinds"][row[column][0]] for row in table["rows"]]
        assert kinds == [each.kind for each in index.ordered(found)]


def test_the_texts_say_every_record_in_its_place(indexed: Path, records: dict[str, list[Record]]) -> None:
    for lang, found in records.items():
        together = held(indexed / lang / "head")["together"]
        folder = files(indexed, lang) / "texts"
        rows = [row for number in range(len([*folder.iterdir()])) for row in held(folder / str(number))]
        told = [(row[0], row[1], f"{row[2]}/{'#' if row[3] else ''}{row[3]}", row[5], row[7]) for row in rows]
        assert told == [(each.kind, each.id, each.url, each.title, each.text) for each in index.ordered(found)]
        assert len(held(folder / "0")) == min(together, len(found))


def test_the_head_says_what_each_record_is_and_which_share_a_page(indexed: Path, records: dict[str, list[Record]]) -> None:
    """The browser ranks by it without reading more."""
    for lang, found in records.items():
        head = held(indexed / lang / "head")
        told: list[tuple[str, int]] = []
        page = -1
        for letter, count in re.findall(r"([A-Za-z])(\d*)", head["places"]):
            page += letter.isupper()
            told += [(head["kinds"][ord(letter.lower()) - ord("a")], page)] * int(count or 1)
        order = index.ordered(found)
        pages = list(dict.fromkeys(each.url.partition("#")[0] for each in order))
        assert told == [(each.kind, pages.index(each.url.partition("#")[0])) for each in order]


def test_a_folder_has_another_name_where_one_word_changes(
    indexed: Path, editions: dict[str, Edition], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = index.page
    monkeypatch.setattr(index, "page", lambda record: page(replace(record, text=record.text.replace("steep", "sheer"))))
    indexing.write(editions, tmp_path, SCRIPTS)
    assert files(tmp_path / indexing.FOLDER, "en").name != files(indexed, "en").name
    assert files(tmp_path / indexing.FOLDER, "fr").name == files(indexed, "fr").name


def test_a_language_says_all_that_the_search_says(indexed: Path) -> None:
    keys = {lang: set(held(indexed / lang / "said")) for lang in ("en", "es", "fr")}
    assert keys["en"] == keys["es"] == keys["fr"] >= set(SAID)
    assert held(indexed / "es" / "said")["sets"]["lom"] == "Faroles sobre el fango"
    assert held(indexed / "es" / "mechanics")["glimmer"] == "Destellar"


def test_a_language_s_own_records_come_first_in_its_head(indexed: Path) -> None:
    assert list(held(indexed / "es" / "head")["languages"]) == ["es", "en", "fr"]
    assert list(held(indexed / "fr" / "head")["languages"]) == ["fr", "en", "es"]


def test_a_language_without_pages_has_an_index_and_no_words(library: Library, languages: Languages, tmp_path: Path) -> None:
    """Its hits lead to pages of the reader's language, and its words are looked up unseen."""
    some = all_editions(library, {lang: language for lang, language in languages.items() if lang in {"en", "fr"}})
    indexing.write(some, tmp_path, SCRIPTS)
    heads = {lang: held(tmp_path / indexing.FOLDER / lang / "head") for lang in ("en", "es")}
    assert heads["en"]["pages"] == ["en", "fr"]
    assert set(heads["en"]["languages"]) == {"en", "es", "fr"}
    assert "files" not in heads["es"]
    assert heads["es"]["version"]


def test_each_script_stands_there_once_with_the_library_s(indexed: Path) -> None:
    scripts = sorted(path.relative_to(indexed).as_posix() for path in indexed.rglob("*.js"))
    assert scripts == sorted(f"{name}.js" for name in indexing.ENTRIES)
    assert "createInstance" in (indexed / "worker.js").read_text("utf-8")
    assert not list(indexed.rglob("*.css"))


def test_an_indexer_that_fails_is_one_clear_error(
    library: Library, languages: Languages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(InputError, match="Pagefind gave up"):
        indexing.write(all_editions(library, languages), tmp_path, SCRIPTS)


@pytest.mark.parametrize(("lost", "said"), [("pagefind.js", "does not list what it exports"), ("wasm.*", "no wasm file")])
def test_an_indexer_of_another_form_is_one_clear_error(
    editions: dict[str, Edition], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str, said: str
) -> None:
    run = subprocess.run

    def without(command: list[str], **options: Any) -> Any:
        done = run(command, **options)
        for path in Path(command[command.index("--output-path") + 1]).glob(lost):
            path.unlink()
        return done

    monkeypatch.setattr(subprocess, "run", without)
    with pytest.raises(InputError, match=said):
        indexing.write(editions, tmp_path, SCRIPTS)
