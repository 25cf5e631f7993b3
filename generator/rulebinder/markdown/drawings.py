"""The images of symbols and of the costs of loyalty abilities, as elements."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from ..pages.symbols import SymbolRun, classes, spoken
from ..pages.words import Words
from .attributes import escaped


def symbols(words: Words, codes: SymbolRun) -> Element:
    """Return a run as one image.

    Its label is its name in the language of ``words``; people copy it as ``{T}``.
    """
    image = _image(words, "mana", spoken(words, codes))
    for code in codes:
        _sign(image, code)
    return image


def loyalty(words: Words, change: str) -> Element:
    """Return the cost of a loyalty ability (``+1``, ``−X``, ``0``) in a shape that points up, down
    or nowhere.
    """
    way = {"0": "even", "+": "up"}.get(change[0], "down")
    image = _image(words, f"loyalty {way}", f"{words['loyalty']} {change}")
    image.text = change
    return image


def _image(words: Words, kind: str, label: str) -> Element:
    return Element(
        "span", {"class": kind, "lang": words.lang, "role": "img", "aria-label": escaped(label)}
    )


def _sign(image: Element, code: str) -> None:
    found = classes(code)
    if found is not None:
        SubElement(image, "i", {"class": found}).text = f"{{{code}}}"
        return
    pill = SubElement(image, "i", {"class": "pill"})  # the braces are not shown, but copied
    first, last = SubElement(pill, "s"), Element("s")
    first.text, first.tail, last.text = "{", escaped(code), "}"
    pill.append(last)
