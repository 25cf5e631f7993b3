"""The rulings API: lists in Scryfall's shape, of the same records as data/rulings.ndjson."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from rulebinder.facts.catalogue import CardFacts
from rulebinder.library import Library
from rulebinder.outputs import data
from rulebinder.site.model import Site
from rulebinder.site.place import MANIFEST
from site_tests.builders import catalogue, entry, example_library, joined, notes
from site_tests.outputs import site_of

ORACLE_ID = "00000000-0000-4000-8000-000000000001"
LIBRARY = example_library()
LIST = re.compile("api/[a-z]+/.+")


def outputs(library: Library = LIBRARY, **options: Any) -> dict[str, Any]:
    """Return what the API adds to the data of a site, by path."""
    site = Site(library=library, languages={}, rulings_api=True, **options)
    return {path: json.loads(text) for path, text in data.make_ruling_lists(site)}


def lists(library: Library = LIBRARY) -> dict[str, Any]:
    """Return the lists of rulings by path."""
    return {path: found for path, found in outputs(library).items() if LIST.fullmatch(path)}


def test_a_site_has_lists_only_if_its_settings_want_them():
    assert not [*data.make_ruling_lists(site_of(LIBRARY))]
    assert lists()


def test_the_lists_hold_every_record_of_the_data_in_scryfalls_shape():
    for found in lists().values():
        assert (found["object"], found["has_more"]) == ("list", False)
        assert found["data"]
    records = [
        json.loads(json.dumps(record))
        for document in LIBRARY.documents()
        for record in data.list_rulings(document, site_of(LIBRARY))
    ]
    of_sets, of_cards = (
        [record for path, found in lists().items() if kind in path for record in found["data"]]
        for kind in ("api/sets/", "api/cards/")
    )
    assert of_sets == records
    assert {record["id"] for record in of_cards} == {
        record["id"] for record in records if record["card"]
    }


def test_a_card_is_found_by_its_slug_and_its_oracle_id():
    facts = (CardFacts(names={"en": "Mire Lantern"}, oracle_id=ORACLE_ID),)
    library = joined(
        notes(entry("Mire Lantern", "It glows.")), facts=replace(catalogue(), cards=facts)
    )
    found = lists(library)
    assert found["api/cards/mire-lantern.json"] == found[f"api/cards/{ORACLE_ID}.json"]
    assert (
        described(library)["paths"]["/api/cards/{card}.json"]["get"]["parameters"][0]["example"]
        == "mire-lantern"
    )


def described(library: Library = LIBRARY, **options: Any) -> dict[str, Any]:
    """Return the description of the data by OpenAPI."""
    found: dict[str, Any] = outputs(library, **options)[data.OPENAPI]
    return found


@pytest.mark.parametrize("address", ["https://x.example/sub/", None])
def test_the_description_is_valid_and_says_where_the_site_is(address):
    found = described(address=address)
    validate(found, cls=OpenAPIV31SpecValidator)
    assert found.get("servers") == ([{"url": "https://x.example/sub"}] if address else None)
    assert ("built without its address" in found["info"]["description"]) == (address is None)


def test_the_description_has_every_file_of_the_data_and_no_other():
    site = Site(library=LIBRARY, languages={}, rulings_api=True)
    made = (*data.make_files(site), *data.make_ruling_lists(site))
    files = [MANIFEST, *(path for path, _ in made)]
    paths = {
        path: re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path[1:])))
        for path in described()["paths"]
    }
    told = {file: [path for path, form in paths.items() if form.fullmatch(file)] for file in files}
    without = {data.OPENAPI, *(file for file in files if file.startswith(data.SCHEMAS))}
    assert {file for file, found in told.items() if len(found) != 1} == without
    assert {path for found in told.values() for path in found} == set(paths)


def test_what_a_missing_file_means_is_said_with_the_file_that_lists_what_there_is():
    files = {path for path, _ in data.make_files(site_of(LIBRARY))}
    for path, each in described()["paths"].items():
        if "{" in path:
            (listing,) = re.findall(r"[\w/]+\.json", each["get"]["responses"]["404"]["description"])
            assert listing in files


def test_a_path_without_files_is_not_described():
    library = joined(notes(entry("Mire Lantern", "It glows.")))
    paths = described(library)["paths"]
    assert "/api/cards/{card}.json" in paths
    assert "/api/mechanics/{mechanic}.json" not in paths


def test_the_lists_are_valid_by_the_description():
    """Its references lead to the schemas that are in it."""
    whole = DRAFT202012.create_resource(described())
    registry: Registry[Any] = Registry().with_resource("urn:openapi", whole)
    valid = Draft202012Validator(
        {"$ref": "urn:openapi#/components/schemas/rulings"}, registry=registry
    )
    found = [*lists().values()]
    for content in found:
        valid.validate(content)
    found[0]["data"][0]["mentions"] = [{"kind": "goat"}]
    assert not valid.is_valid(found[0])
