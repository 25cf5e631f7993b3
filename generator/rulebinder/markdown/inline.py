"""Text within a block: one pass, linear in its length, makes the elements of links, emphasis and
symbols.
"""

from __future__ import annotations

import copy
import re
from xml.etree.ElementTree import Element, SubElement

from ..pages.words import Words
from . import attributes, drawings
from .attributes import escaped

_TOKEN = re.compile(
    rf"""
    (?=[\\{{`*_\[\]()])(?:
      \\(?P<escaped>[!-/:-@\[-`{{-~])
    | (?P<line>\\\n[ ]*)
    | (?P<symbols>(?:\{{[^{{}}\s=\#.][^{{}}\s=]*\}})+)
    | (?P<code>`(?P<shown>[^`\n]*)`(?:\{{(?P<kinds>{attributes.PATTERN})\}})?)
    | (?P<mark>\*\*|[*_])
    | (?P<start>\[)
    | (?P<end>\](?:\((?P<url>(?:\\.|[^()\\\s])*)\))?(?:\{{(?P<given>{attributes.PATTERN})\}})?)
    | (?P<bracket>[()])
    )""",
    re.VERBOSE,
)
"""All that is no plain text. Its first line passes over plain letters without trying the others.

Outer groups close last, so :attr:`re.Match.lastgroup` is one of them.
"""
_ESCAPED = re.compile(r"\\(.)")
_MARKS = {"*": "em", "_": "em", "**": "strong"}
_TAGS = {"corrected": "ins", "new": "ins", "gone": "del", "aside": "small", "number": "b"}
"""The elements of spans with these classes. All other spans are ``span``."""
_ERA = "#era-"
"""The beginning of the address of an explanation of an outdated term."""
_SIGN = "°"
"""The text of a link to such an explanation behind a term that is a link already."""
_FILE = "index.md"
_DEEPEST = 20
"""The most elements within each other. Deeper marks are text, because the serializer recurses."""


