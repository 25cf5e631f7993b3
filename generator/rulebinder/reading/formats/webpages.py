"""Web pages as Markdown: their content without the boilerplate of the site, their drawn symbols as
symbols.

What a page shows around a document is taken out, and counted. Elements say what they are by their
names, roles and classes. Lists of links without a word beside them, before the document or after
it, lead elsewhere. An element with most of the page's text is never boilerplate, whatever it says.

Tables and lists may only lay out a page: cards in rows, boxes or entries, whole pages in columns.
Their cells and entries become plain blocks, which are read one after the other. A table of data,
such as one of dates, has one line in each cell, and stays a table.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from ...problems import Place, Problem, error, repair, review
from ..accounting import Conversion
from ..symbols import COST
from .web_markdown import (
    BLOCKS,
    CELLS,
    DEEPEST,
    HEADINGS,
    MOST_FORMATS,
    MOST_LISTS,
    TABLE_PARTS,
    Element,
    parse_page,
    replace_drawings,
    text_of_page,
    thin_out,
    to_markdown,
)

_CARD_TITLE = re.compile(
    r"[-–—|·] (?:Gatherer(?: [-–—|·] Magic: The Gathering)?|Scryfall Magic: ?The Gathering Search"
    r"|Scryfall Magic The Gathering Search)$"
)
"""How the title of a database's page about one card ends."""
_CARD_CLASSES = {"cardDetails", "rulingsTable"}
"""The classes of the boxes on Gatherer's older pages."""

START = re.compile(
    r"\s*+(?:<\?xml[^>]*>\s*+)?(?:<!--(?:(?!-->).)*-->\s*+)*<(?:!doctype"
    r" html|html|head|body|article|main|div|section|h[1-6]|p)\b",
    re.IGNORECASE | re.DOTALL,
)
"""How a web page begins."""
_BOILERPLATE_NAMES = {"nav", "footer", "aside", "form", "button", "dialog"}
_BOILERPLATE_ROLES = {"dialog", "alertdialog", "navigation", "banner", "contentinfo", "search"}
_BOILERPLATE_WORDS = {
    "ad", "ads", "advert", "advertisement", "breadcrumb", "breadcrumbs", "comments", "consent",
    "cookie", "cookies", "disqus", "editsection", "footer", "gdpr", "latest", "menu", "nav",
    "navbar", "navigation", "newsletter", "pagination", "popular", "popup", "promo", "recommended",
    "related", "share", "sharing", "sidebar", "social", "subscribe", "toolbar", "trending",
}  # fmt: skip
"""Words that the classes and ids of boilerplate are made of."""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_CONTENT_NAMES = ("main", "article")
_SMALL_SHARE = 0.2
"""The share of the page's text up to which an element is boilerplate by its class, and from which
on the only element that says so is the content.
"""
_MOST_SHARE = 0.5
"""The share from which on an element is not boilerplate, whatever its name and its role."""
_NEARLY_ALL = 0.8
"""The share from which on one of several elements that say so is the content: each card may be an
article.
"""
_UNIT_NAMES = {
    "p", "ul", "ol", "table", "pre", "dl", "blockquote", "address", "figure", *HEADINGS,
}  # fmt: skip
"""Blocks that are boilerplate as a whole, or not."""
_LEAST_PROSE = 60
"""How many letters outside of links a block has that is certainly a part of the document."""
_TABLE_NAMES = {"table", "caption", *TABLE_PARTS}
_LIST_NAMES = {"ul", "ol"}
_LINE_NAMES = {"br", "p", "div", *_LIST_NAMES}
"""Elements by which an entry of a list has several lines."""
_BREAKING_NAMES = {"br", "hr", "li", "table", "dd", *HEADINGS}
"""Elements that make several lines of a cell, each by itself."""
_FEWEST_ROWS = 3
"""The fewest rows of a table that may have a heading, and the fewest columns."""
_LONGEST_HEADING = 40
"""The longest text in a cell of a heading."""


