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
    """Return ``block`` without the attributes at its end, and what is between their braces: for
    ``Name {.code #id}``, ``Name`` and ``.code #id``. Without attributes, the second is empty.
    """
    if block.endswith("}"):  # a pattern would scan the spaces before each brace
        text, brace, attributes = block[:-1].rpartition("{")
        if brace and _ATTRIBUTES.fullmatch(attributes) and text[-1:] in ("", " ", "\n"):
            return text.rstrip(" \n"), attributes
    return block, ""


def parse_attributes(attributes: str) -> dict[str, str]:
    """Return attributes by name: for ``.a .b #id key=value``, those of ``class``, ``id`` and
    ``key``. Classes are joined; of other values the last one counts.
    """
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
def start_tag(name: str, attributes: str = "") -> str:
    """Return the start tag of an element that has ``attributes`` as Markdown writes them."""
    return tag(name, parse_attributes(attributes))


def tag(name: str, values: Mapping[str, str]) -> str:
    """Return the start tag of an element that has attributes with these values. One whose value is
    its name is written without it.
    """
    html = f"<{name}"
    for key, value in sorted(values.items()):
        text = escape(value).replace('"', "&quot;")
        html += f" {key}" if key == value else f' {key}="{text}"'
    return f"{html}>"


def escape(text: str) -> str:
    """Return ``text`` as HTML shows it."""
    return escape_html(text, quote=False)


