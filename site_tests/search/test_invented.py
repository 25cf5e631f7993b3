"""A language that consists of a file only: its documents are read, and its words are found by its
own grammar.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rulebinder.facts.languages import load_all
from rulebinder.pages.edition import editions
from rulebinder.reading import inputs
from rulebinder.reading.detection import Overrides
from site_tests import outputs, sites
from site_tests.builders import library_of
from site_tests.conftest import ROOT
from site_tests.search import node

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
ASK = """async ([base, queries]) => {
  const { readFile } = await import("node:fs/promises")
  const { Engine } = await import("./search/engine/engine.js")
  globalThis.fetch = async (address) => new Response(await readFile(new URL(address)))
  const engine = new Engine(base, "vo")
  const found = {}
  for (const query of queries) {
    const { names, hits } = await engine.search(query)
    found[query] = [names, hits].map((list) => list.map(({ id }) => id))
  }
  return found
}"""
NAMES = ("ondra", "zh'ondra", "zh ondra")
FIRST, SECOND = "vasha blakoru", "vasha prindalemi"
FILTERED, OF_CARDS = "shako:ruling prindal holme:gvc", "shako:card"


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


def test_a_form_of_a_word_a_name_without_its_elision_and_a_filter_are_understood(folder):
    """Both rulings have the first word of two queries. Only the endings show which of them has a
    form of the second.
    """
    queries = [*NAMES, FIRST, SECOND, FILTERED, OF_CARDS]
    found = node.run(ASK, [f"{folder.as_uri()}/", queries])
    one, two = (f"gvc/{CARD}/{number}" for number in (1, 2))
    assert [found[query][0][0] for query in NAMES] == [CARD] * len(NAMES)
    assert [found[query][1][0] for query in (FIRST, SECOND)] == [one, two]
    assert [found[query][1] for query in (FILTERED, OF_CARDS)] == [[two], [CARD]]
