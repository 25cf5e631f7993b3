"""The residue of web pages in Markdown: pictures, links, quotes, headings, bare mana."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from ..text import SYMBOL
from . import spellings
from .formats.web_markdown import markdown, parse_page, thin_out
from .formats.web_markdown import with_symbols as with_symbols_drawn
from .spellings import without_unseen

_IMAGE = re.compile(r"!\[(?P<alt>[^\[\]]*)\]\((?P<url>[^()]*(?:\([^()]*\)[^()]*)*)\)")
_NEXT_IMAGE = re.compile(rf"\s*{_IMAGE.pattern}")
_LINKED_IMAGE = re.compile(
    rf"\[\s*({re.sub(r'[?]P<[a-z]+>', '?:', _IMAGE.pattern)})\s*\]\([^()]*\)"
)
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
_QUOTE = re.compile(r"^\s{0,3}(?:>\s?)+")
_WORD = re.compile(r"(?:[*_]|\[(?!picture:))*[^\W\d_]|[*•]\s+\S")
"""The opening of words, in emphasis, in a link or in a bullet perhaps."""
_BARE_TOKEN = re.compile(
    rf"{SYMBOL}|½|\d{{1,2}}?(?=2/[wubrg])|2/[wubrg]|\d{{1,2}}|[xyz]|[wubrgcs](?:/[wubrgp]){{0,2}}",
    re.IGNORECASE,
)
_BARE_COST = re.compile(rf"(?:{_BARE_TOKEN.pattern})+", re.IGNORECASE)
_BARE_MANA = r"2/[WUBRG]|[WUBRG]/[WUBRGP]|\d{1,2}|[WUBRGCSXTQ]"
_MANA = re.compile(r"\b[WUBRGC]{1,6}\b")
_COST_TOKEN = re.compile(rf"{SYMBOL}|{_BARE_MANA}")
_COST = rf"(?:{_COST_TOKEN.pattern})++"
_BARE_ABILITY = re.compile(
    rf"(?P<costs>{_COST}(?:, {_COST})*)(?P<others>(?:, [^.:]{{3,80}})?)(?P<colon>[\s\u202f]?:"
    r" )(?=[^\W\d_a-z])"
)
"""An ability whose cost begins with mana: ``3RR, T, Sacrifice Fen: …``."""
_ADDED = re.compile(
    r"(?P<word>\A[^\W\d_]+ )(?P<mana>[WUBRGC]{1,6}(?:,? (?:[^\W\d_]{1,3} )?[WUBRGC]{1,6})*)(?=[. ])"
)
"""The mana right behind the first word of an effect: ``Add C or W.``"""
_COST_LENGTH = 24
"""More characters than any bare cost has: most lines are longer, and need no closer look."""
_BRACKETED = re.compile(r"\(([2wubrgc](?:/[wubrgp]){1,2})\)", re.IGNORECASE)


def without_html(line: str) -> Iterator[str]:
    """The line, or the lines into which ``<br>`` breaks it, without the residue of a web page.

    Tags become Markdown, entities their characters; links lose their titles, pictures their links.
    A line with any other tag than a page's formatting speaks of markup, and keeps it as text.
    """
    text = _OPENING.sub("", line)
    opening = line.removesuffix(text)
    tags = _ANY_TAG.findall(text) if "<" in text else []
    if tags and all(_RESIDUE.fullmatch(tag) for tag in tags):
        #  A parser takes a stray "<" for the beginning of a tag, and drops the words up to the next
        # ">".
        text = _TAG_OR_SIGN.sub(lambda match: match["tag"] or "&lt;", text)
        text = markdown(with_symbols_drawn(parse_page(thin_out(text).page)), escaped=False)
    if "&" in text:
        text = without_unseen(html.unescape(_LONG_NUMBER.sub("&amp;#", text)))
    for part in text.split("\n"):
        titled = _TITLED.sub(lambda match: f"]({match['url']})", part) if "](" in part else part
        bare = without_picture_links(titled)
        if bare.strip() or not text.strip():
            yield opening + bare


def without_picture_links(line: str) -> str:
    """The line with each linked picture as a picture alone."""
    return _LINKED_IMAGE.sub(r"\1", line) if "![" in line else line


def unquoted(line: str) -> str:
    """The line without its ``>`` marks and its hard break."""
    text = _QUOTE.sub("", line) if ">" in line else line
    bare = text.rstrip()
    return bare if len(text) - len(bare) > 1 else text.removesuffix("\\")


def is_quoted(line: str) -> bool:
    """Whether the line is in a block quote."""
    return ">" in line and bool(_QUOTE.match(line))


def card_picture(picture: str) -> tuple[str, str]:
    """The words of a picture, perhaps none, and the symbol that it shows by the name of its file
    alone, in braces, or an empty text.
    """
    match = _IMAGE.fullmatch(picture)
    code = _image_code(match) if match else None
    return match["alt"].strip() if match else "", f"{{{code}}}" if code else ""


def leading_pictures(line: str) -> tuple[list[str], str]:
    """The pictures of cards that a line opens with, and the words beside them, which may be none
    if one of several pictures has words.

    ``![](card.png) Name`` becomes ``["![](card.png)"]`` and ``Name``. A picture that may be a
    symbol is part of the text.
    """
    pictures = []
    end = 0
    while match := _NEXT_IMAGE.match(line, end):
        is_symbol = spellings.of_label(match["alt"]) is not None
        if is_symbol or spellings.is_symbolic(match["url"]):
            break
        pictures.append(match)
        end = match.end()
    rest = line[end:].lstrip()
    described = any(match["alt"].strip() for match in pictures)
    is_row = len(pictures) == 1 or (described and not any(map(_image_code, pictures)))
    if pictures and (_WORD.match(rest) if rest else is_row):
        return [match.group().lstrip() for match in pictures], rest
    return [], line


def with_symbols(line: str) -> str:
    """Pictures of mana as symbols: ``![](…/blue.gif)`` becomes ``{U}``; other pictures leave their
    words.

    A picture without words that may be a symbol becomes ``[picture: its name]``.
    """
    if "![" not in line:
        return line
    return _IMAGE.sub(lambda match: _words(match) or f"[picture: {_name(match)}]", line)


def unknown_pictures(line: str) -> tuple[str, ...]:
    """The names of the pictures in a line that are no known symbol, and say nothing or are kept
    among symbols.
    """
    pictures = _IMAGE.finditer(line) if "![" in line else ()
    return tuple(_name(match) for match in pictures if not _words(match))


def _words(match: re.Match[str]) -> str:
    """The symbol that a picture shows, in braces, or its words; empty if it may be a symbol that
    nobody knows.
    """
    code = _image_code(match)
    if code:
        return f"{{{code}}}"
    alt = match["alt"]
    return alt if alt.strip() and not spellings.is_symbolic(match["url"]) else ""


def _name(match: re.Match[str]) -> str:
    """The words of a picture, or else the name of its file without the ending; the end of the
    address if it names none.
    """
    file = spellings.file_name(match["url"]).rsplit(".", maxsplit=1)[0]
    return (
        re.sub(r"[\[\]{}*_<>\s]+", "-", match["alt"].strip() or file)[:80].strip("-")
        or "without a name"
    )


def bare_cost(text: str) -> str | None:
    """A mana cost printed without braces, ``1U``, ``2WW``, ``1u/bu/b``, ``1(U/B)``, in braces; None
    if it is none.
    """
    bare = text.strip().strip("*_ ").replace(" ", "")
    if len(bare) > _COST_LENGTH:
        return None
    bare = _BRACKETED.sub(r"{\1}", bare)
    if not _BARE_COST.fullmatch(bare):
        return None
    tokens = (token.upper() for token in _BARE_TOKEN.findall(bare))
    return "".join(token if token.startswith("{") else f"{{{token}}}" for token in tokens)


def with_bare_costs(ability: str) -> str:
    """The ability with the mana of its cost in braces: ``2, T: Add C.`` becomes ``{2}, {T}: Add
    {C}.``

    Only costs before a colon, and letters of mana right behind the word after it, are surely mana.
    """
    match = _BARE_ABILITY.match(ability) if ": " in ability else None
    if match is None:
        return ability
    effect = _ADDED.sub(
        lambda added: added["word"] + _MANA.sub(_braced, added["mana"]), ability[match.end() :]
    )
    costs = _COST_TOKEN.sub(_braced, match["costs"])
    return f"{costs}{match['others']}{match['colon']}{effect}"


def _braced(mana: re.Match[str]) -> str:
    """Return mana in braces, each of its tokens that has none."""
    tokens = _COST_TOKEN.findall(mana.group())
    return "".join(token if "{" in token else f"{{{token}}}" for token in tokens)


def _image_code(match: re.Match[str]) -> str | None:
    """The code of the symbol that a picture shows: by its words, or by its address if it has
    none.
    """
    #  A picture that says something else is not a symbol, unless it is kept among symbols.
    is_other = match["alt"].strip() and not spellings.is_symbolic(match["url"])
    return spellings.of_label(match["alt"]) or (
        None if is_other else spellings.of_address(match["url"])
    )
