"""JSON files as the browser unpacks them."""

from __future__ import annotations

import json

from ..system.zipping import zipped


def compressed(data: object) -> bytes:
    """Return ``data`` as compressed JSON; the same data gives the same bytes."""
    return zipped(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())
