"""The form of the published data: JSON, and the JSON Schemas that lie beside it.

Each file that can says where its schema is.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from typing import Any

from ..facts.files import yaml_files

Data = dict[str, Any]

FOLDER = "data/schema/"
DATA = ("addresses", "cards", "documents", "manifest", "mechanics", "notes", "ruling")
"""The schemas of r/index.json, data/cards.json, data/index.json, data/manifest.json,
data/mechanics.json, one document's file, and a line of data/rulings.ndjson.
"""
LIST = "rulings"
"""The schema of a list of the rulings API."""

_REFERENCE = re.compile(r'"\$ref": "(?:(\w+)\.json)?#?')

as_line = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Returns a value as one line of JSON."""


def as_json(data: Data) -> str:
    """Return ``data`` as a file: what ``json.dumps(data, ensure_ascii=False, indent=1)`` does,
    which takes five times as long.
    """
    return _indented(data, "\n") + "\n"


def _indented(value: object, line: str) -> str:
    """Return ``value`` as JSON.

    ``line`` ends the line above, and begins that of the closing bracket.
    """
    if not value or not isinstance(value, dict | list):
        return as_line(value)
    inner = f"{line} "
    if isinstance(value, dict):
        pairs = (f"{as_line(key)}: {_indented(each, inner)}" for key, each in value.items())
        return f"{{{inner}{f',{inner}'.join(pairs)}{line}}}"
    return f"[{inner}{f',{inner}'.join(_indented(each, inner) for each in value)}{line}]"


def published(names: tuple[str, ...], address: str | None) -> Iterator[tuple[str, str]]:
    """Yield the files of the schemas ``names`` of the site at ``address``.

    Each has its own address as its id, if the site has one.
    """
    for name in names:
        schema, path = yaml_files.schema(name), f"{FOLDER}{name}.json"
        itself = {"$id": f"{address}{path}"} if address else {}
        yield path, as_json({"$schema": schema["$schema"], **itself, **schema})


def linked(path: str, name: str, data: Data) -> Data:
    """Return the ``data`` of the file at ``path`` with the way to its schema ``name``, which is the
    same wherever the site is.
    """
    way = posixpath.relpath(f"{FOLDER}{name}.json", posixpath.dirname(path))
    return {"$schema": way, **data}


def component(name: str) -> Data:
    """Return the schema ``name`` as a part of an OpenAPI document that has all of them: references
    lead to their places there.
    """
    schema = {key: value for key, value in yaml_files.schema(name).items() if key != "$schema"}
    moved: Data = json.loads(
        _REFERENCE.sub(
            lambda match: f'"$ref": "#/components/schemas/{match[1] or name}', json.dumps(schema)
        )
    )
    return moved
