"""JSON files as the browser unpacks them."""

from __future__ import annotations

import json

from ..system.files.stable_gzip import zipped

_written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def compressed(data: object) -> bytes:
    """Return ``data`` as compressed JSON; the same data gives the same bytes."""
    return zipped(_written(data).encode("utf-8"))
