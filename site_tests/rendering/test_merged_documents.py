"""Several documents of a set are shown as one with their sources named, and each card with the code
that its document prints.
"""

import pytest

from rulebinder.facts.catalogue import SetFacts
from rulebinder.outputs import data
from site_tests.builders import catalogue, entry, library_of
from site_tests.joining.test_merging import document
from site_tests.outputs import html_at, site_of
from site_tests.rendering.approval import assert_approved

FACTS = SetFacts(
    code="lom", names={"en": "Lanterns over Mire"}, released="2031-02-07", codes=("loc", "lsg")
)


@pytest.fixture(scope="module")
def library():
    own = document(
        "a.txt",
        "2031-02-01",
        entry("Mire Lantern", "It shines.", label="0001_MTGLOM_Main"),
        entry("Fen Wisp", "It drifts.", label="0002_MTGLOM_LSGBlue_Guest"),
        title="Lanterns Release Notes",
        compiled_by=("Author of a.txt",),
    )
    decks = document(
        "d.txt",
        "2031-02-05",
        entry("Tide Bell", "It rings.", part="Commander Decks (LOC)"),
        title="Lanterns Commander",
        compiled_by=("Author of d.txt",),
    )
    return library_of(own, decks, facts=catalogue(sets=[FACTS], lom=False))


def test_pages_and_data_name_all_documents_and_the_codes_that_they_print(library):
    urls = ("audit/", "cards/fen-wisp/", "cards/mire-lantern/", "cards/tide-bell/", "sets/lom/",
            "sets/lom/document/")  # fmt: skip
    pages = {url: html_at(library, url) for url in urls}
    files = dict(data.make_files(site_of(library)))
    published = {
        path: str(files[path]) for path in ("data/notes/lom.en.json", "data/rulings.ndjson")
    }
    assert_approved("merged", {**pages, **published})


@pytest.mark.parametrize(
    ("label", "part", "code"),
    [
        ("0029_MTGLOM_Main", "", "lom"),
        ("0005_MTGL3C_Main", "", "l3c"),
        ("0005_MTGLOM_LSGBlue", "", "lsg"),
        (None, "Commander Decks (L3C)", "l3c"),
        (None, "LOC Card-Specific Notes", "loc"),
        (None, "Lanterns (LOM) and Decks (LOC)", "lom"),
        (None, "Card-Specific Notes (NEW)", "lom"),
        (None, "Special Guests", "lom"),
    ],
)
def test_the_code_of_an_entry(label, part, code):
    assert entry("Fen Wisp", part=part, label=label).code("lom", FACTS.codes) == code
