"""``rulebinder pages``: the Markdown of all pages, read with a reader of CommonMark that knows
nothing of it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml
from click.testing import Result
from markdown_it import MarkdownIt
from markdown_it.token import Token

from rulebinder.site import place
from site_tests.conftest import ROOT
from site_tests.publishing.test_placing import settled
from site_tests.robustness.documents import document, fill, run, write_inputs

_FRONT = re.compile(r"---\n(.*?\n)---\n\n?(.*)", re.DOTALL)
_LIST = re.compile(r"\{((?:[#.]|[\w-]+=)[^{}\n]*)\}")
_BOX = re.compile(r"/{3,} (?P<name>notes|paragraph) \| (?P<label>\S+)")
_QUOTED = re.compile(r'"[^"]*"')
_WEB = re.compile(r"[a-z]+:")


@dataclass(frozen=True)
class Read:
    """A file as a reader of CommonMark sees it."""

    front: Mapping[str, str]
    tokens: tuple[Token, ...]

    @property
    def links(self) -> Iterator[str]:
        """The addresses that the page leads to."""
        for token in self.tokens:
            if token.type in ("link_open", "image"):
                yield str(token.attrs["href" if token.type == "link_open" else "src"])

    @property
    def ids(self) -> set[str]:
        """The anchors in the attribute lists of the page, and those of its rulings: the name of
        their box with their number.
        """
        lists = (
            each
            for token in self.tokens
            if token.type == "text"
            for each in _LIST.findall(token.content)
        )
        found: set[str] = set()
        box = ""
        for token in self.tokens:
            opening = _BOX.match(token.content) if token.type == "inline" else None
            if opening and opening["name"] == "notes":
                box = opening["label"]
            elif opening:
                found.add(f"{box}-{opening['label']}")
            elif token.type == "list_item_open":
                found.add(f"{box}-{token.info}")
        for each in lists:
            found.update(name[1:] for name in _QUOTED.sub("", each).split() if name.startswith("#"))
            for also in re.findall(r'also=(?:"([^"]*)"|(\S+))', each):
                found.update(" ".join(also).split())
        return found


def walk(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from walk(token.children or [])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the pages of the example set."""
    out = tmp_path_factory.mktemp("example") / "pages"
    result = run(
        "pages", "--notes", ROOT / "content" / "notes", "--content", ROOT / "content", "--out", out
    )
    assert result.exit_code == 0, result.stderr
    return out


@pytest.fixture(scope="module")
def pages(folder: Path) -> dict[str, Read]:
    """Return the pages by path."""
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    found = {}
    for path in sorted(folder.rglob("*.md")):
        front, text = _FRONT.fullmatch(path.read_text("utf-8")).groups()  # type: ignore[union-attr]
        found[path.relative_to(folder).as_posix()] = Read(
            yaml.safe_load(front), tuple(walk(reader.parse(text)))
        )
    return found


def test_every_page_is_there_in_every_language(pages: Mapping[str, Read]) -> None:
    by_language = {
        lang: {path[3:] for path in pages if path.startswith(f"{lang}/")}
        for lang in ("en", "es", "fr")
    }
    assert sum(map(len, by_language.values())) == len(pages)
    assert by_language["en"] == by_language["es"] == by_language["fr"]
    assert {
        "index.md",
        "about.md",
        "cards/index.md",
        "cards/moorland-widow-what-the-mist-kept/index.md",
        "sets/lam/index.md",
    } <= by_language["en"]


def test_every_link_leads_to_a_page_and_an_anchor(pages: Mapping[str, Read]) -> None:
    ids = {path: page.ids for path, page in pages.items()}
    dead, checked = [], 0
    for path, page in pages.items():
        for link in page.links:
            if _WEB.match(link):
                continue
            there, _, anchor = link.partition("#")
            file = unquote(there.partition("?")[0])
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
            )
            checked += 1
            if target not in pages or (anchor and anchor not in ids[target]):
                dead.append((path, link))
    assert dead == []
    assert checked > 4000


def test_no_page_has_html_and_each_has_a_title(pages: Mapping[str, Read]) -> None:
    kinds = ("html_block", "html_inline")
    assert {
        path: token.content
        for path, page in pages.items()
        for token in page.tokens
        if token.type in kinds
    } == {}
    assert [
        path
        for path, page in pages.items()
        if not any(token.type == "heading_open" for token in page.tokens)
    ] == []


def test_generated_pages_say_their_title_and_language(pages: Mapping[str, Read]) -> None:
    assert pages["es/cards/moorland-widow-what-the-mist-kept/index.md"].front["lang"] == "es"
    assert all(page.front["title"] for path, page in pages.items() if path.endswith("index.md"))


@pytest.fixture
def owned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder above a folder of pages of one document."""
    monkeypatch.chdir(tmp_path)
    write_inputs(tmp_path)
    assert written().exit_code == 0
    return tmp_path


def written(out: str = "pages") -> Result:
    return run("pages", "--notes", "notes", "--content", "content", "--out", out)


def test_earlier_pages_are_replaced_and_other_files_are_kept(owned: Path) -> None:
    page, own = (
        owned / "pages" / "en" / "cards" / "apple-warden" / "index.md",
        owned / "pages" / ".git" / "config",
    )
    fill(own.parent, {own.name: "mine"})
    before = page.read_bytes()
    (owned / "notes" / "hol.en.md").write_text(
        document().replace("Apple Warden", "Pear Warden"), encoding="utf-8"
    )
    assert written().exit_code == 0
    assert b"Apple Warden" in before
    assert not page.exists()
    assert (owned / "pages" / "en" / "cards" / "pear-warden" / "index.md").is_file()
    assert own.read_text("utf-8") == "mine"
    settled(owned)
    assert sorted(each.name for each in owned.iterdir()) == ["content", "notes", "pages"]


def test_no_other_folder_is_touched(owned: Path) -> None:
    fill(owned / "precious", {"letter": "dear"})
    with place.beside(owned / "site") as work:
        fill(work.site, {"index.html": "a website"})
        place.put(work, 0)
    for out in ("precious", "site"):
        refused = written(out)
        assert refused.exit_code == 1
        assert "the folder has files, but is not a folder of pages of Rulebinder" in refused.stderr
    assert (owned / "precious" / "letter").read_text("utf-8") == "dear"
    website = run("site", "--notes", "notes", "--content", "content", "--out", "pages")
    assert "the folder has files, but is not a website of Rulebinder" in website.stderr
    assert written("notes/pages").exit_code == 2
    assert (owned / "pages" / "en" / "index.md").is_file()


def test_no_ledger_is_written(owned: Path) -> None:
    assert not (owned / "content" / "ledger").exists()
