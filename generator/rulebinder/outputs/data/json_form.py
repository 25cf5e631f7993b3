"""The form of the published data: JSON, and the addresses in it."""

from __future__ import annotations

import json
from typing import Any

Data = dict[str, Any]


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


as_line = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Returns a value as one line."""


def full_address(path: str, address: str | None) -> str | None:
    """Return the full address of a ``path`` from the root of the site at ``address``; None if the
    site has none.
    """
    return f"{address}{path}" if address else None
