"""Generated pages: their Markdown becomes HTML by one reader a language, which is quicker than a
reader for each page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown

from ..pages.words import Words
from .attributes import escaped
from .extension import CardsExtension
from .forms import Draw

Token = dict[str, Any]
"""An entry of a table of contents, without those below it, as Python-Markdown's extension ``toc``
makes it.
"""


class Pages:
    """Reads pages in the language of ``words``. ``draw`` makes the HTML of forms, by name."""

    def __init__(self, words: Words, draw: Mapping[str, Draw] | None = None) -> None:
        self._extension = CardsExtension(words, draw)
        self._extension.inline.to_pages = True
        self._markdown = Markdown(extensions=[self._extension], output_format="html")
        self._permalink = escaped(words["permalink"])

    def convert(self, text: str, front: Mapping[str, Any]) -> tuple[str, list[Token]]:
        """Return the HTML of a page, and its table of contents. ``front`` is its front matter."""
        self._markdown.reset()
        self._extension.entries = front.get("entries") or {}
        self._extension.forms = front.get("forms") or {}
        lines = text.split("\n")
        for each in self._markdown.preprocessors:
            lines = each.run(lines)
        root = self._markdown.parser.parseDocument(lines).getroot()
        for element in root:
            element.tail = element.tail or "\n"
        top = set(map(id, root))
        headings = [each for each in self._extension.headings if "id" in each.attrib]
        tokens = [
            self._token(
                each,
                linked=(each.tag != "h1" or id(each) in top) and each.get("class") != "unseen",
            )
            for each in headings
        ]
        html = self._markdown.serializer(root)
        return html.partition(">")[2].rpartition("<")[0], tokens

    def _token(self, heading: Element, *, linked: bool) -> Token:
        """Return the entry of a heading.

        If ``linked``, give the heading a link to itself; a name on a card and what is not shown get
        none.
        """
        # Only ``&`` is escaped in the texts of elements.
        name = "".join(heading.itertext()).replace("<", "&lt;").replace(">", "&gt;")
        if linked:
            given = {
                "class": "headerlink",
                "href": f"#{heading.attrib['id']}",
                "title": self._permalink,
            }
            SubElement(heading, "a", given).text = "#"
        return {
            "level": int(heading.tag[1]),
            "id": heading.attrib["id"],
            "name": name,
            "html": name,
            "data-toc-label": "",
        }
