"""Boxes that the site draws itself: searches, filters, and what only scripts fill.

Their HTML is the caller's, well formed as XML. A ``<slot>`` in it takes the Markdown of the box.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from .attributes import Attributes, escaped
from .blocks import Block

Draw = Callable[[Mapping[str, Any]], str]
"""Returns the HTML of a form.

It gets the facts of the form in the page's front matter, or the attributes of its box.
"""
_FORBIDDEN = re.compile("[^\\t\\n\\r -\\ud7ff\\ue000-\\ufffd\U00010000-\U0010ffff]")
"""The characters that XML cannot contain."""
_RAW = "script"


class Forms(Block):
    """Reads ``/// name``, with the HTML of a form in its place."""

    def read(
        self, parent: Element, name: str, _label: str, given: Attributes, blocks: list[str]
    ) -> None:
        """Append the form ``name``."""
        facts = self.extension.forms.get(name, given)
        root = ElementTree.fromstring(
            _FORBIDDEN.sub("", self.extension.draw[name](facts))
        )  # our own template
        for element in root.iter():
            if element.tag != _RAW:
                element.text = escaped(element.text or "")
                for key, value in element.attrib.items():
                    element.set(key, escaped(value))
            element.tail = escaped(element.tail or "")
        parent.append(root)
        for slot in root.findall(".//slot/.."):
            slot.remove(slot[0])
            self.inside(slot, blocks)
