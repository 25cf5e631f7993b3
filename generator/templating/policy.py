"""What a page may load and run: its Content-Security-Policy, and the few scripts and styles written into pages.

A browser runs the site's own files, and an inline script or style only if its digest stands in the
page's policy. So they are constant: what differs from page to page is in the attributes around them.
"""

from __future__ import annotations

import base64
import functools
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent.parent / "templates" / "inline"

_FRAMED = ("scheme.js", "contents.js")
"""What is written into the pages that stand in the theme's frame."""
_KINDS = {".js": "script-src", ".css": "style-src"}


@functools.cache
def inline() -> Mapping[str, str]:
    """The scripts and styles of :data:`FOLDER` by their names (``scheme.js``), without indents and lines of comment."""
    return {path.name: _packed(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.iterdir()) if path.suffix in _KINDS}


@functools.cache
def framed() -> str:
    """The policy of a page in the theme's frame: it loads what the site has, and the signs in the theme's style sheet."""
    own = ("script-src", "style-src", "connect-src", "worker-src")
    return _policy(_FRAMED, {**dict.fromkeys(own, "'self'"), "img-src": "'self' data:"})


@functools.cache
def alone(*names: str) -> str:
    """The policy of a page that holds all it needs, of the scripts and styles ``names``."""
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
