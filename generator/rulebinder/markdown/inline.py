"""Text within a block: one pass, linear in its length, writes the HTML of links, emphasis and
symbols.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from html import escape as escape_html
from html import unescape
from typing import NamedTuple

from ..pages.markup import speak, symbol_classes
from ..pages.words import Words

ATTRIBUTES = r"(?:[#.]|[\w-]+=)[^{}\n]*"
"""A pattern for the attributes between braces. Symbols such as ``{T}`` do not match."""
_ATTRIBUTES = re.compile(ATTRIBUTES)
_ATTRIBUTE = re.compile(
    r'#(?P<id>[^\s"=]+)|\.(?P<name>[^\s"=]+)'
    r'|(?<![\w-])(?P<key>[\w-]+)=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"]+))'
)


def split_attributes(block: str) -> tuple[str, str]:
    """Return ``block`` without the attributes at its end, and what is between their braces."""
    if block.endswith("}"):  # a pattern would scan the spaces before each brace
        text, brace, attributes = block[:-1].rpartition("{")
        if brace and _ATTRIBUTES.fullmatch(attributes) and text[-1:] in ("", " ", "\n"):
            return text.rstrip(" \n"), attributes
    return block, ""


def parse_attributes(attributes: str) -> dict[str, str]:
    """Return attributes by name. Classes are joined; of other values the last one counts."""
    values: dict[str, str] = {}
    names: list[str] = []
    for anchor, name, key, quoted, bare in _ATTRIBUTE.findall(attributes):
        if key:
            values[key] = bare or unescape(quoted)
        elif anchor:
            values["id"] = anchor
        else:
            names.append(name)
    return values | ({"class": " ".join(names)} if names else {})


@functools.lru_cache(1 << 14)  # pages have the same attributes again and again
def start(name: str, attributes: str = "") -> str:
    """Return the start tag of an element that has ``attributes`` as Markdown writes them."""
    return tag(name, parse_attributes(attributes))


def tag(name: str, values: Mapping[str, str]) -> str:
    """Return the start tag of an element that has attributes with these values."""
    html = f"<{name}"
    for key, value in sorted(values.items()):
        text = escape(value).replace('"', "&quot;")
        html += f" {key}" if key == value else f' {key}="{text}"'
    return f"{html}>"


def escape(text: str) -> str:
    """Return ``text`` as HTML."""
    return escape_html(text, quote=False)


_PLAIN = r"[^()\\\s]*+"
"""A part of an address without escaped characters."""
_SYMBOL = r"[^{}\s=#.][^{}\s=]*\}"
_TOKEN = re.compile(
    rf"""
    [\\{{`*_\[\]](?:
      (?P<start>(?<=\[))
    | (?P<end>
        (?<=\])
        (?:\((?P<url>{_PLAIN}(?:\\.{_PLAIN})*+)\))?
        (?:\{{(?P<attributes>{ATTRIBUTES})\}})?
      )
    | (?<=\{{)(?P<symbols>{_SYMBOL}(?:\{{{_SYMBOL})*)
    | (?P<mark>(?<=\*)\*?|(?<=_))
    | (?<=\\)(?:(?P<escaped>[!-/:-@\[-`{{-~])|(?P<line>\n[ ]*))
    | (?<=`)(?P<code>(?P<text>[^`\n]*)`(?:\{{(?P<classes>{ATTRIBUTES})\}})?)
    )""",
    re.VERBOSE,
)
"""All that is not plain text: one of some characters, and what follows it.

Outer groups close last, so :attr:`re.Match.lastgroup` is one of them.
"""
_ESCAPED = re.compile(r"\\(.)")
_MARKS = {"*": "em", "_": "em", "**": "strong"}
_MISPRINT = ".corrected"
_TAGS = {_MISPRINT: "ins", ".new": "ins", ".gone": "del", ".aside": "small"}
"""The elements of spans with these classes. All other spans are ``span``."""
_FOCUS = " tabindex=0"
"""The attribute of a misprint that is in no link, so that a tap shows what is printed."""
_ERA = "#era-"
"""The beginning of the address of an explanation of an outdated term."""
_SIGN = "°"
"""The text of a link to such an explanation behind a term that is a link already."""
_FILE = re.compile(r"^([^?#]*)index\.md(?![^?#])")


class _Mark(NamedTuple):
    """A mark that nothing has closed yet. Its piece is text until then."""

    text: str
    place: int
    """The number of its piece."""
    brackets: int
    """How many brackets are open, with it."""


@functools.lru_cache(1 << 15)  # most texts are on several pages
def to_html(words: Words, text: str) -> str:
    """Return the HTML of ``text``, whose symbols and signs ``words`` name."""
    text = escape(text.strip(" \n"))
    pieces: list[str] = []
    marks = [_Mark("", 0, 0)]
    at = 0
    for token in _TOKEN.finditer(text):
        pieces.append(text[at : token.start()])
        at = token.end()
        match token.lastgroup:
            case "end":
                _close(words, token, pieces, marks)
            case "mark" if token[0] == marks[-1].text:
                name = _MARKS[token[0]]
                pieces[marks.pop().place] = f"<{name}>"
                pieces.append(f"</{name}>")
            case "start" | "mark":
                marks.append(_Mark(token[0], len(pieces), marks[-1].brackets + (token[0] == "[")))
                pieces.append(token[0])
            case "symbols":
                pieces.append(symbols(words, unescape(token[0])))
            case "escaped":
                pieces.append(token["escaped"])
            case "line":
                pieces.append("<br>")
            case _ if token["classes"] == ".code":
                pieces.append(f"<code>{token['text']}</code>")
            case _:  # the plate of a set's code, which a name follows
                attributes = f".plate {unescape(token['classes'] or 'aria-hidden=true')}"
                pieces.append(f"{start('span', attributes)}{token['text']}</span>")
    return "".join(pieces) + text[at:]


def _close(words: Words, token: re.Match[str], pieces: list[str], marks: list[_Mark]) -> None:
    """Close a link or a span. Marks that are open in it are text, and so are brackets that have
    neither an address nor attributes.
    """
    while marks[-1].text in _MARKS:
        marks.pop()
    url, attributes, at = token["url"], unescape(token["attributes"] or ""), marks[-1].place
    if is_open := len(marks) > 1:
        marks.pop()
    if not is_open or (url is None and not attributes):
        pieces.append(token[0])
    elif url is None and "short=" not in attributes:
        if attributes.startswith(_MISPRINT) and not marks[-1].brackets:
            attributes += _FOCUS
        name = _TAGS.get(attributes.partition(" ")[0], "span")
        pieces[at] = start(name, attributes)
        pieces.append(f"</{name}>")
    else:
        values = parse_attributes(attributes)
        # a short page is not a file of Markdown, so its address is an attribute
        href = values.pop("short", None) or _ESCAPED.sub(r"\1", unescape(url or ""))
        if href.startswith(_ERA):
            values["class"] = "era"
            if pieces[at + 1 : at + 3] == [_SIGN]:
                values |= {"class": "era era-sign", "aria-label": words["era_sign"]}
        pieces[at] = tag("a", {"href": page_link(href), **values})
        pieces.append("</a>")


def image(words: Words, classes: str, label: str, content: str) -> str:
    """Return an image that is made of ``content``. ``label`` is its name for screen readers."""
    values = {"class": classes, "lang": words.lang, "role": "img", "aria-label": label}
    return f"{tag('span', values)}{content}</span>"


@functools.lru_cache(1 << 12)
def symbols(words: Words, run: str) -> str:
    """Return a run of symbols, such as ``{2}{W}``, as one image that people copy as ``{2}{W}``."""
    codes = tuple(run[1:-1].split("}{"))
    signs = ""
    for code in codes:
        text = escape(code)
        if names := symbol_classes(code):
            signs += f'<i class="{names}">{{{text}}}</i>'
        else:  # only copies have the braces
            signs += f'<i class="pill"><s>{{</s>{text}<s>}}</s></i>'
    return image(words, "mana", speak(words, codes), signs)


def page_link(href: str) -> str:
    """Return the link to a page for a link to its Markdown. Other links stay as they are."""
    return href if "://" in href else _FILE.sub(lambda file: file[1] or "./", href)


_SEPARATOR = " · "
_PARTS = {".facts": "", ".also": ' class="also-name"', ".face-stats": ' class="stat"'}
"""The classes of lines with parts, and the attributes of these."""
_ALONE = re.compile('<span class="tag"[^>]*>[^<]*</span>')
_LINE_MARKS = {
    ".also": ("em", "span", "also-language"),
    ".chips": ("strong", "span", "chips-label"),
    ".face-stats": ("strong", "span", "stat-label"),
    ".members": ("em", "span", "from"),
    ".refs": ("strong", "b", "number"),
    ".sets": ("em", "span", "set-name"),
}
"""What marks mean in the lines and lists of a class: an element with a class."""
_CHANGE = re.compile("<(?P<end>/?)(?P<name>ins|del)[^>]*>")
_CHANGES = {"del": "revision_cut", "ins": "revision_put"}
"""The words that begin a change in a comparison, by its element."""


def line(words: Words, name: str, block: str, above: str = "") -> str:
    """Return ``block`` as an element with the attributes at its end, and those ``above`` it."""
    text, attributes = split_attributes(block)
    attributes += f" {above}"
    kinds = attributes.split()
    if kinds_with_parts := _PARTS.keys() & kinds:
        html = parts(words, text, _PARTS[kinds_with_parts.pop()])
    else:
        html = to_html(words, text)
    if ".compared" in kinds:
        html = _CHANGE.sub(lambda change: _announce(words, change), html)
    elif ".jump" in kinds:
        name = "nav"
    html = with_meanings(html, kinds)
    return f"{start(name, attributes.replace('.facts', '.facts-line'))}{html}</{name}>"


def with_meanings(html: str, kinds: list[str]) -> str:
    """Return ``html`` with what its marks mean in a line or list of these classes."""
    for kind, (mark, name, meaning) in _LINE_MARKS.items():
        if kind in kinds:
            html = html.replace(f"<{mark}>", f'<{name} class="{meaning}">')
            html = html.replace(f"</{mark}>", f"</{name}>")
    return html


def parts(words: Words, text: str, attributes: str = "") -> str:
    """Return the parts of ``text`` that have ``·`` between them, each as an element. A ``·`` within
    ``[…]`` divides nothing.
    """
    whole: list[str] = []
    pieces: list[str] = []
    depth = 0
    for piece in text.split(_SEPARATOR):
        pieces.append(piece)
        depth += piece.count("[") - piece.count("]")
        if depth <= 0:
            whole.append(_SEPARATOR.join(pieces))
            pieces, depth = [], 0
    html = ""
    for part in filter(None, (*whole, _SEPARATOR.join(pieces))):
        element = to_html(words, part)
        is_alone = _ALONE.fullmatch(element)
        html += f"{element} " if is_alone else f"<span{attributes}>{element}</span> "
    return html


def _announce(words: Words, change: re.Match[str]) -> str:
    """Return the beginning or the end of a change between two wordings.

    Screen readers say words at its beginning, and a bracket at its end.
    """
    if change["end"]:
        return f'<span class="unseen">]</span>{change[0]}'
    return f'{change[0]}<span class="unseen">[{escape(words[_CHANGES[change["name"]]])} </span>'
