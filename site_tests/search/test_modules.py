"""Scripts that are joined do what they did apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import modules
from generator.problems import InputError
from site_tests.conftest import ROOT

SOURCES = {
    "low": 'export const LOW = 1 // the least\nconst HIDDEN = "low"\nexport function low() {\n  return HIDDEN\n}\n',
    "high": '// High.\nimport { LOW as least, low } from "./low.js"\nimport { make } from "./other.js"\n\n'
    "const HIDDEN = least + 1\n/**\n * More.\n */\nexport async function high() {\n  return make(low(), HIDDEN)\n}\nexport class High {}\n",
    "entry": 'import { high } from "./high.js"\nimport { low } from "./low.js"\n\nexport const both = () => [high, low]\n',
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in SOURCES.items():
        (tmp_path / f"{name}.js").write_text(content, encoding="utf-8")
    return tmp_path


def test_each_module_is_there_once_and_after_what_it_imports(folder: Path) -> None:
    text = modules.joined(folder, "entry", "other")
    assert text.count('"low"') == 1
    assert text.index("const $low =") < text.index("const $high =") < text.index("const both")


def test_names_stay_apart_and_imports_keep_their_names(folder: Path) -> None:
    text = modules.joined(folder, "entry", "other")
    assert "const { LOW as least" not in text
    assert "const { LOW: least, low } = $low" in text
    assert "return { LOW, low }" in text
    assert "return { high, High }" in text


def test_the_library_is_still_imported_and_the_entry_exports(folder: Path) -> None:
    text = modules.joined(folder, "entry", "other")
    assert text.startswith('import { make } from "./other.js"\n')
    assert "\nexport const both" in text
    assert text.count("export") == text.count("import") == 1


def test_comments_are_left_out(folder: Path) -> None:
    text = modules.joined(folder, "entry", "other")
    assert "High." not in text
    assert "More." not in text


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [("low", 'import { none } from "./none.js"\n', "'none', which is not there"), ("low", 'import "./entry.js"\n', "itself")],
)
def test_an_import_that_cannot_be_is_one_clear_error(folder: Path, name: str, content: str, said: str) -> None:
    (folder / f"{name}.js").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        modules.joined(folder, "entry", "other")


@pytest.mark.parametrize("entry", ["worker", "ui", "marks"])
def test_the_searchs_own_scripts_import_nothing_but_the_library(entry: str) -> None:
    text = modules.joined(ROOT / "docs" / "search", entry, "pagefind")
    assert [line for line in text.splitlines() if line.startswith("import ")] in (
        [],
        ['import { createInstance } from "./pagefind.js"'],
    )
    assert "/**" not in text
