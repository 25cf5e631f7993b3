"""Text within a block: one pass, linear in its length, writes the HTML of links, emphasis and
symbols.
"""

from __future__ import annotations

import functools
import re
from html import unescape

from ..pages.symbols import classes, spoken
from ..pages.words import Words
from . import attributes
from .attributes import escaped, read, start, tag

_SPECIAL = re.compile(r"[\\{`*_\[\]]")
"""The characters that may mean something."""
_PLAIN = r"[^()\\\s]*+"
"""A part of an address without escaped characters."""
_SYMBOL = r"[^{}\s=#.][^{}\s=]*\}"
_TOKEN = re.compile(
    rf"""
    {_SPECIAL.pattern}(?:
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


@functools.lru_cache(1 << 15)  # most texts are on several pages
def html(words: Words, text: str) -> str:
    """Return the HTML of ``text``, whose symbols and signs ``words`` name."""
    text = escaped(text.strip(" \n"))
    return _Reading(words).html(text) if _SPECIAL.search(text) else text


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


class _Reading:
    """The reading of one text into ``pieces`` of HTML.

    A mark is a piece of text until another one closes it: then it becomes a tag.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._pieces: list[str] = []
        self._open: list[tuple[str, int]] = [("", 0)]
        """The marks that nothing has closed, and where their pieces are; first that of the text."""
        self._brackets = 0
        """The number of brackets among them."""

    def html(self, text: str) -> str:
        """Return the HTML of ``text``, which is escaped."""
        at = 0
        for token in _TOKEN.finditer(text):
            self._pieces.append(text[at : token.start()])
            at = token.end()
            self._take(token)
        return "".join(self._pieces) + text[at:]

    def _take(self, token: re.Match[str]) -> None:
        match token.lastgroup:
            case "start":
                self._brackets += 1
                self._begin("[")
            case "end":
                self._close(token)
            case "symbols":
                self._pieces.append(symbols(self._words, unescape(token[0])))
            case "escaped":
                self._pieces.append(token["escaped"])
            case "mark" if token[0] == self._open[-1][0]:
                name, (_, at) = _MARKS[token[0]], self._open.pop()
                self._pieces[at] = f"<{name}>"
                self._pieces.append(f"</{name}>")
            case "mark":
                self._begin(token[0])
            case "code" if token["kinds"] == ".code":
                self._pieces.append(f"<code>{token['text']}</code>")
            case "code":  # the plate of a set's code, which a name follows
                kinds = unescape(token["kinds"] or "aria-hidden=true")
                self._pieces.append(f"{start('span', f'.plate {kinds}')}{token['text']}</span>")
            case "line":
                self._pieces.append("<br>")

    def _begin(self, mark: str) -> None:
        self._open.append((mark, len(self._pieces)))
        self._pieces.append(mark)

    def _close(self, token: re.Match[str]) -> None:
        """Close a link or a span. Marks that are open in it are text, and so are brackets that
        have neither an address nor attributes.
        """
        while self._open[-1][0] in _MARKS:
            self._open.pop()
        url, kinds = token["url"], unescape(token["list"] or "")
        mark, at = self._open[-1]
        if mark:
            self._open.pop()
            self._brackets -= 1
        if not mark or (url is None and not kinds):
            self._pieces.append(token[0])
        elif url is None and "short=" not in kinds:
            if kinds.startswith(_MISPRINT) and not self._brackets:
                kinds += _FOCUS
            name = _TAGS.get(kinds.partition(" ")[0], "span")
            self._pieces[at] = start(name, kinds)
            self._pieces.append(f"</{name}>")
        else:
            values = read(kinds)
            # a short page is not a file of Markdown, so its address is an attribute
            href = values.pop("short", None) or _ESCAPED.sub(r"\1", unescape(url or ""))
            if href.startswith(_ERA):
                values["class"] = "era"
                if self._pieces[at + 1 : at + 3] == [_SIGN]:
                    values |= {"class": "era era-sign", "aria-label": self._words["era_sign"]}
            self._pieces[at] = tag("a", {"href": page(href), **values})
            self._pieces.append("</a>")
