"""The invented document as a Word document: with lists or typed bullets, with cards in tables or in
text boxes.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from html import unescape

from . import web
from .packing import BULLET, word, word_paragraph
from .web import Body

_TAGS = {
    "<table>": "<w:tbl>", "</table>": "</w:tbl>", "<tr>": "<w:tr>", "</tr>": "</w:tr>",
    "<td>": "<w:tc>", "</td>": "</w:tc>", "<td></td>": "<w:tc><w:p/></w:tc>",
    "<aside>": "<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>",
    "</aside>": "</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>",
}  # fmt: skip
"""What Word has for the elements of a page; an aside is a text box."""


def docx(body: Body = web.lines, mark: str | None = None) -> bytes:
    """Return the document with the body of a web page, as Word writes it. ``mark`` is typed before
    each ruling; without one, rulings are the entries of a list.
    """

    def paragraph(match: re.Match[str]) -> str:
        text = unescape(match[2].replace("<br>", "\n"))
        if match[1] != "li":
            return word_paragraph(text)
        return word_paragraph(text, BULLET) if mark is None else word_paragraph(mark + text)

    converted = re.sub(r"<(p|li|h\d)>(.*?)</\1>", paragraph, body().replace("<ul>", ""))
    return word(
        re.sub("<td></td>|</?(?:table|tr|td|aside)>", lambda tag: _TAGS[tag[0]], converted).replace(
            "</ul>", ""
        )
    )


def documents() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the name of each document, and what makes it."""
    marks: Mapping[str, str | None] = {
        "lists": None, "typed dots": "• ", "typed dots and tabs": "•\t", "typed hyphens": "- ",
        "typed dashes": "– ", "middle dots": "·\t", "stars": "* ",
    }  # fmt: skip
    for name, mark in marks.items():
        yield name, partial(docx, mark=mark)
        yield f"{name}, cards with line breaks", partial(docx, web.paragraphs, mark)
    for name in ("lists", "typed dots", "typed hyphens"):
        for body in (web.rows_of_five, web.table_rows, web.tables_of_cards, web.text_boxes):
            yield f"{name}, {web.name_of(body)}", partial(docx, body, marks[name])
    yield "no bullets", partial(docx, web.rows_of_five, "")
