"""The published data matches its schema and the library."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulebinder.facts import yaml_files
from rulebinder.facts.catalogue import CardFacts, SetFacts
from rulebinder.notes import CardEntry, Rule, Unread
from rulebinder.outputs import data
from rulebinder.text import parse
from site_tests.builders import (
    card,
    catalogue,
    entry,
    example_library,
    face,
    introduction,
    joined,
    notes,
    section,
    section_kinds,
    texts,
)
from site_tests.outputs import site_of, write

ADDRESS = "https://x.example/sub/"
ORACLE_ID = "00000000-0000-4000-8000-000000000001"
LIBRARY = example_library()


VALIDATOR = Draft202012Validator(yaml_files.schema("notes"))


@pytest.fixture
def written(tmp_path):
    write(data.files, LIBRARY, tmp_path)
    return tmp_path / "data"


def loaded(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def filled(value: Any) -> Any:
    """Return data without empty fields, all of which the schemas ask for."""
    if isinstance(value, list):
        return [filled(item) for item in value]
    if isinstance(value, dict):
        return {key: filled(inner) for key, inner in value.items() if inner}
    return value


def english() -> Any:
    return data.describe_document(LIBRARY.sets["lom"].documents["en"], LIBRARY)


def test_the_files(tmp_path):
    files = write(data.files, LIBRARY, tmp_path)
    names = [
        "cards.json",
        "index.json",
        "mechanics.json",
        "notes/lom.en.json",
        "notes/lom.es.json",
        "rulings.ndjson",
        *(f"schema/{name}.json" for name in data.DATA),
    ]
    assert files == [*(tmp_path / "data" / name for name in names), tmp_path / "r" / "index.json"]
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == files
    assert all(path.read_bytes().endswith(b"}\n") for path in files)


def test_an_entry_has_all_that_its_document_says():
    body = (
        introduction("Two notes:"),
        *entry("Fen", "One.").body,
        Rule("1.1", parse("A rule.")),
        Unread(parse("A scrap.")),
    )
    library = joined(notes(CardEntry(card=card(face("Fen")), part="", body=body)))
    (fen,) = data.describe_document(next(library.documents()), library)["cards"]
    said = (
        fen["introduction"],
        fen["rules"],
        [each["text"] for each in fen["rulings"]],
        fen["unread"],
    )
    assert said == (["Two notes:"], [{"number": "1.1", "text": "A rule."}], ["One."], ["A scrap."])


def test_every_kind_of_content_is_valid():
    shown = card(
        face("!", "Fen", loyalty="3"),
        face("Fen", "Battle", "", defense="X"),
        layout="modal_dfc",
        shared_rules_text=texts("Fuse"),
    )
    body = (Rule("1.1", parse("r")), Unread(parse("?")))
    documents = [
        notes(
            CardEntry(card=shown, part="", body=body),
            entry("x" * 300, "One."),
            set_code="zz9",
            lang="zh-Hans",
            title="",
        ),
        notes(
            sections=[
                section(f"{kind}: 霧", "One.", *body, shown, kind=kind)
                for kind in section_kinds("notes")
            ],
            lang="pt-BR",
        ),
    ]
    library = joined(*documents)
    for document in library.documents():
        VALIDATOR.validate(data.describe_document(document, library))


def test_only_a_site_with_an_address_has_full_addresses():
    def urls(address):
        files = dict(data.files(site_of(LIBRARY, address=address)))
        lines = files["data/rulings.ndjson"].splitlines()
        index, cards = (json.loads(str(files[f"data/{name}.json"])) for name in ("index", "cards"))
        return index["url"], cards["cards"][0]["url"], json.loads(lines[0])["url"]

    assert urls(None) == (None, None, None)
    assert urls(ADDRESS) == (
        ADDRESS,
        f"{ADDRESS}en/cards/mire-lantern/",
        f"{ADDRESS}r/lom/notes/glimmer/1/",
    )


def test_a_card_has_all_its_names(written):
    found = {each["slug"]: each for each in loaded(written / "cards.json")["cards"]}
    assert list(found) == sorted(LIBRARY.cards)
    assert filled(found["wisp-of-the-fen"]) == {
        "slug": "wisp-of-the-fen",
        "names": {"en": "Wisp of the Fen", "es": "Fuego fatuo del pantano"},
        "faces": {"en": ["Wisp of the Fen"], "es": ["Fuego fatuo del pantano"]},
        "sets": ["lom"],
        "rulings": 2,
        "address": "cards/wisp-of-the-fen/",
    }
    assert found["sink-surface"]["faces"] == {"en": ["Sink", "Surface"]}


def test_a_mechanic_has_its_explanation_and_its_sections(written):
    found = {each["slug"]: each for each in loaded(written / "mechanics.json")["mechanics"]}
    assert list(found) == sorted(LIBRARY.mechanics)
    assert filled(found["glimmer"]) == {
        "slug": "glimmer",
        "names": {"en": "Glimmer", "es": "Destellar"},
        "kind": "keyword-ability",
        "explanation": {"en": "What glimmer does."},
        "sections": ["lom/notes/glimmer"],
        "cards": 1,
        "address": "mechanics/glimmer/",
    }


@pytest.mark.parametrize("name", [*data.DATA[1:], data.LIST])
def test_a_schema_has_no_optional_fields(name):
    def objects(schema):
        if isinstance(schema, dict):
            if "properties" in schema:
                yield schema
            for value in schema.values():
                yield from objects(value)

    found = list(objects(yaml_files.schema(name)))
    assert found
    assert all(
        each["required"] == list(each["properties"]) and not each["additionalProperties"]
        for each in found
    )
    assert all(
        "description" in value or "$ref" in value
        for each in found
        for value in each["properties"].values()
    )


def test_a_published_card():
    assert filled(english()["cards"][1]) == {
        "id": "lom/wisp-of-the-fen",
        "card": "wisp-of-the-fen",
        "part": "Card-Specific Notes",
        "printed_code": "lom",
        "layout": "normal",
        "faces": [
            {
                "name": "Wisp of the Fen",
                "mana_cost": "{U}",
                "type_line": "Creature — Spirit",
                "power": "1",
                "toughness": "1",
                "rules_text": ["Flying", "Glimmer {1}{U}"],
            }
        ],
        "mechanics": ["flying", "glimmer"],
        "rulings": [
            {
                "id": "lom/wisp-of-the-fen/1",
                "text": "Wisp of the Fen can glimmer while Mire Lantern is tapped.",
                "mentions": [
                    {"kind": "mechanic", "id": "glimmer", "text": "glimmer"},
                    {"kind": "card", "id": "mire-lantern", "text": "Mire Lantern"},
                ],
            },
            {
                "id": "lom/wisp-of-the-fen/2",
                "text": "Glimmer has two parts:",
                "items": ["The first pays {1}{U}.", "The second is described in rule 702.345b."],
                "mentions": [
                    {"kind": "mechanic", "id": "glimmer", "text": "Glimmer"},
                    {"kind": "rule", "id": "702.345b", "text": "702.345b"},
                ],
            },
        ],
    }


def test_emphasis_is_kept_and_a_section_is_complete():
    published = english()
    assert published["cards"][0]["rulings"][0]["text"] == "Mire Lantern gives *only* blue mana."
    legality, glimmer = published["sections"]
    assert (legality["rulings"], len(legality["introduction"])) == ([], 1)
    assert (glimmer["id"], glimmer["mechanics"], glimmer["introduction"]) == (
        "lom/notes/glimmer",
        ["glimmer"],
        ["Some spirits glimmer."],
    )
    assert [example["faces"][0]["name"] for example in glimmer["examples"]] == ["Wisp of the Fen"]


def test_a_document_without_a_title_gets_its_sets_name():
    library = joined(notes(title="", lang="es"))
    (document,) = library.documents()
    assert data.describe_document(document, library)["title"] == "Faroles sobre el fango"


def test_every_ruling_is_one_line(written):
    lines = [
        json.loads(line) for line in (written / "rulings.ndjson").read_text("utf-8").splitlines()
    ]
    documents = [loaded(written / "notes" / f"lom.{lang}.json") for lang in ("en", "es")]
    published = [
        ruling
        for document in documents
        for each in (*document["sections"], *document["cards"])
        for ruling in each["rulings"]
    ]
    assert [{key: line[key] for key in published[0]} for line in lines] == published
    first, second = lines[0], lines[1]
    assert re.fullmatch("[0-9a-f]{16}", first["hash"])
    assert filled(first) == {
        "object": "ruling",
        "id": "lom/notes/glimmer/1",
        "address": "r/lom/notes/glimmer/1/",
        "hash": first["hash"],
        "revision": 1,
        "set": "lom",
        "language": "en",
        "section": "lom/notes/glimmer",
        "name": "New Mechanic: Glimmer",
        "names": {"en": "New Mechanic: Glimmer", "es": "Nueva mecánica: destellar"},
        "published_at": "2031-02-07",
        "source": "lom.en.txt",
        "comment": "A creature glimmers but once.",
        "text": "A creature glimmers but once.",
    }
    assert (second["section"], second["card"], second["name"]) == (
        None,
        "mire-lantern",
        "Mire Lantern",
    )
    assert (second["names"], second["faces"]) == (
        {"en": "Mire Lantern", "es": "Farol del fango"},
        ["Mire Lantern"],
    )


def test_a_ruling_has_its_cards_id(tmp_path):
    facts = replace(
        catalogue(), cards=(CardFacts(names={"en": "Mire Lantern"}, oracle_id=ORACLE_ID),)
    )
    library = joined(
        notes(entry("Mire Lantern", "It glows."), entry("Deep Fen", "It is deep.")), facts=facts
    )
    write(data.files, library, tmp_path)
    lines = (tmp_path / "data" / "rulings.ndjson").read_text("utf-8").splitlines()
    assert [json.loads(line)["oracle_id"] for line in lines] == [ORACLE_ID, None]


def test_the_index_lists_the_documents(written):
    listed = loaded(written / "index.json")["documents"]
    assert [each["path"] for each in listed] == ["data/notes/lom.en.json", "data/notes/lom.es.json"]
    assert (listed[0]["cards"], listed[0]["sections"], listed[0]["rulings"]) == (3, 2, 5)


def test_mentions_of_sets_are_not_published():
    other = SetFacts(code="mof", names={"en": "Moths of Fen"}, released="2030-01-01")
    documents = [
        notes(entry("Speaker", "See the Moths of Fen FAQ about the Moth King.")),
        notes(entry("Moth King"), set_code="mof"),
    ]
    library = joined(*documents, facts=catalogue(sets=[other]))
    (line,) = data.list_rulings(library.sets["lom"].documents["en"], library)
    assert line["mentions"] == [{"kind": "card", "id": "moth-king", "text": "Moth King"}]
