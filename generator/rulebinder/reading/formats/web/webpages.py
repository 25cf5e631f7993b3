"""Web pages as Markdown: their content without the boilerplate of the site, their drawn symbols as
symbols.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....problems import Place, Problem, repair, review
from ..converted import Conversion
from ..foreign_files import card_page
from ..original_text import text_of_page
from .boilerplate import take_out
from .drawn_symbols import with_symbols
from .elements import DEEPEST, MOST_FORMATS, MOST_LISTS, Thinned, parsed, thinned
from .layout_tables import unfold
from .markdown_writer import markdown

START = re.compile(
    r"\s*+(?:<\?xml[^>]*>\s*+)?(?:<!--(?:(?!-->).)*-->\s*+)*<(?:!doctype"
    r" html|html|head|body|article|main|div|section|h[1-6]|p)\b",
    re.IGNORECASE | re.DOTALL,
)
"""How a web page begins."""


def from_html(page: str, path: str) -> Conversion:
    """The content of a web page as Markdown, without the boilerplate of its site.

    The problem of a page about one card is an error. Others report elements that are nested too
    deeply, and text that no browser would show.
    """
    thin = thinned(page)
    root = parsed(thin.page)
    refused = card_page(root, path)
    if refused:
        return Conversion(text="", problems=[refused])
    original = text_of_page(root)
    body, left_out = take_out(with_symbols(root))
    left_out.update(unfold(body))
    title = None if body.find("h1") else root.find("h1") or root.find("title")
    heading = f"{title.text()}\n\n" if title else ""
    return Conversion(
        text=heading + markdown(body),
        original=original,
        left_out=left_out,
        problems=list(_thin_problems(thin, path)),
    )


def _thin_problems(thin: Thinned, path: str) -> Iterator[Problem]:
    if thin.lines:
        deep = (
            f"{len(thin.lines)} elements are nested too deep ({DEEPEST} elements, {MOST_LISTS}"
            f" lists, {MOST_FORMATS} of formatting)"
        )
        yield repair(
            Place(path, thin.lines[0]),
            f"{deep} or have too many attributes: their texts are read, their tags are not",
        )
    if thin.open_end is not None:
        hint = "close the tag with '>': nothing behind it is read"
        yield review(Place(path, thin.open_end), "a tag is not closed before the page ends", hint)