class Inline:
    """Reads texts. ``words`` name symbols and signs."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.to_pages = False
        """Whether links to the Markdown of pages become links to the pages.

        MkDocs does that too, but takes longer.
        """
        self._runs: dict[str, Element] = {}

    def read(self, parent: Element, text: str, *, reminders: bool = False) -> None:
        """Append ``text`` to the empty element ``parent``.

        ``reminders`` marks each outermost ``(…)``, unless the parentheses do not match.
        """
        if reminders and "(" in text:
            reading = _Reading(self, Element(parent.tag), reminders=True)
            if reading.read(text):
                parent.text, parent[:] = reading.root.text, reading.root[:]
                return
        _Reading(self, parent, reminders=False).read(text)

    def symbols(self, run: str) -> Element:
        """Return the image of a run of symbols, such as ``{2}{W}``."""
        if run not in self._runs:
            self._runs[run] = drawings.symbols(self._words, tuple(run[1:-1].split("}{")))
        return copy.copy(self._runs[run])  # with a tail of its own

    def finish(self, link: Element) -> None:
        """Complete a link. One to the explanation of an outdated term says so."""
        href = link.attrib["href"]
        if self.to_pages and _FILE in href:
            link.set("href", _page(href))
        elif href.startswith(_ERA):
            sign = link.text == _SIGN
            attributes.put(link, {"class": "era era-sign" if sign else "era"})
            if sign:
                link.set("aria-label", escaped(self._words["era_sign"]))


def _page(href: str) -> str:
    """Return the link to a page for a link to its Markdown."""
    page, found, rest = href.partition(_FILE)
    return (
        f"{page or './'}{rest}"
        if found and rest[:1] in ("", "#", "?") and "://" not in page
        else href
    )


class _Reading:
    """The reading of one text into ``root``, with the elements that are open, their marks, and the
    text behind what they have.

    An element is put into the one around it when it is finished.
    """

    def __init__(self, inline: Inline, root: Element, *, reminders: bool) -> None:
        self.root = root
        self._inline = inline
        self._open = [root]
        self._marks = [""]
        self._texts: list[list[str]] = [[]]
        self._reminders = reminders
        self._brackets = 0
        self._fits = True

    def read(self, text: str) -> bool:
        """Append ``text``. Return whether the parentheses of its reminders match."""
        at = 0
        for token in _TOKEN.finditer(text):
            self._say(text[at : token.start()])
            at = token.end()
            match token.lastgroup:
                case "escaped":
                    self._say(token["escaped"])
                case "symbols":
                    self._append(self._inline.symbols(token["symbols"]))
                case "start":
                    self._begin("span", "[")
                case "end":
                    self._close(token)
                case "mark":
                    self._mark(token["mark"])
                case "bracket":
                    self._bracket(token["bracket"])
                case "code":
                    self._code(token)
                case "line":
                    self._append(Element("br"))
        self._say(text[at:])
        self._fits = self._fits and self._brackets == 0
        while self._marks[-1]:
            self._drop()
        self._flush()
        return self._fits

    def _say(self, text: str) -> None:
        if text:
            self._texts[-1].append(escaped(text))

    def _flush(self) -> None:
        """Put the text into the innermost element, at once: to add piece by piece would copy it
        each time.
        """
        said, top = self._texts[-1], self._open[-1]
        if not said:
            return
        text = "".join(said)
        said.clear()
        if len(top):
            top[-1].tail = (top[-1].tail or "") + text
        else:
            top.text = (top.text or "") + text

    def _append(self, element: Element) -> None:
        self._flush()
        self._open[-1].append(element)

    def _begin(self, tag: str, mark: str) -> None:
        if len(self._open) > _DEEPEST:
            self._say(mark)
            return
        self._open.append(Element(tag))
        self._marks.append(mark)
        self._texts.append([])

    def _end(self) -> Element:
        """Close the innermost element, and return it."""
        self._flush()
        self._marks.pop()
        self._texts.pop()
        return self._open.pop()

    def _finish(self) -> Element:
        """Close the innermost element, and put it into the one around it."""
        element = self._end()
        self._append(element)
        return element

    def _drop(self) -> None:
        """Make the mark of the innermost element text, and put the contents of the element in its
        place.
        """
        mark, element = self._marks[-1], self._end()
        self._texts[-1] += [mark, element.text or ""]
        if len(element):
            self._flush()
            self._open[-1].extend(element)

    def _code(self, token: re.Match[str]) -> None:
        """Append the plate of a set's code, which a name follows, or code if its class says so."""
        given = attributes.read(token["kinds"] or "")
        if given.get("class") == "code":
            element = Element("code")
        else:
            element = Element("span", {"class": "plate"})
            attributes.put(element, given or {"aria-hidden": "true"})
        element.text = escaped(token["shown"])
        self._append(element)

    def _mark(self, mark: str) -> None:
        """Close the emphasis with this mark, or begin one.

        An emphasized reminder gets an element of its own.
        """
        if self._marks[-1] != mark:
            self._begin(_MARKS[mark], mark)
            return
        element = self._finish()
        if self._reminders and len(self._open) == 1 and (element.text or "").startswith("("):
            self.root.remove(element)
            SubElement(self.root, "span", {"class": "reminder"}).append(element)

    def _close(self, token: re.Match[str]) -> None:
        while self._marks[-1] in _MARKS:
            self._drop()
        url, given = token["url"], token["given"]
        if self._marks[-1] != "[" or (url is None and given is None):
            if self._marks[-1] == "[":
                self._drop()
            self._say(token["end"])
            return
        element = self._finish()
        found = attributes.read(given or "")
        url = found.pop("short", url)  # the address of a short page, which is no file of Markdown
        if url is not None:
            element.tag = "a"
            element.set("href", escaped(_ESCAPED.sub(r"\1", url)))
            for each in element.iter("ins"):
                each.attrib.pop("tabindex", None)
        attributes.put(element, found)
        if url is not None:
            self._inline.finish(element)
        else:
            element.tag = _TAGS.get(element.get("class", ""), "span")
            if element.get("class") == "corrected":
                element.set("tabindex", "0")  # a tap shows what is printed

    def _bracket(self, bracket: str) -> None:
        if not self._reminders or any(mark in _MARKS or mark == "[" for mark in self._marks):
            self._say(bracket)
            return
        self._brackets += 1 if bracket == "(" else -1
        self._fits = self._fits and self._brackets in (0, 1)
        if bracket == "(" and self._marks[-1] == "":
            self._begin("span", "(")
            self._open[-1].set("class", "reminder")
            self._say("(")
        else:
            self._say(bracket)
            if self._marks[-1] == "(" and self._brackets == 0:
                self._finish()
