"""Marks of wikis and of converters, which become Markdown or leave the text."""

from __future__ import annotations

import re

_ATTRIBUTES = re.compile(
    r"\[(?P<words>[^\[\]\n]*)\]\{[.#][^{}\n]*\}|[^\S\n]\{#[^\s{}]+\}(?=[^\S\n]*$)", re.MULTILINE
)
"""What converters of word processors add: ``[words]{.underline}``, and the id behind a heading."""
_WIKI_HEADING = re.compile(
    r"^(?P<level>={2,6})[^\S\n]*+(?P<title>[^=\s](?:[^=\n]*[^=\s])?)[^\S\n]*+(?P=level)[^\S\n]*+$",
    re.MULTILINE,
)
_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|\n]*\|)?(?P<words>[^\[\]|\n]*)\]\]")
_WIKI_EMPHASIS = re.compile(r"'{2,5}")
_STARS = {2: "*", 3: "**", 5: "***"}
_WIKI_BREAK = re.compile(r"\\\\[^\S\n]*$", re.MULTILINE)
_DEFINITION = re.compile(
    r"^ {0,3}\[(?P<name>[^\[\]\n]+)\]:[^\S\n]*<?(?P<url>[^\s<>]+)", re.MULTILINE
)
_REFERENCE = re.compile(r"\[(?P<words>[^\[\]\n]+)\]\[(?P<name>[^\[\]\n]*)\]")
_BOARD = re.compile(
    r"\[/?(?P<tag>b|i|u|url|list|card|cards|mana|cost|size|color|font|center|h\d)(?:=[^\[\]\n]*)?\]"
    r"|(?P<bullet>\[\*\])[^\S\n]*",
    re.IGNORECASE,
)
"""A tag of a message board, ``[b]``, and its bullet."""
_BOARD_STARS = {"b": "**", "i": "*"}


def as_markdown(text: str) -> str:
    """Return the text of a document; headings, links, emphasis and bullets become those of Markdown
    if they are those of a wiki, a message board, or links by reference. Spaces at the ends of lines
    are not line breaks if most blank lines have them, too.
    """
    lines = text.split("\n")
    blank = [line for line in lines if not line.strip()] or lines
    if 2 * sum(line.endswith("  ") for line in blank) > len(blank):
        text = "\n".join(map(str.rstrip, lines))
    if "{#" in text or "]{." in text:
        text = _ATTRIBUTES.sub(r"\g<words>", text)
    if "][" in text:
        text = _with_targets(text)
    if "[/b]" in text.lower():
        text = _BOARD.sub(
            lambda tag: "* " if tag["bullet"] else _BOARD_STARS.get(tag["tag"].lower(), ""), text
        )
    if "==" in text and _WIKI_HEADING.search(text):
        text = _WIKI_HEADING.sub(lambda line: f"{'#' * len(line['level'])} {line['title']}", text)
        text = _WIKI_BREAK.sub("  ", _WIKI_LINK.sub(r"\g<words>", text))
        text = _WIKI_EMPHASIS.sub(lambda mark: _STARS.get(len(mark[0]), mark[0]), text)
    return text


def _with_targets(text: str) -> str:
    """Return the text with ``[words](address)`` for each link whose address is elsewhere."""
    urls = {link["name"].casefold(): link["url"] for link in _DEFINITION.finditer(text)}

    def linked(link: re.Match[str]) -> str:
        url = urls.get((link["name"] or link["words"]).casefold())
        return f"[{link['words']}]({url})" if url else link.group()

    return _REFERENCE.sub(linked, text)
