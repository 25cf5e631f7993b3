"""Several documents of a set are shown as one with their sources named, and each card with the code
that its document prints.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rulebinder.facts import yaml_files
from rulebinder.facts.catalogue import SetFacts
from rulebinder.outputs import data
from site_tests import outputs
from site_tests.builders import catalogue, entry, library_of
from site_tests.joining.test_merging import document
from site_tests.outputs import site_of

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


@pytest.fixture(scope="module")
def folder(library, tmp_path_factory):
    made = tmp_path_factory.mktemp("merged")
    assert outputs.render(site_of(library), "en", made, {}) == []
    return made


def read(folder: Path, page: str) -> str:
    return (folder / page / "index.md").read_text("utf-8")


@pytest.mark.parametrize("page", ["sets/lom", "sets/lom/document"])
def test_the_pages_of_a_set_name_all_its_documents(folder, page):
    said = read(folder, page)
    said = said[said.rindex("Lanterns Release Notes") :]
    told = [
        "Lanterns Release Notes",
        "Author of a.txt",
        "February 1, 2031",
        "a.txt</code>",
        "Lanterns Commander",
        "Author of d.txt",
        "February 5, 2031",
        "d.txt</code>",
    ]
    places = [said.find(each) for each in told]
    assert -1 not in places
    assert places == sorted(places)


def test_the_audit_names_all_files(folder):
    assert "<code>a.txt</code>, <code>d.txt</code>" in read(folder, "audit")


@pytest.mark.parametrize(
    ("card", "code"), [("tide-bell", "LOC"), ("fen-wisp", "LSG"), ("mire-lantern", "LOM")]
)
def test_the_page_of_a_card_has_the_code_that_its_document_prints(folder, card, code):
    assert set(re.findall(r'class="plate">(\w+)<', read(folder, f"cards/{card}"))) == {code}


def test_the_whole_document_has_the_codes_that_differ(folder):
    assert re.findall(r"<strong>Code</strong> (\w+)", read(folder, "sets/lom/document")) == [
        "LSG",
        "LOC",
    ]


def test_the_data_have_all_sources_and_the_codes(library):
    both = library.sets["lom"].documents["en"]
    published = data.describe_document(both, library)
    Draft202012Validator(yaml_files.schema("notes")).validate(published)
    assert [each["source"]["name"] for each in published["documents"]] == ["a.txt", "d.txt"]
    assert published["last_modified"] == "2031-02-05"
    assert [each["printed_code"] for each in published["cards"]] == ["lom", "lsg", "loc"]
    assert [(each["id"], each["source"]) for each in data.list_rulings(both, library)] == [
        ("lom/mire-lantern/1", "a.txt"),
        ("lom/fen-wisp/1", "a.txt"),
        ("lom/tide-bell/1", "d.txt"),
    ]


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
