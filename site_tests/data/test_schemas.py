"""Every file of the published data says where its schema is, and is valid by it."""

import json
import posixpath
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from rulebinder.library import Library
from rulebinder.outputs import data
from site_tests import sites
from site_tests.outputs import site_of

ADDRESS = "https://x.example/sub/"
RULING = f"{data.SCHEMAS}ruling.json"
UNLINKED = {"r/index.json": f"{data.SCHEMAS}addresses.json"}
"""The files of JSON that cannot say it: their keys are ids."""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Return the example set."""
    return sites.once_library(tmp_path_factory, sites.CONTENT / "notes")


def published(library: Library, address: str | None) -> dict[str, str]:
    """Return all files of the data by path."""
    site = site_of(library, address=address, rulings_api=True)
    return {
        path: content if isinstance(content, str) else content.decode()
        for files in (
            data.make_files(site),
            data.make_ruling_lists(site),
            data.write_manifest(library, "0" * 32, {}),
        )
        for path, content in files
    }


def parsed(files: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """Yield the files of JSON but the schemas and the description by OpenAPI."""
    for path, text in files.items():
        if path.endswith(".json") and not path.startswith(data.SCHEMAS) and path != data.OPENAPI:
            yield path, json.loads(text)


@pytest.mark.parametrize("address", [ADDRESS, None])
def test_every_file_names_first_a_schema_whose_id_is_its_address_and_is_valid_by_it(
    library, address
):
    files = published(library, address)
    schemas = {
        path: json.loads(text) for path, text in files.items() if path.startswith(data.SCHEMAS)
    }
    for path, schema in schemas.items():
        Draft202012Validator.check_schema(schema)
        assert schema.get("$id") == (address and address + path)
        assert next(iter(schema)) == "$schema"
    base = address or "https://nowhere.example/"
    registry: Registry[Any] = Registry().with_resources(
        (base + path, DRAFT202012.create_resource(schema)) for path, schema in schemas.items()
    )
    valid = {
        path: Draft202012Validator(
            {"$ref": base + path}, registry=registry, format_checker=FormatChecker()
        )
        for path in schemas
    }
    named = {RULING}
    for path, content in parsed(files):
        assert (next(iter(content)) == "$schema") == (path not in UNLINKED), path
        schema = UNLINKED.get(path) or posixpath.normpath(
            posixpath.join(posixpath.dirname(path), content["$schema"])
        )
        valid[schema].validate(content)
        named.add(schema)
    lines = files["data/rulings.ndjson"].splitlines()
    assert len(lines) > 100
    for line in lines:
        valid[RULING].validate(json.loads(line))
    assert named == set(schemas)
