"""The box of an entry's rulings: each has its number, its permanent link, and the line that says
where it is from.

The ``entries`` of the page's front matter have the facts of each entry. Without them, a ruling has
only its number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from . import attributes
from .attributes import Attributes, escaped, put
from .blocks import Block, Numbered

Facts = Mapping[str, Any]
"""The facts of an entry: ``name``, ``code``, ``set``, ``of`` and more; see
:mod:`rulebinder.pages.parts.entry_facts`.
"""
_FOOT = {"verdict", "quiet", "family", "family wordings", "versions"}
"""The classes of what follows the words of a ruling."""
_SOURCE = ("name", "set", "language", "published")


class Notes(Block):
    """Reads the boxes of rulings."""

    def read(
        self, parent: Element, _name: str, label: str, given: Attributes, blocks: list[str]
    ) -> None:
        """Append the box of the entry whose facts have the key ``label``."""
        facts: Facts = self.extension.entries.get(label, {})
        lang = given.get("lang", self.extension.words.lang)
        box = SubElement(parent, "div", {"class": "notes"})
        put(box, _source(facts, lang))
        if "code" in facts:
            put(box, {"data-code": facts["code"], "data-of": str(facts["of"])})
        if facts.get("beside"):
            self._switch(box, label, facts["beside"])
        before, self.extension.notes = self.extension.notes, (facts, lang)
        self.inside(SubElement(box, "div", given), blocks)
        self.extension.notes = before

    def beside(
        self, parent: Element, _name: str, label: str, given: Attributes, blocks: list[str]
    ) -> None:
        """Append a ruling in another language, which readers can switch on by its number
        ``label``.
        """
        element = SubElement(parent, "div", {"class": f"beside beside-{label}"})
        put(element, given)
        self.inside(element, blocks)

    def paragraph(
        self, parent: Element, _name: str, _label: str, given: Attributes, blocks: list[str]
    ) -> None:
        """Append a paragraph that leads in to a section.

        It has a permanent link, but shows no number.
        """
        self.ruling(SubElement(parent, "div", {"class": "paragraph"}), None, given, blocks)

    def ruling(
        self, element: Element, number: str | None, given: Attributes, blocks: list[str]
    ) -> None:
        """Complete the ``element`` of a ruling, or of a paragraph if it has no ``number``."""
        revised, also = given.pop("revised", None), given.pop("also", "").split()
        notice = _without(given, "noticed")
        put(element, given)
        facts, lang = self.extension.notes or ({}, "")
        own = given.get("lang", lang)
        part = number or given.get("id", "").rpartition("-")[2]
        if short := _of(facts, own).get("short"):
            put(element, {"data-short": f"{short}{part}{'/' if short.endswith('/') else ''}"})
        if revised or own != lang:
            put(element, _source(facts, own) | ({"data-revised": revised} if revised else {}))
        for anchor in also:
            SubElement(element, "span", {"class": "anchor", "id": anchor})
        if "code" in facts:
            self._origin(element, facts, number, revised)
        self._number(
            element,
            number,
            f"{facts['place']}{part}" if "place" in facts else f"#{given.get('id', '')}",
        )
        text = SubElement(element, "div", {"class": "ruling-text"})
        if notice and blocks:
            self.write(
                SubElement(text, "p", {"class": "notice", "lang": self.extension.words.lang}),
                blocks.pop(0),
            )
        self.inside(text, blocks)
        self._foot(element, text, revised)

    def _number(self, element: Element, number: str | None, place: str) -> None:
        words = self.extension.words
        label = escaped(
            words.say("ruling_link", number=number) if number else words["paragraph_link"]
        )
        link = SubElement(
            element,
            "a",
            {"class": "ruling-number", "href": escaped(place), "aria-label": label, "title": label},
        )
        link.text = number or "¶"

    def _origin(
        self, element: Element, facts: Facts, number: str | None, revised: str | None
    ) -> None:
        """Append the line for a reader who follows a link.

        Only the ruling that the address names shows it.
        """
        words = self.extension.words
        line = SubElement(element, "p", {"class": "origin", "lang": words.lang})
        name = _part(line, facts["name"], {"class": "origin-name"}, facts.get("name_lang"))
        if number:
            _phrase(name, " ", None)
            count = words.say("have_of", have=words.number(int(number)), of=str(facts["of"]))
            SubElement(name, "span").text = escaped(count)
        place = SubElement(line, "span")
        place.tail = " "
        plate = SubElement(place, "span", {"class": "plate", "aria-hidden": "true"})
        plate.text, plate.tail = escaped(facts["code"]), " "
        _phrase(place, facts["set"], facts.get("set_lang"))
        for text, kind in (
            (facts.get("published"), None),
            (revised, None),
            (facts.get("newer"), None),
            (facts.get("notice"), "tag"),
        ):
            if text:
                _part(line, text, {"class": kind} if kind else {})

    def _foot(self, element: Element, text: Element, revised: str | None) -> None:
        """Move what follows the words of a ruling into its foot, and its text in other languages
        beside it.
        """
        children = list(text)
        at = next(
            (n for n, each in enumerate(children) if each.get("class") in _FOOT), len(children)
        )
        beside = [each for each in children if each.get("class", "").startswith("beside")]
        shown = [each for each in children[at:] if each not in beside]
        for each in (*shown, *beside):
            text.remove(each)
        if shown or revised:
            foot = SubElement(
                text, "div", {"class": "ruling-foot", "lang": self.extension.words.lang}
            )
            if revised:
                SubElement(foot, "p", {"class": "quiet"}).text = escaped(
                    revised[:1].upper() + revised[1:]
                )
            foot.extend(shown)
        element.extend(beside)

    def _switch(self, box: Element, key: str, languages: list[str]) -> None:
        """Append radio buttons for the languages beside.

        Styles alone act on them, so they need no scripts.
        """
        words = self.extension.words
        field = SubElement(box, "fieldset", {"class": "switch"})
        legend = SubElement(field, "legend")
        legend.text, legend.tail = escaped(words["beside"]), " "
        for number, language in enumerate([words["beside_none"], *languages]):
            label = SubElement(field, "label")
            label.tail = " "
            pick = {"class": f"pick pick-{number}"} if number else {"checked": "checked"}
            SubElement(
                label, "input", {"type": "radio", "name": f"beside-{key}", **pick}
            ).tail = f" {escaped(language)}"


class Rulings(Numbered):
    """The numbered list in a box of rulings."""

    def run(self, parent: Element, blocks: list[str]) -> None:
        """See :class:`BlockProcessor`."""
        super().run(parent, blocks)
        if self.extension.notes:
            put(parent[-1], {"class": "rulings"})

    def item(self, parent: Element, number: str, first: str, blocks: list[str]) -> None:
        """See :meth:`Numbered.item`. In a box of rulings, the item is a ruling."""
        if not self.extension.notes:
            super().item(parent, number, first, blocks)
            return
        text, given = attributes.split(first)
        element = SubElement(parent, "li", {"class": "ruling", "value": number})
        self.extension.notes_block.ruling(element, number, given, [text, *blocks])


def _of(facts: Facts, lang: str) -> Facts:
    found: Facts = facts.get("langs", {}).get(lang, {})
    return found


def _source(facts: Facts, lang: str) -> Attributes:
    """Return the source of a quotation: the names are in the language of the ruling."""
    found = _of(facts, lang)
    return {f"data-{name}": str(found[name]) for name in _SOURCE if found.get(name)}


def _without(given: Attributes, name: str) -> bool:
    """Remove the class ``name`` from attributes. Return whether they had it."""
    classes = given.get("class", "").split()
    if name not in classes:
        return False
    classes.remove(name)
    given["class"] = " ".join(classes)
    if not classes:
        del given["class"]
    return True


def _part(line: Element, text: str, given: Attributes, lang: str | None = None) -> Element:
    element = SubElement(line, "span", given)
    element.tail = " "
    _phrase(element, text, lang)
    return element


def _phrase(element: Element, text: str, lang: str | None) -> None:
    """Append a text that may be in another language."""
    if lang:
        SubElement(element, "span", {"lang": lang}).text = escaped(text)
    elif len(element):
        element[-1].tail = (element[-1].tail or "") + escaped(text)
    else:
        element.text = (element.text or "") + escaped(text)
