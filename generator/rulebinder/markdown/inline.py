"""Text within a block: one pass, linear in its length, writes the HTML of links, emphasis and
symbols.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import NamedTuple

from ..pages.markup import classes, spoken
from ..pages.words import Words

PATTERN = r"(?:[#.]|[\w-]+=)[^{}\n]*"
"""A pattern for a list. Symbols such as ``{T}`` do not match."""
_LIST = re.compile(PATTERN)
_ONE = re.compile(
    r'#(?P<id>[^\s"=]+)|\.(?P<kind>[^\s"=]+)'
    r'|(?<![\w-])(?P<key>[\w-]+)=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"]+))'
)


def split(block: str) -> tuple[str, str]:
    """Return ``block`` without the list at its end, and the list; it is empty if there is none."""
    if block.endswith("}"):  # a pattern would scan the spaces before each brace
        text, brace, listed = block[:-1].rpartition("{")
        if brace and _LIST.fullmatch(listed) and text[-1:] in ("", " ", "\n"):
            return text.rstrip(" \n"), listed
    return block, ""


def read(text: str) -> dict[str, str]:
    """Return the attributes in a list. Classes are joined; of other values the last one counts."""
    values: dict[str, str] = {}
    kinds: list[str] = []
    for anchor, kind, key, quoted, bare in _ONE.findall(text):
        if key:
            values[key] = bare or unescape(quoted)
        elif anchor:
            values["id"] = anchor
        else:
            kinds.append(kind)
    return values | ({"class": " ".join(kinds)} if kinds else {})


@functools.lru_cache(1 << 14)  # pages have the same lists again and again
def start(name: str, text: str = "") -> str:
    """Return the start tag of an element that has the attributes in the list ``text``."""
    return tag(name, read(text))


def tag(name: str, attributes: Mapping[str, str]) -> str:
    """Return the start tag of an element that has these attributes."""
    written = f"<{name}"
    for key, value in sorted(attributes.items()):
        text = escaped(value).replace('"', "&quot;")
        written += f" {key}" if key == value else f' {key}="{text}"'
    return f"{written}>"


def escaped(text: str) -> str:
    """Return ``text`` as HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


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
        (?:\{{(?P<list>{PATTERN})\}})?
      )
    | (?<=\{{)(?P<symbols>{_SYMBOL}(?:\{{{_SYMBOL})*)
    | (?P<mark>(?<=\*)\*?|(?<=_))
    | (?<=\\)(?:(?P<escaped>[!-/:-@\[-`{{-~])|(?P<line>\n[ ]*))
    | (?<=`)(?P<code>(?P<text>[^`\n]*)`(?:\{{(?P<kinds>{PATTERN})\}})?)
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
def as_html(words: Words, text: str) -> str:
    """Return the HTML of ``text``, whose symbols and signs ``words`` name."""
    text = escaped(text.strip(" \n"))
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
            case _:
                pieces.append(_alone(words, token))
    return "".join(pieces) + text[at:]


def _alone(words: Words, token: re.Match[str]) -> str:
    """Return the HTML of what no other mark closes."""
    match token.lastgroup:
        case "symbols":
            return symbols(words, unescape(token[0]))
        case "escaped":
            return token["escaped"]
        case "line":
            return "<br>"
        case _ if token["kinds"] == ".code":
            return f"<code>{token['text']}</code>"
    # the plate of a set's code, which a name follows
    kinds = unescape(token["kinds"] or "aria-hidden=true")
    return f"{start('span', f'.plate {kinds}')}{token['text']}</span>"


def _close(words: Words, token: re.Match[str], pieces: list[str], marks: list[_Mark]) -> None:
    """Close a link or a span. Marks that are open in it are text, and so are brackets that have
    neither an address nor attributes.
    """
    while marks[-1].text in _MARKS:
        marks.pop()
    url, kinds, at = token["url"], unescape(token["list"] or ""), marks[-1].place
    if is_open := len(marks) > 1:
        marks.pop()
    if not is_open or (url is None and not kinds):
        pieces.append(token[0])
    elif url is None and "short=" not in kinds:
        if kinds.startswith(_MISPRINT) and not marks[-1].brackets:
            kinds += _FOCUS
        name = _TAGS.get(kinds.partition(" ")[0], "span")
        pieces[at] = start(name, kinds)
        pieces.append(f"</{name}>")
    else:
        values = read(kinds)
        # a short page is not a file of Markdown, so its address is an attribute
        href = values.pop("short", None) or _ESCAPED.sub(r"\1", unescape(url or ""))
        if href.startswith(_ERA):
            values["class"] = "era"
            if pieces[at + 1 : at + 3] == [_SIGN]:
                values |= {"class": "era era-sign", "aria-label": words["era_sign"]}
        pieces[at] = tag("a", {"href": page(href), **values})
        pieces.append("</a>")


def image(words: Words, kind: str, label: str, content: str) -> str:
    """Return an image that is made of ``content``. ``label`` is its name for screen readers."""
    start = tag("span", {"class": kind, "lang": words.lang, "role": "img", "aria-label": label})
    return f"{start}{content}</span>"


@functools.lru_cache(1 << 12)
def symbols(words: Words, run: str) -> str:
    """Return a run of symbols, such as ``{2}{W}``, as one image that people copy as ``{2}{W}``."""
    codes = tuple(run[1:-1].split("}{"))
    signs = []
    for code in codes:
        kind, text = classes(code), escaped(code)
        signs.append(
            f'<i class="{kind}">{{{text}}}</i>'
            if kind
            else f'<i class="pill"><s>{{</s>{text}<s>}}</s></i>'  # only copies have the braces
        )
    return image(words, "mana", spoken(words, codes), "".join(signs))


def page(href: str) -> str:
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
    text, listed = split(block)
    listed = f"{listed} {above}"
    kinds = listed.split()
    if divided := _PARTS.keys() & kinds:
        html = parts(words, text, _PARTS[divided.pop()])
    else:
        html = as_html(words, text)
    if ".compared" in kinds:
        html = _CHANGE.sub(lambda change: _change(words, change), html)
    elif ".jump" in kinds:
        name = "nav"
    html = with_meanings(html, kinds)
    return f"{start(name, listed.replace('.facts', '.facts-line'))}{html}</{name}>"


def with_meanings(html: str, kinds: list[str]) -> str:
    """Return ``html`` with what its marks mean in a line or list of these classes."""
    for mark, name, meaning in (_LINE_MARKS[kind] for kind in kinds if kind in _LINE_MARKS):
        html = html.replace(f"<{mark}>", f'<{name} class="{meaning}">')
        html = html.replace(f"</{mark}>", f"</{name}>")
    return html


def parts(words: Words, text: str, listed: str = "") -> str:
    """Return the parts of ``text`` that have ``·`` between them, each as an element. A ``·`` within
    ``[…]`` divides nothing.
    """
    html = ""
    for part in filter(None, _divided(text)):
        piece = as_html(words, part)
        html += f"{piece} " if _ALONE.fullmatch(piece) else f"<span{listed}>{piece}</span> "
    return html


def _divided(text: str) -> Iterator[str]:
    pieces: list[str] = []
    depth = 0
    for piece in text.split(_SEPARATOR):
        pieces.append(piece)
        depth += piece.count("[") - piece.count("]")
        if depth <= 0:
            yield _SEPARATOR.join(pieces)
            pieces, depth = [], 0
    yield _SEPARATOR.join(pieces)


def _change(words: Words, change: re.Match[str]) -> str:
    """Return the beginning or the end of a change between two wordings.

    Screen readers say words at its beginning, and a bracket at its end.
    """
    if change["end"]:
        return f'<span class="unseen">]</span>{change[0]}'
    return f'{change[0]}<span class="unseen">[{escaped(words[_CHANGES[change["name"]]])} </span>'
