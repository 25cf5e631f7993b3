"""Assets: which files are joined, in which order, and the errors if the list and the folder differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.problems import InputError
from generator.publishing import assets
from generator.publishing.theme import Sheets

THEME = Sheets(common="c {}", written="w {}", printed="p {}")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in {
        "styles/a.css": "a {}",
        "styles/b.css": "b   {}",
        "scripts/x.js": "// The unknown.\nconst x = 1 // or 2\n",
        "icon.svg": "<svg/>",
        "package.json": "{}",
        "scripts/x.test.txt": "no script",
        "node_modules/tool/tool.svg": "<svg/>",
        "search/engine.js": "a module of its own",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    return tmp_path


def themed(common: str, others: str) -> Sheets:
    assert (common, others) == ("b   {}\na {}", "b   {}\na {}\na {}")
    return THEME


def test_styles_are_joined_in_the_order_of_the_list_and_tools_are_not_published(folder: Path) -> None:
    found = assets.files(folder, {"rulebinder": ["b", "a"], "set": ["a"]}, ["x"], themed)
    assert found == {
        "icon.svg": b"<svg/>",
        "print.css": b"p{}",
        "rulebinder.css": b"c{}b{}a{}",
        "rulebinder.js": b'"use strict";\n(() => {\nconst x = 1\n})();\n',
        "set.css": b"a{}",
        "written.css": b"w{}",
    }


def test_an_unlisted_file_and_a_missing_one_are_errors(folder: Path) -> None:
    with pytest.raises(InputError) as failure:
        assets.files(folder, {"rulebinder": ["a", "c"]}, ["x"], lambda *_: THEME)
    assert [problem.message for problem in failure.value.problems] == [
        "extra.styles lists 'styles/c.css', which does not exist",
        "extra.styles lacks 'styles/b.css'",
    ]


def test_a_version_changes_with_any_file() -> None:
    assert assets.version([b"a", b"bc"]) == assets.version(iter([b"a", b"bc"]))
    assert len({assets.version(each) for each in ([b"a", b"bc"], [b"ab", b"c"], [b"a", b"bd"], [b"a"], [])}) == 5
