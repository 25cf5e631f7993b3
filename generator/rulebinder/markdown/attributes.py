"""Attribute lists, ``{#id .class key="value"}``, and the tags that have them.

A list is kept as its text without the braces: two lists are joined by a space between them.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from html import unescape

Attributes = dict[str, str]
"""HTML attributes by name."""

PATTERN = r"(?:[#.]|[\w-]+=)[^{}\n]*"
"""A pattern for a list. Symbols such as ``{T}`` do not match."""
_LIST = re.compile(PATTERN)
_ONE = re.compile(
    r'#(?P<id>[^\s"=]+)|\.(?P<name>[^\s"=]+)|(?P<key>[\w-]+)=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"]+))'
)


def split(block: str) -> tuple[str, str]:
    """Return ``block`` without the list at its end, and the list; it is empty if there is none."""
    if not block.endswith("}"):
        return block, ""
    start = block.rfind("{")  # a pattern would scan the spaces before each brace
    if not _LIST.fullmatch(block, start + 1, len(block) - 1) or block[start - 1 : start].strip(
        " \n"
    ):
        return block, ""
    return block[:start].rstrip(" \n"), block[start + 1 : -1]


def read(text: str) -> Attributes:
    """Return the attributes in a list. Classes are joined; of other values the last one counts."""
    if not text:
        return {}
    attributes: Attributes = {}
    classes: list[str] = []
    for one in _ONE.finditer(text):
        if one["id"]:
            attributes["id"] = one["id"]
        elif one["name"]:
            classes.append(one["name"])
        else:
            attributes[one["key"]] = one["bare"] or unescape(one["quoted"] or "")
    return attributes | ({"class": " ".join(classes)} if classes else {})


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
