"""The residue of web pages in Markdown: pictures, links, quotes, headings, bare mana."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from .formats.elements import parsed, thinned
from .formats.marking import markdown

_IMAGE = re.compile(r"!\[(?P<alt>[^\[\]]*)\]\((?P<url>[^()]*(?:\([^()]*\)[^()]*)*)\)")
_ONE_IMAGE = re.compile(rf"^\s*{_IMAGE.pattern}\s*$")
_LINKED_IMAGE = re.compile(rf"\[\s*({re.sub(r'[?]P<[a-z]+>', '?:', _IMAGE.pattern)})\s*\]\([^()]*\)")
_TITLED = re.compile(r"""\]\(\s*<?(?P<url>[^\s<>()]+)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)""")
_ANY_TAG = re.compile(r"<!--(?:(?!<!--|-->).)*-->|</?[a-z][^<>]*>", re.IGNORECASE)
_TAG_OR_SIGN = re.compile(rf"(?P<tag>{_ANY_TAG.pattern})|<", re.IGNORECASE)
_RESIDUE = re.compile(
    r"<!--.*?-->"
    r"|<(?![^<>]*\son\w+\s*=|[^<>]*javascript:)/?(?:a|b|br|center|div|em|font|h[1-6]|hr|i|img|nobr|p|small|span|strong|su[bp]|u)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
"""A tag of a page's formatting, without a script."""
_LONG_NUMBER = re.compile(r"&#(?=[xX]?[0-9a-fA-F]{9})")
"""A number of a character that is longer than any has."""
_OPENING = re.compile(r"^[\s>]*")
_NAVIGATION = re.compile(r"^(?:[-*•]\s++)?+(?P<links>(?:[\s|·•>/-]*\[[^\[\]]+\]\(#[^()]*\))+)[\s|]*$")
_QUOTE = re.compile(r"^\s{0,3}(?:>\s?)+")
_CODE = re.compile(r"^\{?(?P<code>\d{1,2}|[WUBRGCSEXYZTQP]|(?:[WUBRG2C](?:/[WUBRGP]){1,2}))\}?$", re.IGNORECASE)
_NOT_SYMBOL = re.compile(r"\b(?:one|a|the|mana|symbol|icon)\b(?=\s\w)|\s(?:mana|symbol|icon)\b")
_ASKED = re.compile(r"[?&]name=(?P<name>\w+)&(?:amp;)?type=symbol", re.IGNORECASE)
_STEM = re.compile(
    r"(?:^|[/_\-])(?:mana|symbol|icon|colorless(?=\d))?[_\-]?(?P<stem>[a-z]+|\d{1,2})\.(?:gif|png|jpe?g|svg|webp)(?:\?.*)?$",
    re.IGNORECASE,
)
_SYMBOLIC = re.compile(r"mana|symbol|icon", re.IGNORECASE)
"""A word in most addresses of pictures of symbols, and in none of cards."""
_STEMS = {
    "white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": "C", "snow": "S", "tap": "T",
    "untap": "Q", "energy": "E", "w": "W", "u": "U", "b": "B", "r": "R", "g": "G", "c": "C", "x": "X", "y": "Y",
    "z": "Z", "t": "T", "q": "Q", "e": "E", "s": "S", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
    "zero": "0",
}  # fmt: skip
_BARE_TOKEN = re.compile(r"\{[^{}\s]+\}|\d{1,2}?(?=2/[wubrg])|2/[wubrg]|\d{1,2}|[xyz]|[wubrgcs](?:/[wubrgp]){0,2}", re.IGNORECASE)
_COST_LENGTH = 24
"""More characters than any bare cost has: most lines are longer, and need no closer look."""
_BRACKETED = re.compile(r"\(([2wubrgc](?:/[wubrgp]){1,2})\)", re.IGNORECASE)


def without_html(line: str) -> Iterator[str]:
    """The line, or the lines into which ``<br>`` breaks it, without the residue of a web page.

    Tags become Markdown, entities their characters; links lose their titles, pictures their links.
    A line with any other tag than a page's formatting speaks of markup, and keeps it as text.
    """
    opening = _OPENING.match(line)
    assert opening is not None, "it matches nothing, too"
    text = line[opening.end() :]
    tags = _ANY_TAG.findall(text)
    if tags and all(_RESIDUE.fullmatch(tag) for tag in tags):
        # A parser takes a stray "<" for the beginning of a tag, and drops the words up to the next ">".
        text = _TAG_OR_SIGN.sub(lambda match: match["tag"] or "&lt;", text)
        text = markdown(parsed(thinned(text).page), escaped=False)
    for part in html.unescape(_LONG_NUMBER.sub("&amp;#", text)).split("\n"):
        bare = _LINKED_IMAGE.sub(r"\1", _TITLED.sub(lambda match: f"]({match['url']})", part))
        if bare.strip() or not text.strip():
            yield opening.group() + bare


