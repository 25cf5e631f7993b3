"""The description of the published data by OpenAPI 3.1, for programs that write clients.

It is made of the schemas.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from importlib import metadata

from ...site.model import Site
from . import schemas
from .schemas import Data

PATH = "api/openapi.json"

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PARAMETER = re.compile(r"\{(\w+)\}")
_JSON = "application/json"
_CARDS = ("cards", "properties", "cards", "items", "properties")
_DOCUMENTS = ("documents", "properties", "documents", "items", "properties")


@dataclass(frozen=True, kw_only=True)
class _Resource:
    """A file that can be fetched, or all files whose paths differ in parameters."""

    path: str
    name: str
    summary: str
    schema: str = ""
    """The schema of the file; none if it is not one value of JSON."""


_RESOURCES = (
    _Resource(
        path="api/cards/{card}.json",
        name="rulingsOfCard",
        summary="The rulings of a card.",
        schema=schemas.LIST,
    ),
    _Resource(
        path="api/sets/{set}.json",
        name="rulingsOfSet",
        summary="The rulings and notes of a set.",
        schema=schemas.LIST,
    ),
    _Resource(
        path="api/mechanics/{mechanic}.json",
        name="notesOnMechanic",
        summary="The notes that explain a mechanic.",
        schema=schemas.LIST,
    ),
    _Resource(
        path="data/cards.json",
        name="cards",
        summary="Every card with all its names.",
        schema="cards",
    ),
    _Resource(
        path="data/mechanics.json",
        name="mechanics",
        summary="Every mechanic with all its names.",
        schema="mechanics",
    ),
    _Resource(
        path="data/index.json", name="documents", summary="The documents.", schema="documents"
    ),
    _Resource(
        path="data/notes/{set}.{language}.json",
        name="document",
        summary="One document.",
        schema="notes",
    ),
    _Resource(
        path="data/rulings.ndjson",
        name="rulings",
        summary=(
            "Every ruling in each language. Each line is an object as the schema `ruling`"
            " describes it."
        ),
    ),
    _Resource(
        path="data/manifest.json",
        name="manifest",
        summary="The digests of all files.",
        schema="manifest",
    ),
    _Resource(
        path="r/index.json",
        name="addresses",
        summary="Every number that was ever given.",
        schema="addresses",
    ),
)
_DESCRIPTION = """\
Rulings from the release notes of Magic: The Gathering. All answers are files: nobody needs a key, \
and what is after a question mark has no effect. The `id` and the `address` of a ruling never \
change. New fields may be added. No field is removed or gets another meaning. \
The site is unofficial; the texts belong to Wizards of the Coast."""
_NOWHERE = " The site was built without its address: paths begin at its root."


def described(site: Site, lists: Collection[str]) -> Data:
    """Return the description of the data of ``site``, whose API has files at the paths
    ``lists``.
    """
    return {
        "openapi": "3.1.0",
        "info": {
            "title": site.name,
            "version": metadata.version("rulebinder"),
            "description": _DESCRIPTION + ("" if site.address else _NOWHERE),
        },
        "jsonSchemaDialect": _DIALECT,
        **({"servers": [{"url": site.address.rstrip("/")}]} if site.address else {}),
        "security": [],
        "paths": {
            f"/{each.path}": {"get": _operation(each, lists)}
            for each in _RESOURCES
            if each.schema != schemas.LIST or any(_known(each, lists))
        },
        "components": {"schemas": schemas.components((*schemas.DATA, schemas.LIST))},
    }


def _known(resource: _Resource, lists: Collection[str]) -> Iterator[str]:
    """Yield the values that the parameter of an API's path has on this site."""
    before, _, after = _PARAMETER.sub("\0", resource.path).partition("\0")
    return (path[len(before) : -len(after)] for path in sorted(lists) if path.startswith(before))


def _operation(resource: _Resource, lists: Collection[str]) -> Data:
    content = (
        {_JSON: {"schema": schemas.component(resource.schema)}}
        if resource.schema
        else {"application/x-ndjson": {"schema": {"type": "string"}}}
    )
    missing = {"404": {"description": "There is no such file."}} if "{" in resource.path else {}
    return {
        "operationId": resource.name,
        "summary": resource.summary,
        "parameters": [
            {"name": name, "in": "path", "required": True, **_parameter(name, resource, lists)}
            for name in _PARAMETER.findall(resource.path)
        ],
        "responses": {
            "200": {"description": resource.summary, "content": content},
            **missing,
        },
    }


def _parameter(name: str, resource: _Resource, lists: Collection[str]) -> Data:
    """Return what a parameter may be.

    Of cards there are too many to list them. The last of them hardly is an id of Scryfall.
    """
    if name == "card":
        slug, oracle_id = (schemas.component(*_CARDS, key) for key in ("slug", "oracle_id"))
        said = "The card: its slug, or its id at Scryfall if this site knows it."
        return {
            "description": said,
            "schema": {"anyOf": [slug, oracle_id]},
            "example": max(_known(resource, lists)),
        }
    if resource.schema == schemas.LIST:
        return {
            "description": f"The {name}.",
            "schema": {"type": "string", "enum": list(_known(resource, lists))},
        }
    return {
        "description": f"The {name} of a document.",
        "schema": schemas.component(*_DOCUMENTS, name),
    }
