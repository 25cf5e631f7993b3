"""The JSON Schemas of the published data, which lie beside it.

Each file that can says where its schema is.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import Any

from ...facts.files import yaml_files

Data = dict[str, Any]

FOLDER = "data/schema/"
DATA = ("addresses", "cards", "documents", "manifest", "mechanics", "notes", "ruling")
"""The schemas of r/index.json, data/cards.json, data/index.json, data/manifest.json,
data/mechanics.json, one document's file, and a line of data/rulings.ndjson.
"""
LIST = "rulings"
"""The schema of a list of the rulings API."""


def files(names: tuple[str, ...], address: str | None) -> Iterator[tuple[str, str]]:
    """Yield the schemas ``names`` of the site at ``address``.

    Each has its own address as its id, if the site has one.
    """
    for name in names:
        schema = yaml_files.schema(name)
        itself = {"$id": f"{address}{_path(name)}"} if address else {}
        yield _path(name), yaml_files.dump_json({"$schema": schema["$schema"], **itself, **schema})


def linked(path: str, name: str, data: Data) -> Data:
    """Return the ``data`` of the file at ``path`` with the way to its schema, which is the same
    wherever the site is.
    """
    return {"$schema": posixpath.relpath(_path(name), posixpath.dirname(path)), **data}


def components(names: tuple[str, ...]) -> Data:
    """Return the schemas by name as parts of one document: references lead to the places that they
    have there.
    """
    return {
        name: _moved(
            {key: value for key, value in yaml_files.schema(name).items() if key != "$schema"}, name
        )
        for name in names
    }


def component(name: str, *below: str) -> Data:
    """Return the reference to a schema of :func:`components`, or to what is ``below`` it."""
    return {"$ref": "/".join(("#/components/schemas", name, *below))}


def _moved(value: Any, name: str) -> Any:
    """Return a part of the schema ``name`` with references to where the schemas are now."""
    if isinstance(value, list):
        return [_moved(each, name) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _target(each, name) if key == "$ref" else _moved(each, name)
        for key, each in value.items()
    }


def _target(reference: str, name: str) -> str:
    file, _, below = reference.partition("#")
    return f"{component(file.removesuffix('.json') or name)['$ref']}{below}"


def _path(name: str) -> str:
    return f"{FOLDER}{name}.json"
