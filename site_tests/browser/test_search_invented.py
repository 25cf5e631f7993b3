"""A language that consists of a file only: its documents are read, and its words are found by its
own grammar.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from rulebinder.facts.languages import load_all
from rulebinder.pages.edition import editions
from rulebinder.reading import inputs
from rulebinder.reading.detection import Overrides
from site_tests import outputs, sites
from site_tests.browser.serving import serve
from site_tests.browser.starting import context
from site_tests.builders import library_of
from site_tests.conftest import ROOT

READING = {
    "stopwords": "[zu, mek, ilo, vasha]",
    "general_notes": "[Kuno Nolu]",
    "card_notes": "[Karok Nolu]",
    "last_modified": "[Verdag lenot]",
    "name_links": "[zu]",
}
SEARCHING = """searching:
  endings: [oru, emi]
  elisions: [zh]
  filter_keys:
    kind: [shako]
    set: [holme]
interface:
"""
NOTES = """Verdag lenot January 20, 2031

KUNO NOLU

Zu nolu mek ilo karok vasha zu holme mek.

KAROK NOLU

Zh’ondra Vasho
{1}{W}
Creature — Giant
2/2
Vigilance

* Zu tolmir blakemi ilo vasha mek karok zu holme.

* Ilo mek zu velkor prindaloru vasha zu mek.
"""
CARD = "zhondra-vasho"
ASK = """([base, query]) => new Promise((resolve, reject) => {
  const worker = new Worker(`${base}search/worker.js`, { type: "module" })
  worker.onmessage = ({ data }) =>
    (data.failure ? reject(new Error(data.failure)) : resolve(data.answer))
  worker.postMessage({ number: 1, base, lang: "vo", query, options: { early: false } })
})"""


def invented(folder: Path) -> None:
    """Write the languages of the repository, and an eighth one."""
    folder.mkdir()
    for path in (ROOT / "content" / "languages").glob("*.yml"):
        (folder / path.name).write_text(path.read_text("utf-8"), "utf-8")
    text = (folder / "en.yml").read_text("utf-8").replace("name: English", "name: Zuvasha")
    for key, words in READING.items():
        text, found = re.subn(
            rf"^  {key}: \[.*\]$", f"  {key}: {words}", text, count=1, flags=re.MULTILINE
        )
        assert found, key
    text = re.sub(r"^searching:\n.*?^interface:\n", SEARCHING, text, flags=re.MULTILINE | re.DOTALL)
    (folder / "vo.yml").write_text(text, "utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return the search of a library with one document in the invented language."""
    work = tmp_path_factory.mktemp("invented")
    invented(work / "languages")
    languages, problems = load_all(work / "languages")
    assert problems == []
    (work / "gvc.vo.md").write_text(NOTES, "utf-8")
    content = replace(sites.content(), languages=languages)
    notes, problems = inputs.read_document(work / "gvc.vo.md", content, Overrides(set_code="gvc"))
    assert notes is not None, problems
    assert (notes.lang, [each.card.name for each in notes.cards]) == ("vo", ["Zh’ondra Vasho"])
    library = library_of(notes, facts=content.catalogue)
    spoken = {lang: languages[lang] for lang in ("en", "vo")}
    outputs.write_search(editions(library, spoken), work, languages=languages)
    return work


@pytest.fixture(scope="module")
def ask(browser, folder):
    """Return a function that asks the worker of a page in the invented language."""
    with serve(folder, "/") as address, context(browser) as visit:
        page: Page = visit.new_page()
        page.goto(f"{address}gvc.vo.md")
        yield lambda query: page.evaluate(ASK, [address, query])


def ids(answer: dict[str, Any]) -> list[str]:
    """Return the ids of the hits, best first."""
    return [hit["id"] for hit in answer["hits"]]


@pytest.mark.parametrize(("query", "number"), [("vasha blakoru", 1), ("vasha prindalemi", 2)])
def test_the_ruling_with_a_form_of_the_word_comes_first(ask, query, number):
    """Both rulings have the first word.

    Only the endings show which of them has a form of the second.
    """
    assert ids(ask(query))[0] == f"gvc/{CARD}/{number}"


def test_names_without_elisions_and_filters_are_typed_in_the_language(ask):
    for query in ("ondra", "zh'ondra", "zh ondra"):
        assert ask(query)["names"][0]["id"] == CARD
    assert ids(ask("shako:ruling prindal holme:gvc")) == [f"gvc/{CARD}/2"]
    assert ids(ask("shako:card")) == [CARD]
