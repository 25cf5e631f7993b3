"""Forms that filter a list. A script inserts them, so they are in templates: without scripts they do not exist."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from .attributes import Attributes, escaped
from .blocks import Block


class Forms(Block):
    """Reads ``/// narrow | label {said="…"}``: a field that narrows the list below it."""

    def narrow(self, parent: Element, _name: str, label: str, given: Attributes, _blocks: list[str]) -> None:
        """Append the form. ``said`` is what it says of the number that it shows."""
        template = SubElement(parent, "template")
        form = SubElement(template, "form", {"class": "narrow", "role": "search", "aria-label": escaped(label)})
        field = SubElement(form, "label")
        field.text, field.tail = f"{escaped(label)} ", " "
        SubElement(field, "input", {"type": "search", "autocomplete": "off", "spellcheck": "false"})
        SubElement(form, "p", {"role": "status", "data-said": escaped(given.get("said", ""))})
