"""``rulebinder pages``: plain Markdown, read with readers that know nothing of ours."""

import functools
import posixpath
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import unquote

import pytest
import yaml
from click.testing import Result
from markdown import markdown
from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser

from rulebinder import pages as pages_of
from rulebinder.markdown import plain
from rulebinder.markdown.pages import PageReader
from rulebinder.pages import markup
from rulebinder.pages.words import Words
from rulebinder.site import place
from site_tests import builders, hostile, outputs
from site_tests.conftest import ROOT
from site_tests.rendering import test_revisions
from site_tests.robustness.documents import document, fill, run, write_inputs

READERS: Mapping[str, Callable[[str], str]] = {
    "CommonMark": MarkdownIt("commonmark").enable(["table", "strikethrough"]).render,
    "Python-Markdown": functools.partial(markdown, extensions=["tables", "fenced_code", "toc"]),
}
"""Readers that return HTML. The second is that of MkDocs, as it is without settings."""
TAGS = {
    *("a", "blockquote", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "hr", "ins", "li"),
    *("ol", "p", "pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul"),
}
_FRONT = re.compile(r"---\n(.*?\n)---\n\n?(.*)", re.DOTALL)
_OURS = re.compile(r"^[ >]*/{3}|\{(?:[#.]|[\w-]+=)[^{}\n]*\}", re.MULTILINE)
"""What only our reader understands: a fence of a box, or attributes."""
_WEB = re.compile(r"[a-z]+:")
_ADDED = Counter(["EN", "ES", "FR", "·"])
"""The names of languages, and signs between links."""
_UNSEEN = ".headerlink, .origin, div > .ruling-number, .compared .unseen"
"""What our reader adds to a page."""


class Read(NamedTuple):
    """A file, and how a reader shows it."""

    front: Mapping[str, str]
    text: str
    html: LexborHTMLParser


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return the pages of the example set."""
    out = tmp_path_factory.mktemp("example") / "pages"
    result = run(
        "pages", "--notes", ROOT / "content" / "notes", "--content", ROOT / "content", "--out", out
    )
    assert result.exit_code == 0, result.stderr
    return out


@pytest.fixture(scope="module")
def pages(folder):
    """Return the pages by path."""
    read = {}
    for path in sorted(folder.rglob("*.md")):
        front, text = _FRONT.fullmatch(path.read_text("utf-8")).groups()  # type: ignore[union-attr]
        html = LexborHTMLParser(READERS["CommonMark"](text))
        read[path.relative_to(folder).as_posix()] = Read(yaml.safe_load(front), text, html)
    return read


def test_every_page_is_there_in_every_language(pages):
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


def test_every_link_leads_to_a_page_and_an_anchor(pages):
    ids = {
        path: {each.attributes["id"] for each in page.html.css("a[id]")}
        for path, page in pages.items()
    }
    dead, checked = [], 0
    for path, page in pages.items():
        for link in (each.attributes["href"] or "" for each in page.html.css("a[href]")):
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


def test_a_ruling_is_an_item_with_its_number_and_its_anchor(pages):
    page = pages["en/cards/moorland-widow-what-the-mist-kept/index.md"]
    assert [
        (item.css_first("a").attributes, item.css_first("strong").text())
        for item in page.html.css("li")
    ] == [({"id": f"lam-{number}"}, str(number)) for number in range(1, 5)]
    quotation = page.html.css_first("blockquote")
    assert quotation is not None
    assert "Back face" in quotation.text()


def test_no_page_has_boxes_or_attributes_and_each_has_a_heading(pages):
    assert {path for path, page in pages.items() if _OURS.search(page.text)} == set()
    assert [path for path, page in pages.items() if page.html.css_first("h1") is None] == []


@pytest.fixture(scope="module")
def libraries(languages, tmp_path_factory):
    """Return a library in two languages, one with a history, and those of hostile words."""
    return {
        "example": builders.example_library(),
        "history": test_revisions.revised(tmp_path_factory.mktemp("kept")),
        **{said: hostile.library(languages, said) for said in hostile.PAYLOADS},
    }


@pytest.mark.parametrize("reader", READERS)
def test_readers_show_the_words_of_our_own_and_no_text_is_a_mark(reader, libraries, languages):
    unlike, kinds = {}, set()
    for name, library in libraries.items():
        for lang in ("en", "es"):
            ours = PageReader(Words(languages[lang]))
            for path, source in outputs.sources(outputs.site_of(library), lang).items():
                wanted = LexborHTMLParser(ours.convert(source.text, {})[0])
                read = LexborHTMLParser(READERS[reader](plain.convert_page(source.text)))
                for each in wanted.css(_UNSEEN):
                    each.decompose()
                kinds.add(source.front["kind"])
                if (
                    (_words(wanted) - _words(read))
                    or (_words(read) - _words(wanted)).keys() - _ADDED
                    or {each.tag for each in read.css("body *")} - TAGS
                    or {key for each in read.css("a") for key in each.attributes} - {"href", "id"}
                    or read.css_first('a[href^="javascript"]')
                ):
                    unlike[name, lang, path] = (wanted.html, read.html)
    assert unlike == {}
    assert kinds == set(pages_of.PAGE_KINDS) - {"glossary"}


def _words(page: LexborHTMLParser) -> Counter[str]:
    assert page.body is not None
    return Counter(re.findall(r"\w+|[^\w\s]", page.body.text(separator=" ")))


def test_an_address_within_a_text_is_no_link():
    text = markup.escape("Read https://x.example/a_b or www.x.example")  # GitHub would link them
    assert plain.convert_page(text) == "Read https&#58;//x.example/a\\_b or www&#46;x.example\n"


def test_hand_written_pages_have_anchors_and_keep_all_other_bytes():
    written = b"# Club {#top}\r\n\n## Us {#us}\n\nPay {2}.\n{#pay .wide}\n\xff {.x}\n"
    assert plain.convert_own_page(written) == (
        b'# Club\r\n\n## Us <a id="us"></a>\n\nPay {2}.\n<a id="pay"></a>\n\xff\n'
    )


def test_generated_pages_say_their_title_and_language(pages):
    assert pages["es/cards/moorland-widow-what-the-mist-kept/index.md"].front["lang"] == "es"
    assert all(page.front["title"] for path, page in pages.items() if path.endswith("index.md"))


@pytest.fixture
def owned(tmp_path, monkeypatch):
    """Return the folder above a folder of pages of one document."""
    monkeypatch.chdir(tmp_path)
    write_inputs(tmp_path)
    assert written().exit_code == 0
    return tmp_path


def written(out: str = "pages") -> Result:
    return run("pages", "--notes", "notes", "--content", "content", "--out", out)


def test_earlier_pages_are_replaced_and_other_files_are_kept(owned):
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
    assert sorted(each.name for each in owned.iterdir()) == ["content", "notes", "pages"]


def test_no_other_folder_is_touched(owned):
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


def test_no_ledger_is_written(owned):
    assert not (owned / "content" / "ledger").exists()
