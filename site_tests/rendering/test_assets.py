"""Assets: which files are joined, in which order, and the errors if an import and the folder
differ.
"""

import pytest

from rulebinder.problems import InputError
from rulebinder.theme import assets
from site_tests.robustness.documents import fill

THEME = {assets.COMMON: "c {}", assets.WRITTEN: "w {}", assets.PRINTED: "p {}"}


@pytest.fixture
def folder(tmp_path):
    return fill(
        tmp_path,
        {
            "styles/rulebinder.css": '/* All. */\n@import "part/b.css";\n@import "part/a.css";\n',
            "styles/page/set.css": '@import "../part/a.css";\n\nset {}',
            "styles/part/a.css": "a {}",
            "styles/part/b.css": "b   {}",
            "scripts/rulebinder.js": 'import "./x.js"\n',
            "scripts/x.js": "// The unknown.\nconst x = 1 // or 2\n",
            "icon.svg": "<svg/>",
            "package.json": "{}",
            "scripts/x.test.txt": "no script",
            "node_modules/tool/tool.svg": "<svg/>",
            "search/engine.js": "a module of its own",
        },
    )


def themed(common: str, others: str) -> assets.Sheets:
    assert " ".join(common.split()) == "b {} a {} /* All. */"
    assert " ".join(others.split()) == "a {} set {} b {} a {} /* All. */"
    return THEME


def test_a_sheet_has_its_parts_in_their_order_and_tools_are_not_published(folder):
    assert assets.join_assets(folder, themed) == {
        "icon.svg": b"<svg/>",
        "print.css": b"p{}",
        "rulebinder.css": b"c{}b{}a{}",
        "rulebinder.js": b'"use strict";\n(() => {\nconst x = 1\n})();\n',
        "set.css": b"a{}set{}",
        "written.css": b"w{}",
    }


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("styles/rulebinder.css", '/* All. */\n@import "part/c.css";\n',
         "rulebinder.css:2: error: there is no file 'part/c.css' to import"),
        ("styles/part/a.css", '@import "b.css";\n@import "a.css";\n',
         "a.css:2: error: 'a.css' imports this file"),
        ("styles/page/set.css", '@import url("../part/a.css");\n',
         "set.css:1: error: there is no file 'url(\"../part/a.css\")' to import"),
        ("styles/part/c.css", "c {}",
         "c.css:1: error: nothing imports this file; import it, or remove it"),
        ("scripts/y.js", "const y = 1\n",
         "y.js:1: error: nothing imports this file; import it, or remove it"),
        ("scripts/rulebinder.js", 'import "./x.js"\nimport "./y.js"\n',
         "rulebinder.js:2: error: there is no file './y.js' to import"),
    ],
)  # fmt: skip
def test_a_wrong_import_is_one_error_with_its_line(folder, file, content, said):
    fill(folder, {file: content})
    with pytest.raises(InputError) as failure:
        assets.join_assets(folder, lambda *_: THEME)
    (problem,) = failure.value.problems
    assert said in str(problem)