_UNESCAPED = r"[^()\\\s]*+"
"""A part of an address without escaped characters."""
_SYMBOL = r"[^{}\s=#.][^{}\s=]*\}"
_TOKEN = re.compile(
    rf"""
    [\\{{`*_\[\]](?:
      (?P<start>(?<=\[))
    | (?P<end>
        (?<=\])
        (?:\((?P<url>{_UNESCAPED}(?:\\.{_UNESCAPED})*+)\))?
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

One of the outer groups says what it is. They close last, so it is :attr:`re.Match.lastgroup`.
"""
_ESCAPED = re.compile(r"\\(.)")
_MARKS = {"*": "em", "_": "em", "**": "strong"}
_MISPRINT = ".corrected"
_TAGS = {_MISPRINT: "ins", ".new": "ins", ".gone": "del", ".aside": "small"}
"""The elements of spans with these classes. All other spans are ``span``."""
_FOCUS = " tabindex=0"
"""The attribute of a misprint outside links, so that a tap shows what is printed."""
_ERA = "#era-"
"""The beginning of the address of an explanation of an outdated term."""
_SIGN = "°"
"""The text of a link to such an explanation behind a term that is a link already."""
_MARKDOWN_FILE = re.compile(r"^([^?#]*)index\.md(?![^?#])")


class _Mark(NamedTuple):
    """A mark that nothing has closed yet: ``*``, ``**``, ``_`` or ``[``. Its piece of the HTML is
    text until then.
    """

    text: str
    place: int
    """The number of its piece."""
    brackets: int
    """How many brackets are open, with it."""


@functools.lru_cache(1 << 15)  # most texts are on several pages
def to_html(words: Words, text: str) -> str:
    """Return the HTML of ``text``, the Markdown within a block. ``words`` name its symbols and
    signs for screen readers.
    """
    text = escape(text.strip(" \n"))
    pieces: list[str] = []
    marks = [_Mark("", place=0, brackets=0)]  # never closed, so that there is always a last one
    end = 0
    for token in _TOKEN.finditer(text):
        pieces.append(text[end : token.start()])
        end = token.end()
        match token.lastgroup:
            case "end":
                _end_link(words, token, pieces, marks)
            case "mark" if token[0] == marks[-1].text:
                name = _MARKS[token[0]]
                pieces[marks.pop().place] = f"<{name}>"
                pieces.append(f"</{name}>")
            case "start" | "mark":
                marks.append(_Mark(token[0], len(pieces), marks[-1].brackets + (token[0] == "[")))
                pieces.append(token[0])
            case "symbols":
                pieces.append(draw_symbols(words, unescape(token[0])))
            case "escaped":
                pieces.append(token["escaped"])
            case "line":
                pieces.append("<br>")
            case _ if token["classes"] == ".code":
                pieces.append(f"<code>{token['text']}</code>")
            case _:  # the plate of a set's code, which a name follows
                attributes = f".plate {unescape(token['classes'] or 'aria-hidden=true')}"
                pieces.append(f"{start_tag('span', attributes)}{token['text']}</span>")
    return "".join(pieces) + text[end:]


def _end_link(words: Words, token: re.Match[str], pieces: list[str], marks: list[_Mark]) -> None:
    """Write the end of a link or a span, and its beginning in place of its bracket.

    Marks that are open in it stay text, and so do brackets that have neither an address nor
    attributes.
    """
    while marks[-1].text in _MARKS:
        marks.pop()
    url, attributes = token["url"], unescape(token["attributes"] or "")
    bracket = marks[-1]
    if bracket.text:
        marks.pop()
    if not bracket.text or (url is None and not attributes):
        pieces.append(token[0])
    elif url is None and "short=" not in attributes:
        if attributes.startswith(_MISPRINT) and not marks[-1].brackets:
            attributes += _FOCUS
        name = _TAGS.get(attributes.partition(" ")[0], "span")
        pieces[bracket.place] = start_tag(name, attributes)
        pieces.append(f"</{name}>")
    else:
        values = parse_attributes(attributes)
        # a short page is not a file of Markdown, so its address is an attribute
        href = values.pop("short", None) or _ESCAPED.sub(r"\1", unescape(url or ""))
        if href.startswith(_ERA):
            values["class"] = "era"
            if pieces[bracket.place + 1 :] == [_SIGN]:
                values |= {"class": "era era-sign", "aria-label": words["era_sign"]}
        pieces[bracket.place] = tag("a", {"href": page_link(href), **values})
        pieces.append("</a>")


def image(words: Words, classes: str, label: str, content: str) -> str:
    """Return an element of these ``classes`` that is an image to screen readers, with the name
    ``label``, and shows ``content``.
    """
    values = {"class": classes, "lang": words.lang, "role": "img", "aria-label": label}
    return f"{tag('span', values)}{content}</span>"


@functools.lru_cache(1 << 12)
def draw_symbols(words: Words, run: str) -> str:
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
    return href if "://" in href else _MARKDOWN_FILE.sub(lambda file: file[1] or "./", href)


_SEPARATOR = " · "
_PART_ATTRIBUTES = {".facts": "", ".also": ' class="also-name"', ".face-stats": ' class="stat"'}
"""The classes of lines with parts, and the attributes of the element around each part."""
_TAG_SPAN = re.compile('<span class="tag"[^>]*>[^<]*</span>')
"""A part that is an element already."""
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


def wrap_line(words: Words, name: str, block: str, above: str = "") -> str:
    """Return ``block`` as an element ``name`` with the attributes at its end, and those of the
    paragraph ``above`` it.
    """
    text, attributes = split_attributes(block)
    attributes += f" {above}"
    kinds = attributes.split()
    if kinds_with_parts := _PART_ATTRIBUTES.keys() & kinds:
        html = wrap_parts(words, text, _PART_ATTRIBUTES[kinds_with_parts.pop()])
    else:
        html = to_html(words, text)
    if ".compared" in kinds:
        html = _CHANGE.sub(lambda change: _announce_change(words, change), html)
    elif ".jump" in kinds:
        name = "nav"
    html = replace_marks(html, kinds)
    return f"{start_tag(name, attributes.replace('.facts', '.facts-line'))}{html}</{name}>"


def replace_marks(html: str, kinds: list[str]) -> str:
    """Return ``html``, the elements of its marks replaced by those that they mean in a line or list
    of the classes ``kinds``: in ``.sets``, emphasis is the name of a set.
    """
    for kind, (mark, name, meaning) in _LINE_MARKS.items():
        if kind in kinds:
            html = html.replace(f"<{mark}>", f'<{name} class="{meaning}">')
            html = html.replace(f"</{mark}>", f"</{name}>")
    return html


def wrap_parts(words: Words, text: str, attributes: str = "") -> str:
    """Return the parts of ``text`` that have ``·`` between them, each as an element with these
    ``attributes`` (HTML). A ``·`` within ``[…]`` divides nothing.
    """
    parts: list[list[str]] = []
    depth = 0  # the number of brackets that are open
    for piece in text.split(_SEPARATOR):
        if depth > 0:
            parts[-1].append(piece)
        else:
            parts.append([piece])
            depth = 0
        depth += piece.count("[") - piece.count("]")
    html = ""
    for part in filter(None, map(_SEPARATOR.join, parts)):
        element = to_html(words, part)
        is_element = _TAG_SPAN.fullmatch(element)
        html += f"{element} " if is_element else f"<span{attributes}>{element}</span> "
    return html


def _announce_change(words: Words, change: re.Match[str]) -> str:
    """Return the beginning or the end of a change between two wordings.

    Screen readers say words at its beginning, and a bracket at its end.
    """
    if change["end"]:
        return f'<span class="unseen">]</span>{change[0]}'
    return f'{change[0]}<span class="unseen">[{escape(words[_CHANGES[change["name"]]])} </span>'
