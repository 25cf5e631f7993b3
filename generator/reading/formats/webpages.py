"""Web pages as Markdown: their content without the furniture of the site, their drawn symbols as symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

from ...problems import Place, Problem, repair, review
from ..accounting import left_out
from ..markup import symbol
from .elements import DEEPEST, MOST_FORMATS, MOST_LISTS, Element, Thinned, parsed, thinned
from .marking import markdown
from .originals import text_of_page

START = re.compile(
    r"\s*+(?:<\?xml[^>]*>\s*+)?(?:<!--(?:(?!-->).)*-->\s*+)*<(?:!doctype html|html|head|body|article|main|div|section|h[1-6]|p)\b",
    re.IGNORECASE | re.DOTALL,
)
"""How a web page begins."""
_NOT_CONTENT = {"script", "style", "noscript", "template", "nav", "header", "footer", "aside", "form", "svg", "iframe"}
_CONTROLS = {"button", "dialog"}
_NOT_CONTENT_ROLES = {"dialog", "alertdialog", "navigation", "banner", "contentinfo", "search"}
_INLINE = {"i", "span", "em", "b", "abbr", "svg", "img", "mana-symbol", "magic-symbol"}
_DRAWN = re.compile(r"^(?:ms|mana|symbol|icon|mtg|card-symbol)-+(?P<stem>\w+)$", re.IGNORECASE)
"""A class such as ``ms-w``, of a symbol drawn by a font."""


def from_html(page: str, path: str) -> tuple[str, list[Problem]]:
    """The content of a web page as Markdown: no scripts, navigation, headers or footers.

    The problems report elements that are nested too deeply, and text that no browser would show.
    """
    thin = thinned(page)
    root = parsed(thin.page)
    original = text_of_page(root)
    _tidy(root)
    whole = root.find("body") or root
    body = whole.find("article") or whole.find("main") or whole
    title = None if body.find("h1") else whole.find("h1") or root.find("title")
    heading = f"{title.text()}\n\n" if title else ""
    text = heading + markdown(body)
    return text, [*_thin_problems(thin, path), *left_out(original, text, path)]


def _tidy(root: Element) -> None:
    """Put symbols for elements that draw one, take out the furniture, make addresses safe."""
    for element in reversed(list(root.descendants())):  # the inner ones first: a symbol is drawn by what has nothing in it
        element.children = list(_joined(_kept(child) for child in element.children))
        if element.name == "a" and "href" in element.attributes:
            element.attributes = {**element.attributes, "href": quote(element.attributes["href"], safe="/:?#[]@!$&'*+,;=%~")}
    root.children = [child for child in root.children if isinstance(child, Element)]


def _kept(child: Element | str) -> Element | str:
    """The child, the symbol that it draws, or nothing."""
    if isinstance(child, str):
        return child
    if _is_drawn(child):
        return _drawn_symbol(child)
    return "" if _is_furniture(child) else child


def _joined(children: Iterable[Element | str]) -> Iterable[Element | str]:
    """The children, the texts that stand side by side made one."""
    texts: list[str] = []
    for child in children:
        if isinstance(child, str):
            texts.append(child)
            continue
        if text := "".join(texts):
            yield text
        texts = []
        yield child
    if text := "".join(texts):
        yield text


def _is_furniture(element: Element) -> bool:
    """Whether an element belongs to the site and not to the document."""
    return element.name in _NOT_CONTENT | _CONTROLS or element.attributes.get("role") in _NOT_CONTENT_ROLES


def _is_drawn(element: Element) -> bool:
    """Whether an element without text is a symbol that the page's styles draw."""
    if element.name not in _INLINE:
        return False
    bare = element.name == "svg" or all(isinstance(child, str) and not child.strip() for child in element.children)
    return bare and bool(_drawn_symbol(element))


def _drawn_symbol(element: Element) -> str:
    """The symbol that an element's label, title or class names; empty if none does."""
    labels = (element.attributes.get(name, "") for name in ("aria-label", "title", "data-symbol", "alt"))
    names = element.attributes.get("class", "").split()
    classes = (match["stem"] for name in names if (match := _DRAWN.match(name)))
    code = next((code for label in (*labels, *classes) if (code := symbol(label))), None)
    return f"{{{code}}}" if code else ""


def _thin_problems(thin: Thinned, path: str) -> Iterable[Problem]:
    if thin.lines:
        deep = f"{len(thin.lines)} elements stand too deep ({DEEPEST} elements, {MOST_LISTS} lists, {MOST_FORMATS} of formatting)"
        yield repair(Place(path, thin.lines[0]), f"{deep} or have too many attributes: their texts are read, their tags are not")
    if thin.open_end is not None:
        hint = "close the tag with '>': nothing behind it is read"
        yield review(Place(path, thin.open_end), "a tag is not closed before the page ends", hint)
