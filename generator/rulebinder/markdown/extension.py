"""The extension: it reads all of a page, and nothing of Python-Markdown's own blocks and patterns
is left.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.blockparser import BlockParser
from markdown.preprocessors import NormalizeWhitespace, Preprocessor
from markdown.util import Registry

from ..facts.languages import load_all
from ..pages.words import Words
from ..system import shipped
from .attributes import Attributes
from .blocks import Box, Bullets, Given, Heading, Paragraph, Quotation, Table
from .cards import Cards
from .forms import Draw, Forms
from .inline import Inline
from .rulings import Facts, Notes, Rulings

Read = Callable[[Element, str, str, Attributes, list[str]], None]
"""Appends a box to an element: its name, its label, its attributes, and the blocks within it."""
_FENCE = re.compile(r"/{3,}( ?[a-z].*)?")


class CardsExtension(Extension):
    """Reads pages about cards.

    ``words`` are those of the page's language. ``draw`` makes the HTML of forms, by name.
    """

    parser: BlockParser

    def __init__(self, words: Words, draw: Mapping[str, Draw] | None = None) -> None:
        super().__init__()
        self.words = words
        self.draw = draw or {}
        self.inline = Inline(words)
        self.entries: Mapping[str, Facts] = {}
        """The facts of the page's entries, by their keys."""
        self.forms: Mapping[str, Mapping[str, Any]] = {}
        """The facts of the page's forms, by their names."""
        self.notes: tuple[Facts, str] | None = None
        """The facts of the entry that is being read, and its language; None outside of one."""
        self.headings: list[Element] = []
        """The headings of the page, in their order."""
        self.depth = 0
        """The number of boxes and lists around the block that is being read."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Replace all that ``md`` reads. What other extensions do with elements works as ever."""
        self.parser = md.parser
        md.registerExtension(self)
        cards, box = Cards(self), Box(self)
        self.notes_block = notes = Notes(self)
        self.boxes: dict[str, Read] = {
            "details": box.fold,
            "card": cards.read,
            "abilities": cards.abilities,
            "notes": notes.read,
            "beside": notes.beside,
            "paragraph": notes.paragraph,
            **dict.fromkeys(self.draw, Forms(self).read),
        }
        md.preprocessors, md.inlinePatterns, md.postprocessors = Registry(), Registry(), Registry()
        md.parser.blockprocessors = Registry()
        for name in ("inline", "prettify", "unescape"):
            md.treeprocessors.deregister(name, strict=False)
        md.preprocessors.register(NormalizeWhitespace(md), "normalize_whitespace", 30)
        md.preprocessors.register(_Blocks(md), "blocks", 20)
        blocks = (Box, Given, Heading, Bullets, Rulings, Quotation, Table, Paragraph)
        for priority, kind in enumerate(reversed(blocks)):
            md.parser.blockprocessors.register(kind(self), kind.__name__, priority)

    def reset(self) -> None:
        """Forget the page before."""
        self.notes, self.depth = None, 0
        self.headings = []


class _Blocks(Preprocessor):
    """Puts one blank line between blocks, and each fence of a box into a block of its own."""

    def run(self, lines: list[str]) -> list[str]:
        """See :class:`Preprocessor`."""
        found = [""]
        for line in lines:
            start = line.lstrip(" ")
            alone = start.startswith("///") and bool(_FENCE.fullmatch(start))
            if found[-1] and (alone or not start):
                found.append("")
            if start:
                found += [line, ""] if alone else [line]
        return found[1 : -1 if found[-1] == "" else None]


def makeExtension(**options: Any) -> CardsExtension:  # noqa: N802
    """Return the extension, as Python-Markdown asks for it.

    ``lang`` is the language of the pages, by default English.
    """
    return CardsExtension(words_of(options.get("lang", "en")))


@functools.cache
def words_of(lang: str) -> Words:
    """Return the words of ``lang`` that this program ships. Raises ValueError if it has none."""
    languages, _ = load_all(shipped.ROOT / "content" / "languages")
    if lang not in languages:
        raise ValueError(
            f"rulebinder: no language {lang!r}; choose one of {', '.join(sorted(languages))}"
        )
    return Words(languages[lang])
