"""Text within a block: one pass, linear in its length, writes the HTML of links, emphasis and
symbols.
"""

from __future__ import annotations

import functools
import re
from html import unescape
from typing import NamedTuple

from ..pages.symbols import classes, spoken
from ..pages.words import Words
from . import attributes
from .attributes import escaped, read, start, tag

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
        (?:\{{(?P<list>{attributes.PATTERN})\}})?
      )
    | (?<=\{{)(?P<symbols>{_SYMBOL}(?:\{{{_SYMBOL})*)
    | (?P<mark>(?<=\*)\*?|(?<=_))
    | (?<=\\)(?:(?P<escaped>[!-/:-@\[-`{{-~])|(?P<line>\n[ ]*))
    | (?<=`)(?P<code>(?P<text>[^`\n]*)`(?:\{{(?P<kinds>{attributes.PATTERN})\}})?)
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
def html(words: Words, text: str) -> str:
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
