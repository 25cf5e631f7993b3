"""Attribute lists, ``{#id .class key="value"}``, and the tags that have them.

A list is kept as its text without the braces: two lists are joined by a space between them.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from html import unescape

PATTERN = r"(?:[#.]|[\w-]+=)[^{}\n]*"
"""A pattern for a list. Symbols such as ``{T}`` do not match."""
_LIST = re.compile(PATTERN)
_ONE = re.compile(
    r'#(?P<id>[^\s"=]+)|\.(?P<kind>[^\s"=]+)'
    r'|(?<![\w-])(?P<key>[\w-]+)=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"]+))'
)


def split(block: str) -> tuple[str, str]:
    """Return ``block`` without the list at its end, and the list; it is empty if there is none."""
    if block.endswith("}"):  # a pattern would scan the spaces before each brace
        text, brace, listed = block[:-1].rpartition("{")
        if brace and _LIST.fullmatch(listed) and text[-1:] in ("", " ", "\n"):
            return text.rstrip(" \n"), listed
    return block, ""


def read(text: str) -> dict[str, str]:
    """Return the attributes in a list. Classes are joined; of other values the last one counts."""
    values: dict[str, str] = {}
    kinds: list[str] = []
    for anchor, kind, key, quoted, bare in _ONE.findall(text):
        if key:
            values[key] = bare or unescape(quoted)
        elif anchor:
            values["id"] = anchor
        else:
            kinds.append(kind)
    return values | ({"class": " ".join(kinds)} if kinds else {})


@functools.lru_cache(1 << 14)  # pages have the same lists again and again
def start(name: str, text: str = "") -> str:
    """Return the start tag of an element that has the attributes in the list ``text``."""
    return tag(name, read(text))


def tag(name: str, attributes: Mapping[str, str]) -> str:
    """Return the start tag of an element that has these attributes."""
    written = f"<{name}"
    for key, value in sorted(attributes.items()):
        text = escaped(value).replace('"', "&quot;")
        written += f" {key}" if key == value else f' {key}="{text}"'
    return f"{written}>"


def escaped(text: str) -> str:
    """Return ``text`` as HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