def from_html(page: str, path: str) -> Conversion:
    """The content of a web page as Markdown, without the boilerplate of its site.

    The problem of a page about one card is an error. Others report elements that are nested too
    deeply, and text that no browser would show.
    """
    thin = thin_out(page)
    root = parse_page(thin.page)
    refused = _refuse_card_page(root, path)
    if refused:
        return Conversion(text="", problems=[refused])
    original = text_of_page(root)
    body, left_out = take_out_boilerplate(replace_drawings(root))
    left_out.update(unfold_layout(body))
    title = None if body.find("h1") else root.find("h1") or root.find("title")
    heading = f"{title.text()}\n\n" if title else ""
    problems = []
    if thin.lines:
        deep = (
            f"{len(thin.lines)} elements are nested too deep ({DEEPEST} elements, {MOST_LISTS}"
            f" lists, {MOST_FORMATS} of formatting)"
        )
        message = f"{deep} or have too many attributes: their texts are read, their tags are not"
        problems.append(repair(Place(path, thin.lines[0]), message))
    if thin.open_end is not None:
        message = "a tag is not closed before the page ends"
        hint = "close the tag with '>': nothing behind it is read"
        problems.append(review(Place(path, thin.open_end), message, hint))
    return Conversion(
        text=heading + to_markdown(body), original=original, left_out=left_out, problems=problems
    )


def _refuse_card_page(root: Element, path: str) -> Problem | None:
    """Return the problem of a web page that a database of cards shows about one card, or None."""
    title = root.find("title")
    titled = title is not None and _CARD_TITLE.search(title.text())
    classes = " ".join(element.attributes.get("class", "") for element in root.descendants())
    if titled or not _CARD_CLASSES.isdisjoint(classes.split()):
        hint = "give the release notes of the card's set: they have its rulings, too"
        what = "a page about one card (of Gatherer or Scryfall), not release notes"
        return error(Place(path), what, hint)
    return None


def take_out_boilerplate(root: Element) -> tuple[Element, Counter[str]]:
    """Take the boilerplate out of a page. Return the element with the document, and how often each
    text was taken out.
    """
    whole = root.find("body") or root
    letters, _ = _count_letters(whole)
    total = letters[id(whole)]

    def is_boilerplate(element: Element) -> bool:
        """Return whether the name, role, class or id of an element says that it is boilerplate,
        and it is not too large for that.
        """
        size = letters[id(element)]
        is_named = (
            element.name in _BOILERPLATE_NAMES
            or element.attributes.get("role") in _BOILERPLATE_ROLES
        )
        #  A header is boilerplate unless it is in the content: that of an article has its title and
        # its authors.
        if element.name == "header":
            above = element.parent
            while above is not None and above.name not in _CONTENT_NAMES:
                above = above.parent
            is_named = above is None
        if size < _MOST_SHARE * total and is_named:
            return True
        words = " ".join(element.attributes.get(name, "") for name in ("class", "id"))
        return (
            size <= _SMALL_SHARE * total
            and not _BOILERPLATE_WORDS.isdisjoint(map(str.lower, _WORD.findall(words)))
            and element.find("h1") is None
            and "{" not in element.text()
        )

    left_out = [*_empty_elements(filter(is_boilerplate, whole.descendants()))]
    content = _find_content(whole)
    inner = content  # all that is beside the content, or beside an element around it, goes
    while inner is not whole and inner.parent is not None:
        left_out += (_join_words(child) for child in inner.parent.children if child is not inner)
        inner = inner.parent
    links = {id(unit) for unit in _find_link_lists(content)}
    left_out += _empty_elements(unit for unit in content.descendants() if id(unit) in links)
    return content, Counter(filter(None, left_out))


def _count_letters(root: Element) -> tuple[Counter[int], Counter[int]]:
    """Return how many letters and digits each element has, and how many of them are prose, outside
    of links that lead to other pages. Both are by the ``id`` of the element.
    """
    letters: Counter[int] = Counter()
    prose: Counter[int] = Counter()
    for element in reversed([root, *root.descendants()]):
        leads_away = element.name == "a" and not element.attributes.get("href", "#").startswith("#")
        for child in element.children:
            if isinstance(child, Element):
                within, outside = letters[id(child)], prose[id(child)]
            else:
                within = outside = sum(map(str.isalnum, child))
            letters[id(element)] += within
            prose[id(element)] += 0 if leads_away else outside
    return letters, prose


def _empty_elements(elements: Iterable[Element]) -> Iterator[str]:
    """Yield the words of each element, and empty it. It is empty before the next one is looked at,
    so that the words of an element within another one do not come twice.
    """
    for element in elements:
        yield _join_words(element)
        element.children = [" "]  # two words beside it stay two


def _join_words(part: Element | str) -> str:
    """Return all words of an element or a text, one space between two."""
    return " ".join((part if isinstance(part, str) else part.text()).split())