def links_within(line: str) -> int:
    """How many links a line holds that is nothing but links within its page, as a table of contents is; else 0."""
    match = _NAVIGATION.match(line)
    return match["links"].count("](#") if match else 0


def unquoted(line: str) -> str:
    """The line without its ``>`` marks and its hard break."""
    text = _QUOTE.sub("", line)
    bare = text.rstrip()
    return bare if len(text) - len(bare) > 1 else text.removesuffix("\\")


def picture(line: str) -> str | None:
    """The words of a line that is one picture and no symbol: its ``alt`` text, perhaps empty; else None."""
    match = _ONE_IMAGE.match(line)
    return match["alt"].strip() if match and _image_code(match) is None else None


def with_symbols(line: str) -> str:
    """Pictures of mana as symbols: ``![](…/blue.gif)`` becomes ``{U}``; other pictures leave their words.

    A picture without words that may be a symbol becomes ``[picture: its name]``.
    """
    return _IMAGE.sub(_printed, line)


def unknown_pictures(line: str) -> tuple[str, ...]:
    """The names of the pictures in a line that say nothing and are no known symbol."""
    return tuple(_name(match) for match in _IMAGE.finditer(line) if not (_image_code(match) or match["alt"].strip()))


def may_be_symbol(line: str) -> bool:
    """Whether a picture that is a line of its own is kept among symbols, by its address."""
    match = _ONE_IMAGE.match(line)
    return bool(match and _SYMBOLIC.search(match["url"]))


def _printed(match: re.Match[str]) -> str:
    code = _image_code(match)
    if code:
        return f"{{{code}}}"
    if match["alt"].strip() or (_opens_line(match) and not _SYMBOLIC.search(match["url"])):
        return match["alt"]
    return f"[picture: {_name(match)}]"


def _opens_line(match: re.Match[str]) -> bool:
    """Whether a picture stands before a name, as that of the card does."""
    following = match.string[match.end() : match.end() + 40].lstrip()
    return not match.string[: match.start()].strip(" >") and following[:1].isalpha()


def _name(match: re.Match[str]) -> str:
    """The name of a picture's file without its ending; the end of the address if it names none."""
    file = re.split(r"[?#]", match["url"].strip(), maxsplit=1)[0].rstrip("/").rsplit("/", maxsplit=1)[-1]
    return re.sub(r"[\[\]{}*_<>\s]+", "-", file.rsplit(".", maxsplit=1)[0])[:80] or "without a name"


def bare_cost(text: str) -> str | None:
    """A mana cost printed without braces, ``1U``, ``2WW``, ``1u/bu/b``, ``1(U/B)``, in braces; None if it is none."""
    bare = _BRACKETED.sub(r"{\1}", text.strip().strip("*_ ").replace(" ", ""))
    if not bare or len(bare) > _COST_LENGTH:
        return None
    tokens = _BARE_TOKEN.findall(bare)
    if "".join(tokens) != bare:
        return None
    return "".join(token.upper() if token.startswith("{") else f"{{{token.upper()}}}" for token in tokens)


def symbol(label: str) -> str | None:
    """The code of the symbol that a label names: ``{W}``, ``W``, ``White mana``; None if it names none."""
    code = _CODE.match(label.strip())
    if code:
        return code["code"].upper()
    halves = [_STEMS.get(half) for half in _NOT_SYMBOL.sub("", label.casefold()).strip().split(" or ")]
    return "/".join(half for half in halves if half) if all(halves) else None


def _image_code(match: re.Match[str]) -> str | None:
    alt = symbol(match["alt"])
    if alt:
        return alt
    asked = _ASKED.search(match["url"])
    if asked:
        return symbol(asked["name"])
    stem = _STEM.search(match["url"].strip())
    if stem is None or match["alt"].strip():
        return None  # a picture that says something else is no symbol, whatever its file is called
    name = stem["stem"].lower()
    return name if name.isdigit() else _STEMS.get(name)
