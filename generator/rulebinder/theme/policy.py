"""The Content-Security-Policy of pages, and their few inline scripts and styles.

A browser runs the site's own files. It runs an inline script or style only if its digest is in the
page's policy. So these are constant, and values that differ from page to page are in attributes.
"""

from __future__ import annotations

import base64
import functools
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ..settings.files import value
from ..system import shipped

FOLDER = shipped.ROOT / "templates" / "inline"

_FRAMED = ("scheme.js", "contents.js", "inserting.js", "linked.js")
"""The inline scripts of the pages that MkDocs makes."""
_KINDS = {".js": "script-src", ".css": "style-src"}
_SELF = "'self'"
_TAGS = "https://www.googletagmanager.com"
_COUNTERS = f"{_TAGS} https://*.google-analytics.com https://*.analytics.google.com"
"""The hosts of Google Analytics (https://developers.google.com/tag-platform/security/guides/csp)."""
_PICTURES = "https://api.scryfall.com https://cards.scryfall.io"
"""The hosts of pictures of cards: an address of the first one leads to the second
(https://scryfall.com/docs/api/images).
"""


@functools.cache
def inline() -> Mapping[str, str]:
    """Return the scripts and styles of :data:`FOLDER` by name (``scheme.js``), without indents and
    comment lines.
    """
    return {
        path.name: _packed(path.read_text(encoding="utf-8"))
        for path in sorted(FOLDER.iterdir())
        if path.suffix in _KINDS
    }


def framed(values: Mapping[str, Any]) -> str:
    """Return the policy of a page that MkDocs makes. It loads files of the site, and the icons in
    the theme's style sheet.

    It also allows the hosts of what the settings ``values`` of the owner load, and no others.
    """
    scripts, styles = _hosts(values, "extra_javascript"), _hosts(values, "extra_css")
    has_pictures = value(values, "extra", "owner", "pictures")
    tags, counters = ([_TAGS], [_COUNTERS]) if is_counted(values) else ([], [])
    kinds = {
        "script-src": [_SELF, *scripts, *tags],
        "style-src": [_SELF, *styles],
        "connect-src": [_SELF, *scripts, *counters],
        "worker-src": [_SELF],
        "manifest-src": [_SELF],
        "img-src": [_SELF, "data:", *scripts, *counters, *([_PICTURES] if has_pictures else [])],
    }
    if values.get("extra_css"):  # fonts may come with it
        kinds["font-src"] = [_SELF, *styles]
    return _policy([*_FRAMED, *(["analytics.js"] if tags else [])], kinds)


def is_counted(values: Mapping[str, Any]) -> bool:
    """Return whether the settings let Google Analytics count readers; they name no other
    provider.
    """
    return bool(value(values, "extra", "analytics", "property"))


def _hosts(values: Mapping[str, Any], setting: str) -> list[str]:
    """Return the scheme and the host of each address in a setting that leads out of the site."""
    paths = (
        path.get("path") if isinstance(path, Mapping) else path
        for path in values.get(setting) or ()
    )
    hosts = dict.fromkeys(urlsplit(str(path)).netloc for path in paths)
    return [f"https://{host}" for host in hosts if host]


@functools.cache
def alone(*names: str) -> str:
    """Return the policy of a page that has only the inline scripts and styles ``names``.

    A page without inline styles loads those of the site.
    """
    has_style = any(name.endswith(".css") for name in names)
    kinds = ("img-src",) if has_style else ("img-src", "style-src")
    return _policy(names, {kind: [_SELF] for kind in kinds})


def _policy(names: Iterable[str], kinds: Mapping[str, list[str]]) -> str:
    """Return the policy with the sources of ``kinds``, and the inline ``names``."""
    sources = {kind: [*listed] for kind, listed in kinds.items()}
    for name in names:
        sources.setdefault(_KINDS[Path(name).suffix], []).append(_digest(inline()[name]))
    rows = (f"{kind} {' '.join(listed)}" for kind, listed in sources.items())
    return "; ".join(["default-src 'none'", *rows, "form-action 'self'", "base-uri 'none'"])


def _digest(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


def _packed(content: str) -> str:
    lines = map(str.strip, content.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))