def _find_content(whole: Element) -> Element:
    """Return the only element that says it is the content, or the innermost one that has nearly all
    of the text.
    """
    contents = [
        element
        for element in whole.descendants()
        if element.name in _CONTENT_NAMES or element.attributes.get("role") == "main"
    ]
    letters, _ = _count_letters(whole)
    least = (_SMALL_SHARE if len(contents) == 1 else _NEARLY_ALL) * letters[id(whole)]
    return next((element for element in reversed(contents) if letters[id(element)] >= least), whole)


def _find_link_lists(content: Element) -> Iterator[Element]:
    """Yield the lists of links that lead elsewhere: those before the document, and those after it
    with their headings.
    """
    letters, prose = _count_letters(content)
    #  The paragraphs, lists and other parts of the content, and the texts between them.
    units: list[Element | str] = []
    waiting: list[Element | str] = list(reversed(content.children))
    while waiting:
        child = waiting.pop()
        if isinstance(child, Element) and child.name not in _UNIT_NAMES and child.find(*BLOCKS):
            waiting += reversed(child.children)
        elif isinstance(child, Element) or child.strip():
            units.append(child)
    for unit in units:  # up to the first part of the document
        if isinstance(unit, str) or prose[id(unit)] >= _LEAST_PROSE:
            break
        leads_away = letters[id(unit)] and not prose[id(unit)]
        is_list = sum(inner.name == "a" for inner in unit.descendants()) > 1
        if leads_away and is_list and "//" not in unit.text():
            yield unit
    is_above_links = False
    for unit in reversed(units):  # up to the last part of the document
        if isinstance(unit, str):
            break
        if letters[id(unit)]:
            leads_away = not prose[id(unit)]
            is_heading = unit.name in HEADINGS and unit.name != "h1"
            if not (leads_away or (is_above_links and is_heading)):
                break
            is_above_links = leads_away
            yield unit


def unfold_layout(root: Element) -> list[str]:
    """Make plain blocks of the tables and lists inside ``root`` that lay out a page. Return the
    headings of tables that are taken out.

    A table without any sign of its own follows the others of its page: a card without a cost is a
    card, too.
    """
    for element in root.descendants():
        entries = element.find_children("li") if element.name in _LIST_NAMES else []
        cards = 0  # entries that look like a card
        for entry in entries:
            #  A card and its rulings have several lines, and then a list of their own.
            names = [part.name for part in entry.descendants() if part.name in _LINE_NAMES]
            cards += (
                bool(names) and names[0] not in _LIST_NAMES and not _LIST_NAMES.isdisjoint(names)
            )
        if 2 * cards > len(entries):
            for part in (element, *entries):
                part.name = "div"
    tables = [element for element in root.descendants() if element.name == "table"]
    #  How many tables have a cell as only a layout has: several lines, a cost, or a picture alone.
    laying_out = sum(
        any(
            _has_lines(cell)
            or COST.match(cell.text())
            or (not cell.text() and cell.find("img") is not None)
            for cell in table.descendants()
            if cell.name in CELLS
        )
        for table in tables
    )
    if 2 * laying_out < max(1, len(tables)):
        return []
    headings: list[str] = []
    for table in tables:
        heading = _find_heading(table)
        if heading is not None:
            headings.append(" | ".join(cell.text() for cell in heading.find_children(*CELLS)))
            heading.children = []
    for element in root.descendants():
        if element.name in _TABLE_NAMES:
            element.name = "div"
    return headings


def _has_lines(cell: Element) -> bool:
    """Return whether a cell has several lines: a line break, a list, a heading, two paragraphs."""
    blocks = 0
    for element in cell.descendants():
        blocks += element.name in ("p", "div") and bool(element.text())
        if element.name in _BREAKING_NAMES or blocks > 1:
            return True
    return False


def _find_heading(table: Element) -> Element | None:
    """Return the first row of a table if it names the columns: a short text in each cell, in none a
    cost or several lines.
    """
    all_rows = (element for element in table.descendants() if element.name == "tr")
    rows = list(itertools.islice(all_rows, _FEWEST_ROWS))
    cells = rows[0].find_children(*CELLS) if len(rows) == _FEWEST_ROWS else []
    is_heading = len(cells) >= _FEWEST_ROWS and all(
        0 < len(cell.text()) <= _LONGEST_HEADING
        and not COST.match(cell.text())
        and not _has_lines(cell)
        for cell in cells
    )
    return rows[0] if is_heading else None
