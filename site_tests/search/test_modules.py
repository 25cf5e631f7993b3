"""Scripts that are joined do what they did apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import modules
from generator.problems import InputError
from site_tests.conftest import ROOT

SOURCES = {
    "low": 'export const LOW = 1 // the least\nconst HIDDEN = "low"\nexport function low() {\n  return HIDDEN\n}\n',
    "high": '// High.\nimport { LOW as least, low } from "./low.js"\n\n'
    "const HIDDEN = least + 1\n/**\n * More.\n */\nexport async function high() {\n  return (await import('./other.js')).make(low(), HIDDEN)\n}\nexport class High {}\n",
    "entry": 'import { high } from "./high.js"\nimport { low } from "./low.js"\n\nexport const both = () => [high, low]\n',
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in SOURCES.items():
        (tmp_path / f"{name}.js").write_text(content, encoding="utf-8")
    return tmp_path


def test_each_module_is_there_once_and_after_what_it_imports(folder: Path) -> None:
    text = modules.joined(folder, "entry")
    assert text.count('"low"') == 1
    assert text.index("const $low =") < text.index("const $high =") < text.index("const both")


def test_names_stay_apart_and_imports_keep_their_names(folder: Path) -> None:
    text = modules.joined(folder, "entry")
    assert "const { LOW as least" not in text
    assert "const { LOW: least, low } = $low" in text
    assert "return { LOW, low }" in text
    assert "return { high, High }" in text


def test_only_the_entry_exports_and_a_library_is_imported_when_it_is_asked_for(folder: Path) -> None:
    text = modules.joined(folder, "entry")
    assert "\nexport const both" in text
    assert text.count("export") == 1
    assert [line for line in text.splitlines() if line.startswith("import")] == []
    assert "await import('./other.js')" in text


def test_comments_are_left_out(folder: Path) -> None:
    text = modules.joined(folder, "entry")
    assert "High." not in text
    assert "More." not in text


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [("low", 'import { none } from "./none.js"\n', "'none', which is not there"), ("low", 'import "./entry.js"\n', "itself")],
)
def test_an_import_that_cannot_be_is_one_clear_error(folder: Path, name: str, content: str, said: str) -> None:
    (folder / f"{name}.js").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        modules.joined(folder, "entry")


@pytest.mark.parametrize("entry", ["worker", "ui", "marks"])
def test_the_searchs_own_scripts_need_nothing_else_to_begin(entry: str) -> None:
    text = modules.joined(ROOT / "web" / "search", entry, {"pagefind": "export{};"})
    assert not [line for line in text.splitlines() if line.startswith("import ")]
    assert "/**" not in text


def test_a_module_that_is_given_is_taken_as_it_is(folder: Path) -> None:
    given = 'export function given(b) {\nconst a="//";return {a,b}\n}\n'
    (folder / "one.js").write_text('import { given } from "./given.js"\nexport const one = given(1)\n', encoding="utf-8")
    text = modules.joined(folder, "one", {"given": given})
    assert 'function given(b) {\nconst a="//";return {a,b}\n}' in text
    assert text.index("return { given }") < text.index("const { given } = $given") < text.index("const one")
