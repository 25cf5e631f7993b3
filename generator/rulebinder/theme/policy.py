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

from ..system import shipped

FOLDER = shipped.ROOT / "templates" / "inline"

_FRAMED = ("scheme.js", "contents.js", "inserting.js", "linked.js")
"""The inline scripts of the pages that MkDocs makes."""
_KINDS = {".js": "script-src", ".css": "style-src"}


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
    own = {
        **dict.fromkeys(
            ("script-src", "style-src", "connect-src", "worker-src", "manifest-src"), "'self'"
        ),
        "img-src": "'self' data:",
    }
    for kind, host in (*_loaded(values), *_counted(values), *_pictured(values)):
        own[kind] = f"{own[kind]} {host}" if kind in own else host
    return _policy((*_FRAMED, *(["analytics.js"] if is_counted(values) else [])), own)


def is_counted(values: Mapping[str, Any]) -> bool:
    """Return whether the settings let Google Analytics count readers."""
    analytics = (values.get("extra") or {}).get("analytics") or {}
    return analytics.get("provider") == "google" and bool(analytics.get("property"))


def _counted(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the hosts of Google Analytics
    (https://developers.google.com/tag-platform/security/guides/csp).
    """
    hosts = (
        "https://www.googletagmanager.com https://*.google-analytics.com"
        " https://*.analytics.google.com"
    )
    if is_counted(values):
        yield "script-src", "https://www.googletagmanager.com"
        yield from (("connect-src", hosts), ("img-src", hosts))


def _pictured(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the hosts of pictures of cards: an address of the first one leads to the second
    (https://scryfall.com/docs/api/images).
    """
    if ((values.get("extra") or {}).get("owner") or {}).get("pictures"):
        yield "img-src", "https://api.scryfall.com https://cards.scryfall.io"


def _loaded(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the hosts of scripts and styles of the owner; fonts may come with styles."""
    for each in values.get("extra_javascript") or ():
        if host := _host(each.get("path") if isinstance(each, Mapping) else each):
            yield from ((kind, host) for kind in ("script-src", "connect-src", "img-src"))
    if styles := values.get("extra_css"):
        hosts = list(dict.fromkeys(filter(None, map(_host, styles))))
        yield from (("style-src", host) for host in hosts)
        yield "font-src", " ".join(["'self'", *hosts])


def _host(address: object) -> str | None:
    """Return the scheme and the host of an address; None for a file of the site."""
    url = urlsplit(str(address))
    return f"https://{url.netloc}" if url.netloc else None


@functools.cache
def alone(*names: str) -> str:
    """Return the policy of a page that has only the inline scripts and styles ``names``.

    A page without inline styles loads those of the site.
    """
    has_style = any(name.endswith(".css") for name in names)
    return _policy(names, {"img-src": "'self'", **({} if has_style else {"style-src": "'self'"})})


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
