"""The Content-Security-Policy of pages, and their few inline scripts and styles.

A browser runs the site's own files. It runs an inline script or style only if its digest is in the page's policy. So these
are constant, and values that differ from page to page are in attributes.
"""

from __future__ import annotations

import base64
import functools
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..system import shipped

FOLDER = shipped.ROOT / "templates" / "inline"

_FRAMED = ("scheme.js", "contents.js", "inserting.js")
"""The inline scripts of the pages that MkDocs makes."""
_KINDS = {".js": "script-src", ".css": "style-src"}


@functools.cache
def inline() -> Mapping[str, str]:
    """Return the scripts and styles of :data:`FOLDER` by name (``scheme.js``), without indents and comment lines."""
    return {path.name: _packed(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.iterdir()) if path.suffix in _KINDS}


@functools.cache
def framed() -> str:
    """Return the policy of a page that MkDocs makes. It loads files of the site, and the icons in the theme's style sheet."""
    own = ("script-src", "style-src", "connect-src", "worker-src", "manifest-src")
    return _policy(_FRAMED, {**dict.fromkeys(own, "'self'"), "img-src": "'self' data:"})


@functools.cache
def alone(*names: str) -> str:
    """Return the policy of a page that has only the inline scripts and styles ``names``."""
    return _policy(names, {"img-src": "'self'"})


def _policy(names: Iterable[str], own: Mapping[str, str]) -> str:
    sources = {kind: [source] for kind, source in own.items()}
    for name in names:
        sources.setdefault(_KINDS[Path(name).suffix], []).append(_digest(inline()[name]))
    loaded = [f"{kind} {' '.join(found)}" for kind, found in sources.items()]
    return "; ".join(["default-src 'none'", *loaded, "form-action 'self'", "base-uri 'none'"])


def _digest(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


def _packed(content: str) -> str:
    lines = (line.strip() for line in content.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))
