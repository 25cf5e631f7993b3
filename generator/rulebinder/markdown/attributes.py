"""Attribute lists: ``{#id .class key="value"}``."""

from __future__ import annotations

import html
import re
from xml.etree.ElementTree import Element

Attributes = dict[str, str]
"""HTML attributes by name."""

PATTERN = r"(?:[#.]|[\w-]+=)[^{}\n]*"
"""A pattern for the text between the braces. Symbols such as ``{T}`` do not match."""
_LIST = re.compile(PATTERN)
_ONE = re.compile(
    r'#(?P<id>[^\s"=]+)|\.(?P<name>[^\s"=]+)|(?P<key>[\w-]+)=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"]+))'
)


def read(text: str) -> Attributes:
    """Return the attributes in ``text``, a list without its braces. Classes are joined."""
    found: Attributes = {}
    for each in _ONE.finditer(text):
        if each["id"]:
            found["id"] = each["id"]
        elif each["name"]:
            found["class"] = (
                f"{found['class']} {each['name']}" if "class" in found else each["name"]
            )
        else:
            found[each["key"]] = each["bare"] or html.unescape(each["quoted"] or "")
    return found


def split(block: str) -> tuple[str, Attributes]:
    """Return ``block`` without the attribute list at its end, and the attributes; none if there is
    no list.
    """
    if not block.endswith("}"):
        return block, {}
    start = block.rfind("{")  # a pattern would scan the spaces before each brace
    if not _LIST.fullmatch(block, start + 1, len(block) - 1) or block[start - 1 : start].strip(
        " \n"
    ):
        return block, {}
    return block[:start].rstrip(" \n"), read(block[start + 1 : -1])


def put(element: Element, found: Attributes) -> None:
    """Give ``element`` the attributes ``found``. Its classes are added to those that it has."""
    for name, value in found.items():
        before = (
            f"{element.attrib['class']} " if name == "class" and "class" in element.attrib else ""
        )
        element.set(name, before + escaped(value))


def escaped(text: str) -> str:
    """Return ``text`` for an element.

    Python-Markdown's serializer would leave what looks like an entity as it is.
    """
    return text.replace("&", "&amp;") if "&" in text else text
