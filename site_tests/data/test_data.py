"""The published data matches its schema and the library."""

import json
import os
from dataclasses import replace
from pathlib import Path

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
from site_tests.outputs import site_of
from site_tests.robustness.documents import fill
from site_tests.robustness.documents import texts as read_texts

ADDRESS = "https://x.example/sub/"
ORACLE_ID = "00000000-0000-4000-8000-000000000001"
LIBRARY = example_library()
GOLDEN = Path(__file__).parent / "golden"
VALIDATOR = Draft202012Validator(yaml_files.schema("notes"))


def test_the_files_of_the_example_are_as_approved(tmp_path):
    """With RULEBINDER_APPROVE in the environment, they are written into the folder ``golden``."""
    site = site_of(LIBRARY, address=ADDRESS, rulings_api=True)
    files = dict((*data.make_files(site), *data.make_ruling_lists(site)))
    ours = {path: text for path, text in files.items() if not path.startswith(data.SCHEMAS)}
    if "RULEBINDER_APPROVE" in os.environ:
        fill(GOLDEN, ours)
    assert read_texts(fill(tmp_path, ours)) == read_texts(GOLDEN)


def test_every_kind_of_content_is_valid_and_published():
    body = (
        introduction("Two notes:"),
        *entry("Fen", "One.").body,
        Rule("1.1", parse("A rule.")),
        Unread(parse("A scrap.")),
    )
    cards = card(
        face("!", "Fen", loyalty="3"),
        face("Fen", "Battle", "", defense="X"),
        layout="modal_dfc",
        shared_rules_text=texts("Fuse"),
    )
    documents = [
        notes(
            CardEntry(card=cards, part="", body=body),
            entry("x" * 300, "One."),
            set_code="zz9",
            lang="zh-Hans",
            title="",
        ),
        notes(
            sections=[
                section(f"{kind}: 霧", "One.", *body, cards, kind=kind)
                for kind in section_kinds("notes")
            ],
            lang="pt-BR",
        ),
    ]
    library = joined(*documents)
    described = {
        document.notes.lang: data.describe_document(document, library)
        for document in library.documents()
    }
    for record in described.values():
        VALIDATOR.validate({"$schema": "", **record})
    first, _ = described["zh-Hans"]["cards"]
    assert (first["introduction"], first["rules"], first["unread"]) == (
        ["Two notes:"],
        [{"number": "1.1", "text": "A rule."}],
        ["A scrap."],
    )
    assert [ruling["text"] for ruling in first["rulings"]] == ["One."]


def test_a_site_without_an_address_has_no_full_addresses():
    files = dict(data.make_files(site_of(LIBRARY)))
    assert json.loads(files["data/index.json"])["url"] is None
    assert json.loads(files["data/cards.json"])["cards"][0]["url"] is None
    assert json.loads(files["data/rulings.ndjson"].splitlines()[0])["url"] is None


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
    for schema in found:
        assert schema["required"] == list(schema["properties"])
        assert not schema["additionalProperties"]
        assert all(
            "description" in value or "$ref" in value for value in schema["properties"].values()
        )


def test_a_document_without_a_title_gets_its_sets_name():
    library = joined(notes(title="", lang="es"))
    (document,) = library.documents()
    assert data.describe_document(document, library)["title"] == "Faroles sobre el fango"


def test_a_ruling_has_its_cards_id():
    facts = replace(
        catalogue(), cards=(CardFacts(names={"en": "Mire Lantern"}, oracle_id=ORACLE_ID),)
    )
    library = joined(
        notes(entry("Mire Lantern", "It glows."), entry("Deep Fen", "It is deep.")), facts=facts
    )
    records = data.list_rulings(library.sets["lom"].documents["en"], site_of(library))
    assert [record["oracle_id"] for record in records] == [ORACLE_ID, None]


def test_mentions_of_sets_are_not_published():
    other = SetFacts(code="mof", names={"en": "Moths of Fen"}, released="2030-01-01")
    documents = [
        notes(entry("Speaker", "See the Moths of Fen FAQ about the Moth King.")),
        notes(entry("Moth King"), set_code="mof"),
    ]
    library = joined(*documents, facts=catalogue(sets=[other]))
    (line,) = data.list_rulings(library.sets["lom"].documents["en"], site_of(library))
    assert line["mentions"] == [{"kind": "card", "id": "moth-king", "text": "Moth King"}]
