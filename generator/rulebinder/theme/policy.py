"""The Content-Security-Policy of pages, and their few inline scripts and styles.

A browser runs the site's own files. It runs an inline script or style only if its digest is in the
page's policy. So these are constant, and values that differ from page to page are in attributes.
"""

from __future__ import annotations

import base64
import functools
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ..settings.files import value
from ..system import shipped

FOLDER = shipped.ROOT / "templates" / "inline"

_FRAMED = ("scheme.js", "contents.js", "inserting.js", "linked.js")
"""The inline scripts of the pages that MkDocs makes."""
_KINDS = {".js": "script-src", ".css": "style-src"}
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
    kinds = ("script-src", "style-src", "connect-src", "worker-src", "manifest-src")
    sources = [*((kind, "'self'") for kind in kinds), ("img-src", "'self' data:"), *_loaded(values)]
    names = [*_FRAMED]
    if is_counted(values):
        names.append("analytics.js")
        sources += [("script-src", _TAGS), ("connect-src", _COUNTERS), ("img-src", _COUNTERS)]
    if value(values, "extra", "owner", "pictures"):
        sources.append(("img-src", _PICTURES))
    return _policy(names, sources)


def is_counted(values: Mapping[str, Any]) -> bool:
    """Return whether the settings let Google Analytics count readers; they name no other
    provider.
    """
    return bool(value(values, "extra", "analytics", "property"))


def _loaded(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the hosts of scripts and styles of the owner; fonts may come with styles."""
    scripts = values.get("extra_javascript") or ()
    paths = (script.get("path") if isinstance(script, Mapping) else script for script in scripts)
    for host in _hosts(paths):
        yield from ((kind, host) for kind in ("script-src", "connect-src", "img-src"))
    if styles := values.get("extra_css"):
        hosts = _hosts(styles)
        yield from (("style-src", host) for host in hosts)
        yield "font-src", " ".join(["'self'", *hosts])


def _hosts(addresses: Iterable[object]) -> list[str]:
    """Return the scheme and the host of each address that leads out of the site."""
    hosts = dict.fromkeys(urlsplit(str(address)).netloc for address in addresses)
    return [f"https://{host}" for host in hosts if host]


@functools.cache
def alone(*names: str) -> str:
    """Return the policy of a page that has only the inline scripts and styles ``names``.

    A page without inline styles loads those of the site.
    """
    has_style = any(name.endswith(".css") for name in names)
    kinds = ("img-src",) if has_style else ("img-src", "style-src")
    return _policy(names, [(kind, "'self'") for kind in kinds])


def _policy(names: Iterable[str], sources: Iterable[tuple[str, str]]) -> str:
    """Return the policy with the ``sources``, each with its kind, and the inline ``names``."""
    digests = ((_KINDS[Path(name).suffix], _digest(inline()[name])) for name in names)
    kinds: dict[str, str] = {}
    for kind, source in (*sources, *digests):
        kinds[kind] = f"{kinds.get(kind, kind)} {source}"
    return "; ".join(
        ["default-src 'none'", *kinds.values(), "form-action 'self'", "base-uri 'none'"]
    )


def _digest(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


def _packed(content: str) -> str:
    lines = map(str.strip, content.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))
