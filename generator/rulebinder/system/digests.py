"""Digests of values and files, to find out whether something has changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

LENGTH = 32
"""The number of hexadecimal digits of a digest."""


def digest(*parts: bytes | str) -> str:
    """Return a digest of ``parts`` and of their lengths."""
    found = hashlib.blake2b(digest_size=LENGTH // 2)
    for part in parts:
        content = part.encode("utf-8", errors="surrogatepass") if isinstance(part, str) else part
        found.update(b"%d " % len(content))
        found.update(content)
    return found.hexdigest()


def sha256(content: bytes) -> str:
    """Return the SHA-256 of a file's content, which the usual tools compute too."""
    return hashlib.sha256(content).hexdigest()


def of_file(path: Path) -> str:
    """Return the digest of the bytes of a file, which may be too large to be in memory.

    Raises OSError.
    """
    whole = hashlib.blake2b(b"%d " % path.stat().st_size, digest_size=LENGTH // 2)
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: whole).hexdigest()


def sealed(content: bytes, key: str) -> bytes:
    """Return ``content`` after its digest, for a file.

    ``key`` says what the content is good for.
    """
    return digest(key, content).encode() + content


def unsealed(stored: bytes, key: str) -> bytes | None:
    """Return the content that :func:`sealed` was given with the same ``key``; None if ``stored`` is
    anything else.
    """
    content = stored[LENGTH:]
    return content if stored[:LENGTH] == digest(key, content).encode() else None


def of_files(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the name and the digest of each of ``paths``, and of each file in those that are
    folders.
    """
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and file.suffix != ".pyc":
                yield file.relative_to(path).as_posix()
                yield digest(file.read_bytes())
