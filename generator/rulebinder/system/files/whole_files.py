"""Write files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> bool:
    """Write a file whole or not at all, and only if its content changes.

    Return whether it changed.
    """
    payload = content.encode("utf-8") if isinstance(content, str) else content
    if path.is_file() and path.read_bytes() == payload:
        return False
    replace_whole(path, payload)
    return True


def replace_whole(path: Path, payload: bytes) -> None:
    """Write a file whole or not at all. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(payload)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
