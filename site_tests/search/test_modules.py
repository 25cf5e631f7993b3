"""Joining scripts does not change what they do."""

from pathlib import Path

import pytest

from rulebinder.problems import InputError
from rulebinder.search import bundle
from site_tests.conftest import ROOT
from site_tests.robustness.documents import fill
from site_tests.search import node

MODULES = Path(__file__).parent / "modules"
"""Scripts in ``source``, and in ``joined`` what they become as one."""
GIVEN = 'export function given(b) {\nconst a="//";return {a,b}\n}\n'


@pytest.fixture
def folder(tmp_path):
    source = MODULES / "source"
    paths = {path.relative_to(source).with_suffix(".js"): path for path in source.rglob("*.txt")}
    return fill(tmp_path, {name.as_posix(): path.read_bytes() for name, path in paths.items()})


@pytest.mark.parametrize("entry", ["entry", "far/start", "one", "own"])
def test_scripts_become_one(folder, entry):
    """Each module is there once, after what it imports, and only the first one exports. Names of
    several modules do not collide, nor do modules of the same name. A module that exports nothing
    runs where it is imported, a library is loaded on demand, and a given module is used unchanged.
    """
    joined = bundle.join_scripts(folder / f"{entry}.js", {"given.js": GIVEN})
    name = entry.replace("/", "-")
    assert joined == (MODULES / "joined" / f"{name}.txt").read_text("utf-8")


def test_a_script_names_all_files_that_it_needs(folder):
    needed = {folder / name for name in ("far/start.js", "low.js", "near/low.js")}
    assert bundle.script_files(folder / "far" / "start.js") == needed


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
TOKENS = """async (scripts) => {
  const { tokenize } = await import("espree")
  return scripts.map((script) => {
    let line = 0
    const tokens = tokenize(script, { ecmaVersion: "latest", sourceType: "module", loc: true })
    return tokens.map(({ type, value, loc }) => {
      const first = loc.start.line > line
      line = loc.end.line
      return [type, value, first]
    })
  })
}"""
"""Return the type of each token of each script, and whether it begins a line: without semicolons,
line breaks change the meaning.
"""


def test_a_script_without_comments_has_the_same_tokens():
    files = sorted(
        [*(ROOT / "web" / "search").rglob("*.js"), *(ROOT / "web" / "scripts").glob("*.js")]
    )
    scripts = [NASTY, *(file.read_text("utf-8") for file in files)]
    assert len(scripts) > 40
    bare = [bundle.strip_script(script) for script in scripts]
    assert node.run(TOKENS, bare) == node.run(TOKENS, scripts)
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


@pytest.mark.parametrize("entry", bundle.ENTRY_SCRIPTS.values())
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
