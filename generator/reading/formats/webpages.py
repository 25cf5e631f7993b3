"""Web pages as Markdown: their content without the furniture of the site, their drawn symbols as symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

from ...problems import Place, Problem, repair, review
from .drawn import symbol_of
from .elements import DEEPEST, MOST_FORMATS, MOST_LISTS, Element, Thinned, parsed, thinned
from .marking import markdown

START = re.compile(
    r"\s*+(?:<\?xml[^>]*>\s*+)?(?:<!--(?:(?!-->).)*-->\s*+)*<(?:!doctype html|html|head|body|article|main|div|section|h[1-6]|p)\b",
    re.IGNORECASE | re.DOTALL,
)
"""How a web page begins."""
_NOT_CONTENT = {"script", "style", "noscript", "template", "nav", "header", "footer", "aside", "form", "svg", "iframe"}
_CONTROLS = {"button", "dialog"}
_NOT_CONTENT_ROLES = {"dialog", "alertdialog", "navigation", "banner", "contentinfo", "search"}


def from_html(page: str, path: str) -> tuple[str, list[Problem]]:
    """The content of a web page as Markdown: no scripts, navigation, headers or footers.

    The problems report elements that are nested too deeply, and text that no browser would show.
    """
    thin = thinned(page)
    root = parsed(thin.page)
    _tidy(root)
    whole = root.find("body") or root
    body = whole.find("article") or whole.find("main") or whole
    title = None if body.find("h1") else whole.find("h1") or root.find("title")
    heading = f"{title.text()}\n\n" if title else ""
    return heading + markdown(body), list(_thin_problems(thin, path))


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
    return symbol_of(child) or ("" if _is_furniture(child) else child)


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


def _thin_problems(thin: Thinned, path: str) -> Iterable[Problem]:
    if thin.lines:
        deep = f"{len(thin.lines)} elements stand too deep ({DEEPEST} elements, {MOST_LISTS} lists, {MOST_FORMATS} of formatting)"
        yield repair(Place(path, thin.lines[0]), f"{deep} or have too many attributes: their texts are read, their tags are not")
    if thin.open_end is not None:
        hint = "close the tag with '>': nothing behind it is read"
        yield review(Place(path, thin.open_end), "a tag is not closed before the page ends", hint)
