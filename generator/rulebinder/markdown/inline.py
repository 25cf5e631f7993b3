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
from .attributes import Attributes, escaped, read, start, tag

_SPECIAL = re.compile(r"[\\{`*_\[\]()]")
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
    | (?P<bracket>(?<=[()]))
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
_TAGS = {_MISPRINT: "ins", ".new": "ins", ".gone": "del", ".aside": "small", ".number": "b"}
"""The elements of spans with these classes. All other spans are ``span``."""
_FOCUS = " tabindex=0"
"""The attribute of a misprint, so that a tap shows what is printed."""
_ERA = "#era-"
"""The beginning of the address of an explanation of an outdated term."""
_SIGN = "°"
"""The text of a link to such an explanation behind a term that is a link already."""
_FILE = "index.md"


def html(words: Words, text: str, *, reminders: bool = False) -> str:
    """Return the HTML of ``text``, whose symbols and signs ``words`` name.

    ``reminders`` marks each outermost ``(…)``, unless the parentheses do not match.
    """
    text = escaped(text)
    if not _SPECIAL.search(text):
        return text
    return _Reading(words, reminders=reminders and "(" in text).html(text)


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
    folder, file, rest = href.partition(_FILE)
    leads_to_page = file and rest[:1] in ("", "#", "?") and "://" not in folder
    return f"{folder or './'}{rest}" if leads_to_page else href


class _Reading:
    """The reading of one text into ``pieces`` of HTML.

    A mark is a piece of text until another one closes it: then it becomes a tag.
    """

    def __init__(self, words: Words, *, reminders: bool) -> None:
        self._words = words
        self._reminders = reminders
        self._pieces: list[str] = []
        self._open: list[tuple[str, int]] = [("", 0)]
        """The marks that nothing has closed, and where their pieces are; first that of the text."""
        self._misprints: list[int] = []
        """Where the tags of misprints are."""
        self._brackets = 0

    def html(self, text: str) -> str:
        """Return the HTML of ``text``, which is escaped."""
        at = 0
        pieces, take = self._pieces, self._take
        for token in _TOKEN.finditer(text):
            pieces.append(text[at : token.start()])
            at = token.end()
            take(token)
            if self._brackets not in (0, 1):
                break
        if self._brackets:  # the parentheses do not match
            return _Reading(self._words, reminders=False).html(text)
        return "".join(pieces) + text[at:]

    def _take(self, token: re.Match[str]) -> None:
        match token.lastgroup:
            case "start":
                self._begin("[")
            case "end":
                self._close(token)
            case "symbols":
                self._pieces.append(symbols(self._words, unescape(token[0])))
            case "escaped":
                self._pieces.append(token["escaped"])
            case "mark":
                self._mark(token[0])
            case "bracket":
                self._bracket(token[0])
            case "code":
                self._code(token["text"], unescape(token["kinds"] or "aria-hidden=true"))
            case "line":
                self._pieces.append("<br>")

    def _begin(self, mark: str) -> None:
        self._open.append((mark, len(self._pieces)))
        self._pieces.append(mark)

    def _code(self, text: str, kinds: str) -> None:
        """Append the plate of a set's code, which a name follows, or code if its class says so."""
        if kinds == ".code":
            self._pieces.append(f"<code>{text}</code>")
        else:
            self._pieces.append(f"{start('span', f'.plate {kinds}')}{text}</span>")

    def _mark(self, mark: str) -> None:
        """Close the emphasis with this mark, or begin one.

        An emphasized reminder gets an element around it.
        """
        if self._open[-1][0] != mark:
            self._begin(mark)
            return
        _, at = self._open.pop()
        before, after = f"<{_MARKS[mark]}>", f"</{_MARKS[mark]}>"
        if (
            self._reminders
            and len(self._open) == 1
            and "".join(self._pieces[at + 1 : at + 3]).startswith("(")
        ):
            before, after = f'<span class="reminder">{before}', f"{after}</span>"
        self._pieces[at] = before
        self._pieces.append(after)

    def _close(self, token: re.Match[str]) -> None:
        """Close a link or a span. Marks that are open in it are text, and so are brackets that
        have neither an address nor attributes.
        """
        while self._open[-1][0] in _MARKS:
            self._open.pop()
        url, kinds = token["url"], unescape(token["list"] or "")
        mark, at = self._open[-1]
        if mark == "[":
            self._open.pop()
        if mark != "[" or (url is None and not kinds):
            self._pieces.append(token[0])
        elif url is None and "short=" not in kinds:
            name = _TAGS.get(kinds.partition(" ")[0], "span")
            if kinds.startswith(_MISPRINT):
                self._misprints.append(at)
                kinds += _FOCUS
            self._pieces[at] = start(name, kinds)
            self._pieces.append(f"</{name}>")
        else:
            values = read(kinds)
            # a short page is not a file of Markdown, so its address is an attribute
            href = values.pop("short", None) or _ESCAPED.sub(
                lambda mark: mark[1], unescape(url or "")
            )
            self._pieces[at] = self._link(href, values, at)
            self._pieces.append("</a>")

    def _link(self, href: str, values: Attributes, at: int) -> str:
        """Return the start tag of the link whose text is behind the piece ``at``.

        Misprints in it cannot be focused. A link to the explanation of an outdated term says so.
        """
        while self._misprints and self._misprints[-1] > at:
            misprint = self._misprints.pop()
            self._pieces[misprint] = self._pieces[misprint].replace(' tabindex="0"', "")
        if href.startswith(_ERA):
            values["class"] = "era"
            if self._pieces[at + 1 : at + 3] == [_SIGN]:
                values |= {"class": "era era-sign", "aria-label": self._words["era_sign"]}
        return tag("a", {"href": page(href), **values})

    def _bracket(self, bracket: str) -> None:
        """Begin or end a reminder, if no other mark is open."""
        mark, at = self._open[-1]
        if self._reminders and mark in ("", "("):
            self._brackets += 1 if bracket == "(" else -1
            if not mark and bracket == "(":
                self._begin(bracket)
                return
            if mark and not self._brackets:
                self._open.pop()
                self._pieces[at] = '<span class="reminder">('
                bracket = ")</span>"
        self._pieces.append(bracket)
