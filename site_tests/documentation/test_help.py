"""The guides of `rulebinder help`, and who names them: nothing names a file that its reader
lacks.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebinder.cli.help import GUIDES
from site_tests.conftest import ROOT
from site_tests.documentation.written import DOCS
from site_tests.robustness.documents import run

GENERATOR = ROOT / "generator" / "rulebinder"
PAGES = [name for name, (path, _) in GUIDES.items() if path.endswith(".md")]


def test_each_guide_is_listed_and_shown_as_it_is():
    listed = run("help").stdout
    for name, (path, about) in GUIDES.items():
        assert re.search(rf"^  {name} +{re.escape(about)}$", listed, re.MULTILINE)
        text, foot = run("help", name).stdout, "\nLinks lead to other guides "
        assert text.startswith((ROOT / path).read_text("utf-8"))
        assert text.count(foot) == (name in PAGES)


@pytest.mark.parametrize(
    ("name", "hint"), [("Owing", "did you mean owning?"), ("zzz", "`rulebinder help` lists them")]
)
def test_an_unknown_guide_is_one_line(name, hint):
    result = run("help", name)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: there is no guide '{name}'; {hint}")
    assert result.stderr.count("\n") == 1


def test_each_text_for_owners_is_a_guide():
    guides = {path for path, _ in GUIDES.values()}
    texts = {path.relative_to(ROOT).as_posix() for path in DOCS.glob("*.md")}
    assert texts - guides == {"docs/measurements.md"}


@pytest.mark.parametrize("name", PAGES)
def test_a_link_of_a_guide_leads_to_a_guide_or_a_page_of_a_site(name):
    path = ROOT / GUIDES[name][0]
    targets = {*(ROOT / each for each, _ in GUIDES.values()), *DOCS.glob("en/*.md")}
    text = re.sub(r"`[^`\n]*`", "", path.read_text("utf-8"))
    for link, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)", text):
        target = (path.parent / link).resolve() if link else path
        assert target in targets, link
        assert not anchor or anchor in _anchors(target.read_text("utf-8")), (link, anchor)


def _anchors(text: str) -> set[str]:
    """Return the anchors of headings, by name or as GitHub makes them."""
    headings = re.findall(r"^#+ (.+?)(?: \{#(\w+)\})?$", text, re.MULTILINE)
    return {
        anchor or re.sub(r"[^\w -]", "", title).lower().replace(" ", "-")
        for title, anchor in headings
    }


def _texts() -> Iterator[tuple[Path, str]]:
    """Yield all texts that owners and readers get: messages, files that are written, pages, and the
    guides themselves.
    """
    for path in GENERATOR.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        docstrings = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and id(node) not in docstrings:
                yield path, str(node.value)
    files = [GENERATOR.glob("cli/owner/*"), (ROOT / "templates").rglob("*.*"), DOCS.glob("*/*.md")]
    languages = (ROOT / "content" / "languages").glob("*.yml")
    for path in (*(path for some in files for path in some), *languages):
        yield path, path.read_text("utf-8")
    for guide, _ in GUIDES.values():  # other tests follow its links
        yield ROOT / guide, re.sub(r"\]\([^)]*\)", "]", (ROOT / guide).read_text("utf-8"))


def test_nothing_names_a_file_that_its_reader_lacks():
    lacked = re.compile(
        r"docs/(?!index)\w+\.md|docs/recipes|languages/README|as its README"
        r"|ARCHITECTURE|CONTRIBUTING"
    )
    tables = GENERATOR / "cli" / "help.py"  # it opens them
    for path, text in _texts():
        assert path == tables or not lacked.search(text), path
        assert set(re.findall(r"rulebinder help (\w+)", text)) - {"NAME"} <= GUIDES.keys(), path
