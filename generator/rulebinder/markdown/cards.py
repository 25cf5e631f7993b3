"""The box of a card: its faces, and the text that they share.

A face is its name with its cost, its type line ``{.type}``, its rules text, and its numbers
``{.stats}``. ``---`` parts faces, and ``***`` the text that they share. A ``{.side}`` is the side
of a double-faced card, and ``{.printed-in}`` names the document that prints the card.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement

from . import attributes, drawings
from .attributes import Attributes, put
from .blocks import Block

_FACES, _SHARED = "---", "***"
_COST = re.compile(r"(?<= )(?:\{[^{}\s=#.][^{}\s=]*\})+$")
_LOYALTY = re.compile(r"\\?([+−–-] ?(?:\d+|X)|0)(?=\s?: )")
_KINDS = {
    "type": "face-type",
    "stats": "face-stats",
    "side": "face-side",
    "remark": "card-shared card-remark",
    "printed-in": "printed-in",
}


class Cards(Block):
    """Reads the boxes of cards."""

    def read(
        self, parent: Element, _name: str, _label: str, given: Attributes, blocks: list[str]
    ) -> None:
        """Append a card."""
        kinds = given.pop("class", "").split()
        faces, shared = _parted(blocks)
        box = SubElement(
            parent,
            "div",
            {
                "class": " ".join(
                    [
                        "card",
                        *(["card-faces"] if len(faces) > 1 else []),
                        *[kind for kind in kinds if kind.startswith("band-")],
                    ]
                )
            },
        )
        put(box, given)
        if len(faces) > 1 and faces[0] and faces[0][0].startswith("# "):
            heading = self.write(SubElement(box, "h1", {"class": "unseen"}), faces[0].pop(0)[2:])
            self.extension.headings.append(heading)
        for number, face in enumerate(faces, 1):
            whole = {"id": f"face-{number}"} if "whole" in kinds else {}
            element = SubElement(box, "div", {"class": "face", **whole})
            self._blocks(element, face, "face-rules", named=False)
        self._blocks(box, shared, "card-shared face-rules", named=True)

    def abilities(
        self, parent: Element, name: str, _label: str, given: Attributes, blocks: list[str]
    ) -> None:
        """Append a box of rules text without its card."""
        box = SubElement(parent, "div", {"class": name})
        put(box, given)
        for block in filter(None, (each.strip("\n") for each in blocks)):
            self._ability(box, block)

    def _blocks(
        self, element: Element, blocks: list[str], rules_class: str, *, named: bool
    ) -> None:
        """Append the blocks of a face, or those that faces share, which are ``named`` already."""
        rules = None
        for block in blocks:
            kind = attributes.split(block)[1].get("class", "")
            if kind in _KINDS:
                self._fact(element, kind, block)
            elif not named:
                named = True
                self._head(SubElement(element, "div", {"class": "face-head"}), block)
            else:
                if rules is None:
                    rules = SubElement(element, "div", {"class": rules_class})
                self._ability(rules, block)

    def _head(self, element: Element, block: str) -> None:
        """Append the name of a face, and its cost."""
        is_title = block.startswith("# ")
        text, found = attributes.split(block[2:] if is_title else block)
        cost = _COST.search(text)
        name = SubElement(element, "h1" if is_title else "p", {"class": "face-name"})
        put(name, found)
        name.tail = " "
        self.extension.inline.read(name, text[: cost.start()].rstrip(" ") if cost else text)
        if is_title:
            self.extension.headings.append(name)
        if cost:
            SubElement(element, "p", {"class": "face-cost"}).append(
                self.extension.inline.symbols(cost[0])
            )

    def _fact(self, element: Element, kind: str, block: str) -> None:
        text, found = attributes.split(block)
        one = SubElement(element, "p", {"class": _KINDS[kind]})
        put(one, {name: value for name, value in found.items() if name != "class"})
        self.extension.inline.read(one, text)
        if kind in ("side", "printed-in"):
            one.set("lang", self.extension.words.lang)
        if kind == "stats":
            _divide(one)

    def _ability(self, parent: Element, block: str) -> None:
        """Append a paragraph of rules text.

        The cost of a loyalty ability is drawn, and reminders are marked.
        """
        element = SubElement(parent, "p")
        cost = _LOYALTY.match(block)
        if not cost:
            self.write(element, block, reminders=True)
            return
        self.extension.inline.read(element, block[cost.end() :], reminders=True)
        image = drawings.loyalty(self.extension.words, cost[1])
        image.tail, element.text = element.text, None
        element.insert(0, image)


def _parted(blocks: list[str]) -> tuple[list[list[str]], list[str]]:
    """Return the blocks of each face, and those that the faces share."""
    faces: list[list[str]] = [[]]
    shared: list[str] | None = None
    for block in filter(None, (each.strip("\n") for each in blocks)):
        if block == _SHARED:
            shared = []
        elif shared is not None:
            shared.append(block)
        elif block == _FACES:
            faces.append([])
        else:
            faces[-1].append(block)
    return faces, shared or []


def _divide(stats: Element) -> None:
    """Give each number an element of its own, with its label."""
    labels = list(stats)
    stats[:] = []
    for label in labels:
        one = SubElement(stats, "span", {"class": "stat"})
        one.tail = " "
        label.tag = "span"
        label.set("class", "stat-label")
        label.tail = (label.tail or "").rstrip(" ")
        one.append(label)
